"""Several starts of the real `fermata`, and a tray."""

from __future__ import annotations

from functools import partial

import pytest

from app.desktop.screen import usable_platform
from tests.support.desktop.programs import dictate
from tests.support.desktop.x11 import grabbed

HIDES = {"closes_to_tray": True}
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def tray(screen):
    screen.add_tray()
    return screen


def test_closing_hides_it_in_the_tray(tray, screen, start_fermata):
    fermata = start_fermata(general=HIDES)
    fermata.until(lambda it: it.newest("keys") == "")
    fermata.until(lambda it: it.newest("active") and it.newest("kept_when_closed"))
    screen.press_until("alt+F4", lambda: fermata.newest("shown") is False)
    fermata.tell("choose Show the window")
    fermata.until(lambda it: it.newest("shown"))
    fermata.tell("choose Record")
    fermata.until(lambda it: it.newest("state") == "listening")
    fermata.tell("choose Quit")
    assert fermata.wait() == 0  # while recording: the last words are kept


def test_starting_a_dictation_keeps_the_front_application_in_front(tray, start_fermata, screen):
    field = screen.run("desktop.field_program")
    field.until(lambda it: it.newest("focus"))
    fermata = start_fermata("toggle", dictation={"other_applications": "clipboard"})
    fermata.until(lambda it: it.newest("state") == "listening")
    assert fermata.newest("shown") is None
    assert field.every("focus") == [True]
    field.stop()
    fermata.tell("choose Show the window")
    fermata.until(lambda it: it.newest("shown"))


def test_who_writes_elsewhere_tries_the_keys_and_has_fermata_in_the_tray(tray, start_fermata):
    fermata = start_fermata(
        general={"first_run_is_done": False, "toggle_keys": "Ctrl+Alt+G"},
        dictation={"other_applications": "clipboard"},
    )
    fermata.until(lambda it: it.newest("active") and it.newest("kept_when_closed") is None)
    fermata.until(lambda it: it.newest("keys") == "")
    for _ in range(3):
        fermata.tell("next")
    fermata.until(lambda it: len(it.every("done")) == 3)
    press = partial(tray.xdotool, "key", "ctrl+alt+g")
    dictate(fermata, press, press)
    assert fermata.every("committed") == []  # it is the trial of the first run
    fermata.tell("next")
    fermata.until(lambda it: it.newest("shown") is False and it.newest("kept_when_closed"))
    fermata.said.clear()
    dictate(fermata, press, press)
    assert any(fermata.every("pill"))
    assert fermata.newest("committed")


def test_keys_taken_by_another_program_are_reported(screen, start_fermata):
    assert usable_platform(screen.environment) == "xcb"
    with grabbed(screen.environment["DISPLAY"], "d"):
        fermata = start_fermata(general={"toggle_keys": "Ctrl+Alt+D"})
        fermata.until(lambda it: it.newest("keys") == "keys taken")
        fermata.tell("choose Record")
        fermata.until(lambda it: it.newest("state") == "listening")
