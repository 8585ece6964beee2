"""Web pages: the words of paragraphs, items, cells and quotations; all else stays, sign for sign.

A scanner of its own: html.parser and lxml do not tell where in the file a text stood.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import replace
from functools import cached_property
from typing import TextIO

from engine.errors import TranscriptFormatError
from engine.text.spacing import gap
from engine.text.units import split_units
from engine.transcripts.registry import Format
from engine.transcripts.restored import RestoredText
from engine.transcripts.source import Source
from engine.transcripts.speaker_labels import Label, read_label, speakers_in
from engine.transcripts.transcript import (
    Collector,
    DocumentBreak,
    Literal,
    Part,
    PieceEnd,
    Slot,
    TranscriptInPieces,
    Turn,
    part_source,
)
from engine.transcripts.turns import TurnReader
from engine.transcripts.words import cue_line_parts
from engine.transcripts.writer import SentenceWriter
from engine.types import Sentence

_MOST_CHARACTERS = 32 << 20
_RAW = "script|style|pre|code|kbd|samp|textarea|title|svg|math|template|select|button|noscript"
_LEFT_ALONE = frozenset(
    (*_RAW.split("|"), *(f"h{n}" for n in range(1, 7)), "nav", "header", "footer", "figcaption")
)
_TOKEN = re.compile(
    rf"<!--.*?(?:-->|\Z)|<(?P<raw>{_RAW})(?=[\s/>])[^>]*>.*?(?:</(?P=raw)\s*>|\Z)"
    r"|</?(?P<tag>[A-Za-z][^\s/>]{0,40})(?:[^<>\"']|\"[^\"]*\"|'[^']*')*>|<[!?][^>]*>|[^<]+|<",
    re.DOTALL | re.IGNORECASE,
)
_INLINE = frozenset(
    (
        *("a", "abbr", "b", "bdi", "bdo", "cite", "del", "dfn", "em", "font", "i", "img", "ins"),
        *("mark", "q", "s", "small", "span", "strong", "sub", "sup", "time", "u", "var", "wbr"),
        "br",
    )
)
_INLINE_RAW = frozenset({"code", "kbd", "samp"})
_ALWAYS_SPEECH = frozenset({"p", "blockquote", "dd"})
_FEWEST_WORDS = 6  # of what stands elsewhere, such as in a menu
_TAG = re.compile(r"<[^<>]*>")
_LINE_TAG = re.compile(r"<[^<>\r\n]*>")  # what a line may hold; others part it
_BREAK = re.compile(r"(<br\b[^<>]*>\s*)", re.IGNORECASE)
_CHARSET = re.compile(r"(<meta\b[^>]*charset\s*=\s*[\"']?)[\w-]+", re.IGNORECASE)
_PAGE = (
    '<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n<title>{}</title>\n</head>\n<body>\n'
)
_SIGN = re.compile(r"&(?:[A-Za-z]\w*|#\d+|#[xX][0-9A-Fa-f]+);|.", re.DOTALL)


class HtmlTranscript(TranscriptInPieces):
    """A web page; each block of text is a document of its own, labels tell who speaks."""

    def __init__(self, source: Source, form: Format) -> None:
        """Read the file whole.

        Raises:
            TranscriptFormatError: it cannot be read, or is too large.
        """
        super().__init__(form, source.path, source.encoding)
        with source.open_text() as stream:
            self._text = stream.read(_MOST_CHARACTERS + 1)
        if len(self._text) > _MOST_CHARACTERS:
            raise TranscriptFormatError(source.path, "a web page of more than 32 MB")
        if source.encoding not in {"utf-8", "utf-8-sig", "ascii"}:
            self._text = _CHARSET.sub(r"\1utf-8", self._text)  # as it is written

    def parts(self) -> Iterator[Part]:
        reader = TurnReader(self._speakers, cue_line_parts, read_marked_up_label)
        for text, block in self._blocks():
            if block is None or not self._is_speech(text, block):
                yield DocumentBreak(text)
                continue
            piece = MarkedUpText(text)
            for line in _BREAK.split(piece.text):
                if _BREAK.fullmatch(line):
                    yield Literal(line)
                else:
                    yield from _line_parts(line, reader)
            yield PieceEnd(piece)
            yield DocumentBreak("")

    def renamed_text(self, part: Part, text: str) -> str:
        if isinstance(part, Turn | Literal) and part.speaker in self.renamed:
            return text.replace(part.speaker, html.escape(self.renamed[part.speaker], quote=False))
        return text

    def collector(self) -> Collector:
        return _HtmlCollector()

    @cached_property
    def _speakers(self) -> frozenset[str]:
        blocks = (text for text, block in self._blocks() if block is not None)
        lines = (line for text in blocks for line in _BREAK.split(text))
        return speakers_in(map(plain_text, lines))

    def _is_speech(self, text: str, block: str) -> bool:
        plain = plain_text(text)
        label = read_label(plain, self._speakers)
        is_labelled = label is not None and label.speaker and len(label.text) < len(plain)
        enough = block in _ALWAYS_SPEECH or is_labelled
        return bool(enough or len(split_units(plain)) >= _FEWEST_WORDS)

    def _blocks(self) -> Iterator[tuple[str, str | None]]:
        """Yield all of the page: texts with the tag of their block, and what stays without."""
        held: list[str] = []
        block, left_alone = "", ""
        for token in _TOKEN.finditer(self._text):
            tag = (token["tag"] or token["raw"] or "").lower()
            is_end = token.group().startswith("</")
            is_inside = not tag or tag in _INLINE or tag in _INLINE_RAW
            if left_alone:
                held.append(token.group())
                if is_end and tag == left_alone:
                    yield "".join(held), None
                    held, left_alone = [], ""
            elif is_inside:
                held.append(token.group())
            else:
                yield from [("".join(held), block)] if held else []
                held, block = [], "" if is_end else tag
                if tag in _LEFT_ALONE and not is_end and token["raw"] is None:
                    held, left_alone = [token.group()], tag
                else:
                    yield token.group(), None
        yield from [("".join(held), None if left_alone else block)] if held else []


class HtmlWriter(SentenceWriter):
    """A page with a paragraph for each turn, or each of the text's."""

    def __init__(self, stream: TextIO, form: Format) -> None:
        super().__init__(stream, form)
        self._before: Sentence | None = None
        self._begun = False

    def write(self, sentence: Sentence) -> None:
        self._begin("")
        before, speaker = self._before, sentence.speaker
        if before is None or speaker != before.speaker:
            label = f"<b>{html.escape(speaker)}:</b> " if speaker else ""
            self._stream.write(("</p>\n" if before else "") + f"<p>{label}")
        else:
            space = gap(before.surfaces[-1], sentence.surfaces[0], sentence.between_scripts)
            self._stream.write(space)
        self._stream.write(html.escape(sentence.text, quote=False))
        self._before = sentence

    def write_text(self, text: RestoredText, title: str = "") -> None:
        self._begin(title)
        for paragraph in text.paragraphs():
            if paragraph.strip():
                self._stream.write(f"<p>{html.escape(paragraph, quote=False)}</p>\n")

    def close(self) -> None:
        self._begin("")
        self._stream.write(("</p>\n" if self._before else "") + "</body>\n</html>\n")

    def _begin(self, title: str) -> None:
        if not self._begun:
            heading = f"<h1>{html.escape(title, quote=False)}</h1>\n" if title else ""
            self._stream.write(_PAGE.format(html.escape(title, quote=False)) + heading)
        self._begun = True


