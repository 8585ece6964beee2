"""Reads XML with the place of each text in it; expat reports where each event is."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from xml.parsers import expat

_DEEPEST = 256
# what XML 1.0 cannot contain in any spelling
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_BLOCK_BYTES = 1 << 16


class Kind(Enum):
    """The kind of an event: the start or end of an element, text, or other markup."""

    START = "start"
    END = "end"
    TEXT = "text"
    OTHER = "other"


@dataclass(slots=True)
class Event:
    """A piece of XML.

    Attributes:
        name: Of an element: its namespace, a space, and its name.
        attributes: By name, in the form of `name`.
        text: The text; empty for markup.
        start: Its place, in characters.
        end: Where it ends.
    """

    kind: Kind
    name: str = ""
    attributes: Mapping[str, str] | None = None
    text: str = ""
    start: int = 0
    end: int = 0


class XmlError(ValueError):
    """It is not XML, is nested too deeply, or has a document type."""


def writable(text: str) -> str:
    """Return the text without characters that XML cannot contain."""
    return _UNWRITABLE.sub("", text)


def escaped(text: str) -> str:
    """Return a text as it is spelled between tags."""
    return html.escape(writable(text), quote=False)


def read_xml(text: str) -> Iterator[Event]:
    """Yield the events of XML, in order, without following external references.

    Raises:
        XmlError: it cannot be read, or cannot be trusted.
    """
    parser = expat.ParserCreate("utf-8", " ")
    parser.buffer_text = False
    events: list[Event] = []
    places: list[int] = []  # of the events, in bytes
    depth = 0

    def add(event: Event) -> None:
        events.append(event)
        places.append(parser.CurrentByteIndex)

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > _DEEPEST:
            raise XmlError("it is nested too deeply")
        add(Event(Kind.START, name, attributes))

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        add(Event(Kind.END, name))

    def refuse(*_: object) -> None:
        raise XmlError("it has a document type")

    def other(*_: object) -> None:
        add(Event(Kind.OTHER))

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = lambda data: add(Event(Kind.TEXT, text=data))
    parser.StartDoctypeDeclHandler = refuse
    parser.CommentHandler = parser.ProcessingInstructionHandler = other
    parser.StartCdataSectionHandler = parser.EndCdataSectionHandler = other
    try:
        content = text.encode()
        at = done = 0
        for begin in range(0, len(content) + 1, _BLOCK_BYTES):
            block = content[begin : begin + _BLOCK_BYTES]
            parser.Parse(block, begin + _BLOCK_BYTES > len(content))
            is_last = begin + _BLOCK_BYTES > len(content)
            ready = len(events) if is_last else len(events) - 1  # the last has no end yet
            for number in range(max(ready, 0)):
                stop = places[number + 1] if number + 1 < len(places) else len(content)
                event = events[number]
                event.start = at + len(content[done : places[number]].decode())
                event.end = event.start + len(content[places[number] : stop].decode())
                at, done = event.end, stop
                yield event
            del events[: max(ready, 0)], places[: max(ready, 0)]
    except (expat.ExpatError, UnicodeError, ValueError) as error:
        raise XmlError(str(error)) from error
