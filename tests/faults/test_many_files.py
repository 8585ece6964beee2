"""Ten thousand files are processed, one after another: nothing grows but their results.

In full: `FERMATA_FILES=10000 pytest -s tests/faults/test_many_files.py`.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

import pytest

from app.files.job import JobState
from app.files.queue import FileQueue
from tests.app.files.conftest import work_settings
from tests.support.faults.long_dictation import count, resident_mb, thread_cpu_s
from tests.support.processes import children_of

FILES = int(os.environ.get("FERMATA_FILES", "60"))
WARM_UP = max(20, FILES // 10)
A_FILE_KB = 8.0  # its place in the queue and its text
FLAT, SLACK_MB = 1.05, 2.0
SLOWER = 1.5
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


class Watch:
    """Counts results and observes processes meanwhile."""

    def __init__(self) -> None:
        self.done, self.kept = [], {}
        self.looks = {}
        self.is_over = threading.Event()
        self.others = set(children_of())  # from earlier tests

    def children(self):
        return [pid for pid in children_of() if pid not in self.others]

    def listen(self, job):
        if job.state.is_over:
            self.done.append(job)
            if len(self.done) in {WARM_UP, 2 * WARM_UP, FILES - WARM_UP, FILES}:
                self.looks[len(self.done)] = look(self.children())
            if len(self.done) == FILES:
                self.is_over.set()


def look(children):
    workers = [pid for pid in children if "spawn_main" in command_of(pid)]
    return {
        "own_mb": resident_mb(os.getpid()),
        "worker_mb": sum(map(resident_mb, workers)),
        "worker_cpu_s": sum(thread_cpu_s(pid, pid) for pid in workers),
        "files": count("/proc/self/fd"),
        "children": len(children),
        "at_s": time.monotonic(),
    }


def command_of(pid):
    return Path(f"/proc/{pid}/cmdline").read_bytes().decode()


@pytest.fixture(scope="module")
def watch(tmp_path_factory):
    folder = tmp_path_factory.mktemp("many")
    paths = [folder / f"{number}.txt" for number in range(FILES)]
    for number, path in enumerate(paths):
        path.write_text(f"this is file {number} it was written by nobody what do you think of it")
    watch = Watch()
    queue = FileQueue(work_settings(folder), watch.listen, watch.kept.__setitem__)
    try:
        queue.add(paths)
        assert watch.is_over.wait(60 + FILES / 2)
    finally:
        queue.close()
    print(*watch.looks.items(), sep="\n")
    return watch


def test_files_are_processed_in_order_and_only_the_results_grow(watch):
    assert {job.state for job in watch.done} == {JobState.DONE}
    numbers = [job.number for job in watch.done]
    assert numbers == sorted(numbers)
    for job in watch.done[:: FILES // 10]:
        assert f"file {job.path.stem}" in watch.kept[job.number].text.lower()
    first, last = watch.looks[WARM_UP], watch.looks[FILES]
    results_mb = (FILES - WARM_UP) * A_FILE_KB / 1024
    assert last["own_mb"] < first["own_mb"] * FLAT + results_mb
    assert last["worker_mb"] < first["worker_mb"] * FLAT + SLACK_MB
    for what in ("files", "children"):
        assert last[what] <= first[what]
    assert not [pid for pid in watch.children() if "spawn_main" in command_of(pid)]
    if FILES >= 1_000:
        early = cost_s(watch, WARM_UP, 2 * WARM_UP)
        late = cost_s(watch, FILES - WARM_UP, FILES)
        assert late < early * SLOWER, (early, late)


def cost_s(watch, begin, end):
    """Return the processor time of the worker."""
    return watch.looks[end]["worker_cpu_s"] - watch.looks[begin]["worker_cpu_s"]