class MarkedUpText:
    """A text whose entities are read as letters, and written again as they were."""

    def __init__(self, markup: str) -> None:
        self._spellings: dict[str, list[str]] = {}
        self.text = "".join(run if is_tag else self._read(run) for run, is_tag in _runs(markup))
        self._spellings = {
            letter: spelt
            for letter, spelt in self._spellings.items()
            if any(it != letter for it in spelt)
        }

    def finish(self, text: str, /) -> str:
        runs = list(_runs(text))
        shown = Counter("".join(run for run, is_tag in runs if not is_tag))
        left = {
            letter: iter(spelt if shown[letter] == len(spelt) else spelt[:1] * shown[letter])
            for letter, spelt in self._spellings.items()
        }
        return "".join(
            run if is_tag else "".join(next(left[it]) if it in left else it for it in run)
            for run, is_tag in runs
        )

    def _read(self, text: str) -> str:
        letters = []
        for sign in _SIGN.finditer(text):
            letters.append(_letter(sign.group()))
            self._spellings.setdefault(letters[-1], []).append(sign.group())
        return "".join(letters)


def _runs(markup: str) -> Iterator[tuple[str, bool]]:
    """Yield tags and the texts between them, and whether it is a tag."""
    for token in _TOKEN.finditer(markup):
        text = token.group()
        yield text, text[0] == "<" and len(text) > 1


def _letter(spelt: str) -> str:
    """Return what an entity stands for, itself where that is markup or no single letter."""
    letter = html.unescape(spelt)
    return letter if len(letter) == 1 and letter.isprintable() and letter not in "<>& " else spelt


class _HtmlCollector(Collector):
    """The text of the page without its markup, a block a line."""

    def take(self, part: Part, text: str) -> None:
        if isinstance(part, Slot) or text != part_source(part):
            self.add(part, text)
            return
        plain = plain_text(text)
        if isinstance(part, DocumentBreak):
            self._end_line()
            self.pieces += [plain.strip()] if plain.strip() else []
            self._end_line()
        elif _BREAK.fullmatch(text):
            self._end_line()
        elif isinstance(part, Turn | Literal) and part.speaker:
            self.add(part, plain)
        elif plain:
            self.pieces.append(" " if plain.isspace() else plain)

    def _end_line(self) -> None:
        if self.pieces:
            self.pieces.append("\n")
            self.close()


def plain_text(markup: str) -> str:
    """Return the text without tags and what does not show, entities as letters."""
    if "<" not in markup:
        return html.unescape(markup)
    tokens = (token.group() for token in _TOKEN.finditer(markup))
    return html.unescape("".join(text for text in tokens if text == "<" or text[0] != "<"))


def _line_parts(line: str, reader: TurnReader) -> Iterator[Part]:
    """Take a line apart, around tags that go over several lines of the file."""
    text, starts_line = "", True
    for token in _TOKEN.finditer(line):
        if token.group()[0] != "<" or token.group() == "<" or _LINE_TAG.fullmatch(token.group()):
            text += token.group()
            continue
        yield from reader.parts(text, starts_line=starts_line) if text else []
        yield Literal(token.group())
        text, starts_line = "", starts_line and not text.strip()
    yield from reader.parts(text, starts_line=starts_line) if text else []


def read_marked_up_label(line: str, speakers: Container[str], before: Label | None) -> Label | None:
    """Return a label that tags may stand around and in."""
    found = read_label(_TAG.sub("", line), speakers, before)
    if found is None:
        return None
    end = left = 0
    for run in re.finditer(r"(<[^<>]*>)|[^<]|<", line):
        if not run[1] and left == len(found.text):
            break
        is_opening = run[1] and not run[1].startswith("</")
        if is_opening and left == len(found.text):
            break
        left += not run[1]
        end = run.end()
    return replace(found, text=line[:end])
