"""Obstacles at the start: another user's folder in place of ours, and a bad display."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from tests.support.shared_data import PYTHON_PATH, REPOSITORY

WAIT_S = 120
NOBODY = 65534
COMMAND = [sys.executable, "-m", "app"]
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="sockets and displays are others")


def environment_of(data, **own):
    hidden = ("XDG_RUNTIME_DIR", "DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    rest = {name: value for name, value in os.environ.items() if name not in hidden}
    return rest | {"FERMATA_DATA": str(data), "PYTHONPATH": PYTHON_PATH} | own


def test_another_user_s_folder_in_tmp_does_not_prevent_the_start(runtime_folder, tmp_path):
    squatted = tmp_path / f"fermata-{os.getuid()}"
    squatted.mkdir()
    squatted.chmod(0o777)
    if os.getuid() == 0:
        os.chown(squatted, NOBODY, NOBODY)
    own = environment_of(runtime_folder, TMPDIR=str(tmp_path), QT_QPA_PLATFORM="offscreen")
    with subprocess.Popen(COMMAND, cwd=REPOSITORY, env=own) as window:
        end_s = time.monotonic() + WAIT_S
        while not (runtime_folder / "history.sqlite").exists() and window.poll() is None:
            assert time.monotonic() < end_s
            time.sleep(0.05)
        assert window.poll() is None
        asked = subprocess.run(
            [*COMMAND, "--show"], cwd=REPOSITORY, env=own, timeout=WAIT_S, check=False
        )
        window.terminate()
        assert (asked.returncode, window.wait(WAIT_S)) == (0, 0)
    assert list(squatted.iterdir()) == []


@pytest.mark.parametrize(
    "wrong", [{"DISPLAY": ":987"}, {"WAYLAND_DISPLAY": "/nowhere/wayland-1"}, {}]
)
def test_a_bad_display_gives_one_sentence_and_its_own_status(tmp_path, wrong):
    done = subprocess.run(
        COMMAND,
        cwd=REPOSITORY,
        env=environment_of(tmp_path, **wrong),
        capture_output=True,
        text=True,
        timeout=WAIT_S,
        check=False,
    )
    assert done.returncode == 69
    assert "screen" in done.stderr
    assert done.stderr.count("\n") == 1
