"""Sessions from timed corpora: words with times and marks, played as a recogniser would."""

from __future__ import annotations

import csv
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.punctuation.labels import Mark, stronger
from engine.text.marked_text import read_marked_text
from engine.types import Hypothesis, Word

_PAUSE_S = 0.5
_LONGEST_SEGMENT_S = 40.0
_LEAST_WORDS = 50
_MARKS = {",": Mark.COMMA, "-": Mark.COMMA, ":": Mark.COMMA, ".": Mark.PERIOD, ";": Mark.PERIOD}
_MARKS |= {"?": Mark.QUESTION, "!": Mark.EXCLAMATION}


@dataclass(frozen=True, slots=True)
class TimedSession:
    """Words as heard, and the mark after each; `segments` are the ends of the segments."""

    name: str
    words: tuple[Word, ...]
    marks: tuple[Mark, ...]
    segments: tuple[int, ...]

    def hypotheses(self) -> Iterator[Hypothesis]:
        first = 0
        for end in self.segments:
            words = self.words[first:end]
            yield Hypothesis(words, is_final=True, time_s=words[-1].end_s)
            first = end

    def growing_hypotheses(self) -> Iterator[Hypothesis]:
        """Yield one partial hypothesis per word, without times, as Vosk does, and the finals."""
        for final in self.hypotheses():
            untimed = tuple(Word(word.text) for word in final.words)
            for upto, last in enumerate(final.words, 1):
                heard, time_s = untimed[:upto], last.end_s
                yield Hypothesis(heard, is_final=False, ends_segment=False, time_s=time_s)
            yield final


def read_aligned_calls(paths: Sequence[Path]) -> Iterator[TimedSession]:
    """Yield each aligned stretch of over 50 words of `*.aligned.tsv` files as a session."""
    for path in paths:
        with path.open(encoding="utf-8", newline="") as stream:
            rows = list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))
        for number, stretch in enumerate(_aligned_stretches(rows)):
            words = tuple(
                Word(row["word"].lower(), float(row["start"]), float(row["end"])) for row in stretch
            )
            marks = tuple(_MARKS.get(row["mark"], Mark.NONE) for row in stretch)
            yield cut_into_segments(f"{path.stem}/{number}", words, marks)


def cut_into_segments(name: str, words: tuple[Word, ...], marks: tuple[Mark, ...]) -> TimedSession:
    """Cut at pauses over 0.5 s or at 40 s, as a recogniser's endpointer does."""
    ends: list[int] = []
    begin_s = words[0].start_s or 0.0
    for at, word in enumerate(words):
        end_s = word.end_s or 0.0
        next_s = words[at + 1].start_s if at + 1 < len(words) else None
        if next_s is None or next_s - end_s > _PAUSE_S or end_s - begin_s > _LONGEST_SEGMENT_S:
            ends.append(at + 1)
            begin_s = next_s or 0.0
    return TimedSession(name, words, marks, tuple(ends))


def _aligned_stretches(rows: list[dict[str, str]]) -> Iterator[list[dict[str, str]]]:
    stretch: list[dict[str, str]] = []
    for row in [*rows, {"start": ""}]:
        if row["start"]:
            stretch.append(row)
            continue
        if len(stretch) > _LEAST_WORDS:
            yield stretch
        stretch = []


def read_reference(path: Path) -> tuple[list[str], list[int]]:
    """Return the lower-case words and the marks of a written transcript."""
    lines = path.read_text(encoding="utf-8").splitlines()
    words = [word for line in lines for word in read_marked_text(line)]
    return [word.core.lower() for word in words], [int(word.mark) for word in words]


def with_false_pauses(session: TimedSession, rng: random.Random, share: float) -> TimedSession:
    """Insert pauses of 0.5 to 3 s after `share` of the words that have no mark."""
    words: list[Word] = []
    shift_s = 0.0
    for word, mark in zip(session.words, session.marks, strict=True):
        words.append(_shifted(word, shift_s))
        if mark is Mark.NONE and rng.random() < share:
            shift_s += rng.uniform(0.5, 3.0)
    return cut_into_segments(session.name, tuple(words), session.marks)


def with_recognition_errors(
    session: TimedSession, rng: random.Random, rate: float, vocabulary: Sequence[str]
) -> TimedSession:
    """Imitate a weak recogniser: `rate` of all words are wrong, and some of those doubted.

    Generic, not learnt from any recogniser: 60 % substitutions, 25 % deletions, 15 % insertions.
    In some sessions the recogniser doubts its wrong words, in others it hardly notices.
    """
    doubt_shape = rng.choice([(3.0, 2.0), (9.0, 1.5)])
    words: list[Word] = []
    marks: list[Mark] = []
    for word, mark in zip(session.words, session.marks, strict=True):
        draw = rng.random() / max(rate, 1e-9)
        sure = rng.betavariate(12.0, 1.0)
        doubt = rng.betavariate(*doubt_shape)
        if draw < 0.25 and words:
            marks[-1] = Mark(stronger(marks[-1], mark))
        elif draw < 0.85:
            wrong = replace(word, text=rng.choice(vocabulary), confidence=doubt)
            words.append(wrong)
            marks.append(mark)
        else:
            words.append(replace(word, confidence=sure))
            marks.append(mark)
            if draw < 1.0:
                words.append(_inserted(word, rng.choice(vocabulary), doubt))
                marks[-1:] = [Mark.NONE, mark]
    return cut_into_segments(session.name, tuple(words), tuple(marks))


def _inserted(word: Word, text: str, confidence: float) -> Word:
    end_s = word.end_s or 0.0
    return Word(text, end_s, end_s + 0.01, confidence)


def _shifted(word: Word, shift_s: float) -> Word:
    return replace(
        word, start_s=(word.start_s or 0.0) + shift_s, end_s=(word.end_s or 0.0) + shift_s
    )
