"""Hours of dictation, a hundred recordings: nothing grows, and the text itself very little.

In full: `FERMATA_HOURS=8 FERMATA_CYCLES=100 pytest tests/faults/test_long_runs.py`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import pairwise
from statistics import mean

import pytest

from tests.support.faults.long_dictation import NAMES, SHORT_S, rounds
from tests.support.processes import program_command
from tests.support.recognisers.speech import CLIPS
from tests.support.shared_data import REPOSITORY

HOURS = float(os.environ.get("FERMATA_HOURS", "0.02"))
CYCLES = int(os.environ.get("FERMATA_CYCLES", "2"))
REPORT = os.environ.get("FERMATA_REPORT")  # where to keep the report
# minutes of sound; Vosk keeps its results for the last ten
IS_IN_FULL = HOURS >= 0.5  # memory and costs are compared over hours rather than minutes
WARM_UP = max(12, round(HOURS * 60 / 8)) if IS_IN_FULL else 1
FLAT = 1.05
SLOWER = 1.5
AT_ONCE = 10  # minutes in a group
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@pytest.fixture(scope="module")
def lines(tmp_path_factory):
    folder = tmp_path_factory.mktemp("long")
    report = REPORT or str(folder / "report.jsonl")
    command = program_command("faults.long_dictation", folder / "data", report, HOURS, CYCLES)
    subprocess.run(
        command,
        cwd=REPOSITORY,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        check=True,
        timeout=300 + 3600 * HOURS + 30 * CYCLES,
    )
    with open(report) as file:  # noqa: PTH123
        return [json.loads(line) for line in file]


@pytest.fixture(scope="module")
def minutes(lines):
    found = [line for line in lines if line["kind"] == "minute"]
    assert len(found) >= HOURS * 60 - 2
    return found[WARM_UP - 1 :]


def test_every_word_is_in_the_window_and_in_the_history(lines):
    (end,) = (line for line in lines if line["kind"] == "words")
    one_round = " ".join(CLIPS[name] for name in NAMES).split()
    blocks = sum(1 for _ in rounds(SHORT_S))
    count = sum(1 for _ in rounds(HOURS * 3600)) // blocks + CYCLES
    assert end["said"] == one_round * count
    assert end["kept"] == end["said"]
    assert end["is_same"]


@pytest.mark.parametrize("what", ["files", "threads", "children_mb"])
def test_a_recording_leaves_nothing_behind(lines, what):
    def count(line):
        return len(line[what]) if what == "children_mb" else line[what]

    after = [count(line) for line in lines if line["kind"] == "ended"]
    assert len(after) == CYCLES + 1
    assert after[-1] <= max(after[: min(4, CYCLES)]), after
    during = [count(line) for line in lines if line["kind"] == "minute"]
    assert during[-1] <= max(during[:2]), during


def memory_mb(line):
    return line["own_mb"] + sum(line["children_mb"])


class TestInFull:
    __test__ = IS_IN_FULL

    def test_memory_does_not_grow(self, minutes):
        """Not even with the text and the times of its words, about 0.4 kB a word."""
        first, last = minutes[0], minutes[-1]
        assert memory_mb(last) < memory_mb(first) * FLAT, (memory_mb(first), memory_mb(last))
        assert last["children_mb"][-1] < first["children_mb"][-1] * FLAT

    @pytest.mark.parametrize("thread", ["window", "engine", "history"])
    def test_an_update_costs_the_same_in_the_last_hour_as_in_the_first(self, minutes, thread):
        """In processor time, since other programs are running."""
        costs_ms = [
            1000
            * (after[f"{thread}_cpu_s"] - before[f"{thread}_cpu_s"])
            / (after["updates"] - before["updates"])
            for before, after in pairwise(minutes)
        ]
        some = min(AT_ONCE, len(costs_ms) // 2)
        first_ms, last_ms = mean(costs_ms[:some]), mean(costs_ms[-some:])
        assert last_ms < first_ms * SLOWER + 1.0, (first_ms, last_ms)

    def test_a_recording_frees_its_memory(self, lines):
        after = [line for line in lines if line["kind"] == "ended"][min(CYCLES, 3) :]
        assert memory_mb(after[-1]) < memory_mb(after[0]) * FLAT
