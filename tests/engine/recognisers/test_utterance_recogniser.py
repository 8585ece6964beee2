"""The live loop, with the Whisper that comes with Fermata."""

from __future__ import annotations

import shutil
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from engine.audio.sound_file import SoundFile
from engine.errors import ModelFormatError
from engine.paths import default_paths
from engine.recognisers import utterance_recogniser
from engine.recognisers.recogniser_marks import RecogniserMarks
from engine.recognisers.speech_models import (
    RecogniserSpec,
    built_in_model,
    check_whisper_model,
    is_whisper_model,
)
from engine.recognisers.stretch_decoder import Hearing, RecognisedWord
from engine.recognisers.utterance import Utterance
from engine.recognisers.utterance_recogniser import UtteranceRecogniser
from engine.recognisers.whisper_words import echo_length, unheard_echo_length, without_echoes
from engine.recognisers.worker import open_recogniser
from engine.types import SAMPLE_RATE_HZ, AudioChunk
from tests.support.recognisers.speech import CLIPS, FOX, clip, clips_with_pauses, finals, hear, text
from tests.support.shared_data import shared
from tests.support.sounds import samples_of
from training.evaluation.bench.noises import NOISES, noise

MODEL = built_in_model() or Path()
TEST = "festival-kal_diphone-10.wav"
SAMPLE = default_paths().assets / "samples" / "dictation.ogg"


@pytest.fixture(scope="module")
def recogniser():
    return open_recogniser(RecogniserSpec("whisper", MODEL))


@pytest.fixture(scope="module")
def of_files():
    return open_recogniser(RecogniserSpec("whisper", MODEL, is_live=False))


def chunks_of(sound: np.ndarray) -> list[AudioChunk]:
    """Cut samples of -1..1 into chunks of 100 ms."""
    samples = (np.clip(sound, -1, 1) * 32_767).astype("<i2").tobytes()
    return [
        AudioChunk(samples[at : at + 3_200], at / 32_000) for at in range(0, len(samples), 3_200)
    ]


def bare(hypotheses) -> str:
    marks = RecogniserMarks()
    return text(map(marks.read, hypotheses))


def test_words_are_heard_while_spoken(recogniser, monkeypatch):
    monkeypatch.setattr(utterance_recogniser, "_PACE", 0.0)  # as often as on a fast computer
    heard = hear(recogniser, clips_with_pauses([FOX, TEST]))
    words = bare(finals(heard)).split()
    assert words[-6:] == ["lazy", "dog", "this", "is", "a", "test"]
    assert any(not one.is_final for one in heard)
    shown = [[word.text for word in one.words] for one in heard if not one.is_final]
    assert all(one != other for one, other in pairwise(shown))


def test_a_file_is_heard_once_and_better(of_files):
    heard = hear(of_files, clip(FOX))
    assert all(one.is_final for one in heard)
    assert bare(finals(heard)) == CLIPS[FOX]


def test_each_mark_has_a_confidence(of_files):
    with SoundFile(SAMPLE) as sound:
        words = [word for one in finals(hear(of_files, sound)) for word in one.words]
    of_marks = [word.mark_confidence for word in words if word.text[-1] in ",?"]
    assert len(of_marks) >= 2
    assert all(0.3 < one <= 1.0 for one in of_marks)
    assert {word.mark_confidence for word in words if word.text[-1].isalnum()} == {None}


def test_times_are_within_the_sound_and_in_order(of_files):
    pause_s = 20.0
    first, second = clip(FOX), clip(TEST)
    begin_s = first[-1].start_s + pause_s
    later = [AudioChunk(one.samples, one.start_s + begin_s) for one in second]
    silence = [AudioChunk(bytes(3_200), first[-1].start_s + 0.1 * n) for n in range(1, 200)]
    words = [
        word for one in finals(hear(of_files, [*first, *silence, *later])) for word in one.words
    ]
    times = [(word.start_s, word.end_s) for word in words]
    assert all(start <= end for start, end in times)
    assert all(one[0] <= other[0] for one, other in pairwise(times))
    assert [word.text for word in words[-4:]] == ["This", "is", "a", "test."]
    assert times[-5][1] < begin_s - 15 < begin_s < times[-4][0]
    first_words = [words[0], words[-4]]
    assert [word for word in words if word.confidence is None] == first_words
    assert all(0.0 <= word.confidence <= 1.0 for word in words if word not in first_words)


