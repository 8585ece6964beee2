"""X11's numbers of signs and keys."""

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
}


def keysym(name: str) -> int:
    """Return the number of a sign, or of a key by Qt's name; those of Latin 1 are its own."""
    if name in _KEYSYMS:
        return _KEYSYMS[name]
    code = ord(name)
    return code if code < _LATIN_1_END else _UNICODE + code
