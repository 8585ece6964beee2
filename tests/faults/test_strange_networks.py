"""A stranger's network loops for ever, asks for all memory, or dies: it is ended and reported."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.dictation.loader import ModelLoader
from engine.build import load_language_model
from engine.errors import ModelFormatError
from engine.network import backend_process
from engine.network.backend_process import BackendProcess
from engine.network.onnx_backend import OnnxBackend
from engine.paths import Paths, default_paths
from engine.settings import PunctuationSettings
from engine.types import Hypothesis, Word
from tests.support.bundles import bundle_folder
from tests.support.processes import peak_kib
from tests.support.shared_data import REPOSITORY
from tests.support.strange_networks import endless_loop, huge_tensor, strange_bundle

SAID = Hypothesis((Word("hello"), Word("there")), is_final=True)
WAIT_S = 120


@pytest.fixture
def soon(monkeypatch):
    monkeypatch.setattr(backend_process, "ANSWER_TIMEOUT_S", 0.5)


def paths_of(folder: Path) -> Paths:
    return Paths(default_paths().assets, folder, ())


def loaded(folder: Path, model: str = "strange"):
    return load_language_model(PunctuationSettings(model=model), paths_of(folder))


def test_an_endless_loop_is_ended_and_reported_and_the_next_session_reloads(soon, tmp_path):
    strange_bundle(tmp_path / "models" / "strange", endless_loop())
    loader = ModelLoader(paths_of(tmp_path))
    settings = PunctuationSettings(model="strange")
    model = loader.language(settings).result()
    stage, pid = model.punctuator(settings), model.backend._child.pid
    for attempt in (lambda: stage.push(SAID), stage.flush):  # the second one does not wait
        with pytest.raises(ModelFormatError, match="no answer") as caught:
            list(attempt())
        assert caught.value.path.name == "model.onnx"
    assert model.backend.has_failed
    assert used_s(pid) is None
    assert loader.language(settings).result() is not model
    loader.close()


@pytest.mark.skipif(sys.platform != "linux", reason="the limit of memory")
def test_a_small_file_cannot_ask_for_all_memory(tmp_path):
    strange_bundle(tmp_path / "models" / "strange", huge_tensor())
    model = loaded(tmp_path)
    with pytest.raises(ModelFormatError):
        list(model.punctuator(PunctuationSettings()).push(SAID))
    assert peak_kib(model.backend._child.pid) < 1 << 20


def test_a_crashed_process_is_reported(tmp_path):
    strange_bundle(tmp_path / "models" / "strange", (bundle_folder() / "model.onnx").read_bytes())
    model = loaded(tmp_path)
    stage = model.punctuator(PunctuationSettings())
    assert len(list(stage.push(SAID))) == 1
    os.kill(model.backend._child.pid, signal.SIGKILL)
    with pytest.raises(ModelFormatError, match=r"its process ended \(exit code -9\)"):
        list(stage.push(SAID))


def test_only_bundled_networks_run_in_process_and_links_do_not_change_that(tmp_path):
    assert isinstance(loaded(tmp_path, str(bundle_folder())).backend, OnnxBackend)
    strange = strange_bundle(tmp_path / "strange", (bundle_folder() / "model.onnx").read_bytes())
    (tmp_path / "assets" / "models").mkdir(parents=True)
    (tmp_path / "assets" / "models" / "strange").symlink_to(strange)
    paths = Paths(tmp_path / "assets", tmp_path / "data", ())
    model = load_language_model(PunctuationSettings(model="strange"), paths)
    assert isinstance(model.backend, BackendProcess)


PARENT = """
import sys
from pathlib import Path
from engine.network.backend_process import BackendProcess
import numpy as np
backend = BackendProcess(Path(sys.argv[1]), threads=1, labels=9)
print(backend._child.pid, flush=True)
ids = np.ones((1, 5), np.int64)
backend.run(ids, ids)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="/proc")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_hanging_process_ends_with_its_parent(tmp_path, number):
    (tmp_path / "model.onnx").write_bytes(endless_loop())
    command = [sys.executable, "-c", PARENT, str(tmp_path / "model.onnx")]
    with subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True) as parent:
        pid = int(parent.stdout.readline())
        begun_s = used_s(pid)
        until(lambda: used_s(pid) > begun_s + 0.1)  # it loops
        parent.send_signal(number)
        until(lambda: used_s(pid) is None)


def until(is_so):
    deadline_s = time.monotonic() + WAIT_S
    while not is_so():
        assert time.monotonic() < deadline_s
        time.sleep(0.05)


def used_s(pid: int) -> float | None:
    """Return the processor time of a process, or None once it has ended."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return None if stat[0] in "ZX" else int(stat[11]) / os.sysconf("SC_CLK_TCK")