@pytest.mark.parametrize("name", NOISES)
def test_nothing_is_heard_if_nobody_speaks(recogniser, name):
    sound = noise(name, 60.0)
    chunks = [AudioChunk(sound[at : at + 3_200], at / 32_000) for at in range(0, len(sound), 3_200)]
    assert hear(recogniser, chunks) == []


def test_uncertain_words_are_not_shown_until_firm():
    sure, doubted = (RecognisedWord(text, 0.0, 0.1, p) for text, p in ((" a", 0.9), (" b", 0.2)))
    utterance = Utterance(0.0, last=[sure, doubted, sure])
    assert utterance.likely() == [sure]
    utterance.agree(Hearing((sure, doubted, sure)))
    assert utterance.firm == [sure, doubted]


def unbroken_speech() -> np.ndarray:
    """Return the sample without its pauses: samples of -1..1, about 20 s."""
    with SoundFile(SAMPLE) as sound:
        samples = np.frombuffer(b"".join(chunk.samples for chunk in sound), "<i2") / 32_768
    blocks = samples[: len(samples) // 320 * 320].reshape(-1, 320)
    return blocks[np.abs(blocks).max(axis=1) > 0.02].reshape(-1)


def test_speech_without_a_pause_is_cut_between_words_and_none_is_lost(recogniser):
    spoken = unbroken_speech()
    assert len(spoken) > 18 * SAMPLE_RATE_HZ
    heard = finals(hear(recogniser, chunks_of(spoken)))
    words = bare(heard).split()
    assert len(heard) > 1
    assert 67 <= len(words) <= 74
    for once in ("weather", "winter", "money", "schools", "hospitals", "cost", "pay"):
        assert words.count(once) == 1


class _Scripted:
    """A decoder told what to hear each time: texts, with their starts and ends."""

    def __init__(self, *hearings: str) -> None:
        self._hearings = iter(hearings)

    longest_s = 15.0
    writes_marks = tells_times = True

    def hear(self, *_: object, **__: object) -> Hearing:
        fields = (item.split("@") for item in next(self._hearings).split())
        spans = ((text, span.split("-")) for text, span in fields)
        return Hearing(
            tuple(RecognisedWord(f" {text}", float(a), float(b), 0.9) for text, (a, b) in spans)
        )


def _speech_but(silent_s: tuple[float, float], until_s: float):
    """Return voice activity that hears speech until a time, except for one pause."""
    times_s = iter(np.arange(0, 660, 0.032))

    class _Voice:
        def reset(self) -> None:
            pass

        def probability(self, _: np.ndarray) -> float:
            time_s = next(times_s)
            return float(time_s < until_s and not silent_s[0] <= time_s < silent_s[1])

    return _Voice


@pytest.mark.parametrize(
    ("first", "rest", "wanted"),
    [
        (  # the attention puts "and" before the cut, the voice after it
            "stupid@7.0-8.2 and@8.25-9.0 projects@9.0-12.9 go@13.0-14.9",
            "And@0.2-0.6 projects@0.7-4.5 go@4.6-6.5",
            "stupid And projects go",
        ),
        (  # really said twice
            "stupid@7.0-7.5 and@7.5-8.2 and@8.6-9.0 projects@9.0-12.9 go@13.0-14.9",
            "And@0.2-0.6 projects@0.7-4.5 go@4.6-6.5",
            "stupid and And projects go",
        ),
    ],
)
def test_a_word_at_a_cut_is_written_as_often_as_it_was_said(monkeypatch, first, rest, wanted):
    decoder = _Scripted(first, rest)
    monkeypatch.setattr(utterance_recogniser, "VoiceActivity", _speech_but((8.2, 8.57), 15.2))
    heard = hear(
        UtteranceRecogniser(decoder, is_live=False), chunks_of(np.zeros(19 * SAMPLE_RATE_HZ))
    )
    assert text(finals(heard)) == wanted
    assert [one.is_cut for one in heard] == [True, False]


class _Counting:
    """A decoder that hears a word per second, and records how it was asked."""

    longest_s = 15.0
    writes_marks = tells_times = True

    def __init__(self, mark_probability: float = 0.0, takes=lambda: None) -> None:
        self.asked: list[bool] = []
        self._mark_probability, self._takes = mark_probability, takes

    def hear(self, sound: np.ndarray, _known: Hearing, *, is_final: bool) -> Hearing:
        self.asked.append(is_final)
        self._takes()
        count = len(sound) // SAMPLE_RATE_HZ
        words = [RecognisedWord(f" word{n}", float(n), n + 0.9, 0.9) for n in range(count)]
        if words:
            last = RecognisedWord(" end.", float(count), count + 0.1, 0.9, self._mark_probability)
            words.append(last)
        return Hearing(tuple(words))


def _heard_of(decoder, monkeypatch, seconds, silent_s=(99.0, 99.0), until_s=None):
    until_s = seconds - 2.0 if until_s is None else until_s
    monkeypatch.setattr(utterance_recogniser, "VoiceActivity", _speech_but(silent_s, until_s))
    return hear(UtteranceRecogniser(decoder), chunks_of(np.zeros(round(seconds * SAMPLE_RATE_HZ))))


@pytest.mark.parametrize(("mark_probability", "waits_s"), [(0.0, 0.7), (0.33, 0.5), (0.9, 0.3)])
def test_the_hearing_in_a_pause_is_final_and_surer_ends_wait_less(
    monkeypatch, mark_probability, waits_s
):
    decoder = _Counting(mark_probability)
    (final,) = finals(_heard_of(decoder, monkeypatch, 6.0, until_s=4.0))
    assert decoder.asked.count(True) == 1
    assert final.time_s == pytest.approx(4.0 + waits_s, abs=0.1)


def test_a_pause_within_speech_ends_nothing(monkeypatch):
    decoder = _Counting()
    (final,) = finals(_heard_of(decoder, monkeypatch, 7.0, silent_s=(2.0, 2.5), until_s=5.0))
    assert decoder.asked.count(True) == 2
    assert len(final.words) == 6


def test_a_model_slower_than_speech_is_asked_less_and_loses_nothing(monkeypatch):
    clock = SimpleNamespace(now_s=0.0)

    def takes():
        clock.now_s += 3.0

    counter = SimpleNamespace(perf_counter=lambda: clock.now_s)
    monkeypatch.setattr(utterance_recogniser, "time", counter)
    decoder = _Counting(takes=takes)
    heard = finals(_heard_of(decoder, monkeypatch, 40.0, silent_s=(10.0, 10.5)))
    assert decoder.asked.count(False) <= 10  # each time twice as much sound as the last took
    assert decoder.asked.count(True) == len(heard) >= 3
    times = [word.start_s for one in heard for word in one.words]
    assert times == sorted(times)
    assert len(times) >= 38


def test_ten_minutes_of_silence_are_not_decoded(monkeypatch):
    decoder = _Counting()
    assert _heard_of(decoder, monkeypatch, 600.0, until_s=0.0) == []
    assert decoder.asked == []


def test_of_two_people_at_once_only_the_nearer_is_written(recogniser):
    speech = "data/audio/jfk/jfk.flac", "data/audio/ljspeech_genuine/LJ001-0001.wav"
    near, far = map(_samples_of_file, speech)
    far = np.resize(far, len(near)) * 0.05 * np.abs(near).mean() / np.abs(far).mean()
    words = bare(finals(hear(recogniser, chunks_of(near + far)))).split()
    assert 18 <= len(words) <= 26, "22 were said nearby"
    assert " ".join(words).endswith("you can do for your country")


def _samples_of_file(name):
    with SoundFile(shared(name)) as sound:
        return samples_of(sound) / 32_768


def test_in_a_file_speech_after_a_thinking_pause_is_heard_with_what_was_before(
    recogniser, of_files
):
    samples = b"".join(chunk.samples for name in (FOX, TEST) for chunk in clip(name))
    sound = chunks_of(np.frombuffer(samples, "<i2") / 32_768)  # a second of silence between them
    assert len(finals(hear(recogniser, sound))) == 2
    assert len(finals(hear(of_files, sound))) == 1


def test_a_minute_without_a_pause_comes_in_parts_to_the_end(of_files):
    spoken, times = unbroken_speech(), 3
    assert times * len(spoken) > 55 * SAMPLE_RATE_HZ
    heard = finals(hear(of_files, chunks_of(np.tile(spoken, times))))
    words = bare(heard).split()
    assert len(heard) >= 55 / 15
    assert 67 * times <= len(words) <= 74 * times
    for each in ("weather", "winter", "money", "hospitals", "cost"):
        assert times - 1 <= words.count(each) <= times


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("Today I want that. today I want that", 4),
        ("so very very very good", 0),
        ("one two three four one two three", 0),
        ("", 0),
    ],
)
def test_immediate_repetitions_are_an_echo(words, count):
    assert echo_length(words.split()) == count


