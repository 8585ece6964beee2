"""Presses keys with pynput: X11, Windows, macOS."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from typing import Any

from app.desktop.keysyms import keysym

_MODIFIERS = {"Ctrl": "ctrl", "Alt": "alt", "Shift": "shift", "Meta": "cmd"}
_NAMED = {"Ins": "insert", "Return": "enter"}


class PynputKeystrokes:
    """A keyboard of our own."""

    def __init__(self) -> None:
        """Get hold of it.

        Raises:
            ImportError: pynput is missing or cannot reach the keyboard of this system.
        """
        from pynput import keyboard

        self._keys = keyboard
        self._controller = keyboard.Controller()

    def paste(self, keys: str) -> None:
        """Press keys together, "Ctrl+V"; on macOS Ctrl is the Command key."""
        *modifiers, key = keys.split("+")
        with ExitStack() as held:
            for word in modifiers:
                held.enter_context(self._controller.pressed(self._modifier(word)))
            self._controller.tap(self._key(key))

    def can_write(self, text: str) -> bool:
        """Whether every sign is on the keyboard.

        On X11, pynput would lay the others on free keys, and applications that read them later
        than it lays the next ones there get wrong signs.
        """
        if sys.platform != "linux":
            return True
        self._controller = self._keys.Controller()  # knows the keyboard as it is now
        return all(keysym(sign) in self._controller.keyboard_mapping for sign in set(text))

    def write(self, text: str) -> None:
        self._controller.type(text)

    def close(self) -> None:
        """Give it back; pynput's own connection ends with the object."""

    def _modifier(self, word: str) -> Any:  # noqa: ANN401  pynput has no types
        is_command = sys.platform == "darwin" and word == "Ctrl"
        return self._keys.Key["cmd" if is_command else _MODIFIERS[word]]

    def _key(self, word: str) -> Any:  # noqa: ANN401  pynput has no types
        if word in _NAMED:
            return self._keys.Key[_NAMED[word]]
        if sys.platform == "linux":  # by its key: applications may ignore what is only sent to them
            return self._keys.KeyCode.from_vk(ord(word.lower()))
        return self._keys.KeyCode.from_char(word.lower())
