"""Requests from a second start of Fermata to the running one, and where to find it."""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from app.privacy import is_ours_alone
from engine.errors import InstanceError

_PRIVATE = 0o700
_OTHERS_WRITE = 0o022
_TOKENS = ("XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID")


class IpcCommand(Enum):
    """What to do."""

    SHOW = "show"
    TOGGLE = "toggle"
    START = "start"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class IpcRequest:
    """A command, with absolute paths of files to process.

    The token is the desktop's permission to come to the front, "" if there is none.
    """

    command: IpcCommand
    token: str = ""
    files: tuple[Path, ...] = ()

    def line(self) -> bytes:
        files = list(map(str, self.files))
        return json.dumps([self.command.value, self.token, files]).encode() + b"\n"


def parse_request(line: bytes) -> IpcRequest | None:
    try:
        command, token, files = json.loads(line)
        return IpcRequest(IpcCommand(command), str(token), tuple(map(Path, files)))
    except (ValueError, TypeError, RecursionError):
        return None


def activation_token(environment: Mapping[str, str] = os.environ) -> str:
    """Return the permission that the desktop gave this process at its start."""
    tokens = (environment.get(name, "") for name in _TOKENS)
    return next((token for token in tokens if token and not token.split()[1:]), "")


def ipc_address(data: Path, environment: Mapping[str, str] = os.environ) -> Path:
    """Return the path of the socket for a data folder, in an existing private folder.

    There is one instance per data folder, since two would write the same history. The path is
    short: a socket's is limited to 107 bytes.

    Raises:
        InstanceError: No private folder can be created.
    """
    key = hashlib.sha256(os.fsencode(data.resolve())).hexdigest()[:16]
    return _private_folder(data, environment) / f"fermata-{key}"


def _private_folder(data: Path, environment: Mapping[str, str]) -> Path:
    """Return a private folder; the data folder comes last, as its path may be too long."""
    temporary, runtime = Path(tempfile.gettempdir()), environment.get("XDG_RUNTIME_DIR", "")
    if sys.platform == "win32":
        return temporary
    if runtime and is_ours_alone(Path(runtime).resolve(), _OTHERS_WRITE):
        return Path(runtime)
    candidates = (temporary / f"fermata-{os.getuid()}", data / "run")
    for folder in candidates:
        with suppress(OSError):
            folder.mkdir(mode=_PRIVATE, parents=True, exist_ok=True)
        if is_ours_alone(folder):
            return folder
    raise InstanceError(candidates[-1], "cannot create a private folder there")
