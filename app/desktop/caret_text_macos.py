"""The text around the caret on macOS, over the Accessibility API.

Written from documentation and others' code; never run.
"""

from __future__ import annotations

from collections.abc import Callable
from ctypes import CDLL, c_bool
from typing import Any

from app.desktop.caret_text import LONGEST_READING_S, SIGNS, Caret, paragraph, utf16_part
from app.desktop.problems import Problem
from engine.types import Context

_CARBON = "/System/Library/Frameworks/Carbon.framework/Carbon"


def open_reader() -> Callable[[], Caret]:
    """Return a function that reads the focused field; it finds none without the permission.

    Raises:
        ImportError: pyobjc is missing.
        OSError: Carbon is missing.
    """
    import objc
    from HIServices import AXUIElementCreateSystemWide, AXUIElementSetMessagingTimeout

    system = AXUIElementCreateSystemWide()
    AXUIElementSetMessagingTimeout(system, LONGEST_READING_S)  # of each call in this process
    is_input_secure = CDLL(_CARBON).IsSecureEventInputEnabled
    is_input_secure.restype = c_bool

    def read() -> Caret:
        with objc.autorelease_pool():
            field = _attribute(system, "AXFocusedUIElement")
            if field is not None and _attribute(field, "AXSubrole") == "AXSecureTextField":
                return Caret(problem=Problem.PASSWORD)
            context = None if field is None else _context(field)
            # Chromium describes no page unasked, but protects its password fields. This does not
            # come first: some programs never end their protection, and it holds everywhere.
            if context is None and is_input_secure():
                return Caret(problem=Problem.PASSWORD)
            return Caret(context)

    return read


def _context(field: Any) -> Context | None:  # noqa: ANN401  pyobjc is untyped
    """Return the paragraph's text on either side of the caret or selection."""
    from HIServices import AXValueGetValue, kAXValueCFRangeType

    selection = _attribute(field, "AXSelectedTextRange")
    length = _attribute(field, "AXNumberOfCharacters")
    if selection is None or length is None:
        return None
    is_range, places = AXValueGetValue(selection, kAXValueCFRangeType, None)
    if not is_range:
        return None
    start, end = places[0], places[0] + places[1]
    if not 0 <= start <= end <= length:  # “not found” is a large number
        return None
    before = _text(field, max(0, start - SIGNS), start)
    after = _text(field, end, min(length, end + SIGNS))
    return None if before is None or after is None else paragraph(before, after)


def _text(field: Any, start: int, end: int) -> str | None:  # noqa: ANN401
    """Return the text between two offsets in UTF-16 units; None if the field does not give it."""
    from HIServices import (
        AXUIElementCopyParameterizedAttributeValue,
        AXValueCreate,
        kAXValueCFRangeType,
    )

    if start == end:
        return ""
    places = AXValueCreate(kAXValueCFRangeType, (start, end - start))
    _, text = AXUIElementCopyParameterizedAttributeValue(field, "AXStringForRange", places, None)
    if isinstance(text, str):
        return text
    text = _attribute(field, "AXValue")  # some one-line fields give only all of it
    return utf16_part(text, start, end) if isinstance(text, str) else None


def _attribute(element: Any, name: str) -> Any:  # noqa: ANN401
    from HIServices import AXUIElementCopyAttributeValue

    error, value = AXUIElementCopyAttributeValue(element, name, None)
    return None if error else value
