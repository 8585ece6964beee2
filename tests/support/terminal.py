"""A terminal for tests: a pseudo-terminal to run a command in, and the screen it draws."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress

_CONTROL = re.compile(r"\x1b\[(\d*)([A-Za-z])|(\r)|(\n)|([^\x1b\r\n])")

_TAIL = {2, 3}  # faint and italic


class Screen:
    """Interprets what Fermata and tqdm write: wrapping lines, and a cursor that moves up.

    Nothing scrolls away: the screen grows as needed.
    """

    def __init__(self, columns: int) -> None:
        self._columns = columns
        self._rows: list[list[tuple[str, bool]]] = [[]]
        self._row = self._column = 0
        self._attributes: set[int] = set()

    def feed(self, text: str) -> None:
        for number, command, carriage_return, line_feed, sign in _CONTROL.findall(text):
            if command:
                self._obey(command, int(number or 0))
            elif carriage_return:
                self._column = 0
            elif line_feed:
                self._go_to(self._row + 1, 0)
            else:
                self._put(sign)

    @property
    def lines(self) -> list[str]:
        return ["".join(sign for sign, _ in row).rstrip() for row in self._rows]

    @property
    def dim(self) -> str:
        return " ".join(
            "".join(sign for sign, is_dim in row if is_dim)
            for row in self._rows
            if any(is_dim for _, is_dim in row)
        )

    def _obey(self, command: str, number: int) -> None:
        if command == "m":
            self._attributes = self._attributes | {number} if number else set()
        elif command == "A":
            self._row = max(0, self._row - max(1, number))
        elif command == "J":
            del self._rows[self._row][self._column :], self._rows[self._row + 1 :]
        else:
            raise AssertionError(f"unknown control sequence {number}{command}")

    def _put(self, sign: str) -> None:
        if self._column == self._columns:
            self._go_to(self._row + 1, 0)
        row = self._rows[self._row]
        row.extend([(" ", False)] * (self._column + 1 - len(row)))
        row[self._column] = (sign, self._attributes >= _TAIL)
        self._column += 1

    def _go_to(self, row: int, column: int) -> None:
        while len(self._rows) <= row:
            self._rows.append([])
        self._row, self._column = row, column


class TerminalProcess:
    """A command whose three streams are a terminal."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], *, columns: int = 80
    ) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.process = subprocess.Popen(
            command,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**environment, "TERM": "xterm"},
        )
        os.close(theirs)
        self._written = b""
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    @property
    def written(self) -> str:
        return self._written.decode(errors="replace")

    def wait(self) -> int:
        status = self.process.wait(60)
        self._reader.join()
        os.close(self._ours)
        return status

    def _read(self) -> None:
        with suppress(OSError):  # Linux says so when the other end is closed
            while block := os.read(self._ours, 65536):
                self._written += block


def run_in_terminal(
    command: Sequence[str], environment: Mapping[str, str], *, columns: int = 80
) -> tuple[int, str]:
    """Run a command; return its status and what it wrote."""
    terminal = TerminalProcess(command, environment, columns=columns)
    return terminal.wait(), terminal.written
