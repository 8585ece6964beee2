"""Whatever a stranger sends: only explained errors come out, soon and in little memory.

In full, ten minutes each, with other inputs each time:
`FERMATA_FUZZ_SECONDS=600 pytest -rP tests/faults/test_strangers.py`.
"""

from __future__ import annotations

import os
import random
import subprocess
from pathlib import Path

import pytest

from tests.support.faults.strangers import PARSERS, TEXT_FORMATS
from tests.support.processes import program_command
from tests.support.shared_data import REPOSITORY, need_module

SECONDS = float(os.environ.get("FERMATA_FUZZ_SECONDS", "0"))
SEED = random.SystemRandom().randrange(1 << 30) if SECONDS else 6
FEW_INPUTS, MANY_INPUTS = 60, 1 << 60
FEW_S = 4.0
START_S = 120.0
SOUNDS = ["wav", "mp3", "ogg", "flac", "m4a", "mkv", "aiff", "avi"]
WITH_TORCH = ["safetensors"]
TRANSCRIPTS = [*TEXT_FORMATS, "any name"]
DOCUMENTS = [name for name in PARSERS if "docx" in name or "odt" in name] + [
    "session",
    "training text",
]
MODELS = [name for name in PARSERS if name not in {*SOUNDS, *WITH_TORCH, *TRANSCRIPTS, *DOCUMENTS}]
GROUPS = [TRANSCRIPTS, DOCUMENTS, MODELS, SOUNDS, WITH_TORCH]
FEWER = {SOUNDS[0]: 12, TRANSCRIPTS[0]: 30, WITH_TORCH[0]: 20}  # of the costliest ones


def groups() -> list[list[str]]:
    """Group parsers that load the same libraries; in full, each is alone."""
    return [[name] for group in GROUPS for name in group] if SECONDS else GROUPS


def test_no_parser_is_left_out():
    assert sorted(name for group in GROUPS for name in group) == sorted(PARSERS)


@pytest.mark.parametrize("names", groups(), ids=lambda names: names[0])
def test_only_explained_errors_come_out_soon_and_in_little_memory(tmp_path: Path, names):
    pytest.importorskip("resource", reason="limits of memory are Unix's")
    if names[0] in WITH_TORCH:
        need_module("torch")
    few = FEWER.get(names[0], FEW_INPUTS)
    inputs, seconds = (MANY_INPUTS, SECONDS) if SECONDS else (few, FEW_S)
    numbers = map(str, (SEED, inputs, seconds))
    done = subprocess.run(
        program_command("faults.fuzzing", tmp_path, *numbers, *names),
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
        timeout=START_S + len(names) * seconds * 1.5,
    )
    print(done.stdout)
    assert done.returncode == 0, done.stderr[-3000:]
