"""Dictating into real applications: does every word arrive once, and does it fit the sentence?

`pytest -s tests/benchmarks/bench_other_applications.py`; those that are not installed are left out.
Twenty dictations into each, of a recording that the tiny Vosk model recognises without a mistake,
then two hundred sentences as fast as they can be handed over, on keyboards of four countries.
"""

from __future__ import annotations

import json
import shutil
import time

import pytest

from tests.app.desktop.conftest import screen, start_fermata  # noqa: F401
from tests.support.desktop.programs import Program, hold_f12, session_bus, set_preference

SAID = "The quick brown fox jumps over the lazy dog."
INNER = "the quick brown fox jumps over the lazy dog"
FITS = (
    (("", "", ""), f"{SAID} "),
    (("One. Yesterday ", "", "and ran away."), f"One. Yesterday {INNER} and ran away."),
    (("Yesterday", "", " and ran away."), f"Yesterday {INNER} and ran away."),
    (("Yesterday ", "it rained", "."), f"Yesterday {INNER}."),
    (("It rained.", "", ""), f"It rained. {SAID} "),
    (("It rained. ", "", "Then it stopped."), f"It rained. {SAID} Then it stopped."),
    (("We saw that ", "", ""), f"We saw that {INNER}. "),
    (("It rained,", "", ""), f"It rained, {INNER}. "),
    (("Did it rain? ", "", ""), f"Did it rain? {SAID} "),
    (("I think ", "", "; we left."), f"I think {INNER}; we left."),
)
FAST = [f"Sentence {number}." for number in range(200)]
FOREIGN = "Zoë said @home: {5 > 3}! ПРИВЕТ, wörld. 漢字 👋"
LAYOUTS = ("us", "de", "fr", "ru")
FIELDS = {
    "Qt": ("desktop.field_program",),
    "GTK 3 entry": ("desktop.gtk_program", "entry"),
    "GTK 3 text view": ("desktop.gtk_program", "view"),
    "Chromium": ("desktop.browser_program",),
}
TERMINALS = {
    "xterm": ("-e",),
    "urxvt": ("-e",),
    "xfce4-terminal": ("--disable-server", "-x"),
    "gnome-terminal": ("--wait", "--"),
    "konsole": ("-e",),
    "kitty": ("--",),
    "alacritty": ("-e",),
}
WAIT_S = 10.0
HEADING = "application | dictated | fitted | read, ms | layouts | 200 in a row | ms behind our page"
TABLE: list[str] = []


@pytest.fixture(scope="module")
def bus(screen):  # noqa: F811
    with session_bus() as address:
        screen.environment["DBUS_SESSION_BUS_ADDRESS"] = address
        screen.environment["LIBGL_ALWAYS_SOFTWARE"] = "1"
        yield


@pytest.fixture(scope="module")
def fermata(bus, start_fermata):  # noqa: F811
    fermata = start_fermata(
        general={"push_to_talk_keys": "F12"}, dictation={"other_applications": "clipboard"}
    )
    fermata.until(lambda it: it.newest("keys") == "" and it.newest("active"))
    yield fermata
    print("", HEADING, *TABLE, sep="\n")


@pytest.fixture
def run(screen, fermata):  # noqa: F811
    started: list[Program] = []

    def start(name: str, *words: str, **own: str) -> Program:
        fermata.said.clear()
        program = screen.run(name, *words, **own)
        started.append(program)
        program.until(lambda it: it.newest("focus"))
        fermata.until(lambda it: it.newest("active") is False)
        return program

    yield start
    for program in started:
        program.stop()
    fermata.until(lambda it: it.newest("active"))


def comes(program: Program, text: str, wait_s: float = WAIT_S) -> bool:
    """Whether exactly this is in the field before long."""
    end_s = time.monotonic() + wait_s
    while program.newest("text") != text and time.monotonic() < end_s:
        time.sleep(0.005)
    return program.newest("text") == text


def settle(fermata: Program) -> None:
    fermata.tell("settle")
    fermata.until(lambda it: it.newest("done") == "settle")
    fermata.said.clear()


