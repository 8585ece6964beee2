"""Lines of a text in bounded memory, however long a line or a word is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TextIO

from engine.text.units import unit_spans

PIECE_LIMIT = 8192
_LABEL_CHARACTERS = 100
_BLANK_LINES = 4096


@dataclass(frozen=True, slots=True)
class LinePiece:
    """A line with its end, a piece of a very long one, or many blank ones; cut between units.

    `is_word_part`: a piece of something without white space that is too long to be a word.
    """

    text: str
    starts_line: bool = True
    is_word_part: bool = False
    lines: int = 1

    @property
    def ends_line(self) -> bool:
        """True where the line ends here, other than by the end of the file."""
        return self.text.endswith(("\n", "\r"))

    @property
    def is_blank(self) -> bool:
        """True for whole lines of nothing but white space."""
        return self.starts_line and self.ends_line and not self.text.strip()


def line_pieces(stream: TextIO) -> Iterator[LinePiece]:
    """Yield the text of `stream` (opened with `newline=""`) without losing a character."""
    held = ""
    starts_line = True
    inside_word = False
    for read, lines in _read_lines(stream):
        if lines > 1:
            yield LinePiece(read, lines=lines)
            continue
        text, goes_on = read, len(read) == PIECE_LIMIT
        if inside_word:
            word_part, text = _split_word_part(text)
            yield LinePiece(word_part, starts_line=False, is_word_part=True)
            inside_word = not text
        text, held = _hold_back_last_word(held + text) if goes_on else (held + text, "")
        if text:
            yield LinePiece(text, starts_line)
            starts_line = text.endswith(("\n", "\r"))
        if len(held) > PIECE_LIMIT:
            yield LinePiece(held, starts_line, is_word_part=True)
            held, starts_line, inside_word = "", False, True
    if held:
        yield LinePiece(held, starts_line)


def _read_lines(stream: TextIO) -> Iterator[tuple[str, int]]:
    """Yield lines, pieces of long ones, and blank lines behind one another at once."""
    blank: list[str] = []
    ended = True
    while text := _read_line(stream):
        is_blank = ended and text.isspace() and text[-1] in "\r\n"
        if blank and (not is_blank or len(blank) == _BLANK_LINES):
            yield "".join(blank), len(blank)
            blank = []
        if is_blank:
            blank.append(text)
            continue
        yield text, 1
        ended = text[-1] in "\r\n"
    if blank:
        yield "".join(blank), len(blank)


def _read_line(stream: TextIO) -> str:
    text = stream.readline(PIECE_LIMIT)
    cut_between = len(text) == PIECE_LIMIT and text.endswith("\r")
    return text + stream.readline(1) if cut_between else text


def _split_word_part(text: str) -> tuple[str, str]:
    if text[0].isspace():
        return "", text
    word_part = text.split(None, 1)[0]
    return word_part, text[len(word_part) :]


def _hold_back_last_word(text: str) -> tuple[str, str]:
    """Keep back a word or a label that may go on, and one white space before it."""
    if not text or text.endswith(("\n", "\r")):
        return text, ""
    begin = len(text) if text[-1].isspace() else _last_unit(text)
    label = text.rfind("[", max(0, begin - _LABEL_CHARACTERS), begin)
    if label >= 0 and "]" not in text[label:begin]:
        begin = label
    cut = begin - text[begin - 1 : begin].isspace()
    return text[:cut], text[cut:]


def _last_unit(text: str) -> int:
    begin = len(text) - len(text.rsplit(maxsplit=1)[-1])
    *_, (first, _) = unit_spans(text[begin:])
    return begin + first
