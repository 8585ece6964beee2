"""Capitals inside sentences, where no rule sets them: names, acronyms and words of mixed case."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path

from engine.build import LanguageModel
from engine.punctuation.labels import Case, case_of
from engine.text.marked_text import MarkedWord, read_marked_text
from training.data.spoken_form import is_heading, read_lines
from training.evaluation.playing import punctuated
from training.evaluation.table import Row
from training.metrics import NO_COUNT, Count

_WORDS = 20_000
_KINDS = {"names": Case.CAPITALISED, "acronyms": Case.UPPER, "mixed": Case.MIXED}
_Counts = dict[Case, Count]


def capital_rows(shared: Path, model: LanguageModel, words: int | None) -> Iterator[Row]:
    """Score each text of `en/dev` as `punctuate` writes it, all of it known.

    F1 is of the words that are not in lower case, each of which has to be written just so;
    "I" and its kin, which a rule writes, do not count, nor does the first word of a line: the line
    before it may have been broken off. Headings are left out, as in training. The last row has the
    mean F1 of the texts and what is found in all of them together.

    Args: words: of each text; None for 20,000.
    """
    f1s: list[float] = []
    whole: _Counts = {}
    for path in sorted((shared / "data" / "en" / "dev").glob("*.txt")):
        written = (read_marked_text(line) for line in read_lines(path))
        lines = (enumerate(line) for line in written if not is_heading(line))
        counts = _counts(list(islice(chain.from_iterable(lines), words or _WORDS)), model)
        f1s.append(sum(counts.values(), NO_COUNT).f())
        whole = {case: whole.get(case, NO_COUNT) + count for case, count in counts.items()}
        yield _row(path.stem, f1s[-1], counts)
    yield _row("all", sum(f1s) / len(f1s), whole)


def _counts(expected: Sequence[tuple[int, MarkedWord]], model: LanguageModel) -> _Counts:
    """Count words that begin neither a line, their place in which is given, nor a sentence."""
    played = punctuated([word.core.lower() for _, word in expected], model)
    counts = dict.fromkeys(Case, NO_COUNT)
    begins = True
    for (place, word), surface, mark in zip(expected, played.surfaces, played.marks, strict=True):
        if place > 0 and not begins and word.core.lower() not in model.bundle.lexicon.always:
            found = surface if surface == word.core else surface.removesuffix(mark.text)  # "U.S."
            counts[word.case] += _count(word.core, found)
        begins = word.mark.ends_sentence or mark.ends_sentence
    return counts


def _count(expected: str, found: str) -> Count:
    is_wanted, is_set = (case_of(it) is not Case.LOWER for it in (expected, found))
    is_right = is_wanted and expected == found
    return Count(is_right, is_set and not is_right, is_wanted and not is_right)


def _row(name: str, f1: float, counts: _Counts) -> Row:
    found = {
        f"{kind} found %": 100 * counts[case].recall if counts[case].there else math.nan
        for kind, case in _KINDS.items()
    }
    return Row(name, {"F1": f1, **found})
