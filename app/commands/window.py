"""`fermata window`, or `fermata` alone: the window, or a word to the one that is open."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.desktop.ipc import IpcRequest

_DESCRIPTION = "Open the window: dictate, edit, transcribe files, look into the history."
_WISHES = {
    "show": "bring the window to the front (as `fermata` alone does)",
    "toggle": "start dictation, or stop it; for a desktop's own key bindings",
    "start": "start dictation where it does not run",
    "stop": "stop dictation where it runs",
}


def register(commands: Any) -> None:  # noqa: ANN401  argparse hides this type
    """Add the command to the command line."""
    parser = commands.add_parser("window", help="open the window", description=_DESCRIPTION)
    parser.set_defaults(run=run)
    add_wishes(parser)


def add_wishes(parser: argparse.ArgumentParser) -> None:
    """Let something be asked of the window; of the one that is open, where there is one."""
    wishes = parser.add_mutually_exclusive_group()
    for wish, what in _WISHES.items():
        wishes.add_argument(
            f"--{wish}",
            action="store_const",
            const=wish,
            dest="wish",
            default=argparse.SUPPRESS,  # or a command's default would undo what stands before it
            help=what,
        )


def run(arguments: argparse.Namespace) -> int:
    """Ask the window that is open; show one until it is closed where there is none."""
    from app.desktop.ipc import IpcCommand, IpcRequest, activation_token

    asked = IpcRequest(IpcCommand(getattr(arguments, "wish", "show")), activation_token())
    if _is_answered(asked):
        return 0
    return 0 if asked.wish is IpcCommand.STOP else _open(arguments, asked)


def _is_answered(asked: IpcRequest) -> bool:
    from app.desktop.ipc_address import meeting_place
    from app.desktop.single_instance import ask
    from engine.paths import default_paths

    return ask(meeting_place(default_paths().data), asked)


def _open(arguments: argparse.Namespace, asked: IpcRequest) -> int:
    from app.commands.console import say
    from app.commands.quiet_libraries import quiet_libraries

    if not _has_screen(os.environ):
        say("fermata: There is no screen here; `fermata --help` lists what needs none.")
        return 2
    with quiet_libraries(is_wanted=not arguments.verbose):
        from app.main import run as run_window

        return run_window(["fermata"], asked)


def _has_screen(environment: Mapping[str, str]) -> bool:
    """False where Qt would end the process for want of a display."""
    names = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return sys.platform != "linux" or any(environment.get(name) for name in names)
