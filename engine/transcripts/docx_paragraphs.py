"""Reads the paragraphs of a Word document in one pass, however they stand within each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_PARAGRAPH, _TEXT, _PROPERTIES, _STYLE = f"{_W}p", f"{_W}t", f"{_W}pPr", f"{_W}pStyle"
_CELL = f"{_W}tc"
_LEFT_ALONE = {f"{_W}{name}" for name in ("del", "moveFrom", "txbxContent")}
_BREAKS = {f"{_W}tab": "\t", f"{_W}br": "\n", f"{_W}cr": "\n"}
_OPENING = {_PARAGRAPH, _PROPERTIES, _CELL, *_LEFT_ALONE}


@dataclass(slots=True)
class Paragraph:
    """A paragraph and the text elements that it shows.

    Attributes:
        style: its style's id, empty without one.
        in_cell: it stands in a table.
        left_alone: it stands in a text box, or was taken out.
        pieces: text elements, and the tab or line break behind them.
    """

    style: str
    in_cell: bool
    left_alone: bool
    pieces: list[tuple[list[Any], str]] = field(default_factory=lambda: [([], "\n")])

    def add_break(self, sign: str) -> None:
        """End a piece."""
        self.pieces[-1] = (self.pieces[-1][0], sign)
        self.pieces.append(([], "\n"))


@dataclass(frozen=True, slots=True)
class _Within:
    """What stands around an element; `shows` is the paragraph that shows it."""

    shows: Paragraph | None = None
    in_paragraph: bool = False
    in_cell: bool = False
    left_alone: bool = False


def read_paragraphs(body: Any) -> Iterator[Paragraph]:  # noqa: ANN401  lxml's
    """Yield the paragraphs of a body in order, those within others behind them."""
    from lxml import etree  # type: ignore[import-untyped]

    around = [_Within()]
    waiting: list[Paragraph] = []
    tags = [*_OPENING, _TEXT, *_BREAKS]
    for event, element in etree.iterwalk(body, events=("start", "end"), tag=tags):
        tag = element.tag
        if tag not in _OPENING:
            if event == "start" and (paragraph := around[-1].shows) is not None:
                _add(paragraph, element)
        elif event == "start":
            around.append(_within(element, around[-1]))
            if tag == _PARAGRAPH and (paragraph := around[-1].shows) is not None:
                waiting.append(paragraph)
        else:
            around.pop()
            if not around[-1].in_paragraph:
                yield from waiting
                waiting = []


def count_paragraphs(body: Any) -> int:  # noqa: ANN401
    """Return how many there are, counted without making an object of each."""
    from lxml import etree

    return int(etree.XPath("count(.//w:p)", namespaces={"w": _W[1:-1]})(body))


def _within(element: Any, around: _Within) -> _Within:  # noqa: ANN401
    tag = element.tag
    if tag == _PARAGRAPH:
        paragraph = Paragraph(_style_of(element), around.in_cell, around.left_alone)
        return replace(around, shows=paragraph, in_paragraph=True)
    if tag == _CELL:
        return replace(around, in_cell=True)
    return replace(around, shows=None, left_alone=around.left_alone or tag != _PROPERTIES)


def _style_of(paragraph: Any) -> str:  # noqa: ANN401
    """Return its id; python-docx would refuse a whole document for one that has none."""
    for properties in paragraph.iterchildren(_PROPERTIES):
        for style in properties.iterchildren(_STYLE):
            return str(style.get(f"{_W}val", ""))
    return ""


def _add(paragraph: Paragraph, element: Any) -> None:  # noqa: ANN401
    if element.tag in _BREAKS:
        paragraph.add_break(_BREAKS[element.tag])
    else:
        paragraph.pieces[-1][0].append(element)
