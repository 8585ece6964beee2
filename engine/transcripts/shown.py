"""Builds a text to show and export from a transcript and the changes to its words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from engine.transcripts.passages import Change, ChangedWord, Cue, Passage, SpokenWord, spliced
from engine.transcripts.restored import (
    Layout,
    RestoredText,
    RestoredWord,
    Separator,
    SpeakerLabel,
    Stretch,
    StretchPiece,
)
from engine.transcripts.transcript import Transcript

_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")
_SPACE = re.compile(r"\s+")
_SHORTEST_S = 1.0
_LETTERS_A_SECOND = 15.0


def restored(transcript: Transcript, words: Iterable[ChangedWord] | None = None) -> RestoredText:
    """Return the text of a transcript; `words` as in `Transcript.by_passage`."""
    builder = _Builder(transcript)
    for passage, own in transcript.by_passage(words):
        builder.begin(passage)
        for word in own:
            builder.add_word(*word)
        builder.end(passage)
    return builder.text()


class _Builder:
    """The text so far; what is between words is copied when the next word comes."""

    def __init__(self, transcript: Transcript) -> None:
        self._transcript = transcript
        self._is_lines = transcript.layout is Layout.LINES
        self._names_turns = transcript.layout is Layout.CUES
        self._at = 0
        self._pieces: list[StretchPiece] = []
        self._stretches: list[Stretch] = []
        self._blank: dict[str, Stretch] = {}
        self._cue: Cue | None = None
        self._speaker = ""
        self._last_s: tuple[float | None, float | None] = (0.0, 0.0)

    def begin(self, passage: Passage) -> None:
        if self._is_lines:
            self._add_lines(passage.label)
        elif passage.cue is not self._cue:
            self._close_cue()
            self._cue = passage.cue
        else:
            between = self._transcript.text[self._at : passage.label]
            self._pieces += [between] if between else []
        self._at = passage.label
        label = self._transcript.text[passage.label : passage.start]
        if passage.is_named and label:
            self._pieces.append(SpeakerLabel(label, passage.speaker))
            self._speaker = passage.speaker
            self._at = passage.start
        self._keep(passage.start)

    def add_word(self, word: SpokenWord, changes: tuple[Change, ...]) -> None:
        self._keep(word.start)
        if self._names_turns and word.speaker and word.speaker != self._speaker:
            self._pieces.append(SpeakerLabel(f"{word.speaker}: ", word.speaker))
        self._speaker = word.speaker
        own = [
            it for it in changes if it.start < word.end or (it.end == word.end and it.new.strip())
        ]
        local = (Change(it.start - word.start, it.end - word.start, it.new) for it in own)
        text = "".join(spliced(word.written, local))
        times = (word.start_s, word.end_s, word.confidence)
        said = RestoredWord(text, word.written, *times, word.speaker, word.start)
        self._pieces.append(said)
        self._at = word.end
        for change in changes[len(own) :]:
            self._keep(change.start)
            source = self._transcript.text[change.start : change.end]
            self._pieces.append(Separator(change.new, source))
            self._at = change.end

    def end(self, passage: Passage) -> None:
        self._keep(passage.end)

    def text(self) -> RestoredText:
        if self._is_lines:
            self._add_lines(len(self._transcript.text))
            self._close()
        else:
            self._close_cue()
        return RestoredText(self._transcript.layout, tuple(_with_ends(self._stretches)))

    def _keep(self, end: int) -> None:
        """Copy what is between words within a line."""
        text = self._transcript.text[self._at : end]
        if self._transcript.is_collapsed:
            text = _SPACE.sub(" ", text)
        self._pieces += [text] if text else []
        self._at = max(self._at, end)

    def _add_lines(self, end: int) -> None:
        """Copy what is between passages, a stretch per line; blank ones may be millions."""
        for found in _LINE.finditer(self._transcript.text, self._at, end):
            line = found.group()
            if not self._pieces and line.isspace():
                self._stretches.append(self._blank.setdefault(line, Stretch((line,))))
                continue
            self._pieces.append(line)
            if line.endswith(("\n", "\r")):
                self._close()
        self._at = end

    def _close(self, times_s: tuple[float | None, float | None] = (None, None)) -> None:
        if self._pieces:
            self._stretches.append(Stretch(tuple(self._pieces), *times_s))
        self._pieces = []

    def _close_cue(self) -> None:
        pieces, layout = self._pieces, self._transcript.layout
        if layout is Layout.CUES:
            while pieces and isinstance(pieces[-1], str) and not pieces[-1].strip():
                pieces.pop()
            while pieces and isinstance(pieces[0], str) and not pieces[0].strip():
                pieces.pop(0)
        if self._cue is None:
            return
        times_s = self._cue.start_s, self._cue.end_s
        if layout is Layout.SEGMENTS:
            words = [piece for piece in pieces if isinstance(piece, RestoredWord)]
            times_s = (words[0].start_s, words[-1].end_s) if words else times_s
            times_s = (None, None) if None in times_s else times_s
        elif None in times_s:
            times_s = self._last_s
        if self._cue.is_reversed:
            times_s = self._cue.start_s, None
        self._last_s = times_s
        self._close(times_s)


def _with_ends(stretches: Sequence[Stretch]) -> Iterator[Stretch]:
    """Yield stretches; one with an unknown end lasts as long as reading it, or until the next."""
    for stretch, following in zip_longest(stretches, stretches[1:]):
        if stretch.start_s is None or stretch.end_s is not None:
            yield stretch
            continue
        end_s = stretch.start_s + max(_SHORTEST_S, len(stretch.plain_text) / _LETTERS_A_SECOND)
        if following and following.start_s is not None and following.start_s > stretch.start_s:
            end_s = min(end_s, following.start_s)
        yield replace(stretch, end_s=end_s)
