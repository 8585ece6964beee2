"""What another start of Fermata asks of the one that runs."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

_TOKENS = ("XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID")


class IpcCommand(Enum):
    """What is to be done.

    Attributes:
        SHOW: bring the window to the front.
        TOGGLE: start dictation, or stop it.
        START: start dictation where it does not run.
        STOP: stop dictation where it runs.
    """

    SHOW = "show"
    TOGGLE = "toggle"
    START = "start"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class IpcRequest:
    """A wish, and the desktop's permission to come to the front ("" where it gave none)."""

    wish: IpcCommand
    token: str = ""

    def line(self) -> bytes:
        """Return it as it is sent."""
        return f"{self.wish.value} {self.token}".strip().encode() + b"\n"


def asked(line: bytes) -> IpcRequest | None:
    """Return what a line asks for; None where it is none of ours."""
    try:
        word, _, token = line.decode().strip().partition(" ")
        return IpcRequest(IpcCommand(word), token)
    except ValueError:
        return None


def activation_token(environment: Mapping[str, str] = os.environ) -> str:
    """Return the permission that the desktop gave this process when it started it."""
    tokens = (environment.get(name, "") for name in _TOKENS)
    return next((token for token in tokens if token and not token.split()[1:]), "")
