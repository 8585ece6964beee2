"""What was said is in the history and nowhere else: logs, crash reports, temporary files."""

from __future__ import annotations

import os
import re
import subprocess
from itertools import pairwise

import pytest

from tests.support.faults.telling import NAMES, TYPED
from tests.support.processes import program_command
from tests.support.recognisers.speech import CLIPS
from tests.support.shared_data import DATA, REPOSITORY

OWN = re.compile(
    r"data/(history\.sqlite(-wal|-shm)?|\.?history\.backup[-a-z]*\.sqlite.*|sound/.*|audio/.*)"
)


def canaries():
    """Return the words as heard and typed, alone if rare, else in pairs."""
    spoken = CLIPS[NAMES[0]].lower().split()
    pairs = [" ".join(pair) for pair in pairwise(spoken)]
    return [*TYPED.split(), *pairs]


def traces(folder):
    """Return the files that hold a canary, in bytes or as Qt encodes strings."""
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            content = path.read_bytes().lower()
            for canary in canaries():
                for encoding in ("utf-8", "utf-16-le", "utf-32-le"):
                    if canary.encode(encoding) in content:
                        yield path.relative_to(folder).as_posix(), canary


@pytest.mark.parametrize("end", ["closed", "aborted"])
def test_words_are_only_in_the_history(tmp_path, runtime_folder, end):
    places = {name: tmp_path / name for name in ("data", "tmp", "home")}
    for place in places.values():
        place.mkdir(mode=0o700)
    environment = os.environ | {
        "FERMATA_DATA": str(places["data"]),
        "VOSK_MODEL_PATH": str(DATA),
        "TMPDIR": str(places["tmp"]),
        "HOME": str(places["home"]),
        "XDG_RUNTIME_DIR": str(runtime_folder),
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONPATH": os.pathsep.join([str(REPOSITORY), os.environ.get("PYTHONPATH", "")]),
    }
    log = tmp_path / "log.txt"
    with log.open("wb") as file:
        done = subprocess.run(
            program_command("faults.telling", places["data"], end),
            cwd=tmp_path,
            env=environment,
            stdout=file,
            stderr=file,
            timeout=300,
            check=False,
        )
    told = log.read_text(errors="replace")
    assert done.returncode == (0 if end == "closed" else -6), told
    assert "ValueError" in told
    assert "LookupError at telling.py" in told
    assert "the session failed: ValueError at" in told
    found = {*traces(tmp_path), *traces(runtime_folder)}
    assert {path for path, _ in found if not OWN.fullmatch(path)} == set(), told
    assert {canary for path, canary in found if OWN.fullmatch(path)} >= {*TYPED.split()}
    left = [path for path in places["tmp"].rglob("*") if path.is_file()]
    assert end == "aborted" or left == []
    assert not list(tmp_path.rglob("core*"))
