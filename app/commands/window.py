"""`fermata window`, or just `fermata`: opens the window, or contacts the open one."""

from __future__ import annotations

import argparse
import gc
from pathlib import Path
from typing import TYPE_CHECKING

from app.commands.terminal import quiet_libraries, say

if TYPE_CHECKING:
    from app.desktop.ipc import IpcRequest

HELP = "open the window"
DESCRIPTION = "Open the window: dictate, edit, transcribe files, browse the history."
_UNAVAILABLE = 69  # EX_UNAVAILABLE
_COMMANDS = {
    "show": "bring the window to the front (as `fermata` alone does)",
    "toggle": "start or stop dictation; for your desktop's keyboard shortcuts",
    "start": "start dictation unless it is running",
    "stop": "stop dictation if it is running",
}


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add files, and commands for the window that is already open."""
    parser.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        type=Path,
        help="open it, as if it were dropped on the window",
    )
    add_commands(parser)


def add_commands(parser: argparse.ArgumentParser) -> None:
    group = parser.add_mutually_exclusive_group()
    for command, what in _COMMANDS.items():
        group.add_argument(
            f"--{command}",
            action="store_const",
            const=command,
            dest="window_command",
            default=argparse.SUPPRESS,  # otherwise a command's default would undo what precedes it
            help=what,
        )


def run(arguments: argparse.Namespace) -> int:
    """Contact the open window; if there is none, show one until it is closed."""
    from app.desktop.ipc import IpcCommand, IpcRequest, activation_token
    from app.desktop.screen import missing_packages, usable_platform, way_to

    command = IpcCommand(getattr(arguments, "window_command", "show"))
    files = tuple(file.absolute() for file in getattr(arguments, "files", ()))
    request = IpcRequest(command, activation_token(), files)
    platform = usable_platform()
    lacking = missing_packages(platform)
    if not lacking and (_is_sent(request) or command is IpcCommand.STOP):
        return 0
    if platform is None:
        say("fermata: No screen can be reached here; `fermata --help` lists what needs none.")
    elif lacking:
        say(f"fermata: The window lacks libraries of the system ({way_to(lacking)}).")
    else:
        return _open(arguments, request)
    return _UNAVAILABLE


def _is_sent(request: IpcRequest) -> bool:
    from app.desktop.ipc import ipc_address
    from app.desktop.single_instance import send_request
    from engine.paths import default_paths

    data = default_paths().data
    return send_request(ipc_address(data), data, request)


def _open(arguments: argparse.Namespace, request: IpcRequest) -> int:
    with quiet_libraries(is_wanted=not arguments.verbose):
        gc.disable()  # modules are not garbage; the window collects by itself
        from app import main

        status = main.run(["fermata"], request)
    if status == main.ELSEWHERE:
        say("fermata: The history could not be written; the next start offers what it lacks.")
    elif status == main.LOST:
        say("fermata: The history could not be written, and some of it nowhere else.")
    return status
