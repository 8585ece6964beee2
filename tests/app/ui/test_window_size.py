"""The window fits the available screen, at every usual size and scale."""

from __future__ import annotations

import json
import os
import subprocess

from tests.support.processes import program_command
from tests.support.shared_data import REPOSITORY

_SCREENS = {
    f"{width}x{height} at {scale}": (width, height, scale)
    for width, height in ((800, 600), (1366, 768), (1920, 1080))
    for scale in (1, 1.5, 2)
}


def test_the_window_and_its_record_bar_are_on_the_screen(tmp_path):
    screens = [
        {
            "name": name,
            "x": 4000 * number,
            "y": 0,
            "width": int(width / scale),
            "height": int(height / scale),
            "dpr": scale,
            "logicalDpi": 96,
            "logicalBaseDpi": 96,
        }
        for number, (name, (width, height, scale)) in enumerate(_SCREENS.items())
    ]
    config = tmp_path / "screens.json"
    config.write_text(json.dumps({"screens": screens}))
    (tmp_path / "data").mkdir()
    command = program_command("ui.screens_program", tmp_path / "data")
    environment = os.environ | {"QT_QPA_PLATFORM": f"offscreen:configfile={config}"}
    done = subprocess.run(
        command, cwd=REPOSITORY, env=environment, capture_output=True, text=True, check=True
    )
    found = json.loads(done.stdout)
    assert set(found) == set(_SCREENS)
    for screen in screens:
        assert all(found[screen["name"]].values()), (screen, found[screen["name"]])
