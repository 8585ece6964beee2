"""Plain text; a blank line separates independent documents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from engine.text.spacing import gap
from engine.transcripts.passages import Change, Passage
from engine.transcripts.registry import Format
from engine.transcripts.restored import Layout, RestoredText
from engine.transcripts.source import Source
from engine.transcripts.speaker_labels import speakers_in
from engine.transcripts.transcript import Transcript
from engine.transcripts.turns import Turns, run_over
from engine.transcripts.writer import SentenceWriter
from engine.types import Sentence

_FIRST_LINES = 1000
_SMALL = 0.9
_BULLETS = "-*•–— \t"
_ENDED = re.compile(r"\w[.?!]\s*$")
_HEADING = re.compile(r"\s*(?!I\b)[^\W\d_a-z][\w'’&/-]*(?: [\w'’&/(),-]+){0,5}\s*")
FOOTER = re.compile(r"Transcribed by https?://otter\.ai/?\s*", re.IGNORECASE)
_BLANK = re.compile(r"(?:\r\n?|\n)[^\S\r\n]*(?:\r\n?|\n)\s*")
_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")


def lines_of(text: str) -> list[str]:
    """Return the lines of a text, with their line ends."""
    return _LINE.findall(text)


class TextTranscript(Transcript):
    """A text of words in a row; labels say who speaks, and when."""

    def __init__(self, source: Source, form: Format) -> None:
        super().__init__(source, form)
        self._speakers = speakers_in(lines_of(self.text))
        paragraphs = _BLANK.split(self.text)
        self._runs_over = len(paragraphs) > 1 and run_over(paragraphs)

    def passages(self) -> Iterator[Passage]:
        """Yield each line; after a blank one a document begins, unless a sentence goes on."""
        turns = Turns(self._speakers)
        at = 0
        is_apart = is_blank = False
        for line, begin in self.set_off(lines_of(self.text)):
            start, at = at, at + len(line)
            if not line.strip() and line[-1:] in "\r\n":
                is_blank = True
                continue
            spoken = line[begin:].rstrip("\r\n")
            is_apart |= begin > 0
            if line[begin:]:
                passage = turns.passage(spoken, start + begin)
                continues = passage.is_named and not passage.is_turn and not begin
                begins = is_apart or (is_blank and not (continues or self._runs_over))
                yield replace(passage, begins_document=begins)
                is_apart = False
            is_blank = False

    def names_in_file(self, names: Mapping[str, str]) -> Iterator[Change]:
        for change in super().names_in_file(names):
            yield change
            if self.file[change.end : change.end + 1] == "." and change.end - change.start == 1:
                yield Change(change.end, change.end + 1, ":")  # after a name, where `Q.` ends one

    def set_off(self, lines: Sequence[str]) -> Iterable[tuple[str, int]]:
        """Yield each line, and how much at its start is not speech."""
        headings = _headings(lines)
        for at, line in enumerate(lines):
            yield line, len(line) if at in headings or FOOTER.fullmatch(line) else 0


def _headings(lines: Sequence[str]) -> AbstractSet[int]:
    """Return the headings: in notes without marks, lines that begin with a capital."""
    if any(_ENDED.search(line) for line in lines[:_FIRST_LINES]):
        return frozenset()
    around = zip(lines, ["", *lines], [*lines[1:], ""], strict=False)
    headings = {
        at
        for at, (line, before, after) in enumerate(around)
        if _HEADING.fullmatch(line) and not before.strip()
        if not after.strip() or _is_small(after)
    }
    others = [it for at, it in enumerate(lines) if it.strip() and at not in headings]
    return headings if sum(map(_is_small, others)) > _SMALL * len(others) else frozenset()


def _is_small(line: str) -> bool:
    return line.lstrip(_BULLETS)[:1].islower()


class TextWriter(SentenceWriter):
    """Sentences as a paragraph per turn, never wrapped."""

    _before = ""
    _speaker = ""

    def write(self, sentence: Sentence) -> None:
        first, last = sentence.surfaces[0], sentence.surfaces[-1]
        if sentence.speaker != self._speaker:
            self._speaker = sentence.speaker
            named = f"{self._speaker}: " if self._speaker else ""
            self._stream.write(("\n\n" if self._before else "") + named)
            self._before = ""
        space = gap(self._before, first, sentence.between_scripts)
        self._stream.write(space + sentence.text)
        self._before = last

    def write_text(self, text: RestoredText, title: str = "") -> None:  # noqa: ARG002
        between = "\n" if text.layout is Layout.LINES else "\n\n"
        self._stream.write(between.join(text.paragraphs()) + "\n")

    def close(self) -> None:
        if self._before:
            self._stream.write("\n")
