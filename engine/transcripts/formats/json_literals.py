"""How a JSON file spells its values: where they are, and how to change them."""

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
    """An object in a file.

    Attributes:
        place: Its start and end.
        places: The start and end of each key's value, as a pair of ints.
    """

    place: tuple[int, int]
    places: Any


class Row(list[Any]):
    """A list in a file; has the attributes of `Table`."""

    place: tuple[int, int]
    places: Any


Holder = Table | Row


class Literals:
    """Spells values like the rest of a file."""

    def __init__(self, file: str) -> None:
        self.file = file
        self._separators = None if '": ' in file else (",", ":")

    def spelt(self, value: object) -> str:
        """Return a value as JSON, in ASCII if the file is."""
        spell = partial(json.dumps, value, separators=self._separators)
        text = spell(ensure_ascii=self.file.isascii())
        return spell() if _LONE_SURROGATE.search(text) else text

    def within(self, text: str) -> str:
        """Return a text as spelled between the quotation marks of a literal."""
        return self.spelt(text)[1:-1]

    def read(self, places: Places, start: int, end: int) -> None:
        """Add the content of a string literal, with each escape as one letter."""
        at = start + 1
        for escape in _ESCAPE.finditer(self.file, at, end - 1):
            places.add(self.file[at : escape.start()], at, escape.start())
            places.add(json.loads(f'"{escape.group()}"'), escape.start(), escape.end())
            at = escape.end()
        places.add(self.file[at : end - 1], at, end - 1)

    def reworded(self, holder: Holder, key: str | int, text: str) -> Iterator[Change]:
        """Return the changes within a string literal, keeping the escapes of what stays."""
        places = Places(self.within)
        self.read(places, *holder.places[key])
        return places.in_file(rewording(places.text, text))

    def replaced(self, holder: Any, key: str | int, value: object) -> Iterator[Change]:  # noqa: ANN401
        """Yield the change of any other value."""
        if holder[key] != value:
            begin, end = holder.places[key]
            yield Change(begin, end, self.spelt(value))


class NotKeptError(ValueError):
    """It can be read, but would not be written back as it was."""


def _number(written: str) -> float:
    number = float(written)
    if not math.isfinite(number):
        raise NotKeptError("JSON with a number that is too large")
    return number


class _Decoder(json.JSONDecoder):
    """Reads objects as `Table`s, which know the places of their values in the file.

    NaN is not JSON, but occurs in Whisper's files.
    """

    def __init__(self) -> None:
        super().__init__(parse_float=_number)
        self.parse_object = _table
        self.parse_array = _row
        self.scan_once = json.scanner.py_make_scanner(self)  # type: ignore[attr-defined]


def _table(  # called the way json does
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
    """Return the JSON value that begins at a place, and its end.

    Raises:
        json.JSONDecodeError: there is none.
        NotKeptError: it would not be written back as it was.
    """
    return _DECODER.raw_decode(file, at)
