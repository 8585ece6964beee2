"""Key combinations, and which of them are pressed and released."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass

from app.desktop.problems import Problem

MODIFIERS = frozenset({"ctrl", "alt", "shift", "cmd"})
_MODIFIERS = {"Ctrl": "ctrl", "Alt": "alt", "Shift": "shift", "Meta": "cmd"}
_MAC_MODIFIERS = {"Ctrl": "cmd", "Alt": "alt", "Shift": "shift", "Meta": "ctrl"}
_NAMED = {
    "ScrollLock": "scroll_lock",
    "Print": "print_screen",
    "Ins": "insert",
    "Del": "delete",
    "PgUp": "page_up",
    "PgDown": "page_down",
    "Return": "enter",
    "Esc": "esc",
    "Media Play": "media_play_pause",
    "Toggle Media Play/Pause": "media_play_pause",
}
_ALIKE = "Space Pause Menu Home End Left Right Up Down Tab Backspace"
_NAMED |= {name: name.lower() for name in _ALIKE.split()}
_NAMED |= {f"F{number}": f"f{number}" for number in range(1, 21)}
_NOT_FOR_WRITING = {"pause", "scroll_lock", "print_screen", "menu", "insert", "media_play_pause"}


@dataclass(frozen=True, slots=True)
class Chord:
    """A key, and the modifiers held while it is pressed; in pynput's names."""

    modifiers: frozenset[str]
    key: str

    @property
    def problem(self) -> Problem:
        """Why an application may not listen to it globally."""
        is_function_key = self.key[:1] == "f" and self.key[1:].isdigit()
        if self.modifiers - {"shift"} or is_function_key or self.key in _NOT_FOR_WRITING:
            return Problem.NONE
        return Problem.PLAIN_KEYS


def chord(keys: str, *, is_mac: bool = False) -> Chord | None:
    """Return the chord for Qt's portable text, such as "Ctrl+Alt+D"; None if there is none."""
    head, plus, key = keys.rpartition("+")
    if plus and not key and (not head or head.endswith("+")):  # the key is “+” itself
        head, key = head.removesuffix("+"), "+"
    known = _MAC_MODIFIERS if is_mac else _MODIFIERS
    modifiers = [known.get(word) for word in head.split("+") if word]
    name = _NAMED.get(key) or (key.lower() if len(key) == 1 else "")
    if None in modifiers or not name:
        return None
    return Chord(frozenset(word for word in modifiers if word), name)


def understood(keys: Mapping[str, str]) -> tuple[dict[str, Chord], Problem]:
    """Return the chords for Qt's portable texts, and why some of them cannot be used."""
    chords: dict[str, Chord] = {}
    problem = Problem.NONE
    for name, text in keys.items():
        found = chord(text, is_mac=sys.platform == "darwin")
        if found is None:
            problem = Problem.UNKNOWN_KEYS
        elif found.problem is not Problem.NONE:
            problem = found.problem
        else:
            chords[name] = found
    return chords, problem


class ChordWatch:
    """Compares keys with some chords; remembers only which modifiers and chords are down."""

    def __init__(self, chords: Mapping[str, Chord]) -> None:
        """Args: chords: What to watch for, by the caller's names."""
        self._chords = dict(chords)
        self._held: set[str] = set()
        self._down: set[str] = set()

    def press(self, key: str) -> list[str]:
        if key in MODIFIERS:
            self._held.add(key)
            return []
        started = [
            name
            for name, chord in self._chords.items()
            if chord.key == key and chord.modifiers == self._held and name not in self._down
        ]
        self._down.update(started)
        return started

    def release(self, key: str) -> list[str]:
        """Handle the release of a key; return the names of chords that end with it."""
        self._held.discard(key)
        ended = [
            name
            for name in self._down
            if self._chords[name].key == key or key in self._chords[name].modifiers
        ]
        self._down.difference_update(ended)
        return ended
