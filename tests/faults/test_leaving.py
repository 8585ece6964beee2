"""Stop, close, log-out, sleep and termination signals: what was said is kept first.

The process is killed as soon as it says, or the system believes, that everything is kept. In full:
`FERMATA_LEAVINGS=20 pytest tests/faults/test_leaving.py`.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace

import pytest

from app.dictation.loader import ModelLoader
from app.history.interrupted_sessions import InterruptedSessions
from app.history.store import HistoryStore
from engine.errors import ModelFormatError
from engine.models.active import activate_model
from engine.network import backend_process
from engine.paths import Paths, default_paths
from engine.settings import PunctuationSettings
from tests.faults.test_killed import ENDS, SAID, VOSK, words_of
from tests.support.desktop.programs import logind
from tests.support.processes import program_command
from tests.support.shared_data import DATA, REPOSITORY
from tests.support.strange_networks import endless_loop, strange_bundle

LEAVINGS = int(os.environ.get("FERMATA_LEAVINGS", "1"))
WAIT_S = 120
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="signals, and D-Bus")


class Application:
    """Fermata in a separate process, dictating."""

    def __init__(self, folder, runtime, way, environment, report="report"):
        self.data, self._report = folder / "data", folder / f"{report}.txt"
        self._report.touch()
        self._process = subprocess.Popen(
            program_command("faults.leaving", self._report, way),
            cwd=REPOSITORY,
            env=environment
            | {"QT_QPA_PLATFORM": "offscreen", "FERMATA_DATA": str(self.data)}
            | {"VOSK_MODEL_PATH": str(REPOSITORY / "tests" / "data")}
            | {"XDG_RUNTIME_DIR": str(runtime)},
            stderr=subprocess.DEVNULL,
        )

    @property
    def heard_s(self):
        lines = [line.split() for line in self._report.read_text().splitlines()]
        return max((float(line[1]) for line in lines if line[0] == "sound"), default=0.0)

    def until(self, is_so):
        deadline_s = time.monotonic() + WAIT_S
        while not is_so():
            assert time.monotonic() < deadline_s, self._report.read_text()[-300:]
            time.sleep(0.02)

    def says(self, word):
        return word in self._report.read_text().split()

    def signal(self, number):
        self._process.send_signal(number)

    def ends(self, status=0):
        assert self._process.wait(WAIT_S) == status

    def kill(self):
        self._process.kill()
        self._process.wait()
        for line in self._report.read_text().splitlines():
            if line.startswith("stopped"):
                with suppress(ProcessLookupError):
                    os.kill(int(line.split()[1]), signal.SIGKILL)

    def has_kept_everything(self):
        """Check that every word it heard is there, once, in a session that has ended."""
        with HistoryStore(self.data) as store:
            assert store.unfinished() == store.recordings.all() == []
            [info] = store.sessions()
            words = words_of(store.session(info.number).text)
        whole = max(0, len(words) - 2)  # words that are cut off can be misheard
        assert words == SAID[: len(words)] or words[:whole] == SAID[:whole]
        least = max((count for end_s, count in ENDS if end_s <= self.heard_s - 0.2), default=0)
        most = min((n for end_s, n in ENDS if end_s > self.heard_s - 0.2), default=len(SAID))
        assert least <= len(words) <= most
        assert [path for path in (self.data / "sound").iterdir() if path.suffix] == []


@pytest.fixture
def start(tmp_path, runtime_folder):
    started = []

    def begin(way, environment=os.environ):
        started.append(Application(tmp_path, runtime_folder, way, dict(environment)))
        return started[-1]

    yield begin
    for one in started:
        one.kill()


@pytest.mark.parametrize("turn", range(LEAVINGS))
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"] if LEAVINGS > 1 else ["SIGTERM"])
def test_signals_end_it_like_closing_the_window(start, name, turn):
    application = start("wait")
    application.until(lambda: application.heard_s > 2.0 + turn)
    application.signal(getattr(signal, name))
    application.ends()
    application.has_kept_everything()


@pytest.mark.parametrize("turn", range(LEAVINGS))
def test_closing_the_window_drains(start, turn):
    application = start("close")
    application.ends()
    application.has_kept_everything()


@pytest.mark.parametrize("turn", range(LEAVINGS))
@pytest.mark.parametrize(("way", "word"), [("stop", "kept"), ("log out", "drained")])
def test_what_it_says_is_kept_survives_a_kill(start, way, word, turn):
    application = start(way)
    application.until(lambda: application.says(word))
    application.kill()
    application.has_kept_everything()


def test_typing_right_before_a_signal_is_kept_even_if_draining_is_cut_short(start):
    application = start("type")
    application.until(lambda: application.says("typed"))
    application.signal(signal.SIGTERM)
    time.sleep(
        4.0
    )  # session managers do not wait longer, and a hanging recogniser does not end sooner
    application.kill()
    with HistoryStore(application.data) as store:
        [one] = store.unfinished()
        assert store.session(one.number).text.startswith("typed")


@pytest.mark.parametrize("turn", range(LEAVINGS))
def test_sleep_waits_until_everything_is_kept(start, turn):
    with logind() as (environment, service):
        application = start("wait", environment)
        assert service.stdout.readline().startswith("held sleep:shutdown Fermata")
        application.until(lambda: application.heard_s > 2.0 + turn)
        service.stdin.write("sleep\n")
        service.stdin.flush()
        assert service.stdout.readline() == "waited for\n"
        assert service.stdout.readline() == "sleeps\n"
        application.kill()
        application.has_kept_everything()


def test_a_hanging_network_delays_neither_the_exit_nor_restoring(start, tmp_path, monkeypatch):
    paths = Paths(default_paths().assets, tmp_path / "data", (DATA,))
    strange_bundle(paths.data / "models" / "strange", endless_loop())
    activate_model("strange", paths)
    application = start("wait")
    application.until(lambda: application.heard_s > 2.0)
    application.signal(signal.SIGTERM)
    application.ends()
    monkeypatch.setattr(backend_process, "ANSWER_TIMEOUT_S", 0.5)
    loader = ModelLoader(paths)
    with HistoryStore(paths.data) as store:
        sessions = InterruptedSessions(store, paths.data / "sound")
        [one] = sessions.found
        strange = replace(VOSK, punctuation=PunctuationSettings(model="strange"))
        with pytest.raises(ModelFormatError, match="no answer"):
            sessions.restore(one, loader, strange, keeps_sound=False)
        assert sessions.restore(one, loader, VOSK, keeps_sound=False)
        words = words_of(store.session(one.info.number).text)
    loader.close()
    assert len(words) > 2
    assert words[:-2] == SAID[: len(words) - 2]
