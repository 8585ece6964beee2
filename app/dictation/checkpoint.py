"""How far the sound of a recording is in its committed words, and from where it is heard anew."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from engine.types import Hypothesis, Sentence

_BEHIND_WORD_S = 0.1  # a word's sound goes on a little where its time ends
_ONSET_S = 0.3  # what may have begun when a segment without words was closed


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The first words of a recording, and the pause behind them.

    Attributes:
        words: how many.
        until_s: no sound before this time is needed for the words that follow.
    """

    words: int = 0
    until_s: float = 0.0


class CheckpointTracker:
    """Follows the words of a recogniser until they are committed.

    Segments end in pauses, and only there may sound be cut: times of words are guesses.
    """

    def __init__(self, before: Checkpoint, ahead: int = 0) -> None:
        """Begin behind what others have heard and committed of the recording.

        Args:
            before: its segments that have ended.
            ahead: how many words behind those are committed, too.
        """
        self._recognised = self._committed = before.words + ahead
        self._ends: deque[Checkpoint] = deque([before])

    @property
    def heard(self) -> Checkpoint:
        """The words of all segments that have ended: a new recogniser begins behind them."""
        return self._ends[-1]

    @property
    def committed(self) -> Checkpoint:
        """The words of the segments of which every word is committed."""
        while len(self._ends) > 1 and self._ends[1].words <= self._committed:
            self._ends.popleft()
        return self._ends[0]

    def recognised(self, hypothesis: Hypothesis) -> None:
        """Take a final hypothesis as it goes to the punctuator."""
        self._recognised += len(hypothesis.words)

    def ended(self, hypothesis: Hypothesis, ahead: int = 0) -> None:
        """A segment has ended with this, as the recogniser gave it, and its words were taken.

        Args:
            hypothesis: its end.
            ahead: how many words that were taken stand behind it.
        """
        end_s = max(self.heard.until_s, self._end_s(hypothesis))
        self._ends.append(Checkpoint(self._recognised - ahead, end_s))

    def add(self, sentences: tuple[Sentence, ...]) -> None:
        """Take what was committed."""
        self._committed += sum(len(sentence.words) for sentence in sentences)

    def _end_s(self, hypothesis: Hypothesis) -> float:
        time_s = hypothesis.time_s
        end_s = hypothesis.words[-1].end_s if hypothesis.words else None
        if end_s is not None:
            return end_s + _BEHIND_WORD_S if time_s is None else min(end_s + _BEHIND_WORD_S, time_s)
        return self.heard.until_s if time_s is None else time_s - _ONSET_S
