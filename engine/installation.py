"""How this copy of Fermata was installed, and so how to install an extra's packages."""

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
    """Return Fermata's name in the package index, where `fermata` is another package.

    None in a checkout that is not installed.
    """
    found = metadata.entry_points(group="console_scripts", name=_COMMAND)
    return next((script.dist.name for script in found if script.dist), None)


def version() -> str | None:
    name = distribution()
    return metadata.version(name) if name else None


def way_to(extra: str) -> Message:
    """Return the command that installs an extra in this environment."""
    checkout = Path(__file__).resolve().parent.parent
    can_install = not getattr(sys, "frozen", False)
    if can_install and (checkout / "pyproject.toml").is_file():
        return pip_install("-e", f"{checkout}[{extra}]")  # a copy would miss later changes
    if can_install and (name := distribution()):
        return pip_install(f"{name}[{extra}]")
    return Message("it comes with the full application, another download")


def missing_for_training() -> list[str]:
    """Return the modules of the extra `train` that fine-tuning needs and that are missing."""
    return [name for name in _TRAINING_NEEDS if importlib.util.find_spec(name) is None]


def pip_install(*what: str) -> Message:
    command = [sys.executable, "-m", "pip", "install", *what]
    is_windows = sys.platform == "win32"
    line = subprocess.list2cmdline(command) if is_windows else shlex.join(command)
    return Message(line)
