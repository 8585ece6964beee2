from __future__ import annotations

import signal

import pytest

from app.desktop.termination_signals import TerminationSignals


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_each_signal_reaches_the_window(qtbot, name):
    signals = TerminationSignals()
    try:
        with qtbot.waitSignal(signals.received):
            signal.raise_signal(getattr(signal, name))
    finally:
        signals.close()
