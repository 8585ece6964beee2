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
    """The bundle under test, and the tiny Vosk model unless another recogniser is asked for."""
    bundle = bundle_folder()
    paths = Paths(assets=bundle.parents[1], data=tmp_path / "data", speech_models=())
    recogniser = recogniser or {"kind": "vosk", "speech_model": str(VOSK_MODEL)}
    punctuation = PunctuationSettings(model=str(bundle), threads=1)
    return WorkSettings(paths, Settings(punctuation, RecogniserSettings(**recogniser)))


class Following:
    """A queue with everything that it told."""

    def __init__(self, settings: WorkSettings) -> None:
        self._told = threading.Condition()
        self.changes = []
        self.queue = FileQueue(settings, self._listen)

    def _listen(self, job):
        with self._told:
            self.changes.append(job)
            self._told.notify_all()

    def wait_for(self, number, state, timeout_s=120.0):
        """Return the job when it is in this state."""

        def found():
            return next((j for j in self.changes if (j.number, j.state) == (number, state)), None)

        with self._told:
            assert self._told.wait_for(found, timeout_s), [
                j for j in self.changes if j.number == number
            ]
            return found()

    def outcome(self, path):
        """Put a file in and return its job when it is over."""
        (job,) = self.queue.add([path])

        def found():
            over = (j for j in self.changes if j.number == job.number and j.state.is_over)
            return next(over, None)

        with self._told:
            assert self._told.wait_for(found, 120.0)
            return found()

    def states(self, number):
        seen = [job.state for job in self.changes if job.number == number]
        return [s for at, s in enumerate(seen) if at == 0 or s is not seen[at - 1]]


@pytest.fixture(scope="module")
def settings(tmp_path_factory):
    return work_settings(tmp_path_factory.mktemp("paths"))


@pytest.fixture(scope="module")
def following(settings):
    """One queue for a whole module: its process loads the model once."""
    made = Following(settings)
    yield made
    made.queue.close()


@pytest.fixture
def text_file(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("so i went to the shop\nit was closed what should i do now\n")
    return path


DONE, FAILED, CANCELLED = JobState.DONE, JobState.FAILED, JobState.CANCELLED
