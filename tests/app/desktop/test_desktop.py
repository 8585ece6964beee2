"""The real `fermata` on a real screen, beside another application that has the focus."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from tests.support.desktop.field_program import NEWER, OLD
from tests.support.desktop.programs import dictate, hold_f12, set_preference

TEXT = "The quick brown fox jumps over the lazy dog."
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def field(screen):
    program = screen.run("desktop.field_program")
    program.until(lambda it: it.newest("focus"))
    return program


@pytest.fixture(scope="module")
def running(start_fermata, field):
    fermata = start_fermata(
        general={
            "toggle_keys": "Ctrl+Alt+D",
            "push_to_talk_keys": "F12",
            "discard_keys": "Ctrl+Alt+X",
        },
        dictation={"other_applications": "clipboard"},
    )
    fermata.until(lambda it: it.newest("keys") == "" and it.newest("active"))
    return fermata


@pytest.fixture
def fermata(running, screen, field):
    """The application that listens in the background, the field in front and empty."""
    window = screen.xdotool("search", "--name", "another application").split()[-1]
    screen.xdotool("windowactivate", "--sync", window)
    field.until(lambda it: it.newest("focus") is not False)
    running.until(lambda it: not it.newest("active"))
    running.tell("settle")
    running.until(lambda it: it.newest("done") == "settle")
    field.tell("clear")
    field.tell("copy")
    field.until(lambda it: it.newest("copied"))
    field.until(lambda it: it.newest("text") in {"", None})
    running.until(lambda it: it.newest("state") in {"stopped", None})
    for program in (running, field):
        program.said.clear()
    yield running
    field.until(lambda it: it.newest("focus") is not False)  # a grabbed key takes it for a moment


def is_old_clipboard(field):
    field.tell("clipboard")
    field.until(lambda it: it.newest("clipboard"))
    held = field.newest("clipboard")
    field.said[:] = [it for it in field.said if "clipboard" not in it]
    return {name: bytes.fromhex(held.get(name, "")) for name in OLD} == OLD


def test_a_key_dictates_into_the_application_in_front(screen, fermata, field):
    def press():
        screen.xdotool("key", "ctrl+alt+d")

    dictate(fermata, press, press)
    field.until(lambda it: it.newest("text") == f"{TEXT} ")
    assert fermata.newest("committed") == TEXT  # it stands in the window too
    hinted = [it for it in field.every("formats") if "x-kde-passwordManagerHint" in it]
    assert hinted
    field.until(lambda it: "application/x-own" in (it.newest("formats") or ()))
    assert is_old_clipboard(field)


def test_push_to_talk_lasts_as_long_as_its_key(screen, fermata, field):
    hold_f12(screen, fermata)
    states = ["starting", "listening", "draining", "stopped"]
    assert fermata.every("state") == states  # once, though the key repeats
    field.until(lambda it: it.newest("text") == f"{TEXT} ")


@pytest.mark.parametrize("way", ["typing", "clipboard"])
def test_words_arrive_while_the_key_is_still_held(screen, fermata, field, way):
    set_preference(fermata, f'dictation.other_applications "{way}"')
    screen.xdotool("keydown", "F12")
    fermata.until(lambda it: it.newest("state") == "listening")
    sentences = [f"Sentence {number}." for number in range(20)]
    for sentence in sentences:
        fermata.tell(f"finish {sentence}")
    field.until(lambda it: " ".join(sentences) in (it.newest("text") or ""))
    screen.xdotool("keyup", "F12")
    fermata.until(lambda it: it.newest("state") == "stopped")
    set_preference(fermata, 'dictation.other_applications "clipboard"')


def test_words_wait_until_ctrl_is_up(screen, fermata, field):
    set_preference(fermata, 'general.push_to_talk_keys "Ctrl+F12"')
    screen.xdotool("keydown", "ctrl", "keydown", "F12")
    fermata.until(lambda it: it.newest("played"))
    screen.xdotool("keyup", "F12")
    fermata.until(lambda it: it.newest("committed"))
    time.sleep(0.4)
    assert field.newest("text") is None  # Ctrl+V would have been Ctrl+Ctrl+V, V another command
    screen.xdotool("keyup", "ctrl")
    field.until(lambda it: it.newest("text") == f"{TEXT} ")
    set_preference(fermata, 'general.push_to_talk_keys "F12"')


def test_words_are_typed_where_that_is_wanted(screen, fermata, field):
    set_preference(fermata, 'dictation.other_applications "typing"')
    hold_f12(screen, fermata)
    field.until(lambda it: it.newest("text") == f"{TEXT} ")
    assert len(field.every("text")) > len(TEXT)  # letter by letter
    assert is_old_clipboard(field)
    foreign = "Zoë said: “naïve” — ‘你好’, 3 × 4 €."
    for sentence in (foreign, "Good."):
        fermata.tell(f"finish {sentence}")
    field.until(lambda it: it.newest("text") == f"{TEXT} {foreign} Good. ")
    set_preference(fermata, 'dictation.other_applications "clipboard"')


@pytest.mark.parametrize("way", ["typing", "clipboard"])
@pytest.mark.parametrize("layout", ["de", "fr", "ru", "us"])
def test_words_arrive_whatever_the_keyboard_layout(screen, fermata, field, layout, way):
    set_preference(fermata, f'dictation.other_applications "{way}"')
    screen.lay_out_keys(layout)
    for sentence in ("Zoe typed @home: {5 > 3}!", "ПРИВЕТ, wörld."):
        fermata.tell(f"finish {sentence}")
    field.until(lambda it: it.newest("text") == "Zoe typed @home: {5 > 3}! ПРИВЕТ, wörld. ")
    screen.lay_out_keys("us")
    set_preference(fermata, 'dictation.other_applications "clipboard"')


def test_the_keys_that_paste_can_be_chosen(fermata, field):
    set_preference(fermata, 'dictation.paste_keys "shift_insert"')
    fermata.tell("finish 你好，世界。")
    fermata.tell("finish 再见。")
    field.until(lambda it: it.newest("text") == "你好，世界。再见。")  # no spaces in Chinese
    set_preference(fermata, 'dictation.paste_keys "ctrl_v"')


def test_a_copy_made_meanwhile_is_kept(fermata, field):
    fermata.tell("finish Hello.")
    field.until(lambda it: it.newest("text") == "Hello. ")
    field.tell("copy-newer")  # before the old clipboard comes back
    field.until(lambda it: it.newest("copied"))
    time.sleep(0.6)
    field.tell("clipboard")
    field.until(lambda it: it.newest("clipboard"))
    assert bytes.fromhex(field.newest("clipboard")["text/plain"]) == NEWER


def test_a_key_of_the_desktop_toggles(fermata, field):
    dictate(fermata, lambda: ask(fermata, "--toggle"), lambda: ask(fermata, "--toggle"))
    field.until(lambda it: it.newest("text") == f"{TEXT} ")


@pytest.mark.parametrize("begin", [("key", "ctrl+alt+d"), ("keydown", "F12")])
def test_what_is_discarded_by_a_key_does_not_arrive(screen, fermata, field, begin):
    dictate(fermata, lambda: screen.xdotool(*begin), lambda: screen.xdotool("key", "ctrl+alt+x"))
    assert fermata.newest("committed") == TEXT  # it can be put back
    time.sleep(0.5)
    assert field.newest("text") is None
    assert fermata.newest("state") == "stopped"  # a key that is still held begins nothing anew
    screen.xdotool("keyup", "F12")


def test_words_stay_here_unless_that_is_wanted(screen, fermata, field):
    set_preference(fermata, 'dictation.other_applications "off"')
    hold_f12(screen, fermata)
    fermata.until(lambda it: it.newest("committed"))
    time.sleep(0.5)
    assert field.newest("text") is None
    assert is_old_clipboard(field)
    set_preference(fermata, 'dictation.other_applications "clipboard"')


def test_words_stay_in_the_window_that_a_second_start_brings_to_the_front(screen, running, field):
    running.said.clear()
    assert ask(running) == 0
    running.until(lambda it: it.newest("active"))
    field.said.clear()
    hold_f12(screen, running)
    running.until(lambda it: it.newest("committed"))
    time.sleep(0.5)
    assert field.newest("text") is None
    assert is_old_clipboard(field)


def press_at(screen, place):
    screen.xdotool("mousemove", *map(str, place), "click", "1")


def test_a_small_window_over_others_shows_that_somebody_dictates_and_stops_it(
    screen, fermata, field
):
    screen.xdotool("key", "ctrl+alt+d")
    fermata.until(lambda it: it.newest("state") == "listening" and it.newest("pill"))
    screen.xdotool("search", "--name", "Fermata: Listening")
    press_at(screen, fermata.newest("pill")["stop"])
    fermata.until(lambda it: it.newest("state") == "stopped" and it.newest("pill") is False)
    screen.xdotool("key", "7")  # words may have come before the click
    field.until(lambda it: "7" in (it.newest("text") or ""))  # it still has the focus


def test_the_small_window_is_moved_and_leads_back(screen, fermata, field):
    screen.xdotool("key", "ctrl+alt+d")
    fermata.until(lambda it: it.newest("state") == "listening" and it.newest("pill"))
    x, y = fermata.newest("pill")["text"]
    screen.xdotool("mousemove", str(x), str(y), "mousedown", "1")
    for step in (20, 100, 200):
        screen.xdotool("mousemove", str(x - step), str(y - step))
    screen.xdotool("mouseup", "1")
    fermata.until(lambda it: it.newest("pill")["text"] == [x - 200, y - 200])
    assert field.every("focus") == []
    press_at(screen, (x - 200, y - 200))
    fermata.until(lambda it: it.newest("active") and it.newest("pill") is False)
    screen.xdotool("key", "F5")
    fermata.until(lambda it: it.newest("state") == "stopped")
    field.said.clear()  # a click is meant to take the focus


def test_without_a_tray_closing_ends_it(screen, running):
    set_preference(running, "general.closes_to_tray true")
    screen.xdotool("key", "alt+F4")
    assert running.wait() == 0


def ask(fermata, *words):
    """Run the real command line beside it."""
    return subprocess.run(
        [sys.executable, "-m", "app", *words],
        env=fermata.environment,
        check=False,
        timeout=60,
    ).returncode
