"""What the screen reveals about other applications."""

from __future__ import annotations

import signal

import pytest

from app.desktop.desktop_kind import DesktopKind
from app.desktop.x11_neighbours import Neighbours
from tests.support.desktop.field_program import APPLICATION

pytestmark = pytest.mark.slow


@pytest.fixture
def neighbours(screen, monkeypatch):
    monkeypatch.setenv("DISPLAY", screen.environment["DISPLAY"])
    neighbours = Neighbours(DesktopKind.OPEN)
    yield neighbours
    neighbours.close()


def test_the_application_in_front_is_known(neighbours, field):
    assert neighbours.application() == APPLICATION
    assert neighbours.focus() != 0
    field.stop()
    assert neighbours.application() == ""


def test_a_hanging_application_does_not_answer_for_its_clipboard(neighbours, field):
    assert neighbours.answers("CLIPBOARD", 5.0)  # it says that it is empty
    field.tell("copy")
    field.until(lambda it: it.newest("copied"))
    assert neighbours.answers("CLIPBOARD", 60.0)
    field.send_signal(signal.SIGSTOP)
    assert not neighbours.answers("CLIPBOARD", 0.2)


def test_on_other_desktops_nothing_is_known():
    neighbours = Neighbours(DesktopKind.WAYLAND)
    assert (neighbours.application(), neighbours.focus()) == ("", 0)
    assert neighbours.answers("CLIPBOARD", 60.0)
