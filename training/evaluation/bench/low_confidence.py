"""Whether words marked as doubtful are wrong, and another reading of them right."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from engine.audio.sound_file import SoundFile
from engine.build import LanguageModel
from engine.recognisers.alternatives import uncertain_word
from engine.recognisers.recogniser_process import RecogniserProcess
from engine.recognisers.speech_models import RecogniserSpec
from engine.session import Session
from engine.settings import PunctuationSettings
from engine.types import BYTES_A_SAMPLE, SAMPLE_RATE_HZ, Update, Word, WordRefined
from training.evaluation.bench.audio import Clip, built_in_folder, english_clips, plain_words
from training.evaluation.table import Row
from training.metrics import aligned_pairs

THRESHOLDS = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
READ_AGAIN = (0.3, 0.6)
_SMOKE_CLIPS = {"LJ001-0035", "LJ001-0123"}  # of the non-native reader: short, and misheard
Judged = tuple[float, bool]  # confidence, and whether the word is wrong


def low_confidence_rows(shared: Path, model: LanguageModel, *, smoke: bool) -> Iterator[Row]:
    """Transcribe every English reader; thresholds come from every second clip."""
    clips = _clips(shared, smoke=smoke)
    judged = [list(judged_words(clip, model)) for clip in clips]
    for name, half in (("chosen on", judged[::2]), ("held out", judged[1::2])):
        words = [one for clip in half for one in clip]
        for below in THRESHOLDS:
            yield _row(f"{name}, below {below:.0%}", words, below)


def _clips(shared: Path, *, smoke: bool) -> list[Clip]:
    readers = english_clips(shared / "data" / "audio")
    clips = [clip for clips in readers.values() for clip in clips]
    return [clip for clip in clips if clip.path.stem in _SMOKE_CLIPS] if smoke else clips


def judged_words(clip: Clip, model: LanguageModel) -> Iterator[Judged]:
    """Yield each word heard live, with its confidence; an inserted word is wrong, too."""
    heard = _heard(clip, model)
    words, places = _units(heard)
    wanted, _ = plain_words(clip.text)
    for ours, theirs in aligned_pairs(wanted, words):
        if theirs is not None and (sure := heard[places[theirs]].confidence) is not None:
            yield sure, ours is None or wanted[ours] != words[theirs]


def reading_rows(shared: Path, model: LanguageModel, *, smoke: bool) -> Iterator[Row]:
    """Recognise the wrong words of every English reader again; smoke takes one clip."""
    clips = _clips(shared, smoke=smoke)[1 if smoke else 0 :]
    with RecogniserProcess(RecogniserSpec("whisper", built_in_folder())) as recogniser:
        found = [one for clip in clips for one in _read_again(clip, model, recogniser)]
    for below in READ_AGAIN:
        some = [one for one in found if one[0] < below]
        yield Row(
            f"wrong words below {below:.0%}",
            {
                "words": float(len(some)),
                "right one first %": 100.0 * sum(at == 0 for _, at, _ in some) / max(1, len(some)),
                "right one of four %": 100.0
                * sum(at is not None for _, at, _ in some)
                / max(1, len(some)),
                "s a word": sum(spent_s for _, _, spent_s in some) / max(1, len(some)),
            },
        )


def _read_again(
    clip: Clip, model: LanguageModel, recogniser: RecogniserProcess
) -> Iterator[tuple[float, int | None, float]]:
    """Yield each wrong word's confidence, the right one's rank, and the time it took.

    Right is what was said in its place: the words aligned with it, with or without those left out
    beside it.
    """
    heard = _heard(clip, model)
    words, places = _units(heard)
    wanted, _ = plain_words(clip.text)
    pairs = aligned_pairs(wanted, words)
    with SoundFile(clip.path) as sound:
        samples = b"".join(chunk.samples for chunk in sound)

    def read(start_s: float, end_s: float) -> bytes:
        first, end = (BYTES_A_SAMPLE * round(at_s * SAMPLE_RATE_HZ) for at_s in (start_s, end_s))
        return samples[first:end]

    for index, word in enumerate(heard):
        at = [n for n, (_, b) in enumerate(pairs) if b is not None and places[b] == index]
        if not at or word.confidence is None or word.confidence >= max(READ_AGAIN):
            continue
        said = [wanted[a] for a, _ in pairs[at[0] : at[-1] + 1] if a is not None]
        if said == plain_words(word.text)[0]:
            continue
        first, end = at[0], at[-1] + 1
        while first and pairs[first - 1][1] is None:
            first -= 1
        while end < len(pairs) and pairs[end][1] is None:
            end += 1
        truths = said, [wanted[a] for a, _ in pairs[first:end] if a is not None]
        began_s = time.perf_counter()
        readings = recogniser.readings(uncertain_word(heard, index, read))
        spent_s = time.perf_counter() - began_s
        right = (n for n, it in enumerate(readings) if plain_words(it)[0] in truths)
        yield word.confidence, next(right, None), spent_s


def _units(heard: Sequence[Word]) -> tuple[list[str], list[int]]:
    """Return plain words, and which word each comes from."""
    units = [(unit, n) for n, word in enumerate(heard) for unit in plain_words(word.text)[0]]
    return [unit for unit, _ in units], [place for _, place in units]


def _heard(clip: Clip, model: LanguageModel) -> list[Word]:
    """Return words in order, with what is known of them in the end."""
    words: dict[int, Word] = {}
    spec = RecogniserSpec("whisper", built_in_folder())
    with SoundFile(clip.path) as sound, RecogniserProcess(spec) as recogniser:
        session = Session(model.punctuator(PunctuationSettings()))
        for event in session.run(sound, recogniser):
            if isinstance(event, Update):
                for sentence in event.sentences:
                    words |= {one.id: one for one in sentence.words}
            elif isinstance(event, WordRefined) and event.word.id in words:
                known = event.word
                words[known.id] = replace(words[known.id], confidence=known.confidence)
    return [*words.values()]


def _row(name: str, words: Sequence[Judged], below: float) -> Row:
    wrong = sum(is_wrong for _, is_wrong in words)
    flagged = [is_wrong for confidence, is_wrong in words if confidence < below]
    return Row(
        name,
        {
            "words": float(len(words)),
            "wrong": float(wrong),
            "flags": float(len(flagged)),
            "precision %": 100.0 * sum(flagged) / max(1, len(flagged)),
            "recall %": 100.0 * sum(flagged) / max(1, wrong),
        },
    )
