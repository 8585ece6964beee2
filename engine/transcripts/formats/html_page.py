"""Web pages: the words of paragraphs, items, cells and quotations; all else stays unchanged.

Has its own scanner: html.parser splits what browsers do not, and lxml has no positions.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import TextIO

from engine.errors import TranscriptFormatError
from engine.text.markup import MarkedLine
from engine.text.spacing import gap
from engine.text.units import split_units
from engine.transcripts.passages import Change, Passage, Places
from engine.transcripts.registry import Format
from engine.transcripts.restored import RestoredText
from engine.transcripts.source import Source
from engine.transcripts.speaker_labels import read_label, speakers_in
from engine.transcripts.transcript import Transcript
from engine.transcripts.turns import Turns, run_over
from engine.transcripts.words import cue_runs
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
_OF_CLOCKS = frozenset({"time", "span", "a", "small", "sup"})
_CLOCK = re.compile(r"\s*[\[(]?(?:\d{1,2}:)?\d{1,3}:\d{2}(?:[.,]\d{1,3})?[\])]?\s*")
_Lines = list[tuple[int, int, bool]]
_INLINE_RAW = frozenset({"code", "kbd", "samp"})
_ALWAYS_SPEECH = frozenset({"p", "blockquote", "dd"})
_FEWEST_WORDS = 6  # for text elsewhere, such as in a menu
_ENTITY = re.compile(r"&(?:[A-Za-z]\w*|#\d+|#[xX][0-9A-Fa-f]+);")
_CHARSET = re.compile(r"(<meta\b[^>]*charset\s*=\s*[\"']?)[\w-]+", re.IGNORECASE)
_PAGE = (
    '<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n<title>{}</title>\n</head>\n<body>\n'
)


class HtmlTranscript(Transcript):
    """A web page; each block of text is its own document, and labels name speakers."""

    is_collapsed = True
    runs = staticmethod(cue_runs)

    def __init__(self, source: Source, form: Format) -> None:
        """Extract the text of the page.

        Raises:
            TranscriptFormatError: it cannot be read, or is too large.
        """
        super().__init__(source, form)
        self.page = self.page_in(self.file)
        if len(self.page) > _MOST_CHARACTERS:
            raise TranscriptFormatError(source.path, "the web page is larger than 32 MB")
        self.places = Places(partial(html.escape, quote=False))
        blocks = [block for block in self._blocks(self.places) if block.lines]
        self.text = self.places.text
        self._speakers = speakers_in(
            self.text[start:end]
            for block in blocks
            if not block.stays
            for start, end, _ in block.lines
        )
        clocks = [(clock, tag) for block in blocks for clock, tag in block.clocks]
        self._clocks = {
            start: end for (start, end), tag in clocks if len(clocks) > 1 or tag == "time"
        }
        self._spoken = list(self._speech(blocks))

    def page_in(self, file: str) -> str:
        """Return the page in a file: here, the file itself."""
        return file

    def passages(self) -> Iterator[Passage]:
        turns = Turns(self._speakers)
        for lines, begins_document in self._spoken:
            for number, (start, end, starts_line) in enumerate(lines):
                passage = turns.passage(
                    self.text[start:end],
                    start,
                    starts_line=starts_line,
                    begins_document=begins_document and number == 0,
                )
                yield self._after_clock(passage)

    def _after_clock(self, passage: Passage) -> Passage:
        """Return a passage without the time, in markup of its own, that its line begins with."""
        end = self._clocks.get(passage.start)
        if end is None:
            return passage
        told = read_label(self.text[passage.start : end])
        while end < passage.end and self.text[end].isspace():
            end += 1
        start_s = passage.start_s if told is None else told.start_s
        return replace(passage, start=end, start_s=start_s)

    def _speech(self, blocks: Sequence[_Block]) -> Iterator[tuple[_Lines, bool]]:
        """Yield the lines of blocks of speech, and whether a document begins there."""
        spoken = [not block.stays and self._is_speech(block) for block in blocks]
        texts = (self.text[block.lines[0][0] : block.lines[-1][1]] for block in blocks)
        continues = run_over(
            text for text, is_speech in zip(texts, spoken, strict=True) if is_speech
        )
        is_apart = True
        for block, is_speech in zip(blocks, spoken, strict=True):
            if is_speech:
                yield block.lines, is_apart or not continues
            is_apart = block.stays

    def announced(self) -> Iterator[Change]:
        found = _CHARSET.search(self.page)
        if found and self.encoding not in {"utf-8", "utf-8-sig", "ascii"}:
            yield Change(found.end(1), found.end(), "utf-8")

    def _is_speech(self, block: _Block) -> bool:
        lines = [self.text[start:end] for start, end, _ in block.lines]
        plain = " ".join(lines)
        label = read_label(plain, self._speakers)
        is_labelled = label is not None and label.speaker and len(label.text) < len(plain)
        enough = block.tag in _ALWAYS_SPEECH or is_labelled
        return bool(enough or len(split_units(plain)) >= _FEWEST_WORDS)

    def _blocks(self, places: Places) -> Iterator[_Block]:
        """Put what the page shows into the text, and yield its blocks."""
        block, left_alone, opened = _Block(places), "", ""
        for token in _TOKEN.finditer(self.page):
            around, opened = opened, ""
            tag = (token["tag"] or token["raw"] or "").lower()
            is_end = token.group().startswith("</")
            if left_alone:
                if is_end and tag == left_alone:
                    yield block.ended()
                    block, left_alone = _Block(places), ""
                elif not tag:
                    block.add(token.group(), token.start())
            elif not tag:
                is_clock = bool(around) and _CLOCK.fullmatch(token.group())
                block.add(token.group(), token.start(), around if is_clock else "")
            elif tag in _OF_CLOCKS:
                opened = "" if is_end else tag
            elif tag == "br":
                block.end_line()
            elif tag in _INLINE_RAW:
                block.cut()
            elif tag not in _INLINE:
                yield block.ended()
                stays = tag in _LEFT_ALONE and not is_end and token["raw"] is None
                block = _Block(places, "" if is_end else tag, stays=stays)
                left_alone = tag if stays else ""
        yield block.ended()


class HtmlWriter(SentenceWriter):
    """A page with a paragraph for each turn, or for each paragraph of the text."""

    def __init__(self, stream: TextIO, form: Format) -> None:
        super().__init__(stream, form)
        self._before: Sentence | None = None
        self._has_started = False

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
        for is_list, lines in groupby(text.lines(), lambda line: line.is_item):
            blocks = "".join(f"{_block(line)}\n" for line in lines if line.text.strip())
            self._stream.write(f"<ul>\n{blocks}</ul>\n" if is_list else blocks)

    def close(self) -> None:
        self._begin("")
        self._stream.write(("</p>\n" if self._before else "") + "</body>\n</html>\n")

    def _begin(self, title: str) -> None:
        if not self._has_started:
            heading = f"<h1>{html.escape(title, quote=False)}</h1>\n" if title else ""
            self._stream.write(_PAGE.format(html.escape(title, quote=False)) + heading)
        self._has_started = True


def _block(line: MarkedLine) -> str:
    runs = ((html.escape(text, quote=False), is_bold) for text, is_bold in line.runs)
    words = "".join(f"<b>{text}</b>" if is_bold else text for text, is_bold in runs)
    tag = f"h{line.level}" if line.level else "li" if line.is_item else "p"
    return f"<{tag}>{words}</{tag}>"


class _Block:
    """A block of a page; its lines are put into the page's text.

    Attributes:
        stays: It is a heading or a menu.
        lines: Start and end in the text, and whether they begin after a line end.
        clocks: Places of tags that contain only a time, with the tags.
    """

    def __init__(self, places: Places, tag: str = "", *, stays: bool = False) -> None:
        self.tag, self.stays = tag, stays
        self.lines: _Lines = []
        self.clocks: list[tuple[tuple[int, int], str]] = []
        self._places = places
        self._held: list[tuple[str, int, str]] = []
        self._begins_line = True

    def add(self, text: str, start: int, clock: str = "") -> None:
        """Take a piece of the page, unless it is a comment; `clock` is the tag around a time."""
        if text[0] != "<" or len(text) == 1:
            self._held.append((text, start, clock))

    def cut(self) -> None:
        """Split the line here, leaving out what is in between."""
        self._put(ends_line=False)

    def end_line(self) -> None:
        self._put(ends_line=True)
        if not self._begins_line:
            self._places.add("\n")
        self._begins_line = True

    def ended(self) -> _Block:
        self.end_line()
        return self

    def _put(self, *, ends_line: bool) -> None:
        """Put what is waiting into the text, without the white space around its line."""
        first = self._places.length
        while ends_line and self._held and not self._held[-1][0].strip():
            self._held.pop()
        for number, (token, start, clock) in enumerate(self._held, 1):
            at = self._places.length
            is_first = self._begins_line and self._places.length == first
            begin = len(token) - len(token.lstrip()) if is_first else 0
            is_last = ends_line and number == len(self._held)
            self._spell(token[begin:].rstrip() if is_last else token[begin:], start + begin)
            if clock:
                self.clocks.append(((at, self._places.length), clock))
        self._held = []
        if self._places.length > first:
            self.lines.append((first, self._places.length, self._begins_line))
            self._begins_line = False

    def _spell(self, text: str, start: int) -> None:
        """Add text, with each entity as one letter."""
        at = 0
        for entity in _ENTITY.finditer(text):
            letter = html.unescape(entity.group())
            if len(letter) == 1:
                self._places.add(text[at : entity.start()], start + at, start + entity.start())
                self._places.add(letter, start + entity.start(), start + entity.end())
                at = entity.end()
        self._places.add(text[at:], start + at, start + len(text))
