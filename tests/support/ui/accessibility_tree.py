"""What assistive technology sees of the window: `python -m tests.support.ui.accessibility_tree`.

Prints the tree of every part, settings page and step of the first run, a line a node: its role,
its name, its description, and what can be done with it.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QWidget


@dataclass(frozen=True)
class Node:
    """One node; what it leads to is only valid while the window lives."""

    depth: int
    role: str
    name: str
    description: str
    widget: QWidget | None
    is_seen: bool
    is_focusable: bool

    def __str__(self) -> str:
        words = [self.role, f"“{self.name}”" if self.name else "", self.description]
        if self.is_focusable:
            words.append("(focusable)")
        return "  " * self.depth + " ".join(word for word in words if word)


def tree(root: QWidget) -> Iterator[Node]:
    """Yield what is seen of a widget and of all that is in it, from top to bottom."""
    interface = QAccessible.queryAccessibleInterface(root)
    if interface is not None:
        yield from _nodes(interface, 0)


def _nodes(interface: QAccessibleInterface, depth: int) -> Iterator[Node]:
    state = interface.state()
    if state.invisible:
        return
    thing = interface.object()
    yield Node(
        depth,
        interface.role().name,
        interface.text(QAccessible.Text.Name).strip(),
        interface.text(QAccessible.Text.Description).strip(),
        thing if isinstance(thing, QWidget) else None,
        not state.offscreen,
        bool(state.focusable),
    )
    for at in range(interface.childCount()):
        child = interface.child(at)
        if child is not None and child.isValid():
            yield from _nodes(child, depth + 1)


def main() -> None:
    """Print everything."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    from tests.support.ui.surfaces import surfaces

    application = QApplication(sys.argv[:1])
    with tempfile.TemporaryDirectory() as folder:
        for name, widget in surfaces(application, Path(folder)):
            print(f"\n== {name}")
            for node in tree(widget):
                print(node)


if __name__ == "__main__":
    main()
