"""What every test with a window needs: nothing freed is called, and what runs is ended."""

from __future__ import annotations

import gc

import pytest

from app.preferences.live_preferences import LivePreferences
from app.tasks import TaskRunner

_PATIENCE_MS = 60_000
_live_on: list[object] = []
_tests: list[str] = []


@pytest.fixture(autouse=True)
def collected_here(request):
    """Garbage is freed on this thread only, as in the window: see `app.ui.garbage_collector`."""
    gc.disable()
    yield
    _tests.append(request.node.name)
    gc.collect(2 if len(_tests) % 25 == 0 else 1)


@pytest.fixture
def qtbot(qtbot):
    """pytest-qt's own, but patient, for a busy machine; what waited for a signal lives on.

    PySide calls what another thread's signal was connected to, even if it is freed meanwhile.
    """

    def patient(wait):
        def begin(*arguments, timeout=_PATIENCE_MS, **options):
            if options.get("raising") is not False:  # not where nothing is to come
                timeout = max(timeout, _PATIENCE_MS)
            _live_on.append(wait(*arguments, timeout=timeout, **options))
            return _live_on[-1]

        return begin

    for name in ("waitSignal", "waitSignals", "waitUntil"):
        setattr(qtbot, name, patient(getattr(qtbot, name)))
    return qtbot


@pytest.fixture
def tasks(qapp):
    """What runs in the background; it has ended when the test has."""
    runner = TaskRunner()
    yield runner
    runner.close()


@pytest.fixture
def preferences(tmp_path, tasks):
    return LivePreferences(tmp_path / "preferences.json", tasks)
