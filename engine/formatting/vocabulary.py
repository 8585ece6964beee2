"""The user's words: names and terms, how they are written and how they are spoken.

A text file has an entry per line; lines that begin with "# " are ignored:

Dr. Müller = doctor miller | doctor mueller
iPhone                                 the written form itself, in lower case, always counts
Anna Lee{line}5 Hill Road = insert my address

The last one is a snippet: a text with fields ({line}, {date}, {time}, {clipboard}), or longer than
a name. It is written by a spoken command, and only for its spoken forms.

A second file has temporary words; its first line says for how long: "# until 2026-12-01" or
"# until this text is left".
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from engine.formatting.fields import has_field
from engine.formatting.rewrite import Rewrite
from engine.messages import Message, Reason
from engine.paths import Paths
from engine.text.units import split_units

_log = logging.getLogger(__name__)
_FILE, _FOR_A_WHILE = "vocabulary.txt", "words_for_a_while.txt"
_UNTIL = re.compile(r"# until (?:(\d{4}-\d\d-\d\d)|this text is left)\s*(?:\n|\Z)")
_LONGEST = 12  # units per spoken form
_TRAILING = ".,;:?!…。，、；：？！"

Units = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A name or term as written, and spoken forms besides the written one."""

    written: str
    spoken: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return it as a line of the file."""
        return f"{self.written} = {' | '.join(self.spoken)}" if self.spoken else self.written

    @property
    def is_snippet(self) -> bool:
        """Whether it is a text rather than a name; nobody says it the way it is written."""
        is_long = len(split_units(self.written)) > _LONGEST
        return bool(self.spoken) and (is_long or has_field(self.written))

    @property
    def forms(self) -> tuple[str, ...]:
        return self.spoken if self.is_snippet else (self.written, *self.spoken)


@dataclass(frozen=True, slots=True)
class LineError:
    """A mistake in a line, counted from one."""

    line: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class Words:
    """The content of a text of entries.

    Attributes:
        entries: In order.
        errors: Mistakes and contradictions.
        others: Lines without an entry: comments, mistakes, empty lines.
    """

    entries: tuple[Entry, ...] = ()
    errors: tuple[LineError, ...] = ()
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WordsForAWhile:
    """Entries that count through a date, or, without one, until another text is begun."""

    entries: tuple[Entry, ...]
    until: date | None = None

    def __str__(self) -> str:
        """Return the content of their file."""
        lines = (f"# until {self.until or 'this text is left'}", *map(str, self.entries))
        return "".join(f"{line}\n" for line in lines)


class Vocabulary:
    """Entries by spoken form; of two with the same one, the later counts."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.entries = tuple(entries)
        self._written: dict[Units, str] = {}
        for entry in self.entries:
            if entry.is_snippet:
                continue
            self._written.update(dict.fromkeys(map(units_spoken, entry.forms), entry.written))
        lengths: dict[str, set[int]] = {}
        for units in self._written:
            lengths.setdefault(units[0], set()).add(len(units))
        self._lengths = {first: sorted(some, reverse=True) for first, some in lengths.items()}

    def rewrites(self, words: Sequence[str], marks: Sequence[str] = ()) -> list[Rewrite]:
        """Return rewrites of a sentence, preferring the longest; no mark within one.

        Args:
            words: Its units, bare.
            marks: The signs after each of them, if known.
        """
        units = [word.lower() for word in words]
        found: list[Rewrite] = []
        at = 0
        while at < len(units):
            end = self._end(units, marks, at)
            if end > at:
                found.append(Rewrite(at, end, self._written[tuple(units[at:end])]))
            at = max(end, at + 1)
        return found

    def _end(self, units: Sequence[str], marks: Sequence[str], at: int) -> int:
        """Return the end of the longest entry that begins at a unit; `at` if there is none."""
        for length in self._lengths.get(units[at], ()):
            end = at + length
            is_one = not any(mark.strip() for mark in marks[at : end - 1])
            if is_one and tuple(units[at:end]) in self._written:
                return end
        return at


