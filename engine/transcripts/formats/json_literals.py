"""How a JSON file spells its values: where they stand, and what changes in them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from engine.transcripts.passages import Change, Places, rewording

JsonObject = dict[str, Any]
_ESCAPE = re.compile(r"\\u[dD][89abAB]\w\w\\u[dD][c-fC-F]\w\w|\\u\w{4}|\\.")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class Table(JsonObject):
    """An object of a file.

    Attributes:
        place: where it begins and ends.
        places: where the value of each key does.
    """

    place: tuple[int, int]
    places: dict[str, tuple[int, int]]


class Row(list[Any]):
    """A list of a file; attributes as of `Table`."""

    place: tuple[int, int]
    places: list[tuple[int, int]]


Holder = Table | Row


def place_of(holder: object, key: str | int) -> tuple[int, int]:
    """Return where the value of a key, or of a place in a list, begins and ends in the file."""
    if isinstance(holder, Table):
        return holder.places[str(key)]
    if isinstance(holder, Row):
        return holder.places[int(key)]
    raise TypeError("a value that is in no file")


def table(holder: JsonObject) -> Table:
    """Return an object that was read from a file."""
    if not isinstance(holder, Table):
        raise TypeError("an object that is in no file")
    return holder


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

    def reworded(self, holder: object, key: str | int, text: str) -> Iterator[Change]:
        """Return what changes within a string literal; what stays keeps its escapes."""
        places = Places(self.within)
        self.read(places, *place_of(holder, key))
        return places.in_file(rewording(places.text, text))

    def replaced(self, holder: Any, key: str | int, value: object) -> Iterator[Change]:  # noqa: ANN401
        """Yield the change of any other value."""
        if holder[key] != value:
            yield Change(*place_of(holder, key), self.spelt(value))
