"""Tracks who speaks through the lines of a text, and whether sentences go on in the next line."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable

from engine.transcripts.passages import Cue, Passage
from engine.transcripts.speaker_labels import Label, read_label

_NEVER_LAST = re.compile(
    r"(?:^|\s)(?:a|an|the|and|or|but|of|my|your|our|their|i|because|if)$", re.IGNORECASE
)
_LAST_CHARACTERS = 40
_FEWEST_OPEN = 2
_OPEN = 0.1  # when a page is cut anywhere, a third of its texts end like this

ReadsLabel = Callable[[str, Container[str], Label | None], Label | None]


class Turns:
    """Makes passages of lines; a label with another speaker begins a turn."""

    def __init__(self, speakers: Container[str], read_label: ReadsLabel = read_label) -> None:
        """Args: speakers: Names used as labels in this text; see `speakers_in`."""
        self._speakers = speakers
        self._read_label = read_label
        self._speaker = self._told = ""
        self._before: Label | None = None

    def passage(  # noqa: PLR0913  all describe one line
        self,
        line: str,
        start: int,
        *,
        starts_line: bool = True,
        begins_document: bool = False,
        cue: Cue | None = None,
        told: str = "",
    ) -> Passage:
        """Return the passage of a line at `start`, after its label.

        `told` is the speaker if the file names one elsewhere.
        """
        end = start + len(line)
        is_turn = told != self._told
        if is_turn:
            self._speaker = self._told = told
        if not starts_line:
            return Passage(
                start,
                end,
                start,
                speaker=self._speaker,
                is_turn=is_turn,
                begins_document=begins_document,
                starts_line=False,
                cue=cue,
            )
        label = self._before = self._read_label(line, self._speakers, self._before)
        if label is not None and (label.speaker or label.is_another):
            is_turn |= label.is_another or label.speaker != self._speaker
            self._speaker = label.speaker
        return Passage(
            start + (len(label.text) if label else 0),
            end,
            start,
            is_named=label is not None and bool(label.speaker or label.is_another),
            speaker=self._speaker,
            is_turn=is_turn,
            begins_document=begins_document,
            start_s=label.start_s if label else None,
            cue=cue,
        )


def run_over(texts: Iterable[str]) -> bool:
    """Whether sentences go on from one text to the next, judging by words that end none."""
    count = still_open = 0
    for text in texts:
        count += 1
        still_open += _NEVER_LAST.search(text[-_LAST_CHARACTERS:].rstrip()) is not None
    return still_open >= _FEWEST_OPEN and still_open >= _OPEN * count
