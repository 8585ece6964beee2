"""When tokens were spoken, guessed where a model does not say."""

from __future__ import annotations

_CHUNK_S = 0.6  # a paraformer hears this much at once
_RIGHT_CONTEXT_S = 0.18  # and waits for this much more


class FirstSeen:
    """Takes the tokens that a chunk brings for spoken one after another, all through it.

    So a guess is off by half a second at most, and times never run backwards.
    """

    def __init__(self) -> None:
        self._times_s: list[float] = []
        self._least_s = 0.0

    def times_s(self, count: int, now_s: float) -> list[float]:
        """Return a time for each token of a segment, of which there are `count` by now."""
        new = count - len(self._times_s)
        end_s = max(self._least_s, now_s - _RIGHT_CONTEXT_S)
        begin_s = max(self._least_s, end_s - _CHUNK_S)
        for at in range(new):
            self._times_s.append(begin_s + (end_s - begin_s) * at / new)
            self._least_s = self._times_s[-1]
        return self._times_s[:count]

    def new_segment(self) -> None:
        """Forget the tokens; the next ones come later."""
        self._times_s.clear()
