from __future__ import annotations

import subprocess

from tests.support.processes import program_command
from tests.support.shared_data import REPOSITORY


def test_the_window_is_painted_before_any_model_is_loaded(tmp_path):
    done = subprocess.run(
        program_command("ui.start_program", tmp_path),
        cwd=REPOSITORY,
        check=True,
        capture_output=True,
        text=True,
    )
    _, *loaded = done.stdout.split()
    assert loaded == [], "this is loaded later, in the background"
