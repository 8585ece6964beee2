from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.commands.cli import main
from tests.support.bundles import offer_bundle
from tests.support.shared_data import DATA, PYTHON_PATH
from tests.support.window_fixtures import collected_here, preferences, qtbot, tasks

__all__ = ["collected_here", "preferences", "qtbot", "tasks"]

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


@pytest.fixture(scope="session")
def data_folder(tmp_path_factory):
    """A user's folder in which the model `en` is the bundle under test."""
    folder = tmp_path_factory.mktemp("fermata")
    offer_bundle(folder)
    return folder


@pytest.fixture
def fermata(capsys, monkeypatch, data_folder):
    own = {
        "FERMATA_DATA": str(data_folder),
        "HOME": str(data_folder),  # without the user's own Vosk models
        "VOSK_MODEL_PATH": "",
        "PYTHONPATH": PYTHON_PATH,
    }
    for name, value in own.items():
        monkeypatch.setenv(name, value)
    return Fermata(capsys, {**os.environ, **own})
