"""Measures a built bundle: `python packaging/measure_bundle.py FOLDER`, on a machine at rest.

Prints one table. The start is counted from `exec` to letters on the screen, the fastest of several,
without the time in which other programs had the processor; memory is that of all its processes,
what they share counted once.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from build_bundle import size_mib
from built_bundle import ROOT, Bundle, Window, family, until, window
from smoke_test import screen

STARTS = 5
IDLE_S = 20.0
SETTLED_CPU_S = 0.05  # in a second: models are loaded, and what a later click needs
WORDS = 2_000
SEGMENT_WORDS = 12
WORD_S = 0.4


def start_s(bundle: Bundle) -> float:
    """Return how long one start took."""
    with screen() as shown, window(bundle, shown) as it:
        waited_ns = int(Path(f"/proc/{it.process.pid}/schedstat").read_text().split()[1])
        return it.painted_s - waited_ns / 1e9


def memory_mb(shown: Window) -> float:
    rows = (
        row.split()
        for pid in family(shown.process.pid)
        for row in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    )
    return sum(int(row[1]) for row in rows if row[0] == "Pss:") / 1000


def spent_s(shown: Window) -> float:
    """Return the processor time of all its processes."""
    tasks = [
        task
        for pid in family(shown.process.pid)
        for task in Path(f"/proc/{pid}/task").glob("*/schedstat")
    ]
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


def at_rest(bundle: Bundle) -> tuple[float, float]:
    """Return the memory of a window that has loaded its models, in MB, and its idle share, in %."""
    with screen() as shown, window(bundle, shown) as it:
        before_s = spent_s(it)

        def is_settled() -> bool:
            nonlocal before_s
            time.sleep(2.0)
            last_s, before_s = before_s, spent_s(it)
            return before_s - last_s < SETTLED_CPU_S

        until("it is at rest", is_settled, it)
        begun_s, began_s = time.monotonic(), spent_s(it)
        time.sleep(IDLE_S)
        share = (spent_s(it) - began_s) / (time.monotonic() - begun_s)
        return memory_mb(it), 100 * share


def updates_ms(bundle: Bundle, folder: Path) -> list[float]:
    """Replay held-out text, one partial hypothesis a word; return how long each update took."""
    words = (ROOT / "assets/samples/general_held_out.txt").read_text().lower().split()
    words = [bare for word in words if (bare := word.strip(".,?!:;\"'()"))][:WORDS]
    lines = []
    for first in range(0, len(words), SEGMENT_WORDS):
        part = words[first : first + SEGMENT_WORDS]
        for count in range(1, len(part) + 1):
            at_s = (first + count) * WORD_S
            lines.append({"partial": " ".join(part[:count]), "t": round(at_s, 2)})
        timed = [
            {
                "word": word,
                "start": round((first + at) * WORD_S, 2),
                "end": round((first + at + 1) * WORD_S, 2),
                "conf": 1.0,
            }
            for at, word in enumerate(part)
        ]
        lines.append({"result": timed, "text": " ".join(part)})
    session, events = folder / "session.jsonl", folder / "events.jsonl"
    session.write_text("".join(json.dumps(line) + "\n" for line in lines))
    bundle.run("replay", session, "--events", events)
    return [json.loads(line)["ms"] for line in events.read_text().splitlines()]


def painted_s(bundle: Bundle) -> tuple[str, str]:
    """Return how long after its end a spoken word is painted, median and p90.

    Raises:
        SystemExit: the words were not painted; what was printed tells why.
    """
    command = ["xvfb-run", "-a", sys.executable, ROOT / "packaging/run_in_bundle.py", bundle.folder]
    dictated = (
        "pytest",
        "-s",
        "-p",
        "no:cacheprovider",
        "tests/benchmarks/bench_dictated_words.py",
    )
    done = subprocess.run(
        [*command, *dictated], cwd=ROOT, capture_output=True, text=True, check=False
    )
    found = re.search(r"painted (\S+) s \(median\) and (\S+) s \(p90\)", done.stdout)
    if done.returncode or not found:
        raise SystemExit(done.stdout + done.stderr)
    return found[1], found[2]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bundle = Bundle(options.folder, Path(folder) / "data")
        starts = [start_s(bundle) for _ in range(STARTS)]
        memory, idle = at_rest(bundle)
        took_ms = sorted(updates_ms(bundle, Path(folder)))
        median_s, p90_s = painted_s(bundle)
    rows = {
        "size, unpacked (MiB)": f"{size_mib(bundle.folder):.0f}",
        "start to the first paint, fastest (s)": f"{min(starts):.2f}",
        f"start, median of {STARTS} (s)": f"{statistics.median(starts):.2f}",
        "memory with models loaded (MB)": f"{memory:.0f}",
        "processor at rest (% of one core)": f"{idle:.2f}",
        "update, median (ms)": f"{statistics.median(took_ms):.1f}",
        "update, p95 (ms)": f"{took_ms[len(took_ms) * 95 // 100]:.1f}",
        "a spoken word's end to its paint, median (s)": median_s,
        "a spoken word's end to its paint, p90 (s)": p90_s,
    }
    print(f"| {bundle.folder.name} on {os.cpu_count()} cores | |\n| --- | ---: |")
    print("\n".join(f"| {name} | {value} |" for name, value in rows.items()))


if __name__ == "__main__":
    main()
