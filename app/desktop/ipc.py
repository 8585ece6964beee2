"""What another start of Fermata asks of the one that runs, and where it finds it."""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from engine.errors import InstanceError
from engine.messages import own_words

_PRIVATE = 0o700
_OTHERS_WRITE = 0o022
_TOKENS = ("XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID")


class IpcCommand(Enum):
    """What is to be done."""

    SHOW = "show"
    TOGGLE = "toggle"
    START = "start"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class IpcRequest:
    """A command, and the desktop's permission to come to the front ("" where it gave none)."""

    command: IpcCommand
    token: str = ""

    def line(self) -> bytes:
        return f"{self.command.value} {self.token}".strip().encode() + b"\n"


def parse_request(line: bytes) -> IpcRequest | None:
    try:
        word, _, token = line.decode().strip().partition(" ")
        return IpcRequest(IpcCommand(word), token)
    except ValueError:
        return None


def activation_token(environment: Mapping[str, str] = os.environ) -> str:
    """Return the permission that the desktop gave this process when it started it."""
    tokens = (environment.get(name, "") for name in _TOKENS)
    return next((token for token in tokens if token and not token.split()[1:]), "")


def ipc_address(data: Path, environment: Mapping[str, str] = os.environ) -> Path:
    """Return the path of the socket for a data folder; its folder exists and is private.

    One instance for each data folder, since two would write the same history. The path stays
    short: a socket's may have 107 bytes at most.

    Raises:
        InstanceError: another person has made the folder.
    """
    key = hashlib.sha256(os.fsencode(data.resolve())).hexdigest()[:16]
    return _private_folder(environment) / f"fermata-{key}"


def _private_folder(environment: Mapping[str, str]) -> Path:
    runtime = environment.get("XDG_RUNTIME_DIR", "")
    if sys.platform == "win32":
        return Path(tempfile.gettempdir())
    if runtime and _is_ours_alone(Path(runtime)):
        return Path(runtime)
    folder = Path(tempfile.gettempdir()) / f"fermata-{os.getuid()}"
    try:
        folder.mkdir(mode=_PRIVATE, exist_ok=True)
        _check(folder, folder.lstat())
    except OSError as error:
        raise InstanceError(folder, own_words(error)) from error
    return folder


def _is_ours_alone(folder: Path) -> bool:
    try:
        status = folder.stat()
    except OSError:
        return False
    is_ours = stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid()
    return is_ours and not status.st_mode & _OTHERS_WRITE


def _check(folder: Path, status: os.stat_result) -> None:
    """Anyone may make a folder in the system's temporary one, and wait for us in it."""
    is_ours = stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid()
    if not is_ours or stat.S_IMODE(status.st_mode) != _PRIVATE:
        raise InstanceError(folder, "it belongs to someone else, or others may look into it")
