"""Where a recording was interrupted: what was said before does not go on behind."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from engine.types import Hypothesis


class Interruptions:
    """Finds the hypotheses between which an interruption lies.

    Words come before one if a final hypothesis's times say so, or if their segment was already
    open when the recogniser reached it.
    """

    def __init__(self, times_s: Iterable[float] = ()) -> None:
        self._times_s = deque(times_s)
        self._in_segment = False

    @property
    def times_s(self) -> tuple[float, ...]:
        """Those not reached yet."""
        return tuple(self._times_s)

    def add(self, at_s: float) -> None:
        """Args: at_s: where the sound continues after the interruption."""
        self._times_s.append(at_s)

    def is_due(self) -> bool:
        """Whether one was reached and everything before it is recognised."""
        is_due = bool(self._times_s) and not self._in_segment
        if is_due:
            self._times_s.clear()
        return is_due

    def lies_before(self, hypothesis: Hypothesis) -> bool:
        """Whether the words of a hypothesis are the first ones after an interruption."""
        return (
            self._is_reached(hypothesis)
            and not self._starts_before(hypothesis)
            and self._drop_first()
        )

    def lies_behind(self, hypothesis: Hypothesis) -> bool:
        """Whether the words of a hypothesis that was passed on are the last ones before one."""
        self._in_segment = not hypothesis.is_final and bool(hypothesis.words)
        return self._is_reached(hypothesis) and not self._in_segment and self._drop_first()

    def _is_reached(self, hypothesis: Hypothesis) -> bool:
        return bool(self._times_s) and (hypothesis.time_s or 0.0) > self._times_s[0]

    def _starts_before(self, hypothesis: Hypothesis) -> bool:
        start_s = hypothesis.words[0].start_s if hypothesis.words else None
        return self._in_segment if start_s is None else start_s < self._times_s[0]

    def _drop_first(self) -> bool:
        self._times_s.popleft()
        return True
