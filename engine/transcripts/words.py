"""Finds the words in a line of written text, and what may change between them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

from engine.punctuation.labels import Mark
from engine.text.marked_text import DASHES, MARK_SIGNS, MarkedWord, read_marked_text, straightened
from engine.text.scripts import CJK, is_cjk
from engine.text.units import unit_spans
from engine.transcripts.passages import SpokenWord, WordGap
from engine.transcripts.restored import MARKUP
from engine.transcripts.speaker_labels import SIGNS, read_label

_NEAR_PARTS = 16  # a mark farther from a word does not belong to it
_MOST_CHARACTERS = 8192  # per word
_IN_BRACKETS = r"\[[^\[\]\r\n]{0,100}\](?:\([^\s()]*\))?:?"
_CAPITALS_IN_BRACKETS = r"\([^()a-zß-öø-ÿ\r\n]{2,100}\)(?=\s|$)"
_MARKUP = r"<[^<>\r\n]*>|\{\\[^{}\r\n]*\}|&(?:[A-Za-z]+|#\d+|#[xX][0-9A-Fa-f]+);"
_MARKUP_IN_WORD = rf"(?!&(?:nbsp|lt|gt|lrm|rlm);|<br)(?:{_MARKUP})"
_LETTER = rf"(?!{CJK})\w"  # of a word with several
_RUN = re.compile(rf"\s+|(?P<kept>{_IN_BRACKETS})|\S+")
_CUE_RUN = re.compile(
    rf"\s+|(?P<kept>{_IN_BRACKETS}|{_CAPITALS_IN_BRACKETS}|{_MARKUP})|(?:(?!{_MARKUP})\S){{1,20000}}"
)
_CODE = r"(?<!`)`[^`]{1,500}`(?!`)|``(?!`).{1,500}?(?<!`)``(?!`)"
_MARKDOWN_KEPT = (  # code, images, footnotes, escaped brackets, link targets, tags
    rf"{_CODE}|!\[[^\[\]\r\n]{{0,500}}\]\([^()\r\n]{{0,500}}\)|\[\^[^\[\]\s]+\]"
    r"|\\\[[^\[\]\r\n]{0,100}\\\]|\\<[^<>\r\n]{0,100}\\>"
    r"|\]\([^()\r\n]{0,500}(?:\([^()\r\n]{0,500}\)[^()\r\n]{0,500})?\)|\]\[[^\[\]\r\n]{0,200}\]"
    r"|</?[A-Za-z!][^<>\r\n]*>|<[a-z+.-]+:[^<>\s]*>"
)
_MARKDOWN_RUN = re.compile(
    rf"\s+|(?P<kept>{_MARKDOWN_KEPT}|[^\s\\]{{0,80}}\\[.,;:!?]+(?=\s|$)|\[[^\[\]\r\n]{{0,100}}\](?![(\[]):?)"
    rf"|(?:(?!{_MARKDOWN_KEPT})\S){{1,20000}}"
)
_UNBROKEN = re.compile(r"[^\s<&]*")
_MIXED = re.compile(rf"(?P<mixed>{_UNBROKEN.pattern}{_LETTER}(?:{_MARKUP_IN_WORD})+{_LETTER}\S*)")
_SONG_SIGNS = "♪♫♬"
_SOUND = re.compile(r"\([^()]*\)|（[^（）]*）|【[^【】]*】|［[^［］]*］|\*[^*]*\*")

Runs = Callable[[str, int], Iterator[re.Match[str]]]  # a match with a group stays as it is


def plain_runs(line: str, begin: int) -> Iterator[re.Match[str]]:
    """Split a line of text; what is in square brackets stays as it is."""
    return _RUN.finditer(line, begin)


def markdown_runs(line: str, begin: int) -> Iterator[re.Match[str]]:
    """Split a line of Markdown; code, tags and link targets stay as they are."""
    return _MARKDOWN_RUN.finditer(line, begin)


def cue_runs(line: str, begin: int) -> Iterator[re.Match[str]]:
    """Split a line of a subtitle; markup, sounds and songs stay as they are."""
    if any(sign in line for sign in _SONG_SIGNS) or _SOUND.fullmatch(MARKUP.sub("", line).strip()):
        return
    at, barren = begin, begin - 1
    while at < len(line):
        mixed = _MIXED.match(line, at) if at > barren else None
        if mixed is None and at > barren:  # nor later in it: trying again there takes n² steps
            unbroken = _UNBROKEN.match(line, at)
            barren = unbroken.end() if unbroken else at
        run = mixed or _CUE_RUN.match(line, at)
        if run is None:
            return
        yield run
        at = run.end()


class LineWords:
    """Yields the words of a line and the gaps after them, in order."""

    def __init__(self, runs: Runs, line: str, start: int, *, starts_line: bool = True) -> None:
        """Take apart a line at `start`.

        If it `starts_line`, a label or list marker stays.
        """
        self._start = start
        self._near: list[SpokenWord | WordGap] = []  # which a mark that stands alone may belong to
        self._has_words = not starts_line
        self._runs = runs(line, _label_end(line) if starts_line else 0)

    def __iter__(self) -> Iterator[SpokenWord | WordGap]:
        space = ""
        for run in self._runs:
            text, stays = run.group(), run.lastgroup is not None
            if text.isspace() and not stays:
                space = text
                self._near += [WordGap(self._start + run.start(), " ", " ")] if text == " " else []
                continue
            for first, last in () if stays else unit_spans(text):
                if last - first <= _MOST_CHARACTERS:
                    self._add(text[first:last], run.start() + first, "" if first else space)
                if self._has_words and len(self._near) > 2 * _NEAR_PARTS:
                    yield from self._near[:_NEAR_PARTS]
                    del self._near[:_NEAR_PARTS]
            space = ""
        yield from self._near if self._has_words else ()

    def _add(self, unit: str, at: int, space: str) -> None:
        found = list(_words(unit, self._start + at))
        if found:
            last = self._near[-1] if self._near else None
            if isinstance(last, SpokenWord) and last.end == self._start + at:
                self._near.append(_joint(last, unit))
            self._near += found
            self._has_words = True
        elif self._has_words:
            self._add_stray(unit, at, space)

    def _add_stray(self, signs: str, at: int, space: str) -> None:
        """Add signs that stand alone: marks go with the word before, the rest stays."""
        kept = _without_marks(signs)
        if kept == signs:
            return
        self._give_mark(signs)
        if space == " ":
            self._near.pop()
        begin = self._start + at - len(space)
        self._near.append(WordGap(begin, space + signs, space + kept if kept else ""))

    def _give_mark(self, signs: str) -> None:
        parts = self._near
        for at in range(len(parts) - 1, max(-1, len(parts) - 1 - _NEAR_PARTS), -1):
            spoken = parts[at]
            if isinstance(spoken, SpokenWord):
                if spoken.word.mark is Mark.NONE:
                    mark = read_marked_text("a" + signs)[0].mark
                    word = replace(spoken.word, mark=mark)
                    parts[at] = replace(spoken, word=word, mark_follows=True)
                return


def _label_end(line: str) -> int:
    label = read_label(line)
    signs = SIGNS.match(line, 0, _MOST_CHARACTERS)
    return len(label.text) if label else signs.end() if signs else 0


def _joint(last: SpokenWord, unit: str) -> WordGap:
    begins_plainly = unit[0].isalnum()
    return WordGap(
        last.end,
        "",
        "",
        is_joint=True,
        parts_words=begins_plainly and not (is_cjk(last.written) or is_cjk(unit)),
        mark_is_free=begins_plainly or unit[0] not in MARK_SIGNS,
    )


def _words(unit: str, start: int) -> Iterator[SpokenWord | WordGap]:
    """Yield a word, or several joined by a dash without spaces."""
    words, plain = read_marked_text(unit), straightened(unit)
    places: list[int] = []
    end = 0
    for word in words:
        places.append(plain.index(word.core, end))
        end = places[-1] + len(word.core)
    cuts = [
        _after_dash(unit, at + len(word.core), following)
        for word, (at, following) in zip(words, pairwise(places), strict=False)
    ]
    ends = [*cuts, len(unit)]
    for number, (word, at) in enumerate(zip(words, places, strict=True)):
        begin = ends[number - 1] if number else 0
        if number:
            yield WordGap(start + begin, "", " ")
        yield _spoken(word, unit[begin : ends[number]], at - begin, start + begin)


def _after_dash(run: str, begin: int, end: int) -> int:
    return 1 + max((at for at in range(begin, end) if run[at] in DASHES), default=begin - 1)


def _spoken(word: MarkedWord, written: str, core_at: int, start: int) -> SpokenWord:
    core = written[core_at : core_at + len(word.core)]
    lead, trail = written[:core_at], written[core_at + len(core) :]
    spelling = "." if trail.startswith(".") and _is_spelt_with_dot(word.core) else ""
    kept = MarkedWord(_without_marks(lead), core, word.mark, spelling + _without_marks(trail))
    return SpokenWord(start, kept, written)


def _is_spelt_with_dot(core: str) -> bool:
    """Whether it is like `Mr`, whose dot is not a mark."""
    return read_marked_text(core + ".")[0].mark is Mark.NONE


def _without_marks(signs: str) -> str:
    return "".join(sign for sign in signs if sign not in MARK_SIGNS)
