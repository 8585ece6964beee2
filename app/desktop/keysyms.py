"""Keysyms of keys and characters, for X11 and the Wayland portals."""

from __future__ import annotations

_LATIN_1_END = 0x100
_UNICODE = 0x0100_0000
_KEYSYMS = {
    "\n": 0xFF0D,
    "\t": 0xFF09,
    "Ctrl": 0xFFE3,
    "Shift": 0xFFE1,
    "Alt": 0xFFE9,
    "Meta": 0xFFEB,
    "Ins": 0xFF63,
    "Return": 0xFF0D,
    "space": 0x20,
    "scroll_lock": 0xFF14,
    "print_screen": 0xFF61,
    "insert": 0xFF63,
    "delete": 0xFFFF,
    "page_up": 0xFF55,
    "page_down": 0xFF56,
    "enter": 0xFF0D,
    "esc": 0xFF1B,
    "media_play_pause": 0x1008FF14,
    "pause": 0xFF13,
    "menu": 0xFF67,
    "home": 0xFF50,
    "end": 0xFF57,
    "left": 0xFF51,
    "up": 0xFF52,
    "right": 0xFF53,
    "down": 0xFF54,
    "tab": 0xFF09,
    "backspace": 0xFF08,
} | {f"f{number}": 0xFFBD + number for number in range(1, 21)}


def keysym(name: str) -> int:
    """Return the keysym of a character, or of a key by name; for Latin 1 it is the code point."""
    if name in _KEYSYMS:
        return _KEYSYMS[name]
    code = ord(name)
    return code if code < _LATIN_1_END else _UNICODE + code
