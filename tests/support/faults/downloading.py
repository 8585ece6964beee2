"""A download in a process to be killed, or limited in what it may write.

`python -m tests.support.faults.downloading URL CHECKSUM FOLDER [MOST_BYTES]`: prints each phase
once, and at the end the message that people read.
"""

from __future__ import annotations

import resource
import sys
import threading
from pathlib import Path

from app.commands.wording import explain
from engine.errors import FermataError
from engine.models.catalogue import CatalogueModel
from engine.models.download import Progress, RetryPolicy
from engine.models.install import Job, Phase, fetch_model
from engine.models.verify import Checksum
from tests.support.faults.offered import NAME, paths_in


class Phases:
    """Prints a phase once some of it is done."""

    def __init__(self) -> None:
        self._last = ""

    def tell(self, phase: Phase, progress: Progress) -> None:
        if phase != self._last and progress.received_bytes:
            self._last = phase
            print(phase, flush=True)


def main(url: str, checksum: str, folder: str, most_bytes: int = 0) -> None:
    """Fetch, and print the outcome."""
    if most_bytes:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))
    model = CatalogueModel(NAME, "Tiny", ("en",), url, checksum=Checksum.parse(checksum))
    job = Job(threading.Event(), Phases().tell)
    try:
        fetch_model(model, paths_in(Path(folder)), job, RetryPolicy((0.1, 0.1), 20.0))
    except (FermataError, OSError) as error:
        print("failed", explain(error), flush=True)
    else:
        print("installed", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:4], *map(int, sys.argv[4:5]))
