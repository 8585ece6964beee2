"""Collects from written text the words whose spelling is more than an initial capital."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

from engine.punctuation.labels import Case, Mark, capitalised
from engine.text.marked_text import MarkedWord, read_marked_text
from training.data.spoken_form import read_call_words, read_lines
from training.recipes.recipe import Recipe, source_path

_LEAST_SIGHTINGS = 3
_LEAST_SHARE = 0.7  # of all forms with capitals
_SHORT = 4  # letters of consecutive acronyms
_END = MarkedWord("", "", Mark.PERIOD, "")


def build_lexicon(words: Iterable[MarkedWord], always: Mapping[str, str]) -> dict[str, Any]:
    """Return the table of a bundle's `Lexicon`: `always`, and what else is in the text.

    A form counts inside a sentence, where a capital means something, without its "'s", and not in
    headings in capitals.
    """
    forms: dict[str, Counter[str]] = {}
    begins, was_heading = True, False
    for word, following in pairwise(chain(words, (_END,))):
        is_heading = _are_heading(word, following)
        form = word.core.removesuffix("'s")
        is_form = word.case is not Case.LOWER and form.isascii() and form.isalnum()
        if is_form and not (begins or was_heading or is_heading):
            forms.setdefault(form.lower(), Counter())[form] += 1
        begins, was_heading = word.mark.ends_sentence, is_heading
    return {"always": dict(always), "mixed": dict(sorted(_usual(forms)))}


def _are_heading(word: MarkedWord, following: MarkedWord) -> bool:
    """Tell "CHIEF COMPLAINT" and "FRIAR LAURENCE" from acronyms like "CD ROM"."""
    are_upper = word.case is following.case is Case.UPPER and word.mark is Mark.NONE
    return are_upper and max(len(word.core), len(following.core)) > _SHORT


def _usual(forms: Mapping[str, Counter[str]]) -> Iterator[tuple[str, str]]:
    for lower, written in forms.items():
        form, sightings = written.most_common(1)[0]
        is_usual = sightings >= max(_LEAST_SIGHTINGS, _LEAST_SHARE * written.total())
        if is_usual and form not in {lower, capitalised(lower)}:
            yield lower, form


def written_words(recipe: Recipe, corpora: Sequence[Path]) -> Iterator[MarkedWord]:
    """Yield the words of a recipe's texts and calls."""
    for source in recipe.sources:
        path = source_path(corpora, source)
        if path.is_dir():
            yield from read_call_words(path)
        else:
            yield from (word for line in read_lines(path) for word in read_marked_text(line))
