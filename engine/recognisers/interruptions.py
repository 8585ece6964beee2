"""Where a recording was interrupted: what was said before does not go on behind."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from engine.types import Hypothesis


class Interruptions:
    """Finds the hypotheses between which an interruption lies.

    Words are known to be before one by the times of a final hypothesis, or since their segment was
    open already when the recogniser came to it.
    """

    def __init__(self, times_s: Iterable[float] = ()) -> None:
        """Args: times_s: those that are still to be come to."""
        self._times_s = deque(times_s)
        self._is_amid = False

    @property
    def times_s(self) -> tuple[float, ...]:
        """Those that were not come to yet."""
        return tuple(self._times_s)

    def add(self, at_s: float) -> None:
        """Take the time at which sound goes on behind an interruption."""
        self._times_s.append(at_s)

    def is_due(self) -> bool:
        """Whether one was come to, where everything before it is recognised by now."""
        is_due = bool(self._times_s) and not self._is_amid
        if is_due:
            self._times_s.clear()
        return is_due

    def lies_before(self, hypothesis: Hypothesis) -> bool:
        """Whether the words of a hypothesis are the first ones behind an interruption."""
        return self._is_passed(hypothesis) and not self._began_before(hypothesis) and self._pass()

    def lies_behind(self, hypothesis: Hypothesis) -> bool:
        """Whether the words of a hypothesis, which was taken, are the last ones before one."""
        self._is_amid = not hypothesis.is_final and bool(hypothesis.words)
        return self._is_passed(hypothesis) and not self._is_amid and self._pass()

    def _is_passed(self, hypothesis: Hypothesis) -> bool:
        return bool(self._times_s) and (hypothesis.time_s or 0.0) > self._times_s[0]

    def _began_before(self, hypothesis: Hypothesis) -> bool:
        start_s = hypothesis.words[0].start_s if hypothesis.words else None
        return self._is_amid if start_s is None else start_s < self._times_s[0]

    def _pass(self) -> bool:
        self._times_s.popleft()
        return True
