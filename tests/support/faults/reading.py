"""Reads files in a process with limited memory, and reports the outcome and the cost.

`python -m tests.support.faults.reading`: each line of input, a file and a limit in seconds as JSON,
is handled in a fork of this process, which has imported everything. One line of JSON reports the
outcome, another how the fork ended: it dies if a parser does, or at the limit. Cost is relative
to that of a plain text of a thousand words in this process.
"""

from __future__ import annotations

import io
import json
import os
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from pathlib import Path

from app.commands.wording import explain
from app.preferences.preferences_file import PreferencesFile
from engine.audio.sound_file import SoundFile
from engine.errors import FermataError
from engine.network.bundle import load_bundle
from engine.recognisers.recorded_session import RecordedSession
from engine.recognisers.sherpa_models import read_sherpa_model
from engine.transcripts.inspection import inspect
from engine.transcripts.registry import read_transcript
from engine.transcripts.repunctuate import changes_of, repunctuate
from engine.transcripts.transcript import Transcript
from tests.support.fakes import EverySeventhWord
from tests.support.faults.fuzzing import bound_memory
from tests.support.growth import cost_s
from tests.support.processes import peak_kib

PLAIN = b"so i went to the shop\n" * 160


def pieces_of(path: Path) -> Iterator[object]:
    """Read a file according to its name."""
    if path.name == "bundle.json":
        yield load_bundle(path.parent)
    elif path.name == "preferences.json":
        yield PreferencesFile(path).load()
    elif path.name == "tokens.txt":
        yield read_sherpa_model(path.parent)
    elif path.suffix == ".session":
        yield from RecordedSession(path)
    elif path.suffix in {".mp3", ".wav"}:
        with SoundFile(path) as sound:
            yield from sound
    else:
        yield from punctuated(read_transcript(path))


def punctuated(transcript: Transcript) -> Iterator[object]:
    """Inspect a transcript and rewrite it, as its languages require."""
    yield inspect(transcript)
    yield from transcript.rewritten(changes_of(repunctuate(transcript, EverySeventhWord)))


def read_plain_text() -> None:
    """Process a plain text of a thousand words."""
    for _ in punctuated(read_transcript(io.BytesIO(PLAIN))):
        pass


def tell(path: Path, plain_s: float) -> None:
    """Read a file, keeping nothing, and print the outcome."""
    at_first_kib = bound_memory()
    began_s, said, count = time.process_time(), "", 0
    try:
        for _ in pieces_of(path):
            count += 1
    except FermataError as error:
        said = explain(error)
    cost = (time.process_time() - began_s) / plain_s
    grown_kib = peak_kib() - at_first_kib
    told = {"said": said, "pieces": count, "cost": cost, "mib": grown_kib >> 10}
    print(json.dumps(told), flush=True)


def tell_apart(path: Path, limit_s: int, plain_s: float) -> int:
    """Do so in a fork; return its exit status, negative if a signal ended it."""
    if child := os.fork():
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    status = 1
    try:
        signal.alarm(limit_s)
        tell(path, plain_s)
        status = 0
    except BaseException:  # noqa: BLE001  native libraries raise more than Exceptions
        traceback.print_exc()
    finally:
        os._exit(status)


def main() -> None:
    read_plain_text()  # what it imports and loads
    plain_s = cost_s(read_plain_text)
    for line in sys.stdin:
        path, limit_s = json.loads(line)
        print(json.dumps({"status": tell_apart(Path(path), limit_s, plain_s)}), flush=True)


if __name__ == "__main__":
    main()
