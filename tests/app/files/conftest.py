from __future__ import annotations

import threading
from pathlib import Path

import pytest

from app.files.job import JobState
from app.files.protocol import WorkSettings
from app.files.queue import FileQueue
from engine.paths import Paths
from engine.settings import PunctuationSettings, RecogniserSettings, Settings
from tests.support.bundles import bundle_folder
from tests.support.shared_data import DATA

FOX = DATA / "speech" / "flite-slt-09.wav"
FOX_TEXT = "The quick brown fox jumps over the lazy dog."
VOSK_MODEL = DATA / "vosk-model-tiny-en"


def work_settings(tmp_path: Path, **recogniser: str) -> WorkSettings:
    """The bundle under test, and the tiny Vosk model unless another recogniser is requested."""
    bundle = bundle_folder()
    paths = Paths(assets=bundle.parents[1], data=tmp_path / "data", speech_models=())
    recogniser = recogniser or {"kind": "vosk", "speech_model": str(VOSK_MODEL)}
    punctuation = PunctuationSettings(model=str(bundle), threads=1)
    return WorkSettings(paths, Settings(punctuation, RecogniserSettings(**recogniser)))


class Following:
    """A queue with all its reports."""

    def __init__(self, settings: WorkSettings) -> None:
        self._told = threading.Condition()
        self.changes, self.kept = [], {}
        self.queue = FileQueue(settings, self._listen, self.kept.__setitem__)

    def _listen(self, job):
        with self._told:
            self.changes.append(job)
            self._told.notify_all()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.queue.close()

    def _first(self, number, is_wanted):
        """Wait until a job is in the wanted state, and return it."""

        def found():
            mine = (job for job in self.changes if job.number == number)
            return next((job for job in mine if is_wanted(job.state)), None)

        with self._told:
            assert self._told.wait_for(found, 120.0), self.states(number)
            return found()

    def wait_for(self, number, state):
        return self._first(number, lambda it: it is state)

    def outcome(self, path):
        """Add a file and return its job when it has ended."""
        (job,) = self.queue.add([path])
        return self._first(job.number, lambda it: it.is_over)

    def states(self, number):
        seen = [job.state for job in self.changes if job.number == number]
        return [s for at, s in enumerate(seen) if at == 0 or s is not seen[at - 1]]


@pytest.fixture(scope="module")
def settings(tmp_path_factory):
    return work_settings(tmp_path_factory.mktemp("paths"))


@pytest.fixture(scope="module")
def following(settings):
    """One queue for a whole module: its process loads the model once."""
    with Following(settings) as following:
        yield following


@pytest.fixture
def text_file(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("so i went to the shop\nit was closed what should i do now\n")
    return path


DONE, FAILED, CANCELLED = JobState.DONE, JobState.FAILED, JobState.CANCELLED
