"""A progress bar on standard error: on a terminal only, and out of the way of what is printed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Self


class Progress:
    """Shows how far a long job is; silent where standard error is no terminal."""

    def __init__(
        self, name: str, total: float | None, unit: str, *, is_wanted: bool = True
    ) -> None:
        """Begin to show.

        Args:
            name: of what is worked on.
            total: how much there is, None where unknown.
            unit: what is counted: "s", "B", " lines".
            is_wanted: whether to show anything.
        """
        self._bar: Any = None
        if is_wanted and sys.stderr.isatty():
            from tqdm import tqdm

            self._bar = tqdm(
                total=total,
                desc=name,
                unit=unit,
                unit_scale=unit == "B",
                bar_format=None if total is None else _BAR_FORMAT[unit],
                leave=False,
                dynamic_ncols=True,
            )

    def advance(self, more: float) -> None:
        """Show that `more` is done; a total that was too small is not exceeded."""
        if self._bar is not None:
            left = more if self._bar.total is None else self._bar.total - self._bar.n
            self._bar.update(min(more, left))

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Take the bar away while something is printed."""
        if self._bar is not None:
            self._bar.clear()
        yield
        if self._bar is not None:
            sys.stdout.flush()
            self._bar.refresh()

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.close()


_BAR_FORMAT = {
    "s": "{desc} {percentage:3.0f}%|{bar}| {n:.0f} of {total:.0f} s of sound [{remaining} left]",
    "B": "{desc} {percentage:3.0f}%|{bar}| {n_fmt} of {total_fmt} [{remaining} left]",
    " lines": "{desc} {percentage:3.0f}%|{bar}| {n_fmt} of {total_fmt} lines [{remaining} left]",
}
