"""The real `fermata` on a real screen, while another application has the focus."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

from tests.support.desktop.field_program import APPLICATION, NEWER, OLD
from tests.support.desktop.programs import dictate, hold_f12, set_preference
from tests.support.shared_data import need_program

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
    """The application listening in the background; the field is in front and empty."""
    window = screen.xdotool("search", "--name", "another application").split()[-1]
    screen.xdotool("windowactivate", "--sync", window)
    field.until(lambda it: it.newest("focus") is not False)
    running.until(lambda it: not it.newest("active"))
    running.tell("settle")
    running.until(lambda it: it.newest("done") == "settle")
    screen.xdotool("key", "Escape")  # what was written by the test before is no context
    field.tell("clear")
    field.tell("copy")
    field.until(lambda it: it.newest("copied"))
    field.until(lambda it: it.newest("text") in {"", None})
    running.until(lambda it: it.newest("state") in {"stopped", None})
    for program in (running, field):
        program.said.clear()
    yield running
    field.until(lambda it: it.newest("focus") is not False)  # a grab takes it for a moment


def is_old_clipboard(field):
    field.tell("clipboard")
    field.until(lambda it: it.newest("clipboard"))
    held = field.newest("clipboard")
    field.said[:] = [it for it in field.said if "clipboard" not in it]
    return {name: bytes.fromhex(held.get(name, "")) for name in OLD} == OLD


def test_a_key_dictates_into_the_application_in_front(screen, fermata, field):
    dictate_by_key(screen, fermata)
    field.until(lambda it: it.newest("text") == f"{TEXT} ")
    assert fermata.newest("committed") == TEXT  # it is in the window too
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


def test_words_wait_until_ctrl_is_released(screen, fermata, field):
    set_preference(fermata, 'general.push_to_talk_keys "Ctrl+F12"')
    screen.xdotool("keydown", "ctrl", "keydown", "F12")
    fermata.until(lambda it: it.newest("played"))
    screen.xdotool("keyup", "F12")
    fermata.until(lambda it: it.newest("committed"))
    time.sleep(0.4)
    assert field.newest("text") is None  # or Ctrl+V would become Ctrl+Ctrl+V, and V another command
    screen.xdotool("keyup", "ctrl")
    field.until(lambda it: it.newest("text") == f"{TEXT} ")
    set_preference(fermata, 'general.push_to_talk_keys "F12"')


def test_words_are_typed_if_preferred(screen, fermata, field):
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
def test_words_arrive_with_any_keyboard_layout(screen, fermata, field, layout, way):
    set_preference(fermata, f'dictation.other_applications "{way}"')
    screen.lay_out_keys(layout)
    for sentence in ("Zoe typed @home: {5 > 3}!", "ПРИВЕТ, wörld."):
        fermata.tell(f"finish {sentence}")
    field.until(lambda it: it.newest("text") == "Zoe typed @home: {5 > 3}! ПРИВЕТ, wörld. ")
    screen.lay_out_keys("us")
    set_preference(fermata, 'dictation.other_applications "clipboard"')


def press_a_letter(screen, field):
    screen.xdotool("key", "7")
    return "7"


def click(screen, field):
    window = screen.xdotool("search", "--name", "another application").split()[-1]
    screen.xdotool("mousemove", "--window", window, "300", "200", "click", "1")
    return ""


def look_elsewhere(screen, field):
    """Open another window, and close it."""
    other = screen.run("desktop.field_program")
    other.until(lambda it: it.newest("focus"))
    field.until(lambda it: it.newest("focus") is False)
    other.stop()
    field.until(lambda it: it.newest("focus"))
    return ""


def do_nothing(_screen, _field):
    return ""


def do(fermata, line):
    """Have a line carried out, and wait until it is."""
    count = len(fermata.every("done"))
    fermata.tell(line)
    fermata.until(lambda it: len(it.every("done")) > count)


@pytest.fixture
def dictated(screen, fermata, field):
    """Text that was dictated after a word; returns what follows a spoken command."""
    fermata.tell("finish Yesterday")
    field.until(lambda it: it.newest("text") == "Yesterday ")
    dictate_by_key(screen, fermata)
    whole = f"Yesterday {TEXT} ".casefold()
    field.until(lambda it: (it.newest("text") or "").casefold() == whole)
    do(fermata, "settle")  # keys and clicks are watched for from here on

    def say(command):
        for line in (command, "settle"):
            do(fermata, line)
        fermata.tell("finish End.")
        field.until(lambda it: it.newest("text").endswith("End. "))
        return field.newest("text").casefold().removesuffix("end. ")

    return say


@pytest.mark.usefixtures("each_way")
@pytest.mark.parametrize("touch", [press_a_letter, click])
def test_words_stay_if_the_user_did_something_after_them(screen, fermata, field, dictated, touch):
    seen = len(fermata.every("touched"))
    typed = touch(screen, field)
    fermata.until(lambda it: len(it.every("touched")) > seen)
    assert dictated("scratch") == f"yesterday {TEXT} {typed}".casefold()


@pytest.mark.usefixtures("each_way")
def test_scratch_that_takes_words_back_and_undo_inserts_them_again(fermata, field, dictated):
    fermata.tell("scratch")
    field.until(lambda it: it.newest("text").casefold() == "yesterday ")
    assert dictated("undo") == f"yesterday {TEXT} ".casefold()


@pytest.fixture(params=["typing", "clipboard"])
def each_way(request, fermata):
    """Words are typed, and words are pasted."""
    set_preference(fermata, f'dictation.other_applications "{request.param}"')
    yield
    set_preference(fermata, 'dictation.other_applications "clipboard"')


@pytest.mark.usefixtures("each_way")
@pytest.mark.parametrize(
    ("between", "goes_on"),
    [(do_nothing, True), (press_a_letter, False), (click, False), (look_elsewhere, False)],
)
def test_a_dictation_goes_on_where_the_last_one_ended(screen, fermata, field, between, goes_on):
    fermata.tell("finish Yesterday")
    field.until(lambda it: it.newest("text") == "Yesterday ")
    fermata.tell("settle")
    fermata.until(lambda it: it.newest("done") == "settle")
    typed = between(screen, field)
    dictate_by_key(screen, fermata)
    whole = f"Yesterday {typed}{TEXT} "
    field.until(lambda it: (it.newest("text") or "").casefold() == whole.casefold())
    begins = f"Yesterday {typed}{'the' if goes_on else 'The'} quick"
    assert field.newest("text").startswith(begins)


def dictate_by_key(screen, fermata):
    def press():
        screen.xdotool("key", "ctrl+alt+d")

    dictate(fermata, press, press)


def test_each_application_can_have_its_own_way_of_inserting(screen, fermata, field):
    set_preference(fermata, f'dictation.application_ways "shift_insert {APPLICATION}"')
    for sentence in ("你好，世界。", "再见。"):
        fermata.tell(f"finish {sentence}")
    field.until(lambda it: it.newest("text") == "你好，世界。再见。")  # no spaces in Chinese
    field.said.clear()
    set_preference(fermata, f'dictation.application_ways "type {APPLICATION}"')
    fermata.tell("finish Good.")
    field.until(lambda it: it.newest("text") == "你好，世界。再见。Good. ")
    assert len(field.every("text")) == len("Good. ")  # letter by letter
    set_preference(fermata, 'dictation.application_ways ""')


def test_words_reach_a_terminal_and_both_clipboards_are_restored(screen, fermata, field):
    field.tell("select")
    field.until(lambda it: it.newest("selected"))
    terminal = screen.run("desktop.terminal_program", need_program("xterm"))
    terminal.until(lambda it: it.newest("focus"))
    screen.xdotool("search", "--sync", "--onlyvisible", "--class", "XTerm", "windowfocus", "--sync")
    for sentence in ("Zoë said: “你好 👋”.", "Good."):
        fermata.tell(f"finish {sentence}")
    terminal.until(lambda it: it.newest("text") == "Zoë said: “你好 👋”. Good. ")
    settle(fermata)
    terminal.stop()
    assert is_old_clipboard(field)
    field.tell("selection")
    field.until(lambda it: it.newest("selection") == NEWER.decode())


def test_a_copy_made_meanwhile_is_kept(fermata, field):
    fermata.tell("finish Hello.")
    field.until(lambda it: it.newest("text") == "Hello. ")
    field.tell("copy-newer")  # before the old clipboard is restored
    field.until(lambda it: it.newest("copied"))
    time.sleep(0.6)
    field.tell("clipboard")
    field.until(lambda it: it.newest("clipboard"))
    assert bytes.fromhex(field.newest("clipboard")["text/plain"]) == NEWER


def settle(fermata):
    fermata.tell("settle")
    fermata.until(lambda it: it.newest("done") == "settle")
    fermata.said.clear()


@pytest.fixture
def other(screen, fermata, field):
    """A second application, in front of the field."""
    program = screen.run("desktop.field_program")
    program.until(lambda it: it.newest("focus"))
    found = screen.xdotool("search", "--onlyvisible", "--name", "another application").split()
    screen.xdotool("windowactivate", "--sync", max(found, key=int))  # the newest
    field.until(lambda it: it.newest("focus") is False)
    yield program
    program.stop()


def test_a_window_that_closes_before_pasting_blocks_nothing(fermata, field, other):
    other.send_signal(signal.SIGSTOP)
    fermata.tell("finish Lost.")
    field.until(lambda it: "x-kde-passwordManagerHint" in (it.newest("formats") or ()))
    other.stop()
    settle(fermata)
    field.until(lambda it: it.newest("focus"))
    fermata.tell("finish Hello.")
    field.until(lambda it: (it.newest("text") or "").removeprefix("Lost. ") == "Hello. ")
    settle(fermata)
    assert is_old_clipboard(field)


def test_a_hanging_application_pastes_each_sentence_just_once_when_it_recovers(
    fermata, field, other
):
    other.send_signal(signal.SIGSTOP)
    fermata.tell("finish Hello.")
    time.sleep(2.0)  # longer than any application takes
    fermata.tell("finish Again.")
    other.send_signal(signal.SIGCONT)
    other.until(lambda it: it.newest("text") == "Hello. Again. ")
    settle(fermata)
    assert is_old_clipboard(field)


def test_a_clipboard_whose_application_is_gone_blocks_nothing(fermata, field, other):
    other.tell("copy-newer")
    other.until(lambda it: it.newest("copied"))
    other.stop()
    field.until(lambda it: it.newest("focus"))
    fermata.tell("finish Hello.")
    field.until(lambda it: it.newest("text") == "Hello. ")
    settle(fermata)
    field.tell("clipboard")
    field.until(lambda it: it.newest("clipboard") == {})


def test_words_without_a_window_do_not_go_to_the_next_one(screen, fermata, field):
    window = screen.xdotool("getactivewindow")
    for shown in screen.xdotool("search", "--onlyvisible", "--name", ".").split():
        screen.xdotool("windowminimize", shown)
    field.until(lambda it: it.newest("focus") is False)
    fermata.tell("finish Nobody.")
    settle(fermata)
    screen.xdotool("windowactivate", "--sync", window)
    field.until(lambda it: it.newest("focus"))
    fermata.tell("finish Hello.")
    field.until(lambda it: it.newest("text") == "Hello. ")
    settle(fermata)
    assert is_old_clipboard(field)


def test_ten_thousand_words_arrive_in_one_go(fermata, field):
    sentence = " ".join(f"word{number}" for number in range(10_000))
    fermata.tell(f"finish {sentence}.")
    field.until(lambda it: it.newest("text") == f"{sentence}. ")


def test_a_desktop_shortcut_can_toggle_dictation(fermata, field):
    dictate(fermata, lambda: ask(fermata, "--toggle"), lambda: ask(fermata, "--toggle"))
    field.until(lambda it: it.newest("text") == f"{TEXT} ")


@pytest.mark.parametrize("begin", [("key", "ctrl+alt+d"), ("keydown", "F12")])
def test_what_a_key_discards_does_not_arrive(screen, fermata, field, begin):
    dictate(fermata, lambda: screen.xdotool(*begin), lambda: screen.xdotool("key", "ctrl+alt+x"))
    assert fermata.newest("committed") == TEXT  # it can be put back
    time.sleep(0.5)
    assert field.newest("text") is None
    assert fermata.newest("state") == "stopped"  # a key still held starts nothing again
    screen.xdotool("keyup", "F12")


def test_words_stay_here_unless_others_are_wanted(screen, fermata, field):
    set_preference(fermata, 'dictation.other_applications "off"')
    hold_f12(screen, fermata)
    fermata.until(lambda it: it.newest("committed"))
    time.sleep(0.5)
    assert field.newest("text") is None
    assert is_old_clipboard(field)
    set_preference(fermata, 'dictation.other_applications "clipboard"')


def test_words_stay_in_the_window_when_a_second_start_brings_it_to_the_front(
    screen, running, field
):
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


def test_a_small_floating_window_shows_the_dictation_and_stops_it(screen, fermata, field):
    screen.xdotool("key", "ctrl+alt+d")
    fermata.until(lambda it: it.newest("state") == "listening" and it.newest("pill"))
    screen.xdotool("search", "--name", "Fermata: Listening")
    press_at(screen, fermata.newest("pill")["stop"])
    fermata.until(lambda it: it.newest("state") == "stopped" and it.newest("pill") is False)
    screen.xdotool("key", "7")  # words can come before the click
    field.until(lambda it: "7" in (it.newest("text") or ""))  # it still has the focus


def test_the_floating_window_appears_on_the_display_with_the_mouse(screen, fermata):
    with screen.two_displays():  # before it is dragged anywhere
        for middle in (400, 1200):
            screen.xdotool("mousemove", str(middle), "500", "key", "ctrl+alt+d")
            fermata.until(lambda it: it.newest("state") == "listening" and it.newest("pill"))
            places = fermata.newest("pill")
            assert abs((places["text"][0] + places["stop"][0]) / 2 - middle) < 200
            press_at(screen, places["stop"])
            fermata.until(lambda it: it.newest("state") == "stopped" and not it.newest("pill"))
            fermata.said.clear()


def test_the_floating_window_can_be_moved_and_opens_the_main_one(screen, fermata, field):
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


def test_words_that_no_window_takes_are_said_to_be_here(screen, fermata, field):
    screen.xdotool("key", "super+d")  # shows the desktop
    field.until(lambda it: it.newest("focus") is False)
    fermata.tell("finish Hello.")
    fermata.until(lambda it: it.newest("words") == "no window")
    assert is_old_clipboard(field)
    screen.xdotool("key", "super+d")
    field.until(lambda it: it.newest("focus"))
    fermata.tell("finish Hello.")
    field.until(lambda it: it.newest("text") == "Hello. ")
    assert fermata.newest("words") == ""


def test_without_a_tray_closing_quits(screen, running):
    set_preference(running, "general.closes_to_tray true")
    screen.press_until("alt+F4", lambda: running.newest("closed_by"))
    assert running.wait() == 0


def ask(fermata, *words):
    """Run the real command line meanwhile."""
    return subprocess.run(
        [sys.executable, "-m", "app", *words],
        env=fermata.environment,
        check=False,
        timeout=60,
    ).returncode
