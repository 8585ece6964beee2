"""The real library, run with a tiny transducer trained for this and a handmade paraformer."""

from __future__ import annotations

import json
import multiprocessing
import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from engine.audio.sound_file import SoundFile
from engine.errors import ModelFormatError, RecogniserError
from engine.recognisers import sherpa_recogniser
from engine.recognisers.recogniser_process import RecogniserProcess
from engine.recognisers.settled_words import SettledWords
from engine.recognisers.sherpa_recogniser import SherpaRecogniser
from engine.recognisers.speech_models import RecogniserSpec
from engine.types import AudioChunk
from tests.support.recognisers.speech import CLIPS, SHERPA_MODEL, clip, finals, hear, text
from tests.support.recognisers.tone_models import PARAFORMER_PIECES, make_model, sung
from tests.support.shared_data import DATA

_SPEECH = DATA / "sherpa-speech"
OWN = {it["wav"]: it["text"] for it in json.loads((_SPEECH / "manifest.json").read_text("utf-8"))}
SHARED = {name: CLIPS[name] for name in ("flite-slt-07.wav",)}
MIXED, NUMBERS, TWO = "mixed.wav", "numbers.wav", "two.wav"
SPEC = RecogniserSpec("sherpa", SHERPA_MODEL)
SILENCE_S = 1.5


