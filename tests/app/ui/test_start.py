from __future__ import annotations

import subprocess
import sys

from tests.support.shared_data import REPOSITORY


def test_the_window_is_painted_before_any_model_is_loaded(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.ui.start_program", str(tmp_path)],
        cwd=REPOSITORY,
        check=True,
        capture_output=True,
        text=True,
    )
    _, *loaded = done.stdout.split()
    assert loaded == [], "this is loaded later, in the background"
