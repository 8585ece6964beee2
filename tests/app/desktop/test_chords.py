from __future__ import annotations

import pytest

from app.desktop.chords import Chord, ChordWatch, chord, understood
from app.desktop.desktop_kind import DesktopKind, desktop_kind
from app.desktop.hotkeys import PushToTalk
from app.desktop.problems import Problem, words
from app.dictation.events import State


@pytest.mark.parametrize(
    ("keys", "modifiers", "key"),
    [
        ("Ctrl+Alt+D", {"ctrl", "alt"}, "d"),
        ("F9", set(), "f9"),
        ("Meta+Space", {"cmd"}, "space"),
        ("Ctrl++", {"ctrl"}, "+"),
        ("Ctrl+Shift+PgDown", {"ctrl", "shift"}, "page_down"),
        ("Pause", set(), "pause"),
        ("Ctrl+Ü", {"ctrl"}, "ü"),
    ],
)
def test_keys_as_set_in_the_preferences_are_understood(keys, modifiers, key):
    assert chord(keys) == Chord(frozenset(modifiers), key)
    assert chord("Ctrl+Meta+D", is_mac=True) == Chord(frozenset({"cmd", "ctrl"}), "d")
    for wrong in ("", "Ctrl+", "Hyper+X", "Ctrl+Volume Up", "nonsense"):
        assert chord(wrong) is None


def test_keys_used_for_writing_are_refused():
    chords, problem = understood({"a": "D", "b": "Shift+D", "c": "F9"})
    assert chords == {"c": Chord(frozenset(), "f9")}
    assert problem is Problem.PLAIN_KEYS
    assert understood({"a": "Ctrl+Hyper+D"}) == ({}, Problem.UNKNOWN_KEYS)
    assert all(words(problem) for problem in Problem if problem is not Problem.NONE)
    assert words(Problem.NONE) == ""


@pytest.fixture
def watch():
    return ChordWatch({"d": chord("Ctrl+Alt+D"), "s": chord("Ctrl+Alt+Shift+D"), "9": chord("F9")})


def test_a_chord_starts_with_its_key_and_ends_with_any_of_its_keys(watch):
    assert [watch.press(key) for key in ("ctrl", "alt", "d", "d")] == [[], [], ["d"], []]
    assert watch.release("alt") == ["d"]
    assert watch.release("d") == []


def test_other_modifiers_make_another_chord(watch):
    for key in ("ctrl", "alt", "shift"):
        watch.press(key)
    assert watch.press("d") == ["s"]
    watch.release("d")
    watch.release("shift")
    assert watch.press("d") == ["d"]
    assert watch.press("f9") == []  # Ctrl and Alt are held


def test_letters_in_between_do_not_matter(watch):
    for key in "hello":
        assert watch.press(key) + watch.release(key) == []
    assert watch.press("f9") == ["9"]
    assert watch.press("x") == []
    assert watch.release("f9") == ["9"]


@pytest.mark.parametrize(
    ("events", "asked"),
    [
        # another session is left alone
        ([State.STARTING, State.LISTENING, "press", "release"], []),
        # the last words of the previous session are waited for
        (["press", State.STARTING, State.LISTENING, "release", State.DRAINING], ["start", "stop"]),
        (["press", "release", State.DRAINING, "press"], ["start", "stop"]),
        (["press", "release", State.DRAINING, "press", State.STOPPED], ["start", "stop", "start"]),
        # a key held while its session was discarded stops nothing
        (["press", State.LISTENING, "forget", State.DRAINING, State.STOPPED, "release"], ["start"]),
        # a key that is already up starts nothing late
        ([State.STARTING, State.DRAINING, "press", "release", State.STOPPED], []),
    ],
)
def test_push_to_talk(events, asked):
    told = []
    keys = PushToTalk(lambda: told.append("start"), lambda: told.append("stop"))
    for event in events:
        if isinstance(event, State):
            keys.follow(event)
        else:
            getattr(keys, event)()
    assert told == asked


@pytest.mark.parametrize(
    ("platform", "environment", "kind"),
    [
        ("offscreen", {"WAYLAND_DISPLAY": "wayland-0"}, DesktopKind.NONE),
        ("xcb", {}, DesktopKind.OPEN),
        ("xcb", {"WAYLAND_DISPLAY": "wayland-0"}, DesktopKind.WAYLAND),
        ("xcb", {"XDG_SESSION_TYPE": "wayland"}, DesktopKind.WAYLAND),
        ("wayland", {}, DesktopKind.WAYLAND),
        ("windows", {}, DesktopKind.OPEN),
    ],
)
def test_the_kind_of_desktop_is_recognised(platform, environment, kind):
    assert desktop_kind(platform, environment) is kind
