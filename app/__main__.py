"""`python -m app` is `fermata`."""

from __future__ import annotations

import signal
from typing import NoReturn


def run() -> NoReturn:
    # until `cli.main` there is nothing to tidy, and an interrupted import tells much
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from app.commands.cli import run as run_command_line

    run_command_line()


if __name__ == "__main__":  # the recogniser's process imports this module again
    run()