def dictate(screen, fermata: Program, program: Program, expected: str, late_s: list[float]) -> bool:  # noqa: F811
    """Hold the key while the recording plays; note how long after ours the words are there."""
    hold_f12(screen, fermata)
    is_right = comes(program, expected)
    if is_right:
        came = next(it for it in reversed(program.said) if it.get("text") == expected)
        shown = next(it for it in reversed(fermata.said) if "committed" in it)
        late_s.append(came["at_s"] - shown["at_s"])
    settle(fermata)
    return is_right


def tell(name: str, way: str, *counts: str, late_s: list[float]) -> None:
    behind = median_and_most([1000 * it for it in late_s])
    TABLE.append(" | ".join((f"{name}, {way}", *counts, behind)))
    print(TABLE[-1])


def read_times_ms(fermata: Program) -> str:
    """Read the text around the caret fifty times."""
    fermata.said.clear()
    for number in range(50):
        fermata.tell("look")
        fermata.until(lambda it, number=number: len(it.every("reads")) > number)
    return median_and_most(fermata.every("took_ms"))


def median_and_most(times_ms: list[float]) -> str:
    ordered = sorted(times_ms) or [0.0]
    return f"{ordered[len(ordered) // 2]:.0f}, at most {ordered[-1]:.0f}"


def pour(screen, fermata: Program, program: Program, before: str) -> tuple[str, str]:  # noqa: F811
    """Hand over what few keyboards can write, and two hundred sentences."""
    right = 0
    text = before
    for layout in LAYOUTS:
        screen.lay_out_keys(layout)
        fermata.tell(f"finish {FOREIGN}")
        text += FOREIGN + " "
        right += comes(program, text)
        settle(fermata)
        text = program.newest("text") or ""
    screen.lay_out_keys("us")
    began_s = time.monotonic()
    for sentence in FAST:
        fermata.tell(f"finish {sentence}")
    arrived = comes(program, f"{text}{' '.join(FAST)} ", 60.0)
    took_s = time.monotonic() - began_s
    settle(fermata)
    if not arrived:
        print("left:", repr((program.newest("text") or "")[-300:]))
    return f"{right}/{len(LAYOUTS)}", f"{took_s:.1f} s" if arrived else "no"


@pytest.mark.parametrize("way", ["clipboard", "typing"])
@pytest.mark.parametrize("name", FIELDS)
def test_a_field_whose_text_can_be_read(screen, fermata, run, name, way):  # noqa: F811
    set_preference(fermata, f'dictation.other_applications "{way}"')
    program = run(*FIELDS[name], QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1")
    program.tell('fill ["a", "", ""]')
    fermata.until(lambda it: it.newest("reads") or it.tell("look") or time.sleep(0.1))
    arrived = fitted = 0
    late_s: list[float] = []
    for parts, expected in FITS * 2:
        program.tell("fill " + json.dumps(parts))
        assert comes(program, "".join(parts))
        is_right = dictate(screen, fermata, program, expected, late_s)
        text = program.newest("text")
        arrived += text.lower().count(INNER) == 1
        fitted += is_right
        if not is_right:
            print(name, way, repr(parts), repr(text))
    read_ms = read_times_ms(fermata)
    program.tell('fill ["", "", ""]')
    assert comes(program, "")
    many = pour(screen, fermata, program, "")
    total = len(FITS) * 2
    fits = f"{fitted}/{total}"
    tell(name, way, f"{arrived}/{total}", fits, read_ms, *many, late_s=late_s)


@pytest.mark.parametrize("way", ["clipboard", "typing"])
@pytest.mark.parametrize("name", TERMINALS)
def test_a_terminal(screen, fermata, run, name, way):  # noqa: F811
    if not shutil.which(name):
        pytest.skip(f"{name} is missing")
    set_preference(fermata, f'dictation.other_applications "{way}"')
    program = run("desktop.terminal_program", name, *TERMINALS[name])
    time.sleep(1.0)  # it may say so before it takes keys
    late_s: list[float] = []
    text, right = "", 0
    for _ in range(20):
        is_right = dictate(screen, fermata, program, f"{text}{SAID} ", late_s)
        right += is_right
        if not is_right:
            print(name, way, repr(program.newest("text")))
        text = program.newest("text") or ""
    tell(name, way, f"{right}/20", "–", "–", *pour(screen, fermata, program, text), late_s=late_s)
