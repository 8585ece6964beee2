from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest

from engine import child_process
from engine.child_process import ChildProcess, HangDetector

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processor time is told by Linux")
TIMEOUT_S = 0.4


@pytest.mark.parametrize("signals", [[signal.SIGSTOP], []])
def test_a_stopped_or_silent_child_counts_as_hanging(signals):
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
def test_a_busy_child_is_caught_once_it_has_used_up_its_time(monkeypatch, share, timeouts):
    now_s = [0.0]
    monkeypatch.setattr(child_process, "time", SimpleNamespace(monotonic=lambda: now_s[0]))
    monkeypatch.setattr(child_process, "_processor_s", lambda _: share * now_s[0])
    detector = HangDetector(10.0, None)
    while not detector.hangs:
        now_s[0] += 0.1
    assert now_s[0] == pytest.approx(10.0 * timeouts, abs=0.3)


def _exits(pipe):
    sys.exit(3)


def test_a_status_that_another_thread_is_fetching_is_waited_for(monkeypatch):
    child = ChildProcess(_exits, name="short")
    child.wait()
    answers, ask = iter(range(20)), os.waitpid

    def told_to_the_other_thread(*arguments):
        if next(answers, None) is not None:
            raise ChildProcessError
        return ask(*arguments)

    monkeypatch.setattr(os, "waitpid", told_to_the_other_thread)
    child.close()
    assert (child.exit_code(), child.is_dead_by_itself) == (3, True)