@pytest.fixture(autouse=True)
def _nothing_is_left(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    others = set(multiprocessing.active_children())
    yield
    assert set(multiprocessing.active_children()) <= others
    assert list(tmp_path.glob("fermata-*")) == []


def recorded(name):
    """Return the samples of a clip."""
    if name in SHARED:
        return b"".join(chunk.samples for chunk in clip(name))
    with SoundFile(_SPEECH / name) as sound:
        return b"".join(chunk.samples for chunk in sound)


def session(*names, start_s=0.0, silence_s=SILENCE_S):
    """Return clips in one session, with silence before, between and after them."""
    silence = bytes(round(silence_s * 16_000) * 2)
    samples = silence + b"".join(recorded(name) + silence for name in names)
    for at in range(0, len(samples), 3_200):
        yield AudioChunk(samples[at : at + 3_200], start_s + at / 32_000)


def test_every_clip_is_recognised_exactly_in_its_own_segment():
    names = [*SHARED, *OWN]
    heard = finals(hear(SherpaRecogniser(SHERPA_MODEL), session(*names)))
    assert [text([final]) for final in heard] == [(SHARED | OWN)[name] for name in names]
    begin_s = SILENCE_S
    for final, name in zip(heard, names, strict=True):
        length_s = len(recorded(name)) / 32_000
        assert begin_s < final.words[0].start_s < begin_s + length_s
        assert final.words[-1].end_s < final.time_s < begin_s + length_s + SILENCE_S
        begin_s += length_s + SILENCE_S


def test_partials_grow_into_the_final_and_each_is_new():
    heard = hear(SherpaRecogniser(SHERPA_MODEL), session(NUMBERS))
    end = next(at for at, hypothesis in enumerate(heard) if hypothesis.is_final)
    partials = [[word.text for word in hypothesis.words] for hypothesis in heard[:end]]
    final = [word.text for word in heard[end].words]
    assert len(partials) >= 4
    assert all(a != b for a, b in pairwise(partials))
    assert all(not hypothesis.ends_segment for hypothesis in heard[:end])
    for partial in partials:  # greedy search takes nothing back; only the last word may still grow
        assert partial[:-1] == final[: len(partial) - 1]
    assert heard[end].ends_segment
    times_s = [hypothesis.time_s for hypothesis in heard]
    assert times_s == sorted(times_s)


def test_words_have_confidences_and_times_within_their_sound():
    (final,) = finals(hear(SherpaRecogniser(SHERPA_MODEL), session(MIXED, start_s=100.0)))
    assert [word.text for word in final.words] == ["hello", "你", "好", "fermata"]
    length_s = len(recorded(MIXED)) / 32_000
    for word, following in pairwise(final.words):
        assert word.start_s < word.end_s <= following.start_s
    assert 100 + SILENCE_S < final.words[0].start_s < final.words[0].end_s
    assert final.words[-1].start_s < 100 + SILENCE_S + length_s + 0.2
    assert all(0.2 < word.confidence <= 1 for word in final.words)


def test_sound_that_ends_within_a_word_is_flushed_and_more_may_follow():
    recogniser = SherpaRecogniser(SHERPA_MODEL)
    samples = recorded("thanks.wav")
    cut = range(0, len(samples), 3_200)
    heard = hear(recogniser, [AudioChunk(samples[at : at + 3_200], at / 32_000) for at in cut])
    assert text(finals(heard)) == OWN["thanks.wav"]
    length_s = len(recorded("thanks.wav")) / 32_000
    assert max(word.end_s for word in finals(heard)[0].words) <= length_s
    again = finals(hear(recogniser, session(MIXED)))
    assert text(again) == OWN[MIXED]
    assert again[0].words[0].start_s > length_s + SILENCE_S
    recogniser.close()
    recogniser.close()


def test_silence_gives_finals_without_words():
    silence = [AudioChunk(bytes(3_200), n / 10) for n in range(110)]
    heard = hear(SherpaRecogniser(SHERPA_MODEL), silence)
    assert len(heard) >= 2
    assert all(hypothesis.is_final and not hypothesis.words for hypothesis in heard)


def test_speech_without_long_pauses_is_cut_in_a_short_one(monkeypatch):
    monkeypatch.setattr(sherpa_recogniser, "_LONG_SEGMENT_S", 5.0)
    names = [MIXED] * 8
    heard = finals(hear(SherpaRecogniser(SHERPA_MODEL), session(*names, silence_s=0.2)))
    assert text(heard) == " ".join(OWN[name] for name in names)
    lengths_s = [final.words[-1].end_s - final.words[0].start_s for final in heard]
    assert lengths_s == pytest.approx([5.3, 5.3, 3.3], abs=0.2)


def test_settled_words_match_the_final():
    settled = SettledWords()
    names = [NUMBERS, MIXED, "thanks.wav"]
    heard = hear(SherpaRecogniser(SHERPA_MODEL), session(*names))
    passed = [it for hypothesis in heard for it in settled.push(hypothesis)]
    early = [it for it in passed if it.is_final and not it.ends_segment]
    assert len(early) >= 2
    assert text(finals(passed)) == text(finals(heard)) == " ".join((SHARED | OWN)[n] for n in names)


def test_a_hot_word_changes_what_is_heard_and_nothing_else():
    hot = SherpaRecogniser(SHERPA_MODEL, ["你好", "too", "xylophone", "/", ":1 #2"])
    heard = finals(hear(hot, session(MIXED, NUMBERS, TWO)))
    assert OWN[TWO] == "two"
    assert text(heard) == f"{OWN[MIXED]} {OWN[NUMBERS]} too"


def test_it_is_the_same_with_and_without_the_process():
    chunks = list(session(MIXED, "thanks.wav"))
    with RecogniserProcess(SPEC, keep_up=True) as recogniser:
        assert hear(recogniser, chunks) == hear(SherpaRecogniser(SHERPA_MODEL), chunks)
    with RecogniserProcess(RecogniserSpec("sherpa", SHERPA_MODEL, ("too",))) as recogniser:
        assert text(finals(hear(recogniser, session(TWO)))) == "too"


def test_half_a_sample_does_not_kill_the_child():
    with RecogniserProcess(SPEC, keep_up=True) as recogniser:
        chunks = [AudioChunk(b"\0\0\0", 0.0), *session("thanks.wav")]
        assert text(finals(hear(recogniser, chunks))) == OWN["thanks.wav"]


def _without_property(content, key):
    """Return the same file with a property renamed: whole, but not what sherpa-onnx looks for."""
    assert content.count(key) == 1
    return content.replace(key, key[::-1])


DAMAGE = {
    "missing joiner": ("joiner.onnx", lambda _: b""),
    # only the library can notice these, and it crashes
    "no layers": ("encoder.int8.onnx", lambda it: _without_property(it, b"num_encoder_layers")),
    "no context": ("decoder.onnx", lambda it: _without_property(it, b"context_size")),
    "broken graph": ("joiner.onnx", lambda whole: whole.replace(b"MatMul", b"NoSuch")),
    "another network": ("joiner.onnx", lambda _: (SHERPA_MODEL / "decoder.onnx").read_bytes()),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_broken_model_is_an_error_with_its_path_and_silent(tmp_path, capfd, damage):
    folder = Path(shutil.copytree(SHERPA_MODEL, tmp_path / "model"))
    name, change = DAMAGE[damage]
    (folder / name).write_bytes(change((SHERPA_MODEL / name).read_bytes()))
    with pytest.raises(ModelFormatError) as caught:
        RecogniserProcess(RecogniserSpec("sherpa", folder))
    assert caught.value.path == folder
    assert caught.value.reason
    assert ".cc:" not in str(caught.value.reason)
    assert capfd.readouterr() == ("", "")


def test_a_broken_library_is_not_blamed_on_the_model(tmp_path, monkeypatch):
    (tmp_path / "sherpa_onnx.py").write_text('raise ImportError("libonnxruntime.so is missing")')
    monkeypatch.syspath_prepend(tmp_path)  # the child inherits its parent's path
    with pytest.raises(RecogniserError) as caught:
        RecogniserProcess(SPEC)
    expected = "sherpa-onnx cannot be loaded: libonnxruntime.so is missing"
    assert (caught.value.recogniser, str(caught.value.reason)) == ("sherpa", expected)


def tones(*tokens, **options):
    return sung(*tokens, pieces=PARAFORMER_PIECES, **options)


@pytest.fixture(scope="module")
def paraformer(tmp_path_factory):
    return make_model("paraformer", tmp_path_factory.mktemp("p") / "streaming-paraformer-zh-en")


def test_a_paraformer_hears_words_at_about_their_times(paraformer):
    heard = hear(SherpaRecogniser(paraformer), tones("你", "好", "hel@@", "lo", "好"))
    (final,) = finals(heard)
    assert [word.text for word in final.words] == ["你", "好", "hello", "好"]
    assert {word.confidence for word in final.words} == {None}
    for word, said_s in zip(final.words, (0.5, 0.8, 1.1, 1.7), strict=True):
        assert word.start_s == pytest.approx(said_s, abs=0.5)
    for word, following in pairwise(final.words):
        assert word.start_s <= word.end_s <= following.start_s
    assert [it for it in heard if not it.is_final]


def test_a_paraformer_ends_segments_and_starts_over(paraformer):
    first, second = tones("hel@@", "lo", silence_s=2.5), tones("好", "你")
    later = [AudioChunk(it.samples, it.start_s + 3.5) for it in second]
    with RecogniserProcess(RecogniserSpec("sherpa", paraformer), keep_up=True) as recogniser:
        heard = finals(hear(recogniser, [*first, *later]))
    assert [text([final]) for final in heard] == ["hello", "好 你"]
    assert heard[0].words[0].start_s < 1.2
    assert heard[1].words[0].start_s == pytest.approx(4.0, abs=0.5)
