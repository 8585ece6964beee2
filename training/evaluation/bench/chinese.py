"""Mandarin, Cantonese and mixed texts: the product's own path against what people wrote.

`hkcancor_test` and `zh_test2011` are for reporting only; the others are for tuning.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.build import LanguageModel
from engine.punctuation.labels import Mark
from training.data.replay import MarkedText, marked_text, replayed
from training.data.spoken_form import read_lines
from training.evaluation.bench.quality import policy_rows
from training.evaluation.playing import punctuated
from training.evaluation.table import Row
from training.metrics import ALL_MARKS, COMMA_AND_PERIOD, FOUR_MARKS, MarkKinds, score_marks

_LATIN = re.compile(r"[A-Za-z]")
_NO_FIGURE = float("nan")
_FEW_WORDS = 2
Lines = Callable[[Iterable[str]], Iterable[str]]


@dataclass(frozen=True, slots=True)
class Benchmark:
    """One row of the table: a file in `data`, how it is read, and the marks that count."""

    name: str
    file: str
    kinds: MarkKinds
    lines: Lines


def all_lines(lines: Iterable[str]) -> Iterable[str]:
    return lines


def _without_latin(lines: Iterable[str]) -> Iterable[str]:
    return (line for line in lines if not _LATIN.search(line))


def _unspaced(lines: Iterable[str]) -> Iterable[str]:
    """Join lines that have a space after every letter."""
    return (line.replace(" ", "") for line in lines)


def _ended(lines: Iterable[str]) -> Iterable[str]:
    """Leave out lines without a final mark: subtitles whose marks are missing."""
    return (line for line in _unspaced(lines) if re.search(r"[。？！.?!；]$", line))


TALKS = (
    Benchmark("iwslt/zh_dev, two marks", "iwslt/zh_dev.txt", COMMA_AND_PERIOD, _unspaced),
    Benchmark("iwslt/zh_test2011, two marks", "iwslt/zh_test2011.txt", COMMA_AND_PERIOD, _unspaced),
)
MARKED_TALKS = (
    Benchmark("iwslt/zh_dev, marked lines", "iwslt/zh_dev.txt", COMMA_AND_PERIOD, _ended),
    Benchmark("iwslt/zh_test2011, marked lines", "iwslt/zh_test2011.txt", COMMA_AND_PERIOD, _ended),
)
TUNING = (
    Benchmark("hkcancor_dev, four marks", "yue/dev/hkcancor_dev.txt", FOUR_MARKS, all_lines),
    Benchmark("zh/dev/audreyt, all marks", "zh/dev/audreyt.txt", ALL_MARKS, all_lines),
    Benchmark("zh/dev/codeswitch, all marks", "zh/dev/codeswitch.txt", ALL_MARKS, all_lines),
    Benchmark("zh/dev/audreyt, Chinese only", "zh/dev/audreyt.txt", ALL_MARKS, _without_latin),
    TALKS[0],
    MARKED_TALKS[0],
)
REPORTED = (
    Benchmark("hkcancor_test, four marks", "yue/test/hkcancor_test.txt", FOUR_MARKS, all_lines),
    Benchmark(
        "Cantonese news, unseen, four marks",
        "yue/research/news_quotes.txt.xz",
        FOUR_MARKS,
        all_lines,
    ),
    TALKS[1],
    MARKED_TALKS[1],
)


TURNS = (TUNING[0], REPORTED[0])


def read_benchmark(data: Path, benchmark: Benchmark, words: int | None = None) -> MarkedText:
    """Read the first units of a benchmark's text; all if None."""
    return marked_text(benchmark.lines(read_lines(data / benchmark.file)), words)


def chinese_rows(
    shared: Path,
    model: LanguageModel,
    benchmarks: Iterable[Benchmark] = (*TUNING, *REPORTED),
    words: int | None = None,
) -> Iterator[Row]:
    """Remove the marks of each text and let the model set its own, seeing all words."""
    for benchmark in benchmarks:
        text = read_benchmark(shared / "data", benchmark, words)
        found = punctuated(text.words, model).marks
        yield Row(benchmark.name, figures(text.marks, found, benchmark.kinds))


def turn_rows(
    shared: Path,
    model: LanguageModel,
    benchmarks: Iterable[Benchmark] = TURNS,
    words: int | None = None,
) -> Iterator[Row]:
    """Do the same with each turn by itself, as Li et al. (2023, §2.1) do with their sentences.

    They leave out turns of up to two words, and those without a final mark. That every turn ends a
    sentence is given there, so the second row of each scores the marks within turns.
    """
    for benchmark in benchmarks:
        expected: list[list[Mark]] = []
        found: list[list[Mark]] = []
        left = math.inf if words is None else words
        for turn in whole_turns(shared / "data", benchmark):
            expected.append(list(turn.marks))
            found.append(punctuated(turn.words, model).marks)
            left -= len(turn.words)
            if left <= 0:
                break
        for name, end in (("turn by turn", None), ("within turns", -1)):
            wanted, got = (
                [mark for turn in turns for mark in turn[:end]] for turns in (expected, found)
            )
            yield Row(f"{benchmark.name}, {name}", figures(wanted, got, benchmark.kinds))


def whole_turns(data: Path, benchmark: Benchmark) -> Iterator[MarkedText]:
    """Yield a benchmark's lines of more than two words that have a final mark."""
    for line in benchmark.lines(read_lines(data / benchmark.file)):
        turn = marked_text([line])
        if len(turn.words) > _FEW_WORDS and turn.marks[-1].ends_sentence:
            yield turn


def figures(expected: Sequence[Mark], found: Sequence[Mark], kinds: MarkKinds) -> dict[str, float]:
    """Return F1 over the scored marks and of each, and F0.5 of sentence ends."""
    scores = score_marks(expected, found, kinds)
    counts = dict(zip(kinds.scored, scores.marks, strict=True))
    by_mark = {
        f"{mark.name.lower()} F1": counts[mark].f() if mark in counts else _NO_FIGURE
        for mark in ALL_MARKS.scored
    }
    return scores.figures() | by_mark


_SEED = 11
_TEXTS = (TUNING[1], TUNING[0])
_WORDS = 40_000


def replay_rows(shared: Path, model: LanguageModel, words: int | None) -> Iterator[Row]:
    """Compare segments with the stream on held-out Mandarin and Cantonese."""
    for benchmark in _TEXTS:
        text = read_benchmark(shared / "data", benchmark, words or _WORDS)
        sessions = list(replayed(text, random.Random(_SEED)))
        yield from policy_rows(benchmark.file, sessions, model)
