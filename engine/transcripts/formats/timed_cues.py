"""Cues whose times and speakers stand in attributes or columns, apart from the words."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, replace

from engine.transcripts.restored import Layout, RestoredText, SpeakerLabel, Stretch
from engine.transcripts.transcript import Collector, Literal, Part, Slot, Turn, part_source


@dataclass(frozen=True, slots=True)
class Kept(Literal):
    """Markup that stays; `shown` is what is seen in its place."""

    shown: str = ""


@dataclass(frozen=True, slots=True)
class CueStart(Kept):
    """What stands before the words of a cue; times in seconds, None where they cannot be read."""

    times_s: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class CueEnd(Kept):
    """What stands behind them."""


class TimedCueCollector(Collector):
    """A stretch a cue, without markup, a label where the speaker changes."""

    layout = Layout.CUES

    def __init__(self, markup: re.Pattern[str]) -> None:
        super().__init__()
        self._markup = markup
        self._in_cue = False
        self._times_s: tuple[float, float] = (0.0, 0.0)
        self._label = ""

    def take(self, part: Part, text: str) -> None:
        if isinstance(part, Turn):
            self._speaker = self._label = part.speaker
        elif isinstance(part, CueStart):
            self._in_cue, self._times_s = True, part.times_s or self._times_s
        elif isinstance(part, CueEnd):
            self._end_cue()
        elif self._in_cue:
            self._show(part, text)

    def text(self) -> RestoredText:
        self._end_cue()
        return super().text()

    def _show(self, part: Part, text: str) -> None:
        if isinstance(part, Kept):
            self.pieces += [part.shown] if part.shown else []
            return
        text = self._markup.sub("", text)
        if isinstance(part, Slot):
            part = replace(part, written=self._markup.sub("", part.written))
            if self._label:
                self.pieces.append(SpeakerLabel(f"{self._label}: ", self._label))
                self._label = ""
        elif isinstance(part, Literal):
            part = Literal(text if text == part.text else self._markup.sub("", part_source(part)))
            text = " " if text.isspace() else text
            part = Literal(text) if text == " " else part
        self.add(part, text)

    def _end_cue(self) -> None:
        pieces = self.pieces
        while pieces and isinstance(pieces[-1], str) and not pieces[-1].strip():
            pieces.pop()
        while pieces and isinstance(pieces[0], str) and not pieces[0].strip():
            pieces.pop(0)
        if self._in_cue:
            self.close(self._times_s)
        self.pieces, self._in_cue = [], False


def shown_lines(cue: Stretch, markup: re.Pattern[str]) -> list[str]:
    """Return what a cue of any format shows, without labels of speakers and without markup."""
    pieces = (piece for piece in cue.pieces if not isinstance(piece, SpeakerLabel))
    text = "".join(piece if isinstance(piece, str) else piece.text for piece in pieces)
    lines = html.unescape(markup.sub("", text)).splitlines()
    return [" ".join(line.split()) for line in lines if line.strip()]


def speaker_of(cue: Stretch) -> str:
    return next((word.speaker for word in cue.words), "")
