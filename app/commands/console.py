"""What is said beside the results: on standard error."""

from __future__ import annotations

import sys


def say(text: str) -> None:
    """Say something that must be known."""
    print(text, file=sys.stderr, flush=True)


def warn(text: str) -> None:
    """Say what may make the result worse than expected."""
    say(f"fermata: Warning: {text}")


def note(text: str) -> None:
    """Say something of interest to a person, not to a program."""
    if sys.stderr.isatty():
        say(text)
