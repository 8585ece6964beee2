"""Feeds parsers mutated samples, in a process with limited memory.

`python -m tests.support.faults.fuzzing FOLDER SEED INPUTS SECONDS PARSER …`: goes on to the next
parser after INPUTS or SECONDS, whichever comes first; the first input that breaks one is kept in
the folder, and the process ends with status 1.
"""

from __future__ import annotations

import json
import os
import random
import resource
import sys
import time
import traceback
from pathlib import Path

from app.commands.wording import explain
from tests.support.faults.mutation import mutated
from tests.support.faults.parsing import Parser
from tests.support.faults.strangers import PARSERS
from tests.support.growth import cost_s
from tests.support.processes import peak_kib

# relative to counting to a hundred thousand: about 2.5 s; 7,650 cues in 16 kB, which are read
# seven times, take a third of that, and on a busy machine more than a second
_SLOWEST = 1_000
MORE_BYTES = 768 << 20
MORE_KIB = 400 << 10


class Fuzzer:
    """One parser and its folder; its input is always in the file `input`."""

    def __init__(self, parser: Parser, folder: Path) -> None:
        self._parser = parser
        self._file = folder / "place" / parser.name
        self._file.parent.mkdir(parents=True)
        self._parser.prepare(self._file.parent)
        self._kept = folder / "input"
        self.fed = self.refused = 0
        self.slowest_s = 0.0
        self._most_s = _SLOWEST * cost_s(lambda: sum(number for number in range(100_000)))

    def feed(self, content: bytes) -> None:
        """Raise whatever must not come out."""
        packed = self._parser.pack(content)
        self._kept.write_bytes(packed)
        self._file.write_bytes(packed)
        began_s = _spent_s()
        problem = self._read()
        took_s = _spent_s() - began_s
        self.fed += 1
        self.refused += bool(problem)
        self.slowest_s = max(self.slowest_s, took_s)
        assert "\n" not in problem
        assert took_s < self._most_s, f"{took_s:.2f} s for {len(packed)} bytes"

    def _read(self) -> str:
        """Return the message that people read; empty if the file was read."""
        try:
            self._parser.read(self._file)
        except self._parser.errors as error:
            return explain(error)
        return ""


def _spent_s() -> float:
    """Return the processor time used by this process and its children."""
    return sum(os.times()[:4])


def bound_memory() -> int:
    """Let this process grow only by `MORE_BYTES`; return its peak so far, in KiB."""
    if sys.platform == "linux":
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = pages * resource.getpagesize() + MORE_BYTES
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    return peak_kib()


def fuzz(name: str, folder: Path, seed: int, inputs: int, seconds: float) -> None:
    """Feed one parser up to the limits."""
    parser = PARSERS[name]()
    fuzzer = Fuzzer(parser, folder)
    for sample in parser.samples:
        fuzzer.feed(sample)
    assert fuzzer.refused == 0, "a sound sample is refused"
    at_first_kib = bound_memory()
    fuzzer.slowest_s = 0.0
    chance, began_s = random.Random(seed), time.monotonic()
    while fuzzer.fed < inputs and time.monotonic() - began_s < seconds:
        fuzzer.feed(mutated(parser.samples, chance))
    grown_kib = peak_kib() - at_first_kib
    assert grown_kib < MORE_KIB, f"grew by {grown_kib} KiB"
    done = {"fed": fuzzer.fed, "refused": fuzzer.refused, "slowest_s": round(fuzzer.slowest_s, 3)}
    took_s = round(time.monotonic() - began_s)
    print(json.dumps({"parser": name, **done, "grown_mib": grown_kib >> 10, "s": took_s}))


def main(folder: Path, seed: int, inputs: int, seconds: float, names: list[str]) -> int:
    """Feed one parser after another; return 1 if one breaks."""
    for number, name in enumerate(names):
        try:
            fuzz(name, folder / str(number), seed, inputs, seconds)
        except BaseException:  # noqa: BLE001  native libraries raise more than Exceptions
            traceback.print_exc()
            print(f"{name}: {folder / str(number) / 'input'}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    place, *numbers = sys.argv[1:5]
    sys.exit(main(Path(place), int(numbers[0]), int(numbers[1]), float(numbers[2]), sys.argv[5:]))
