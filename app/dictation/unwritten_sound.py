"""Sound that no disk holds yet: it waits in memory until there is room for it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable


class UnwrittenSound:
    """Samples in order; what was written leaves it."""

    def __init__(self) -> None:
        self._pieces: deque[bytes] = deque()

    def __bool__(self) -> bool:
        """Whether anything waits."""
        return bool(self._pieces)

    def append(self, samples: bytes) -> None:
        """Let more wait."""
        if samples:
            self._pieces.append(samples)

    def write(self, to: Callable[[bytes], int]) -> None:
        """Write what waits.

        Args:
            to: writes some of it and returns how many bytes, as `os.write` does.

        Raises:
            OSError: the disk is full, or gone; the rest waits on.
        """
        while self._pieces:
            piece = self._pieces.popleft()
            count = 0
            try:
                count = to(piece)
            finally:
                if count < len(piece):
                    self._pieces.appendleft(piece[count:])

    def read(self, first: int, size: int) -> bytes:
        """Return so many bytes from a place on, or fewer where it ends sooner."""
        found, at = b"", 0
        for piece in self._pieces:
            if at + len(piece) > first:
                found += piece[max(0, first - at) : first + size - at]
            at += len(piece)
            if at >= first + size:
                break
        return found
