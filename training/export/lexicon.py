"""Collects from written text how words are written that no mere capital begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.punctuation.labels import Case, capitalised
from engine.text.marked_text import MarkedWord, read_marked_text
from training.data.spoken_form import read_call_words, read_lines
from training.recipes.recipe import Recipe, source_path

_LEAST_SIGHTINGS = 3
_LEAST_SHARE = 0.7  # of all forms with capitals


def build_lexicon(words: Iterable[MarkedWord], always: Mapping[str, str]) -> dict[str, Any]:
    """Return the table of a bundle's `Lexicon`: `always`, and what else stands in the text.

    A form counts inside a sentence, where a capital says something, and without its "'s".
    """
    forms: dict[str, Counter[str]] = {}
    begins = True
    for word in words:
        form = word.core.removesuffix("'s")
        if not begins and word.case is not Case.LOWER and form.isascii() and form.isalnum():
            forms.setdefault(form.lower(), Counter())[form] += 1
        begins = word.mark.ends_sentence
    return {"always": dict(always), "mixed": dict(sorted(_usual(forms)))}


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
