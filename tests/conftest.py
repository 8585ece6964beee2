"""Settings of the whole test run."""

from __future__ import annotations

import gc
import importlib.util
import os
import signal
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling

from tests.support.schedule import place_of, unit_of

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as it is after a shell's `&`
    signal.signal(signal.SIGINT, signal.default_int_handler)
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before Qt is loaded
os.environ["HF_HUB_OFFLINE"] = "1"  # before huggingface_hub is: a recipe may name an encoder
for _name in ("COLUMNS", "LINES"):  # pytest-xdist's; a child's terminal knows its own size
    os.environ.pop(_name, None)
for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")  # the cores are shared among processes

_NOT_LACKING = (  # what a machine has rather than lacks; what only root may; what must be requested
    "this machine has a microphone",
    "there is a driver here: torch is asked",
    "no disk of",
    "no ext4 can be made here",
    "this system does not let us mount",
    "only root can be somebody else",
    "long: ",
)

sys.dont_write_bytecode = False  # or each of a thousand processes compiles the whole program again
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# the same examples everywhere, and no deadline on a busy machine
settings.register_profile(
    "fermata", deadline=None, max_examples=40, derandomize=True, database=None
)
settings.load_profile("fermata")

_connections = Path(tempfile.mkdtemp()) / "connections"
_guard = Path(__file__).parent / "support" / "loopback_only"
os.environ["FERMATA_CONNECTIONS"] = str(_connections)
os.environ["PYTHONPATH"] = os.pathsep.join(
    filter(None, [str(_guard), os.environ.get("PYTHONPATH", "")])
)
_module = importlib.util.spec_from_file_location("guard", _guard / "sitecustomize.py")
_module.loader.exec_module(importlib.util.module_from_spec(_module))


@pytest.fixture
def runtime_folder():
    """A private folder for sockets: with a short path, since the system limits it to 107 bytes."""
    with tempfile.TemporaryDirectory(prefix="run") as folder:
        yield Path(folder)


@pytest.fixture(autouse=True)
def nobody_is_called():
    """Fail every test whose processes look beyond this machine."""
    yield
    if _connections.exists():
        tried = _connections.read_text(encoding="utf-8")
        _connections.unlink()
        pytest.fail(f"a connection off this machine was tried: {tried}")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config):
    """`-n auto`: two workers more than cores, as half of a run is waiting; none for part of it."""
    wanted = os.environ.get("PYTEST_XDIST_AUTO_NUM_WORKERS")
    if wanted:
        return int(wanted)
    if config.args != config.getini("testpaths"):
        return 0
    has_affinity = hasattr(os, "sched_getaffinity")
    return 2 + (len(os.sched_getaffinity(0)) if has_affinity else os.cpu_count())


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Keep a file's tests together for their fixtures, and apart from others of their resource."""
    return _ByUnit(config, log)


class _ByUnit(LoadScopeScheduling):
    def _split_scope(self, nodeid):
        return unit_of(nodeid)


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: place_of(item.nodeid))


def pytest_collection_finish():
    """Spare what is imported and collected from further garbage collection."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Under CI nothing is skipped silently: a skip for lack of something is a failure."""
    report = yield
    if report.skipped and os.environ.get("CI") == "true" and not hasattr(report, "wasxfail"):
        reason = str(call.excinfo.value)
        if not reason.startswith(_NOT_LACKING):
            report.outcome, report.longrepr = "failed", f"skipped under CI: {reason}"
    return report
