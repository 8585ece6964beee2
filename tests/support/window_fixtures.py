"""What keeps PySide's freed objects from being called, for every test with a window."""

from __future__ import annotations

import gc

import pytest

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
    """pytest-qt's own; what waited for a signal lives on.

    PySide calls what another thread's signal was connected to, even if it is freed meanwhile.
    """

    def kept(wait):
        def begin(*arguments, **options):
            _live_on.append(wait(*arguments, **options))
            return _live_on[-1]

        return begin

    qtbot.waitSignal, qtbot.waitSignals = kept(qtbot.waitSignal), kept(qtbot.waitSignals)
    return qtbot
