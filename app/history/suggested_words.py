"""Words that the user keeps correcting the same way, suggested for the vocabulary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from app.history.corrections import Correction
from engine.formatting.vocabulary import Entry, entry_of, units_spoken
from engine.text.scripts import is_cjk
from engine.text.spacing import joined
from engine.text.units import split_units

LEAST_TIMES = 2
_MOST_UNITS = 4  # in what was heard, and in its replacement
_LEAST_CHARACTERS = 2
_SIGNS = ".,;:?!…。，、；：？！“”‘’\"'()（）「」『』"


@dataclass(frozen=True, slots=True)
class SuggestedWord:
    """A vocabulary entry that would have saved `times` corrections."""

    entry: Entry
    times: int


def suggested_words(
    corrections: Iterable[Correction], known: Iterable[Entry] = ()
) -> list[SuggestedWord]:
    """Return what was corrected the same way at least twice, most frequent first.

    Words that the user left alone in other sentences, or that are already spoken forms of an entry,
    are not suggested.
    """
    rows = list(corrections)
    counts = Counter(pair for row in rows for pair in _replaced(row.text, row.corrected))
    left = [units_spoken(text) for row in rows for text in (row.corrected, row.before, row.after)]
    taken = {units_spoken(form) for entry in known for form in entry.forms}
    found = []
    for (heard, written), times in counts.most_common():
        entry = entry_of(f"{written} = {heard}")
        if times < LEAST_TIMES or not isinstance(entry, Entry) or units_spoken(heard) in taken:
            continue
        if entry.spoken and any(_holds(text, units_spoken(heard)) for text in left):
            continue
        found.append(SuggestedWord(entry, times))
    return found


def _replaced(text: str, corrected: str) -> Iterator[tuple[str, str]]:
    """Yield short runs of words and their replacements, except a capital that begins a sentence."""
    old, new = _bare_units(text), _bare_units(corrected)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for kind, first, end, begin, after in matcher.get_opcodes():
        if kind != "replace" or max(end - first, after - begin) > _MOST_UNITS:
            continue
        heard, written = joined(old[first:end]), joined(new[begin:after])
        if is_cjk(written) and end - first < _LEAST_CHARACTERS:
            continue  # many other words sound the same
        is_capital = heard.casefold() == written.casefold()
        if not is_capital or (begin and written != written.lower()):
            yield heard.lower(), written


def _bare_units(text: str) -> list[str]:
    return [bare for unit in split_units(text) if (bare := unit.strip(_SIGNS))]


def _holds(text: Sequence[str], run: Sequence[str]) -> bool:
    width = len(run)
    return any(tuple(text[at : at + width]) == tuple(run) for at in range(len(text) - width + 1))
