"""What assistive technology sees of the window."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QWidget


@dataclass(frozen=True)
class Node:
    """One node; the widget is only valid while the window lives."""

    role: str
    name: str
    widget: QWidget | None
    is_focusable: bool


def tree(root: QWidget) -> Iterator[Node]:
    """Yield the nodes of a widget and everything in it, from top to bottom."""
    interface = QAccessible.queryAccessibleInterface(root)
    if interface is not None:
        yield from _nodes(interface)


def _nodes(interface: QAccessibleInterface) -> Iterator[Node]:
    state = interface.state()
    if state.invisible:
        return
    thing = interface.object()
    yield Node(
        interface.role().name,
        interface.text(QAccessible.Text.Name).strip(),
        thing if isinstance(thing, QWidget) else None,
        bool(state.focusable),
    )
    for at in range(interface.childCount()):
        child = interface.child(at)
        if child is not None and child.isValid():
            yield from _nodes(child)
