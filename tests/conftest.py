"""Settings of the whole test run."""

from __future__ import annotations

import importlib.util
import os
import signal
import tempfile
from pathlib import Path

import pytest

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # so it is behind a shell's `&`
    signal.signal(signal.SIGINT, signal.default_int_handler)
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before Qt is loaded
os.environ["HF_HUB_OFFLINE"] = "1"  # before huggingface_hub is: a recipe may name an encoder

_connections = Path(tempfile.mkdtemp()) / "connections"
_guard = Path(__file__).parent / "support" / "loopback_only"
os.environ["FERMATA_CONNECTIONS"] = str(_connections)
os.environ["PYTHONPATH"] = os.pathsep.join(
    filter(None, [str(_guard), os.environ.get("PYTHONPATH", "")])
)
_module = importlib.util.spec_from_file_location("guard", _guard / "sitecustomize.py")
_module.loader.exec_module(importlib.util.module_from_spec(_module))


@pytest.fixture(autouse=True)
def nobody_is_called():
    """Every test fails whose processes look beyond this machine."""
    yield
    if _connections.exists():
        tried = _connections.read_text(encoding="utf-8")
        _connections.unlink()
        pytest.fail(f"a connection off this machine was tried: {tried}")
