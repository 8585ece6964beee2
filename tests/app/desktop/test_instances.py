"""Several starts of the real `fermata`, and a tray."""

from __future__ import annotations

import pytest

from app.desktop.screen import usable_platform
from tests.support.desktop.x11 import grabbed

HIDES = {"closes_to_tray": True}
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def tray(screen):
    screen.add_tray()
    return screen


def test_closing_hides_it_in_the_tray_where_it_can_be_found(tray, screen, start_fermata):
    fermata = start_fermata(general=HIDES)
    fermata.until(lambda it: it.newest("keys") == "")
    fermata.until(lambda it: it.newest("active") and it.newest("kept_when_closed"))
    screen.press_until("alt+F4", lambda: fermata.newest("shown") is False)
    fermata.tell("choose Show the window")
    fermata.until(lambda it: it.newest("shown"))
    fermata.tell("choose Record")
    fermata.until(lambda it: it.newest("state") == "listening")
    fermata.tell("choose Quit")
    assert fermata.wait() == 0  # while it records: the last words are kept


def test_a_start_to_dictate_leaves_the_application_in_front_there(tray, start_fermata, screen):
    field = screen.run("desktop.field_program")
    field.until(lambda it: it.newest("focus"))
    fermata = start_fermata("toggle", dictation={"other_applications": "clipboard"})
    fermata.until(lambda it: it.newest("state") == "listening")
    assert fermata.newest("shown") is None
    assert field.every("focus") == [True]
    field.stop()
    fermata.tell("choose Show the window")
    fermata.until(lambda it: it.newest("shown"))


def test_keys_that_another_program_has_are_said_to_be_taken(screen, start_fermata):
    assert usable_platform(screen.environment) == "xcb"
    with grabbed(screen.environment["DISPLAY"], "d"):
        fermata = start_fermata(general={"toggle_keys": "Ctrl+Alt+D"})
        fermata.until(lambda it: it.newest("keys") == "keys taken")
        fermata.tell("choose Record")
        fermata.until(lambda it: it.newest("state") == "listening")
