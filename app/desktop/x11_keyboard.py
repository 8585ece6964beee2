"""The keyboard of an X11 screen: which keys write a character, and what is held."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from app.desktop.chords import Chord
from app.desktop.keysyms import keysym
from engine.errors import PortalError

_ACTIVE = "_NET_ACTIVE_WINDOW"
_LEVEL_3 = 0xFE03  # ISO_Level3_Shift, AltGr
_NUM_LOCK, _SCROLL_LOCK = 0xFF7F, 0xFF14
_MODIFIERS = {"shift": 0xFFE1, "ctrl": 0xFFE3, "alt": 0xFFE9, "cmd": 0xFFEB}
_GROUP_SHIFT, _GROUPS = 13, 3  # where the state says which of four layouts is in use


@dataclass(frozen=True, slots=True)
class Stroke:
    """A key code, and the modifiers to hold."""

    code: int
    has_shift: bool = False
    has_level_3: bool = False


class X11Keyboard:
    """A connection to the screen; created and used on one thread."""

    def __init__(self) -> None:
        """Connect.

        Raises:
            PortalError: There is no such screen, or it does not allow pressing keys.
        """
        from Xlib.display import Display
        from Xlib.error import ConnectionClosedError, DisplayError

        try:
            self.display: Any = Display()
        except (DisplayError, ConnectionClosedError, OSError) as error:
            raise PortalError("X11", str(error)) from error
        if not self.display.has_extension("XTEST"):
            self.close()
            raise PortalError("X11", "XTEST is missing")

    @property
    def root(self) -> Any:  # noqa: ANN401  python-xlib has no types
        return self.display.screen().root

    def close(self) -> None:
        self.display.close()

    def follow_layout(self, event: Any) -> bool:  # noqa: ANN401
        """Whether an event reports another layout, which is used from now on."""
        from Xlib import X

        if event.type != X.MappingNotify or event.request == X.MappingPointer:
            return False
        self.display.refresh_keyboard_mapping(event)
        return True

    def refresh(self) -> None:
        """Switch to the current layout, skipping other events."""
        while self.display.pending_events():
            self.follow_layout(self.display.next_event())

    def active_window(self) -> list[int] | None:
        """Return the window in front, [0] where there is none, None where nobody tells."""
        from Xlib import X

        held = self.root.get_full_property(self.display.intern_atom(_ACTIVE), X.AnyPropertyType)
        return None if held is None else list(held.value)

    def code(self, name: str) -> int:
        """Return the key code for a name or character, ignoring modifiers; 0 if there is none."""
        return int(self.display.keysym_to_keycode(keysym(name)))

    def stroke(self, sign: str) -> Stroke | None:
        """Return the stroke that writes a character in the current layout; None if none does."""
        state = self.root.query_pointer().mask
        group = state >> _GROUP_SHIFT & _GROUPS
        for code, index in self.display.keysym_to_keycodes(keysym(sign)):
            for level in (0, 1, 4, 5):
                if index == level + 2 * group or (index == level and self._has_one_group(code)):
                    has_shift = bool(level % 2)
                    if state & self._lock and sign.upper() != sign.lower():
                        has_shift = not has_shift
                    return Stroke(code, has_shift=has_shift, has_level_3=level > 1)
        return None

    def press(self, *codes: int) -> None:
        """Press keys together, and release them."""
        from Xlib import X
        from Xlib.ext.xtest import fake_input

        for code in codes:
            fake_input(self.display, X.KeyPress, code)
        for code in reversed(codes):
            fake_input(self.display, X.KeyRelease, code)
        self.display.sync()

    def type(self, text: str) -> None:
        """Type a text whose characters can all be written."""
        shift, level_3 = self.code("Shift"), int(self.display.keysym_to_keycode(_LEVEL_3))
        strokes = {sign: self.stroke(sign) for sign in set(text)}
        for stroke in map(strokes.__getitem__, text):
            if stroke is not None:
                held = (stroke.has_shift * (shift,), stroke.has_level_3 * (level_3,))
                self.press(*held[0], *held[1], stroke.code)

    def chord(self, chord: Chord) -> tuple[int, int] | None:
        """Return a chord's key code and modifier mask; None if no key matches."""
        from Xlib import X

        found = [*self.display.keysym_to_keycodes(keysym(chord.key))]
        if not found:
            return None
        code, index = min(found, key=lambda it: int(it[1]))
        names = chord.modifiers | ({"shift"} if index % 2 else set())
        masks = {"shift": X.ShiftMask, "ctrl": X.ControlMask}
        mask = 0
        for name in names:
            mask |= masks.get(name) or self.mask(_MODIFIERS[name])
        return int(code), int(mask)

    def locks(self) -> Iterator[int]:
        """Yield every combination of lock masks that may be on while keys are pressed."""
        masks = [self._lock, self.mask(_NUM_LOCK), self.mask(_SCROLL_LOCK)]
        for which in range(8):
            yield sum({mask for place, mask in enumerate(masks) if which >> place & 1})

    def mask(self, modifier: int) -> int:
        """Return the modifier bit of a key, by keysym; 0 if it is not a modifier."""
        codes = {code for code, _ in self.display.keysym_to_keycodes(modifier)}
        rows = self.display.get_modifier_mapping()
        return sum(1 << row for row, its in enumerate(rows) if codes & {it for it in its if it})

    @property
    def _lock(self) -> int:
        from Xlib import X

        return int(X.LockMask)

    def _has_one_group(self, code: int) -> bool:
        symbols = [self.display.keycode_to_keysym(code, index) for index in range(4)]
        return symbols[2:] in ([0, 0], symbols[:2])
