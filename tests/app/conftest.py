from __future__ import annotations

import gc
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli import main
from tests.bundles import bundle_folder
from tests.shared_data import DATA, PYTHON_PATH

_live_on: list[object] = []
_tests: list[str] = []
VOSK_MODEL = DATA / "vosk-model-tiny-en"
REPOSITORY = Path(__file__).resolve().parents[2]


class Fermata:
    """Runs the command line: `fermata("punctuate", …)` here, `start` as a process."""

    def __init__(self, capsys, environment):
        self._capsys = capsys
        self.environment = environment

    def __call__(self, *argv):
        """Return exit status, standard output and standard error."""
        self._capsys.readouterr()
        status = main([str(word) for word in argv])
        captured = self._capsys.readouterr()
        return status, captured.out, captured.err

    def command(self, *argv):
        return [sys.executable, "-m", "app", *(str(word) for word in argv)]

    def start(self, *argv, **options):
        return subprocess.Popen(
            self.command(*argv), cwd=REPOSITORY, env=self.environment, **options
        )


@pytest.fixture(autouse=True)
def collected_here(request):
    """Garbage is freed on this thread only, as in the window: see `app.garbage`."""
    gc.disable()
    yield
    _tests.append(request.node.name)
    gc.collect(2 if len(_tests) % 25 == 0 else 1)


@pytest.fixture
def qtbot(qtbot):
    """pytest-qt's own; what waited for a signal lives on.

    PySide calls what another thread's signal was connected to, even if it is freed meanwhile.
    """

    def kept(wait):
        def begin(*arguments, **options):
            _live_on.append(wait(*arguments, **options))
            return _live_on[-1]

        return begin

    qtbot.waitSignal, qtbot.waitSignals = kept(qtbot.waitSignal), kept(qtbot.waitSignals)
    return qtbot


@pytest.fixture(scope="session")
def data_folder(tmp_path_factory):
    """A user's folder in which the model `en` is the bundle under test."""
    folder = tmp_path_factory.mktemp("fermata")
    shutil.copytree(bundle_folder(), folder / "models" / "en")
    return folder


@pytest.fixture
def fermata(capsys, monkeypatch, data_folder):
    own = {
        "FERMATA_DATA": str(data_folder),
        "HOME": str(data_folder),  # nobody's own Vosk models
        "VOSK_MODEL_PATH": "",
        "PYTHONPATH": PYTHON_PATH,
    }
    for name, value in own.items():
        monkeypatch.setenv(name, value)
    return Fermata(capsys, {**os.environ, **own})
