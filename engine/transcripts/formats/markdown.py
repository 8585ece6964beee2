"""Markdown: reads paragraphs, list items and quotations; everything set apart stays.

Line by line, following CommonMark and the extensions of GitHub, Pandoc, Jekyll and Hugo.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from engine.text.markup import as_markdown
from engine.transcripts.formats.text import FOOTER, TextTranscript, TextWriter
from engine.transcripts.restored import RestoredText
from engine.transcripts.words import markdown_runs

_MOST_CHARACTERS = 8192  # of a line, enough to tell what it is
_FRONT = {"---": ("---", "..."), "+++": ("+++",), ";;;": (";;;",)}
_FENCE = re.compile(r"[\s>]*(?:[-*+]\s+|\d{1,9}[.)]\s+)?(`{3,}(?=[^`]*$)|~{3,}|\${2}(?=\s*$))")
_ITEM = re.compile(r"[\s>]*(?:[-*+]|(?P<number>\d{1,9})[.)])(?:\s+\[[ xX]\])?\s+")
_INDENTED = re.compile(r" {4}| {0,3}\t")
_ALONE = re.compile(
    r"[\s>]*(?:#{1,6}(?:\s|$)|\||(?:[-*_]\s*){3,}$|\[[^\]\r\n]{1,200}\]:|:{3,}|\{[%{#:<]"
    r"|!\[[^\]\r\n]*\]\([^)\r\n]*\)\s*$|\[TOC\])"
)
_UNDERLINE = re.compile(r"[ >]*(?:=+|-{2,})\s*$")
_RULER = re.compile(r"[\s>]*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$")
_TAG = re.compile(r" {0,3}<(?P<tag>[/!?]?[A-Za-z-]*)(?=[\s/>A-Za-z\[])(?![a-z+.-]+:)")
_INLINE_TAGS = frozenset(
    (
        *("a", "abbr", "b", "bdi", "bdo", "br", "cite", "code", "del", "dfn", "em", "i", "img"),
        *("ins", "kbd", "mark", "q", "s", "samp", "small", "span", "strong", "sub", "sup"),
        *("time", "tt", "u", "var", "wbr"),
    )
)
_ENDS = {"!--": "-->", "?": "?>", "script": "</script>", "style": "</style>", "pre": "</pre>"}


class MarkdownTranscript(TextTranscript):
    """A text with front matter, headings, code, tables, HTML, links and footnotes."""

    runs = staticmethod(markdown_runs)

    def set_off(self, lines: Sequence[str]) -> Iterator[tuple[str, int]]:
        blocks = _Blocks()
        for line, following in zip_longest(lines, lines[1:], fillvalue=""):
            blocks.read(line[:_MOST_CHARACTERS], following[:_MOST_CHARACTERS])
            yield line, len(line) if blocks.stays or FOOTER.fullmatch(line) else blocks.marker


class _Blocks:
    """Tracks line by line whether it is in a block that stays.

    Attributes:
        stays: The whole line does.
        marker: Length of its list marker.
    """

    def __init__(self) -> None:
        self.stays = False
        self.marker = 0
        self._until: tuple[str, ...] = ()  # what ends the current block
        self._fence = ""
        self._is_first = True
        self._in_list = False
        self._after_blank = True

    def read(self, line: str, following: str) -> None:
        """Take a line, with a look at the next one."""
        is_blank = not line.strip()
        self.marker = 0
        self.stays = self._continues(line) or self._begins(line, following)
        self._is_first = False
        if not (self.stays or is_blank):
            item = self._item(line)
            self.marker = item.end() if item else 0
            is_inside = self._in_list and (not self._after_blank or line[:1].isspace())
            self._in_list = item is not None or is_inside
        self._after_blank = is_blank or (self.stays and not self._until)

    def _item(self, line: str) -> re.Match[str] | None:
        """Return a list marker; within a paragraph, only the number 1 begins a list."""
        item = _ITEM.match(line)
        is_another = item and item["number"] and int(item["number"]) != 1
        within = not (self._after_blank or self._in_list)
        return None if is_another and within else item

    def _continues(self, line: str) -> bool:
        """Whether the line belongs to the open block; it may end it."""
        if not self._until:
            return False
        if self._until == ("",):  # ends at a blank line, which is not part of it
            if not line.strip():
                self._until = ()
            return bool(self._until)
        closing = line.strip(" \t>\r\n")
        if self._fence:
            is_end = closing.startswith(self._fence) and not closing.strip(self._fence[0])
        else:
            is_end = closing in self._until or any(
                end in line.lower() for end in self._until if end in _ENDS.values()
            )
        if is_end:
            self._until, self._fence = (), ""
        return True

    def _begins(self, line: str, following: str) -> bool:
        """Whether the line stays, as its own block or as the first line of one."""
        if self._is_first and line.strip("\ufeff \r\n") in _FRONT:
            self._until = _FRONT[line.strip("\ufeff \r\n")]
            return True
        if fence := _FENCE.match(line.rstrip("\r\n")):
            self._fence = fence[1]
            self._until = (self._fence,)
            return True
        if "|" in line and _RULER.match(following) and "-" in following:
            self._until = ("",)
            return True
        if tag := _TAG.match(line):
            return self._begins_html(tag["tag"].lower(), line)
        is_code = self._after_blank and not self._in_list and _INDENTED.match(line)
        is_heading = line.strip() and _UNDERLINE.match(following) and not _ITEM.match(line)
        is_underline = not self._after_blank and re.fullmatch(r"[ >]*=+\s*", line)
        return bool(line.strip() and (is_code or is_heading or is_underline or _ALONE.match(line)))

    def _begins_html(self, tag: str, line: str) -> bool:
        name = "!--" if tag.startswith("!--") else "?" if tag.startswith("?") else tag.strip("/")
        if tag.strip("/") in _INLINE_TAGS:
            return False
        end = _ENDS.get(name)
        if end is None:
            self._until = ("",)
        elif end not in line.lower():
            self._until = (end,)
        return True


class MarkdownWriter(TextWriter):
    """As plain text; headings and bold words are there already as Markdown has them."""

    def write_text(self, text: RestoredText, title: str = "") -> None:
        if not text.has_markup:
            super().write_text(text, title)
            return
        self._stream.write(as_markdown("\n".join(text.paragraphs())) + "\n")
