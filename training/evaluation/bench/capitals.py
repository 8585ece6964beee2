"""Capitals inside sentences, where no rule sets them: names, acronyms and words of mixed case.

And capitals that are no name's and follow no sentence end: capital and mark disagree.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, islice, pairwise
from pathlib import Path

from engine.build import LanguageModel
from engine.punctuation.labels import Case, Mark, case_of
from engine.settings import Policy, PunctuationSettings
from engine.text.marked_text import MarkedWord, read_marked_text
from engine.types import Hypothesis, MarkSource, Word
from training.data.spoken_form import is_heading, read_lines
from training.evaluation.playing import Played, play, punctuated
from training.evaluation.table import Row
from training.metrics import NO_COUNT, Count, score_marks

_WORDS = 20_000
_DISAGREEING_WORDS = 6_000
_SEED = 3
_LOST_ENDS = 1 / 3
_OFTEN, _MOSTLY = 20, 0.95  # seen, in lower case: a word that is no name
_KINDS = {"names": Case.CAPITALISED, "acronyms": Case.UPPER, "mixed": Case.MIXED}
_Counts = dict[Case, Count]


def capital_rows(shared: Path, model: LanguageModel, words: int | None) -> Iterator[Row]:
    """Score each text of `en/dev` as `punctuate` writes it.

    F1 is of the words that are not in lower case; every letter has to be right. "I" and its like,
    which a rule writes, do not count, nor does the first word of a line, since the line before it
    may have been broken off. Headings are left out, as in training. The last row has the mean F1
    of the texts, and what is found in all of them together.

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
    """Count the words that begin neither their line, where each has a place, nor a sentence."""
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


def disagreeing_rows(shared: Path, model: LanguageModel, words: int | None) -> Iterator[Row]:
    """Count capitals after no sentence end, of words that are not names, in all of `en/dev`.

    Once from the words alone, and with the references' marks and capitals, as a recogniser's and
    as a transcript's. There a third of the sentence ends became a comma, or every third of those
    nothing, while the capital after them stayed.

    Args: words: of each text; None for 6,000.
    """
    paths = sorted((shared / "data" / "en" / "dev").glob("*.txt"))
    texts = [[*chain.from_iterable(_lines(path))] for path in paths]
    ordinary = _ordinary(texts)
    used = [text[: words or _DISAGREEING_WORDS] for text in texts]
    kinds = {
        "words alone": None,
        "a recogniser's": MarkSource.RECOGNISER,
        "a file's": MarkSource.TRANSCRIPT,
    }
    for name, mark_source in kinds.items():
        disagreeing, wanted, found = 0, list[Mark](), list[Mark]()
        for text in used:
            said = _with_lost_ends(text, mark_source, random.Random(_SEED))
            settings = PunctuationSettings(policy=Policy.OFFLINE)
            played = play([Hypothesis(said, is_final=True)], model, settings)
            disagreeing += _disagreeing(said, played, ordinary)
            wanted += [word.mark for word in text]
            found += played.marks
        share = 1000 * disagreeing / max(1, len(wanted))
        figures = score_marks(wanted, found).figures()
        yield Row(name, {"in 1000 words": share, **figures})


def _lines(path: Path) -> Iterator[list[MarkedWord]]:
    written = (read_marked_text(line) for line in read_lines(path))
    return (line for line in written if not is_heading(line))


def _ordinary(texts: Sequence[Sequence[MarkedWord]]) -> set[str]:
    """Return the words that are mostly in lower case inside sentences."""
    seen, small = Counter[str](), Counter[str]()
    for text in texts:
        for before, word in pairwise(text):
            if not before.mark.ends_sentence:
                seen[word.core.lower()] += 1
                small[word.core.lower()] += word.case is Case.LOWER
    return {it for it, count in seen.items() if count >= _OFTEN and small[it] >= _MOSTLY * count}


def _with_lost_ends(
    text: Sequence[MarkedWord], mark_source: MarkSource | None, draws: random.Random
) -> tuple[Word, ...]:
    if mark_source is None:
        return tuple(Word(word.core.lower()) for word in text)
    said, begins = [], True
    for word in text:
        mark, is_told = word.mark, not begins or word.case is not Case.CAPITALISED
        if mark.ends_sentence and draws.random() < _LOST_ENDS:
            mark = draws.choice([Mark.COMMA, Mark.COMMA, Mark.NONE])
        case = word.case if is_told else None
        said.append(
            Word(word.core.lower(), source_mark=mark, source_case=case, mark_source=mark_source)
        )
        begins = mark.ends_sentence
    return tuple(said)


def _disagreeing(said: Sequence[Word], played: Played, ordinary: set[str]) -> int:
    """Count ordinary words with a capital that neither begins a sentence nor is beside another."""
    begins = [True, *(mark.ends_sentence for mark in played.marks)]
    capital = [
        not begin and case_of(it) is not Case.LOWER
        for begin, it in zip(begins, played.surfaces, strict=False)
    ]
    beside = [False, *capital, False]
    rows = zip(said, capital, beside, beside[2:], strict=False)
    return sum(
        it and word.text in ordinary and not (before or after) for word, it, before, after in rows
    )
