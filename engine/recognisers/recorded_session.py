"""Recorded sessions: Vosk messages, one per line, replayed as a source and written while live."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, NoReturn, Self

from engine.errors import TranscriptFormatError
from engine.messages import Message, own_words
from engine.recognisers.vosk_messages import read_message, write_message
from engine.types import Break, Context, Hypothesis, SourceEvent

_LONGEST_LINE_BYTES = 4 << 20


class RecordedSession:
    """The hypotheses of a recorded session, one per non-blank line, in order."""

    def __init__(self, path: Path, *, pace: Literal["fast", "real"] = "fast") -> None:
        """Args: pace: "real" waits for each message's time, counted from the start of iteration."""
        self.path = path
        self._is_real_time = pace == "real"

    def __iter__(self) -> Iterator[Hypothesis | Context]:
        """Yield what was recorded, including any hypotheses before a malformed line.

        Raises:
            TranscriptFormatError: a line is not a Vosk message, or the file cannot be read.
        """
        began_s = time.monotonic()
        time_s: float | None = None
        for number, line in self._lines():
            event = self._read(number, line, time_s)
            if isinstance(event, Hypothesis):
                time_s = event.time_s
            if self._is_real_time and time_s is not None:
                time.sleep(max(0.0, began_s + time_s - time.monotonic()))
            yield event

    def _lines(self) -> Iterator[tuple[int, bytes]]:
        try:
            with self.path.open("rb") as file:
                lines = iter(lambda: file.readline(_LONGEST_LINE_BYTES + 1), b"")
                for number, line in enumerate(lines, 1):
                    if len(line) > _LONGEST_LINE_BYTES:
                        raise TranscriptFormatError(self.path, "a line that never ends", number)
                    if line.strip():
                        yield number, line
        except OSError as error:
            raise TranscriptFormatError(self.path, own_words(error)) from error

    def _read(self, number: int, line: bytes, carried_s: float | None) -> Hypothesis | Context:
        try:
            message = json.loads(line.decode("utf-8-sig"), parse_constant=_refuse)
            return read_message(message, carried_s)
        except UnicodeDecodeError as error:
            raise TranscriptFormatError(self.path, "not UTF-8", number) from error
        except json.JSONDecodeError as error:
            reason = Message("not JSON: {detail}", detail=error.msg)
            raise TranscriptFormatError(self.path, reason, number) from error
        except (ValueError, RecursionError) as error:
            raise TranscriptFormatError(self.path, own_words(error), number) from error


class SessionRecorder:
    """A stage that records hypotheses, writing each line before the next."""

    def __init__(self, path: Path) -> None:
        self._file: Any = path.open("w", encoding="utf-8", newline="\n")

    def push(self, event: SourceEvent) -> Iterator[SourceEvent]:
        if not isinstance(event, Break):
            line = json.dumps(write_message(event), ensure_ascii=False, allow_nan=False)
            self._file.write(line + "\n")
            self._file.flush()
        yield event

    def flush(self) -> Iterator[SourceEvent]:
        yield from ()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._file.close()


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a number")
