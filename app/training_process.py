"""Runs training in a process of its own, which reports its progress as JSON lines."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, Self

from engine import errors
from engine.errors import FermataError, TrainingError
from engine.messages import Message

Event = dict[str, Any]

COMMAND = (sys.executable, "-m", "training", "finetune")
_CANCELLING_S = 60.0


class TrainingProcess:
    """`python -m training finetune …`; leaving the block cancels it if still running.

    The process ends by itself when this one is gone: it watches its standard input.
    """

    def __init__(self, arguments: Sequence[str]) -> None:
        beside = Path(__file__).resolve().parent.parent  # a checkout may be run from anywhere
        found = os.pathsep.join(filter(None, [str(beside), os.environ.get("PYTHONPATH")]))
        self._process = subprocess.Popen(  # noqa: S603  our own program
            [*COMMAND, "--until-stdin-ends", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": found, "PYTHONIOENCODING": "utf-8"},
            encoding="utf-8",
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),  # Windows: opens no console
            start_new_session=True,  # Ctrl-C reaches only this process, which then cancels training
        )
        self._last = ""

    def events(self) -> Iterator[Event]:
        """Yield what it reports, `done` or `cancelled` last.

        Raises:
            FermataError, OSError: What went wrong in the process.
        """
        for line in self._process.stdout or ():
            event = _event(line)
            self._last = event["event"]
            if self._last == "failed":
                raise _error(event)
            yield event
        status = self._process.wait()
        if self._last not in {"done", "cancelled"}:
            reason = Message(
                "the training process ended unexpectedly, with status {status}", status=status
            )
            raise TrainingError("", reason)

    def cancel(self) -> Iterator[Event]:
        """Ask it to end, and yield what it still reports; nothing is left half-written."""
        self.ask_to_end()
        yield from self.events()

    def ask_to_end(self) -> None:
        """Cancel from a thread other than the one that reads the events."""
        if self._process.stdin:
            self._process.stdin.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._process.stdin:
            self._process.stdin.close()
        if self._process.stdout:
            self._process.stdout.close()
        try:
            self._process.wait(_CANCELLING_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _event(line: str) -> Event:
    """Parse a line; it may be incomplete if reading was interrupted."""
    try:
        event: Event = json.loads(line, object_hook=_message_or_table)
    except ValueError:
        return {"event": "unreadable"}
    return event


def _message_or_table(table: dict[str, Any]) -> object:
    if table.keys() == {"template", "fields"}:
        return Message(table["template"], **table["fields"])
    return table


def _error(event: Event) -> FermataError | OSError:
    values = event["fields"]
    if event["error"] == "OSError":
        return OSError(*values)
    kind = getattr(errors, str(event["error"]))
    typed = [_typed(part.type, value) for part, value in zip(fields(kind), values, strict=True)]
    error: FermataError = kind(*typed)
    return error


def _typed(annotation: object, value: Any) -> Any:  # noqa: ANN401  it came as JSON
    if annotation == "Path":
        return Path(value)
    return tuple(Path(one) for one in value) if isinstance(value, list) else value
