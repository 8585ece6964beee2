"""How a JSON file spells its values: where they stand, and what changes in them."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from engine.transcripts.passages import Change, Places, rewording

_ESCAPE = re.compile(r"\\u[dD][89abAB]\w\w\\u[dD][c-fC-F]\w\w|\\u\w{4}|\\.")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class Table(dict[str, Any]):
    """An object of a file.

    Attributes:
        place: where it begins and ends.
        places: where the value of each key does, as a pair of ints.
    """

    place: tuple[int, int]
    places: Any


class Row(list[Any]):
    """A list of a file; attributes as of `Table`."""

    place: tuple[int, int]
    places: Any


Holder = Table | Row


class Literals:
    """Spells values as the rest of a file does."""

    def __init__(self, file: str) -> None:
        self.file = file
        self._separators = None if '": ' in file else (",", ":")

    def spelt(self, value: object) -> str:
        """Return a value as JSON, in ASCII where the file is."""
        spell = partial(json.dumps, value, separators=self._separators)
        text = spell(ensure_ascii=self.file.isascii())
        return spell() if _LONE_SURROGATE.search(text) else text

    def within(self, text: str) -> str:
        """Return what stands for a text between the quotation marks of a literal."""
        return self.spelt(text)[1:-1]

    def read(self, places: Places, start: int, end: int) -> None:
        """Put in what a string literal says; an escape is one letter."""
        at = start + 1
        for escape in _ESCAPE.finditer(self.file, at, end - 1):
            places.add(self.file[at : escape.start()], at, escape.start())
            places.add(json.loads(f'"{escape.group()}"'), escape.start(), escape.end())
            at = escape.end()
        places.add(self.file[at : end - 1], at, end - 1)

    def reworded(self, holder: Holder, key: str | int, text: str) -> Iterator[Change]:
        """Return what changes within a string literal; what stays keeps its escapes."""
        places = Places(self.within)
        self.read(places, *holder.places[key])
        return places.in_file(rewording(places.text, text))

    def replaced(self, holder: Any, key: str | int, value: object) -> Iterator[Change]:  # noqa: ANN401
        """Yield the change of any other value."""
        if holder[key] != value:
            begin, end = holder.places[key]
            yield Change(begin, end, self.spelt(value))


class NotKeptError(ValueError):
    """It is read, but would not be written again as it was."""


def _number(written: str) -> float:
    number = float(written)
    if not math.isfinite(number):
        raise NotKeptError("JSON with a number that is too large")
    return number


class _Decoder(json.JSONDecoder):
    """Reads objects as `Table`s, which know where in the file their values stand.

    NaN is no JSON, but Whisper's files have it.
    """

    def __init__(self) -> None:
        super().__init__(parse_float=_number)
        self.parse_object = _table
        self.parse_array = _row
        self.scan_once = json.scanner.py_make_scanner(self)  # type: ignore[attr-defined]


def _table(  # called as json calls it
    at: tuple[str, int],
    strict: bool,  # noqa: FBT001
    scan: Callable[[str, int], tuple[Any, int]],
    *_: object,
) -> tuple[Table, int]:
    places: list[tuple[int, int]] = []

    def placed(text: str, begin: int) -> tuple[Any, int]:
        value, end = scan(text, begin)
        places.append((begin, end))
        return value, end

    pairs, end = json.decoder.JSONObject(at, strict, placed, None, list)  # type: ignore[attr-defined]
    table = Table(pairs)
    table.place = at[1] - 1, end
    if len(table) != len(pairs):
        raise NotKeptError("JSON with an object that has one key twice")
    table.places = {key: place for (key, _), place in zip(pairs, places, strict=True)}
    return table, end


def _row(at: tuple[str, int], scan: Callable[[str, int], tuple[Any, int]]) -> tuple[Row, int]:
    places: list[tuple[int, int]] = []

    def placed(text: str, begin: int) -> tuple[Any, int]:
        value, end = scan(text, begin)
        places.append((begin, end))
        return value, end

    values, end = json.decoder.JSONArray(at, placed)  # type: ignore[attr-defined]
    row = Row(values)
    row.place, row.places = (at[1] - 1, end), places
    return row, end


_DECODER = _Decoder()


def decoded(file: str, at: int = 0) -> tuple[Any, int]:
    """Return the JSON value that begins at a place, and where it ends.

    Raises:
        json.JSONDecodeError: there is none.
        NotKeptError: it would not be written again as it was.
    """
    return _DECODER.raw_decode(file, at)