def hot_words(entries: Iterable[Entry]) -> tuple[str, ...]:
    """Return the words a recogniser should expect: every form."""
    return tuple(dict.fromkeys(form for entry in entries for form in entry.forms))


def units_spoken(form: str) -> Units:
    """Return the units of a form as a recogniser would say them; empty if it has no words."""
    units = split_units(form.lower())
    return tuple([bare for unit in units if (bare := unit.rstrip(_TRAILING))])


def read_words(text: str) -> Words:
    """Read a text with an entry per line; contradicting entries are kept."""
    entries: list[Entry] = []
    errors: list[LineError] = []
    others: list[str] = []
    known: dict[Units, tuple[int, str]] = {}
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        if not line.strip() or is_comment(line):
            others.append(line)
            continue
        read = _read(line)
        if isinstance(read, tuple):
            entries.append(read[0])
            errors += _contradictions(*read, number, known)
        else:
            others.append(line)
            errors.append(LineError(number, read))
    return Words(tuple(entries), tuple(errors), tuple(others))


def entry_of(line: str) -> Entry | Reason:
    """Return the entry of a line, or what is wrong with it."""
    read = _read(line)
    return read[0] if isinstance(read, tuple) else read


def _read(line: str) -> tuple[Entry, list[Units]] | Reason:
    """Return the entry of a line and the units of its forms, or what is wrong with it."""
    written, equals, spoken = f" {line.strip()} ".partition(" = ")
    written = " ".join(written.split())
    forms = [" ".join(form.split()) for form in spoken.split("|")] if equals else []
    if not written or not all(forms) or is_comment(written):
        return Message("this is not “written = spoken | spoken”")
    is_snippet = Entry(written, tuple(forms)).is_snippet
    units = {form: units_spoken(form) for form in (forms if is_snippet else (written, *forms))}
    for form, some in units.items():
        if not 0 < len(some) <= _LONGEST:
            return Message("“{form}” must have one to {count} words", form=form, count=_LONGEST)
    if is_snippet:
        return Entry(written, tuple(units)), [*units.values()]
    itself = units[written]
    others = {form: some for form, some in units.items() if some != itself}
    return Entry(written, tuple(others)), [itself, *others.values()]


def is_comment(line: str) -> bool:
    bare = line.lstrip()
    return bare.startswith("#") and not bare[1:2].strip()


def vocabulary_path(paths: Paths) -> Path:
    return paths.settings / _FILE


def for_a_while_path(paths: Paths) -> Path:
    return paths.settings / _FOR_A_WHILE


def own_entries(paths: Paths) -> tuple[Entry, ...]:
    """Return the user's words; none if there is no file or it cannot be read."""
    passing = words_for_a_while(paths)
    own = read_words(_text(vocabulary_path(paths))).entries
    return own if passing is None else (*own, *passing.entries)


def words_for_a_while(paths: Paths) -> WordsForAWhile | None:
    """Return the temporary words; None if there are none, or they have expired."""
    text = _text(for_a_while_path(paths))
    found = _UNTIL.match(text)
    if found is None:
        return None
    until = date.fromisoformat(found[1]) if found[1] else None
    is_over = until is not None and until < datetime.now().astimezone().date()
    return None if is_over else WordsForAWhile(read_words(text).entries, until)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
    except OSError:  # never a reason not to dictate; the settings show it
        _log.warning("the vocabulary cannot be read", exc_info=True)
        return ""


def _contradictions(
    entry: Entry, forms: Iterable[Units], number: int, known: dict[Units, tuple[int, str]]
) -> list[LineError]:
    """Return contradictions of earlier lines; adds the entry, with its forms given, to `known`."""
    found = []
    for form, units in zip(entry.forms, forms, strict=True):
        line, written = known.get(units, (0, entry.written))
        if written != entry.written:
            reason = Message(
                "“{form}” is written “{written}” in line {line}; the later line counts",
                form=form,
                written=written,
                line=line,
            )
            found.append(LineError(number, reason))
        known[units] = number, entry.written
    return found