@pytest.mark.parametrize(
    ("words", "count"),
    [  # flite and another synthesiser as heard, with the times the attention gave each word
        (
            "delete .22-.54 last .54-.98 word. .98-1.18 Delete 1.2-1.2 last 1.2-1.2 word 1.2-1.3",
            3,
        ),
        ("undo .22-.61 that. .62-1.06 Undo 1.20-1.20 that. 1.20-1.20", 2),
        ("scratch .22-.70 that, .72-.99 scratch 1.24-1.56 that. 1.56-1.79", 0),
        (
            "delete .22-.60 last .60-.96 word, .96-1.3 delete 1.6-1.6 last 1.6-1.9 word 2-2.1",
            0,
        ),
        ("knock .22-.50 knock .62-.62", 0),
        ("so .10-.30 very .98-.98 good .98-1.18", 0),
        ("", 0),
    ],
)
def test_repetitions_without_time_in_the_sound_are_an_echo(words, count):
    assert unheard_echo_length(_timed(words)) == count


def _timed(words):
    pairs = zip(words.split()[::2], words.split()[1::2], strict=True)
    return [
        RecognisedWord(f" {text}", *map(float, times.split("-")), probability=0.9, tokens=(1,))
        for text, times in pairs
    ]


@pytest.mark.parametrize(
    ("words", "echo"),
    [
        (  # a voice in the background between the speaker's sentences
            (
                "and .22-.7 so .72-1.06 my 1.06-1.47 friend 1.84-2.16 "
                "And 2.16-2.16 so 2.16-2.16 my 2.16-2.16 friend 2.16-2.2 we 2.4-2.6 go 2.6-2.8"
            ),
            4,
        ),
        (  # said twice, fast
            (
                "what .2-.3 can .3-.4 you .4-.5 do .5-.6 "
                "what .7-.72 can .72-.74 you .74-.9 do .9-1.1 now 1.2-1.4"
            ),
            0,
        ),
    ],
)
def test_an_echo_before_other_words_is_left_out(words, echo):
    heard = _timed(words)
    assert without_echoes(heard) == heard[:4] + heard[4 + echo :]


def test_an_incomplete_model_is_refused_with_a_reason(tmp_path):
    assert is_whisper_model(MODEL)
    assert not is_whisper_model(tmp_path)
    folder = Path(shutil.copytree(MODEL, tmp_path / "whisper-broken-en"))
    (folder / "tokenizer.json").unlink()
    with pytest.raises(ModelFormatError, match=r"tokenizer\.json is missing"):
        check_whisper_model(folder)
    shutil.copy(MODEL / "tokenizer.json", folder)
    (folder / "model.bin").write_bytes((MODEL / "model.bin").read_bytes()[:100_000])
    with pytest.raises(ModelFormatError):
        open_recogniser(RecogniserSpec("whisper", folder))
    content = (MODEL / "model.bin").read_bytes()
    other = content.replace(b"\x0c\0WhisperSpec\0", b"\x10\0TransformerSpec\0", 1)
    (folder / "model.bin").write_bytes(other)
    with pytest.raises(ModelFormatError):
        open_recogniser(RecogniserSpec("whisper", folder))
