"""`python -m app` is `fermata`, and so is the frozen program."""

from __future__ import annotations

import os
import signal
import sys
from typing import NoReturn


def run() -> NoReturn:
    # until `cli.main` there is nothing to clean up, and an interrupted import prints a traceback
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from app.commands.cli import run as run_command_line

    run_command_line()


def _be_python() -> None:
    """Do what child processes ask of `sys.executable`, which is this program when frozen.

    A `multiprocessing` child never returns from here, nor does `-m training`.
    """
    import multiprocessing

    _forget_own_libraries()
    multiprocessing.freeze_support()
    if sys.argv[1:3] == ["-m", "training"]:
        import runpy  # by name: `app` does not import `training`

        del sys.argv[1:3]
        runpy.run_module("training", run_name="__main__", alter_sys=True)
        sys.exit()


def _forget_own_libraries() -> None:
    """Let other programs, such as ffmpeg or a browser, load the system's libraries, not ours."""
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    if before is not None:
        os.environ["LD_LIBRARY_PATH"] = before
    elif sys.platform == "linux":
        os.environ.pop("LD_LIBRARY_PATH", None)


if __name__ == "__main__":  # the recogniser's process imports this module again
    if getattr(sys, "frozen", False):
        _be_python()
    run()
