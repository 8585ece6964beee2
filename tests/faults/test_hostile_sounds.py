"""Sounds that are none, or cost more than they say: refused or streamed, never waited for."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.app.conftest import VOSK_MODEL
from tests.support.shared_data import REPOSITORY

HANGS_S = 200


def transcribed(path):
    """Return the status of the command and what it said of a recording."""
    done = subprocess.run(
        [sys.executable, "-m", "app", "transcribe", path, "--speech-model", VOSK_MODEL],
        cwd=REPOSITORY,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=HANGS_S,
        check=False,
    )
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    return done.returncode, done.stderr


@pytest.mark.skipif(os.name != "posix", reason="has such files")
def test_a_pipe_that_nobody_writes_to_is_refused(tmp_path):
    os.mkfifo(tmp_path / "talk.wav")
    status, said = transcribed(tmp_path / "talk.wav")
    assert (status, "it is a pipe or a device, not a file" in said) == (2, True)
