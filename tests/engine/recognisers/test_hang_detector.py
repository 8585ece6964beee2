from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest

from engine.recognisers import hang_detector
from engine.recognisers.hang_detector import HangDetector

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processor time is told by Linux")
TIMEOUT_S = 0.4


@pytest.fixture
def busy():
    child = subprocess.Popen(
        [sys.executable, "-c", "print(flush=True)\nwhile True: pass"], stdout=subprocess.PIPE
    )
    child.stdout.readline()
    yield child
    child.kill()
    child.communicate()


def judged(detector, seconds):
    """Whether it was said within so many seconds that the child hangs, and after how many."""
    began_s = time.monotonic()
    while time.monotonic() - began_s < seconds:
        if detector.hangs:
            return time.monotonic() - began_s
        time.sleep(0.02)
    return None


def test_a_child_that_stands_still_hangs(busy):
    os.kill(busy.pid, signal.SIGSTOP)
    detector = HangDetector(TIMEOUT_S)
    detector.begin(busy.pid)
    assert judged(detector, 60.0) >= TIMEOUT_S


def test_a_child_that_works_on_one_answer_for_ever_hangs(busy):
    detector = HangDetector(TIMEOUT_S)
    detector.begin(busy.pid)
    assert judged(detector, 120.0) > TIMEOUT_S


@pytest.mark.parametrize(("share", "timeouts"), [(0.95, 1.0), (0.5, 1.8)])
def test_a_busy_child_is_found_as_soon_as_it_has_used_up_its_time(monkeypatch, share, timeouts):
    now_s = [0.0]
    monkeypatch.setattr(hang_detector, "time", SimpleNamespace(monotonic=lambda: now_s[0]))
    monkeypatch.setattr(hang_detector, "_processor_s", lambda _: share * now_s[0])
    detector = HangDetector(10.0)
    while not detector.hangs:
        now_s[0] += 0.1
    assert now_s[0] == pytest.approx(10.0 * timeouts, abs=0.3)


def test_a_child_that_gets_little_of_the_processor_does_not(monkeypatch):
    now_s = [0.0]
    monkeypatch.setattr(hang_detector, "time", SimpleNamespace(monotonic=lambda: now_s[0]))
    monkeypatch.setattr(hang_detector, "_processor_s", lambda _: 0.1 * now_s[0])
    detector = HangDetector(10.0)
    detector.begin(os.getpid())
    while now_s[0] < 30.0:
        assert not detector.hangs
        now_s[0] += 0.1
