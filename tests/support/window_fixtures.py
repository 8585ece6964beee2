"""What every test with a window needs: nothing freed is called, and everything ends."""

from __future__ import annotations

import gc

import pytest
from PySide6.QtCore import QCoreApplication, QDeadlineTimer, QEvent, QEventLoop, QTimer

from app.preferences.live_preferences import LivePreferences
from app.tasks import TaskRunner

_PATIENCE_MS = 60_000
_LOOK_MS = 10
_live_on: list[object] = []
_tests: list[str] = []


@pytest.fixture(autouse=True)
def collected_here(request):
    """Free garbage on this thread only, as in the window: see `app.ui.garbage_collector`."""
    gc.disable()
    yield
    _tests.append(request.node.name)
    gc.collect(2 if len(_tests) % 25 == 0 else 1)


@pytest.fixture
def qtbot(qtbot):
    """pytest-qt's own, but patient, for a busy machine; what waited for a signal stays alive.

    PySide calls what another thread's signal was connected to, even if freed meanwhile.
    """

    def patient(wait):
        def begin(*arguments, timeout=_PATIENCE_MS, **options):
            if options.get("raising") is not False:  # unless nothing should come
                timeout = max(timeout, _PATIENCE_MS)
            _live_on.append(wait(*arguments, timeout=timeout, **options))
            return _live_on[-1]

        return begin

    for name in ("waitSignal", "waitSignals"):
        setattr(qtbot, name, patient(getattr(qtbot, name)))
    qtbot.waitUntil = wait_until
    return qtbot


def wait_until(is_so, *, timeout=_PATIENCE_MS):
    """Run the event loop until a condition holds, after all that other threads have sent by now.

    In one event loop: pytest-qt starts a hundred a second, with their own signals and timers, each
    of which costs more than half a millisecond.

    Raises:
        TimeoutError: the condition does not hold in time.
    """
    deadline = QDeadlineTimer(max(timeout, _PATIENCE_MS))
    loop, clock = QEventLoop(), QTimer(interval=_LOOK_MS)
    ends: list[BaseException | None] = []

    def look():
        try:
            if is_so():
                ends.append(None)
            elif deadline.hasExpired():
                ends.append(TimeoutError("it has not become so"))
        except AssertionError as error:  # not yet, like pytest-qt
            if deadline.hasExpired():
                ends.append(error)
        except BaseException as error:  # noqa: BLE001  whoever waits gets it
            ends.append(error)
        if ends:
            loop.quit()

    clock.timeout.connect(look)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.MetaCall.value)
    look()
    if not ends:
        clock.start()
        loop.exec()
        clock.stop()
    if ends[0] is not None:
        raise ends[0]


@pytest.fixture
def tasks(qapp):
    """What runs in the background; it has ended when the test has."""
    runner = TaskRunner()
    yield runner
    runner.close()


@pytest.fixture
def preferences(tmp_path, tasks):
    return LivePreferences(tmp_path / "preferences.json", tasks)
