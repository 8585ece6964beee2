from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest

from engine import child_process
from engine.child_process import HangDetector

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processor time is told by Linux")
TIMEOUT_S = 0.4


@pytest.mark.parametrize("signals", [[signal.SIGSTOP], []])
def test_a_child_that_stands_still_or_works_on_one_answer_for_ever_hangs(signals):
    code = "print(flush=True)\nwhile True: pass"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as child:
        child.stdout.readline()
        for number in signals:
            os.kill(child.pid, number)
        detector = HangDetector(TIMEOUT_S, child.pid)
        while not detector.hangs:
            time.sleep(0.02)
        assert detector.waited_s >= TIMEOUT_S
        child.kill()


@pytest.mark.parametrize(("share", "timeouts"), [(0.95, 1.0), (0.5, 1.8), (0.1, 9.0)])
def test_a_busy_child_is_found_as_soon_as_it_has_used_up_its_time(monkeypatch, share, timeouts):
    now_s = [0.0]
    monkeypatch.setattr(child_process, "time", SimpleNamespace(monotonic=lambda: now_s[0]))
    monkeypatch.setattr(child_process, "_processor_s", lambda _: share * now_s[0])
    detector = HangDetector(10.0, None)
    while not detector.hangs:
        now_s[0] += 0.1
    assert now_s[0] == pytest.approx(10.0 * timeouts, abs=0.3)
