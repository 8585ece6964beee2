"""What is dictated into another application fits the sentence there, read over AT-SPI2."""

from __future__ import annotations

import json
import os
import signal
from contextlib import suppress
from pathlib import Path

import pytest

from app.desktop.caret_text import CaretText
from engine.types import Context
from tests.support.desktop.programs import Screen, hold_f12, session_bus, set_preference
from tests.support.shared_data import need_program

TEXT = "The quick brown fox jumps over the lazy dog."
INNER = "the quick brown fox jumps over the lazy dog"
OFF = "dictation.reads_around_caret false"
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def screen(tmp_path_factory):
    """A screen with a session bus, on which applications can describe their fields."""
    need_program("/usr/libexec/at-spi-bus-launcher")
    folder = tmp_path_factory.mktemp("run")
    folder.chmod(0o700)
    with session_bus() as address:
        screen = Screen(folder)
        screen.environment["DBUS_SESSION_BUS_ADDRESS"] = address
        yield screen
        screen.stop()


@pytest.fixture(scope="module")
def running(start_fermata):
    fermata = start_fermata(
        general={"push_to_talk_keys": "F12"}, dictation={"other_applications": "typing"}
    )
    fermata.until(lambda it: it.newest("keys") == "" and it.newest("active"))
    return fermata


@pytest.fixture
def fermata(running):
    running.until(lambda it: it.newest("active"))
    running.said.clear()
    yield running
    running.until(lambda it: it.newest("state") in {"stopped", None})


@pytest.fixture
def open_field(screen, fermata):
    """Opens an application with a field, in front of all others."""
    opened = []

    def open_one(*, tells=True):
        own = {"QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1"} if tells else {}
        field = screen.run("desktop.field_program", **own)
        opened.append(field)
        field.until(lambda it: it.newest("focus"))
        fermata.until(lambda it: it.newest("active") is False)
        if tells and fermata.newest("done") != OFF:  # an application takes a while to join the bus
            fermata.until(lambda it: it.newest("reads") or move_caret(field) or it.tell("look"))
        return field

    yield open_one
    for field in opened:
        field.stop()


def move_caret(field):
    field.tell('fill ["a", "", ""]')


def fill(field, left, selected, right):
    field.tell("fill " + json.dumps([left, selected, right]))
    field.until(lambda it: it.newest("text") == left + selected + right)


@pytest.mark.parametrize(
    ("text", "fitted"),
    [
        (("", "", ""), f"{TEXT} "),
        (("One. Yesterday ", "", "and ran away."), f"One. Yesterday {INNER} and ran away."),
        (("Yesterday", "", " and ran away."), f"Yesterday {INNER} and ran away."),
        (("Yesterday ", "it rained", "."), f"Yesterday {INNER}."),
        (("It rained", "", "\nTwo."), f"It rained {INNER}. \nTwo."),
        (("It rained.", "", ""), f"It rained. {TEXT} "),
        (("no end\n", "", ""), f"no end\n{TEXT} "),
    ],
)
def test_words_fit_the_sentence_around_the_caret(screen, fermata, open_field, text, fitted):
    field = open_field()
    fill(field, *text)
    hold_f12(screen, fermata)
    field.until(lambda it: it.newest("text") == fitted)


@pytest.mark.parametrize("way", ["clipboard", "typing"])
def test_sentences_have_single_spaces_between_them(screen, fermata, open_field, way):
    set_preference(fermata, f'dictation.other_applications "{way}"')
    field = open_field()
    fill(field, "Begin.", "", " End.")
    sentences = [f"Sentence {number}." for number in range(20)]
    for sentence in sentences:
        fermata.tell(f"finish {sentence}")
    field.until(lambda it: it.newest("text") == f"Begin. {' '.join(sentences)} End.")
    hold_f12(screen, fermata)
    field.until(lambda it: it.newest("text") == f"Begin. {' '.join(sentences)} {TEXT} End.")


def test_words_come_to_the_caret_wherever_it_is_moved(screen, fermata, open_field):
    field = open_field()
    fill(field, "It rained.\nTwo.", "", "")
    fermata.tell("finish First.")
    field.until(lambda it: it.newest("text") == "It rained.\nTwo. First. ")
    screen.xdotool("key", "ctrl+Home", "End")
    fermata.tell("finish Second.")
    field.until(lambda it: it.newest("text") == "It rained. Second. \nTwo. First. ")


def test_the_text_around_the_caret_is_not_read_if_unwanted(screen, fermata, open_field):
    set_preference(fermata, OFF)
    field = open_field()
    fill(field, "Yesterday ", "", "and ran away.")
    hold_f12(screen, fermata)
    field.until(lambda it: it.newest("text") == f"Yesterday {TEXT} and ran away.")
    set_preference(fermata, "dictation.reads_around_caret true")


def test_a_silent_window_is_not_mistaken_for_the_previous_one(screen, fermata, open_field):
    previous = open_field()
    fill(previous, "Yesterday ", "", "and ran away.")
    field = open_field(tells=False)
    previous.until(lambda it: it.newest("focus") is False)
    hold_f12(screen, fermata)
    field.until(lambda it: it.newest("text") == f"{TEXT} ")


def test_nothing_is_written_into_a_password_field(screen, fermata, open_field):
    field = open_field()
    field.tell("hide")
    field.until(lambda it: it.newest("hidden"))
    hold_f12(screen, fermata)
    fermata.until(lambda it: it.newest("words") == "password")
    assert fermata.newest("committed") == TEXT  # it is in the window
    screen.xdotool("key", "7")
    field.until(lambda it: it.newest("secret"))
    assert field.every("secret") == ["7"]


def test_a_button_takes_no_words_and_that_is_said(screen, fermata, open_field):
    field = open_field()
    field.tell("button")
    field.until(lambda it: it.newest("hidden"))
    hold_f12(screen, fermata)
    fermata.until(lambda it: it.newest("words") == "no field")
    assert fermata.newest("committed") == TEXT  # it stands in the window
    fermata.until(lambda it: "No text field" in it.every("pill_says"))
    assert TEXT not in field.every("text")


def test_a_hanging_application_is_not_waited_for(screen, fermata, open_field):
    field = open_field()
    fill(field, "Yesterday ", "", "and ran away.")
    field.send_signal(signal.SIGSTOP)
    hold_f12(screen, fermata)
    assert fermata.newest("committed") == TEXT
    field.send_signal(signal.SIGCONT)
    field.until(lambda it: it.newest("text") == f"Yesterday {TEXT} and ran away.")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")  # jeepney's
def test_an_accessibility_bus_that_was_lost_is_found_again(screen, monkeypatch, qtbot):
    address = screen.environment["DBUS_SESSION_BUS_ADDRESS"]
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
    caret = CaretText()

    def reads_a_field():
        field = screen.run("desktop.field_program", QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1")
        field.until(lambda it: it.newest("focus"))

        def reads():
            caret.set_wanted(True)  # as each dictation does
            move_caret(field)
            place = caret.read()
            return place is not None and place.context == Context("a", "")

        qtbot.waitUntil(reads, timeout=60_000)
        field.stop()

    reads_a_field()
    end_accessibility_buses(address)
    reads_a_field()
    caret.set_wanted(False)


def end_accessibility_buses(address):
    """End what the session bus has started for them: it starts it again."""
    ended = 0
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            is_ours = address in (process / "environ").read_text(errors="replace")
            if is_ours and "at-spi" in (process / "cmdline").read_text():
                os.kill(int(process.name), signal.SIGKILL)
                ended += 1
    assert ended
