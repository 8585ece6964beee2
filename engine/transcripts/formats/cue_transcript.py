"""What all subtitle formats share: lines in cues, their speakers, and rolling captions."""

from __future__ import annotations

import html
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from engine.errors import TranscriptFormatError
from engine.messages import Message
from engine.transcripts.formats.cue_layout import ENDS_TOO_EARLY
from engine.transcripts.formats.rolling_captions import CueLine, RollingCaptions
from engine.transcripts.passages import Change, Cue, Passage, in_order, renamed
from engine.transcripts.restored import MARKUP, Layout
from engine.transcripts.speaker_labels import Label, read_label, speakers_in
from engine.transcripts.transcript import Transcript
from engine.transcripts.turns import Turns
from engine.transcripts.words import cue_runs

TIMES_UNREADABLE = Message("the times of this cue cannot be read")
_WARNINGS_LIMIT = 20
_VOICE = re.compile(r"\s*(?:[-–]\s*)?<v(?:\.[^\s<>]*)?\s+(?P<name>[^<>\r\n]+)>")
_ESCAPED_SIGNS = re.compile(r"\A\s*(?:&gt;)+\s*")
_OTHER_SPEAKER = re.compile(r"\s*(?:(?:>|&gt;){2,}\s*|[-–]\s+(?=[^\W\d_])|[-–](?=[^\W\d_]))")


class CueTranscript(Transcript):
    """The cues of a file as one document; words stay in their cues and lines.

    Cue times are evidence of pauses: the first word of a cue has its start, the last its end.
    """

    layout = Layout.CUES
    runs = staticmethod(cue_runs)

    def passages(self) -> Iterator[Passage]:
        turns = Turns(self._speakers, _read_label)
        for line in self._lines:
            begin = self._rolling.begin_of(line.start, line.end)
            if begin < line.end or line.start == line.end:
                yield self._passage(turns, line, begin)

    def in_file(self, changes: Iterable[Change], names: Mapping[str, str]) -> Iterable[Change]:
        if self._rolling.are_found:
            changes = list(changes)
            changes = in_order([*changes, *self._rolling.repeated(changes)])
        return super().in_file(changes, names)

    def names_in_file(self, names: Mapping[str, str]) -> Iterable[Change]:
        changes = renamed(self.text, self._labelled() if names else (), names)
        return self.places.in_file(changes) if self.places else changes

    def _take(self, lines: Sequence[CueLine]) -> None:
        """Take the lines of all cues, once `text` is set."""
        self._lines = lines
        self._rolling = RollingCaptions(self.text, lines)
        self._speakers = speakers_in(
            _ESCAPED_SIGNS.sub("", MARKUP.sub("", self.text[line.start : line.end]))
            for line in lines
        )

    def _labelled(self) -> Iterator[Passage]:
        """Yield all lines as passages, including repeated ones."""
        turns = Turns(self._speakers, _read_label)
        return (self._passage(turns, line, line.start) for line in self._lines)

    def _passage(self, turns: Turns, line: CueLine, begin: int) -> Passage:
        return turns.passage(
            self.text[begin : line.end],
            begin,
            starts_line=line.starts_line and begin == line.start,
            cue=line.cue,
            told=line.speaker,
        )

    def _cue(self, times_s: tuple[float, float] | None, number: int | None = None) -> Cue:
        """Return a cue, warning about the line's number if its times are invalid."""
        if times_s is None:
            self._warn(TIMES_UNREADABLE, number)
        cue = Cue(*times_s or (None, None))
        if cue.is_reversed:
            self._warn(ENDS_TOO_EARLY, number)
        return cue

    def _warn(self, reason: Message, number: int | None = None) -> None:
        if len(self.warnings) < _WARNINGS_LIMIT:
            self.warnings.append(TranscriptFormatError(self.path, reason, number))


def _read_label(line: str, speakers: Container[str], before: Label | None) -> Label | None:
    """Return the speaker from here on: a WebVTT voice, a name, or a sign for another speaker.

    There may be markup around it.
    """
    voice = _VOICE.match(line)
    if voice:
        return Label(voice.group(), html.unescape(voice["name"]).strip())
    label = _read_shown(MARKUP.sub("", line), speakers, before)
    return replace(label, text=line[: _after(line, len(label.text))]) if label else None


def _read_shown(line: str, speakers: Container[str], before: Label | None) -> Label | None:
    signs = _ESCAPED_SIGNS.match(line)
    label = read_label(line[signs.end() :] if signs else line, speakers, before)
    if signs and label:
        label = replace(label, text=signs.group() + label.text)
    other = _OTHER_SPEAKER.match(line) if label is None or not label.speaker else None
    if other is None:
        return label
    return Label(label.text if label else other.group(), is_another=True)


def _after(line: str, count: int) -> int:
    """Return the place in a line after `count` shown characters."""
    at = 0
    for tag in MARKUP.finditer(line):
        if tag.start() - at >= count:
            break
        count -= tag.start() - at
        at = tag.end()
    return at + count
