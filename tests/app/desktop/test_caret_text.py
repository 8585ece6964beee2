"""What is dictated into another application fits the sentence there, read over AT-SPI2."""

from __future__ import annotations

import json
import signal

import pytest

from tests.support.desktop.programs import Screen, hold_f12, session_bus, set_preference
from tests.support.shared_data import need_program

TEXT = "The quick brown fox jumps over the lazy dog."
INNER = "the quick brown fox jumps over the lazy dog"
OFF = "dictation.reads_around_caret false"
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def screen(tmp_path_factory):
    """A screen with a session bus, on which applications may tell of their fields."""
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
        if tells and fermata.newest("done") != OFF:  # an application joins the bus in its own time
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
def test_many_sentences_have_one_space_between_them(screen, fermata, open_field, way):
    set_preference(fermata, f'dictation.other_applications "{way}"')
    field = open_field()
    fill(field, "Begin.", "", " End.")
    sentences = [f"Sentence {number}." for number in range(20)]
    for sentence in sentences:
        fermata.tell(f"finish {sentence}")
    field.until(lambda it: it.newest("text") == f"Begin. {' '.join(sentences)} End.")
    hold_f12(screen, fermata)
    field.until(lambda it: it.newest("text") == f"Begin. {' '.join(sentences)} {TEXT} End.")


def test_the_text_around_the_caret_is_left_alone_where_that_is_wanted(screen, fermata, open_field):
    set_preference(fermata, OFF)
    field = open_field()
    fill(field, "Yesterday ", "", "and ran away.")
    hold_f12(screen, fermata)
    field.until(lambda it: it.newest("text") == f"Yesterday {TEXT} and ran away.")
    set_preference(fermata, "dictation.reads_around_caret true")


def test_a_window_that_tells_nothing_is_not_taken_for_the_one_before(screen, fermata, open_field):
    fill(open_field(), "Yesterday ", "", "and ran away.")
    field = open_field(tells=False)
    hold_f12(screen, fermata)
    field.until(lambda it: it.newest("text") == f"{TEXT} ")


def test_nothing_is_written_into_a_password_field(screen, fermata, open_field):
    field = open_field()
    field.tell("hide")
    field.until(lambda it: it.newest("hidden"))
    hold_f12(screen, fermata)
    fermata.until(lambda it: it.newest("words") == "password")
    assert fermata.newest("committed") == TEXT  # it stands in the window
    screen.xdotool("key", "7")
    field.until(lambda it: it.newest("secret"))
    assert field.every("secret") == ["7"]


def test_an_application_that_hangs_is_not_waited_for(screen, fermata, open_field):
    field = open_field()
    fill(field, "Yesterday ", "", "and ran away.")
    field.send_signal(signal.SIGSTOP)
    hold_f12(screen, fermata)
    assert fermata.newest("committed") == TEXT
    field.send_signal(signal.SIGCONT)
    field.until(lambda it: it.newest("text") == f"Yesterday {TEXT} and ran away.")
