"""The text around the caret on Windows, over UI Automation.

Written from documentation and others' code; never run.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from app.desktop.caret_text import SIGNS, Caret, paragraph
from app.desktop.problems import Problem

_LONGEST = 4 * SIGNS  # UTF-16 units; some fields cannot move by single characters


def open_reader() -> Callable[[], Caret]:
    """Return a function that reads the focused field, for the thread that calls this.

    A call takes as long as the application does. The first use on a computer takes seconds, for
    comtypes writes a module about UI Automation.

    Raises:
        ImportError: comtypes is missing.
        OSError: COM or UI Automation cannot be reached.
    """
    # UI Automation wants COM's multithreaded apartment; importing comtypes enters an apartment.
    sys.coinit_flags = 0  # type: ignore[attr-defined]
    import comtypes
    from comtypes.client import CreateObject, GetModule

    comtypes.CoInitializeEx(comtypes.COINIT_MULTITHREADED)
    uia = GetModule("UIAutomationCore.dll")
    automation = CreateObject(uia.CUIAutomation, interface=uia.IUIAutomation)

    def read() -> Caret:
        try:
            return _read(uia, automation.GetFocusedElement())
        except comtypes.COMError:  # it is gone, or hangs
            return Caret()

    return read


def _read(uia: Any, field: Any) -> Caret:  # noqa: ANN401  comtypes makes the types at run time
    if not field:
        return Caret()
    if field.CurrentIsPassword:
        return Caret(problem=Problem.PASSWORD)
    pattern = field.GetCurrentPattern(uia.UIA_TextPatternId)
    if not pattern:
        return Caret()
    # Empty ranges are carets. TextPattern2's GetCaretRange would be one end of a selection.
    ranges = pattern.QueryInterface(uia.IUIAutomationTextPattern).GetSelection()
    if not ranges or ranges.Length != 1:
        return Caret()
    selection = ranges.GetElement(0)
    start, end = uia.TextPatternRangeEndpoint_Start, uia.TextPatternRangeEndpoint_End

    def beside(near: int, far: int, count: int) -> str:
        text = selection.Clone()
        text.MoveEndpointByRange(near, selection, far)
        text.MoveEndpointByUnit(far, uia.TextUnit_Character, count)
        return text.GetText(_LONGEST) or ""

    before, after = beside(end, start, -SIGNS), beside(start, end, SIGNS)
    if len(before) >= _LONGEST // 2:  # its end may have been cut off, if all are emoji
        return Caret()
    return Caret(paragraph(before, after))
