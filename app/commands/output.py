"""Where results go: standard output, or a file that appears once it is complete."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

from app.commands.terminal import Progress
from engine.errors import SettingsError
from engine.transcripts.registry import Format

STANDARD_OUTPUT = Path("-")


class Output(Protocol):
    """A text file, or standard output."""

    def write(self, text: str, /) -> int: ...

    def flush(self) -> None: ...


@contextmanager
def open_output(path: Path | None, sources: Sequence[Path], progress: Progress) -> Iterator[Output]:
    """Open the file that `-o` names, or standard output.

    Raises:
        SettingsError: It is one of the sources, under any name, or cannot be written.
    """
    if path is None or path == STANDARD_OUTPUT:
        _refuse_reading_what_is_written(sources)
        yield from _standard_output(progress)
    elif path.exists() and not path.is_file() and not path.is_dir():
        with path.open("w", encoding="utf-8") as stream:  # a device or a pipe is never replaced
            yield stream
    else:
        from engine.transcripts.output_file import output_file

        with output_file(path, sources) as stream:
            yield stream


@contextmanager
def open_result(
    path: Path | None, form: Format, sources: Sequence[Path], progress: Progress
) -> Iterator[Any]:
    """Open the output for a format: a text stream, or a binary one if it is not text.

    Raises:
        SettingsError: As for `open_output`.
    """
    if form.is_text or path is None:
        with open_output(path, sources, progress) as text:
            yield text
        return
    from engine.transcripts.output_file import output_file

    with output_file(path, sources) as stream:
        yield stream.buffer


def _refuse_reading_what_is_written(sources: Sequence[Path]) -> None:
    """Refuse a source that standard output is appended to: reading it would never end."""
    from engine.transcripts.output_file import is_among

    with suppress(OSError, ValueError):  # it has no descriptor
        status = os.fstat(sys.stdout.fileno())
        if stat.S_ISREG(status.st_mode) and is_among(status, sources):
            reason = "standard output is the source file, which is never overwritten"
            raise SettingsError("", reason)


def _standard_output(progress: Progress) -> Iterator[Output]:
    if not sys.stdout.isatty():
        yield sys.stdout
        return
    lines = TerminalLines(progress)
    yield lines
    lines.end()


class TerminalLines:
    """Standard output in whole lines, so that a progress bar never mixes with the text."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._held: list[str] = []

    def write(self, text: str) -> int:
        """Print complete lines; hold the rest."""
        head, line_end, rest = text.rpartition("\n")
        if line_end:
            with self._progress.aside():
                sys.stdout.write("".join(self._held) + head + line_end)
            self._held.clear()
        self._held.append(rest)
        return len(text)

    def flush(self) -> None:
        """Do nothing: lines are shown once complete."""

    def end(self) -> None:
        if any(self._held):
            self.write("\n")
