"""Words that are heard again: real microphone, real speakers, one scene."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.recognisers.speech import CLIPS, FOX
from tests.support.shared_data import PYTHON_PATH
from tests.support.ui.playback_program import OTHER
from tests.support.virtual_microphone import virtual_microphone

ROOT = Path(__file__).resolve().parents[4]


@pytest.fixture(scope="module")
def seen(tmp_path_factory):
    folder = tmp_path_factory.mktemp("microphone")
    with virtual_microphone(folder) as microphone:
        result = subprocess.run(
            [sys.executable, "-m", "tests.support.ui.playback_program", str(folder / "data")],
            check=False,
            env=microphone.environment
            | {"PYTHONPATH": PYTHON_PATH, "QT_QPA_PLATFORM": "offscreen"},
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=300,
        )
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout.splitlines()[-1])


def test_what_is_said_into_the_microphone_is_on_the_page(seen):
    assert seen["said"] == CLIPS[FOX].split()
    assert "failed" not in seen


def test_f8_plays_about_a_second_around_the_word(seen):
    start_s, end_s = seen["f8_word"]
    first_s, last_s = seen["f8_positions"]
    assert start_s - 0.5 <= first_s <= start_s
    assert end_s - 0.1 <= last_s <= end_s + 0.5
    assert 0.4 <= last_s - first_s <= 2.0
    assert seen["f8_loudest"] > 1_000
    assert "fox" in seen["f8_shown"]
    assert seen["f8_popup"]


def test_a_click_plays_from_the_word_and_shows_what_is_spoken(seen):
    assert seen["is_checked"]
    assert len(seen["marked"]) == 1
    assert seen["clicked_shown"][0] == "over"
    again = seen["clicked_shown"].index("quick")
    assert again > 0  # the plain click led back
    assert seen["clicked_shown"][-1].startswith("dog")
    assert seen["marked_after"] == []
    assert not seen["is_checked_after"]


def test_f9_plays_from_the_caret_and_stops(seen):
    assert seen["f9_shown"][0].lower() == "the"
    assert len(seen["f9_shown"]) < 6


def test_while_it_plays_the_microphone_is_closed(seen):
    assert seen["states_of_f8"] == ["paused", "starting", "listening"]
    assert seen["amid_shown"][0].lower() == "the"  # from the recording before
    assert seen["said_in_the_end"] == CLIPS[FOX].split() + CLIPS[OTHER].split()
