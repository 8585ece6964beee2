"""Playing words back: real microphone, real speakers, one scene."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.support.processes import program_command
from tests.support.shared_data import PYTHON_PATH
from tests.support.virtual_microphone import virtual_microphone

ROOT = Path(__file__).resolve().parents[4]


def test_what_was_said_is_played_back_by_keys_and_clicks(tmp_path):
    with virtual_microphone(tmp_path) as microphone:
        result = subprocess.run(
            program_command("ui.playback_program", tmp_path / "data"),
            check=False,
            env=microphone.environment
            | {"PYTHONPATH": PYTHON_PATH, "QT_QPA_PLATFORM": "offscreen"},
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=300,
        )
    assert result.returncode == 0, result.stderr
