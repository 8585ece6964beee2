"""How this copy of Fermata came here, and so how the packages of an extra come to it."""

from __future__ import annotations

import importlib.util
import shlex
import subprocess
import sys
from importlib import metadata
from pathlib import Path

from engine.messages import Message

_COMMAND = "fermata"
_TRAINING_NEEDS = ("torch", "accelerate", "safetensors", "onnx", "num2words", "rapidfuzz")


def distribution() -> str | None:
    """Return what the package index would call Fermata: another's package is named `fermata`.

    None in a checkout that is run without being installed.
    """
    found = metadata.entry_points(group="console_scripts", name=_COMMAND)
    return next((script.dist.name for script in found if script.dist), None)


def version() -> str | None:
    name = distribution()
    return metadata.version(name) if name else None


def way_to(extra: str) -> Message:
    """Say what brings the packages of an extra: a command that works where this runs."""
    checkout = Path(__file__).resolve().parent.parent
    can_install = not getattr(sys, "frozen", False)
    if can_install and (checkout / "pyproject.toml").is_file():
        return pip_install("-e", f"{checkout}[{extra}]")  # a copy would hide later changes
    if can_install and (name := distribution()):
        return pip_install(f"{name}[{extra}]")
    return Message("the full application, another download, brings it")


def missing_for_training() -> list[str]:
    """Return the modules of the extra `train` that fine-tuning needs and that are not here."""
    return [name for name in _TRAINING_NEEDS if importlib.util.find_spec(name) is None]


def pip_install(*what: str) -> Message:
    command = [sys.executable, "-m", "pip", "install", *what]
    is_windows = sys.platform == "win32"
    line = subprocess.list2cmdline(command) if is_windows else shlex.join(command)
    return Message(line)
