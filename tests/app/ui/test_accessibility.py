"""Every surface of the window as seen by eyes, assistive technology and the keyboard."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QPlainTextEdit,
    QProgressBar,
    QTabBar,
    QTextBrowser,
    QTextEdit,
    QWidget,
)
from shiboken6 import isValid

from app.ui.navigation import PartButton
from tests.support.ui.accessibility_tree import Node, tree
from tests.support.ui.controls import is_usable, unnamed
from tests.support.ui.readable import too_small, unreadable
from tests.support.ui.surfaces import opened, surfaces
from tests.support.ui.visible_texts import read

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # offscreen
ROLES = {
    PartButton: {"RadioButton"},
    QCheckBox: {"CheckBox"},
    QAbstractButton: {"Button", "ButtonMenu", "CheckBox", "RadioButton"},
    QComboBox: {"ComboBox"},
    QAbstractSpinBox: {"SpinBox"},
    QLineEdit: {"EditableText"},
    QTextBrowser: {"StaticText"},
    QTextEdit: {"EditableText"},
    QPlainTextEdit: {"EditableText"},
    QListView: {"List"},
    QTabBar: {"PageTabList"},
    QProgressBar: {"ProgressBar"},
    QLabel: {"StaticText", "Graphic"},
}
ACTING = {"Button", "CheckBox", "RadioButton", "ComboBox", "SpinBox", "EditableText", "Slider"}
ACTING |= {"List", "ListItem", "MenuItem", "PageTab", "PageTabList", "Link", "Tree"}
JARGON = re.compile(
    r"\b(F1|F0\.5|loss|WER|SHA|MD5|checksums?|confidence|transducers?|held[ -]out|float weights"
    r"|ONNX|torch|threads?|tokens?|committed|FLAC|licences)\b",
    re.IGNORECASE,
)
NAVIGATION = "Parts of the window"


@pytest.fixture(scope="module")
def seen(qapp, tmp_path_factory):
    """The problems on each surface: the window is walked through once for all tests."""
    palette, sheet, found = qapp.palette(), qapp.styleSheet(), {}
    with opened(qapp, tmp_path_factory.mktemp("surfaces"), theme="light") as fermata:
        for name, root in surfaces(fermata):
            faint, small = list(unreadable(root)), list(too_small(root))  # before Tab is pressed
            nodes = list(tree(root))
            found[name] = {
                "has no name": [*_nameless(nodes), *_nameless_controls(root)],
                "has another role": list(_wrong_roles(nodes)),
                "does not say what it is for": list(_unexplained(root)),
                "hides the words of a label": list(_hidden_words(root)),
                "is not reached by Tab": list(_unreached(root)) if _takes_focus(root) else [],
                "is too faint": faint,
                "has small letters": small,
                "speaks to engineers": list(_jargon(root)),
                "count": sum(node.role in ACTING for node in nodes),
            }
    qapp.setStyleSheet(sheet)
    qapp.setPalette(palette)
    return found


def _takes_focus(root: QWidget) -> bool:
    takes_none = Qt.WindowType.WindowDoesNotAcceptFocus
    return not (isinstance(root, QMenu) or root.windowFlags() & takes_none)


def _nameless(nodes: list[Node]) -> Iterator[str]:
    for node in nodes:
        if (node.role in ACTING or node.is_focusable) and not node.name:
            yield f"{node.role} {type(node.widget).__name__}"


def _nameless_controls(root: QWidget) -> Iterator[str]:
    """Also of hidden ones; empty labels do not count."""
    return (words for words in unnamed(root) if not words.startswith("QLabel"))


def _wrong_roles(nodes: list[Node]) -> Iterator[str]:
    for node in nodes:
        expected = next((ROLES[kind] for kind in ROLES if isinstance(node.widget, kind)), None)
        if expected is not None and node.role not in expected:
            yield f"{type(node.widget).__name__} is {node.role}"


def _unexplained(root: QWidget) -> Iterator[str]:
    """On Linux, Qt names a combo box after its choice: its purpose must be given in another way."""
    labels = {label.buddy() for label in root.findChildren(QLabel)}
    for box in root.findChildren(QComboBox):
        if not box.accessibleDescription() and box not in labels:
            yield box.accessibleName()


def _hidden_words(root: QWidget) -> Iterator[str]:
    """A name on a label is read instead of its text."""
    for label in root.findChildren(QLabel):
        if label.text() and label.accessibleName() not in {"", label.text()}:
            yield f"{label.accessibleName()} hides {label.text()}"


def _jargon(root: QWidget) -> Iterator[str]:
    """What is shown unasked must mean something to everybody."""
    for widget in [root, *root.findChildren(QWidget)]:
        if widget.isVisibleTo(root):
            yield from (text for text in read(widget) if JARGON.search(text))


def _unreached(root: QWidget) -> Iterator[str]:
    """What cannot be reached with Tab (or, among exclusive buttons, with the arrow keys)."""
    before = [widget for widget in root.findChildren(QWidget) if is_usable(widget, root)]
    reached = _pressing_tab(root)
    for widget in before:
        if not isValid(widget) or not is_usable(widget, root) or _is_inner(widget):
            continue  # a list may have been filled again in the meantime
        if isinstance(widget, QAbstractButton) and widget.autoExclusive():
            continue
        if widget not in reached and widget.focusProxy() not in reached:
            yield f"{type(widget).__name__} {widget.accessibleName()}"


def _is_inner(widget: QWidget) -> bool:
    outer = widget.parent()
    if isinstance(outer, QAbstractSpinBox | QComboBox | QTabBar):
        return True
    return isinstance(outer, QLineEdit)  # the cross: Ctrl+A and Delete do the same


def _pressing_tab(root: QWidget) -> set[QWidget]:
    reached: set[QWidget] = set()
    for _ in range(200):
        focused = QApplication.focusWidget()
        if focused in reached:
            break
        if focused is not None:
            reached.add(focused)
        QTest.keyClick(focused or root, Qt.Key.Key_Tab)
        QApplication.processEvents()
    return reached


def test_every_surface_is_visited(seen):
    assert len(seen) == 39
    few = {name: found["count"] for name, found in seen.items() if found["count"] < 2}
    assert few == {"files are dragged over the window": 0}


def test_everything_can_be_read_and_reached_by_assistive_technology_and_tab(seen):
    assert [
        (name, problem, found[problem])
        for name, found in seen.items()
        for problem in found
        if problem != "count" and found[problem]
    ] == []


def test_the_checks_notice_problems(qtbot):
    root = QWidget()
    qtbot.addWidget(root)
    nameless, label = QTextEdit(root), QLabel("12:40", root)
    label.setAccessibleName("Time")
    QComboBox(root).addItem("Red")
    passed_by = QCheckBox("Leave", root)
    passed_by.setAccessibleName("Leave")
    passed_by.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    root.show()
    root.activateWindow()
    nodes = list(tree(root))
    assert any("QTextEdit" in words for words in _nameless(nodes))
    assert list(_hidden_words(root)) == ["Time hides 12:40"]
    assert list(_unexplained(root)) == [""]
    assert any("Leave" in words for words in _unreached(root))
    label.setText("Loss (less is better)")
    assert list(_jargon(root)) == ["Loss (less is better)"]
    assert QAccessible.queryAccessibleInterface(nameless) is not None
