"""A settings page: searchable groups of rows."""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QLabel,
    QScrollArea,
    QWidget,
)

from app.preferences.live_preferences import LivePreferences
from app.preferences.preferences import setting, settings
from app.ui.appearance.fonts import Size, make_bold
from app.ui.widgets import controls
from app.ui.widgets.announcing import announce
from app.ui.widgets.boxes import column, row
from app.ui.widgets.muted_label import MutedLabel
from app.ui.widgets.notice_line import NoticeLine

WIDEST_PX = 760
_AROUND_CHOICE_PX = 48


class SettingsNote(MutedLabel):
    """A note visible only while it has text, even if a search matches."""

    def __init__(self) -> None:
        super().__init__()
        self.hide()

    def say(self, text: str) -> None:
        self.setText(text)
        self.setVisible(bool(text))

    def setVisible(self, is_visible: bool) -> None:  # noqa: FBT001, N802  Qt's own
        super().setVisible(is_visible and bool(self.text()))


class SettingRow(QWidget):
    """A label with an explanation on the left, the control on the right."""

    def __init__(self, label: str, explanation: str, control: QWidget) -> None:
        super().__init__()
        self.label = QLabel(label)
        self.label.setWordWrap(True)
        self.label.setBuddy(control)
        self.control = control
        self._explanation = explanation
        name_all(control, label.replace("&", ""), explanation)
        said = [self.label, MutedLabel(explanation)] if explanation else [self.label]
        layout = row((column(*said, spacing=2), 1), on=self, spacing=20, margins=(0, 7, 0, 7))
        layout.addWidget(control, 0, Qt.AlignmentFlag.AlignVCenter)
        if isinstance(control, QComboBox):
            control.currentTextChanged.connect(self._leave_room)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's own
        super().resizeEvent(event)
        self._leave_room()

    def _leave_room(self) -> None:
        """Let no choice that is not made press the words aside: its list is as wide as it needs."""
        if isinstance(self.control, QComboBox):
            chosen = self.control.fontMetrics().horizontalAdvance(self.control.currentText())
            self.control.setMaximumWidth(max(self.width() // 2, chosen + _AROUND_CHOICE_PX))

    def search_text(self) -> str:
        parts = [self.label.text(), self._explanation]
        if isinstance(self.control, QComboBox):
            parts += [self.control.itemText(at) for at in range(self.control.count())]
        return " ".join(parts)


def name_all(control: QWidget, name: str, explanation: str) -> None:
    """Name a control and its parts for screen readers."""
    control.setAccessibleName(name)
    control.setAccessibleDescription(explanation)
    for part in control.findChildren(QWidget):
        if part.focusPolicy() != Qt.FocusPolicy.NoFocus and not part.accessibleName():
            text = getattr(part, "text", str)()
            part.setAccessibleName(
                f"{name}: {text}" if text and part.inherits("QAbstractButton") else name
            )


class SettingsGroup(QWidget):
    """A heading and the parts under it."""

    def __init__(self, title: str, spacing_px: int = 0) -> None:
        super().__init__()
        self.heading = QLabel(title)
        make_bold(self.heading, Size.LEAD)
        if not title:
            self.heading.hide()
        self._layout = column(self.heading, on=self, spacing=spacing_px, margins=(0, 10, 0, 6))
        self._parts: list[tuple[QWidget, str]] = []

    def add(self, part: QWidget, words: str) -> None:
        """Append a part; a search finds it by `words`."""
        self._layout.addWidget(part)
        self._parts.append((part, f"{self.heading.text()} {words}".casefold()))

    def clear(self, but: Collection[QWidget] = ()) -> None:
        """Remove all parts; those not in `but` are deleted."""
        for part, _ in self._parts:
            self._layout.removeWidget(part)
            if part not in but:
                part.hide()
                part.deleteLater()
        self._parts.clear()

    def search(self, wanted: list[str]) -> int:
        found = 0
        for part, words in self._parts:  # a part without text stays hidden by itself
            is_match = all(word in words for word in wanted)
            part.setVisible(is_match)
            found += is_match
        self.setVisible(bool(found))
        return found

    def shows_a_part(self) -> bool:
        return any(not part.isHidden() for part, _ in self._parts)


class SettingsPage(QScrollArea):
    """One page; its rows take effect at once.

    Attributes:
        TITLE: Title in the sidebar, untranslated, in the translation context of the class.
        section: Section of the preferences shown here; empty if none.
    """

    TITLE: Any = ""
    section = ""

    def __init__(self, preferences: LivePreferences) -> None:
        super().__init__()
        self.title = title = self.shown_title()
        self._preferences = preferences
        self._groups: list[SettingsGroup] = []
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(title)
        body = self._body = QWidget()
        body.setMaximumWidth(WIDEST_PX)
        heading = QLabel(title)
        make_bold(heading, Size.TITLE)
        self._layout = column(heading, 0, on=body, spacing=4, margins=(24, 14, 24, 20))
        self.setWidget(body)

    @classmethod
    def shown_title(cls) -> str:
        return QCoreApplication.translate(cls.__name__, cls.TITLE)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's own
        """Keep it in the middle, whether it has a scroll bar or not: all pages begin alike."""
        self.setViewportMargins(max(0, (self.width() - WIDEST_PX) // 2), 0, 0, 0)
        super().resizeEvent(event)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's own
        """Lay out what changed meanwhile: Qt does not do so for hidden parts."""
        super().showEvent(event)
        self.settle()

    def settle(self) -> None:
        """Lay out every part now; Qt would take one turn of the event loop per level."""
        inner_first = reversed(self._body.findChildren(QWidget))
        for part in (*inner_first, self._body):
            if layout := part.layout():
                layout.activate()
                part.updateGeometry()
        QCoreApplication.sendEvent(self, QEvent(QEvent.Type.LayoutRequest))

    def group(self, title: str = "", spacing_px: int = 0) -> SettingsGroup:
        group = SettingsGroup(title, spacing_px)
        self._groups.append(group)
        self._layout.insertWidget(self._layout.count() - 1, group)
        return group

    def notice_line(self) -> NoticeLine:
        """Return a line for errors and other notices, which screen readers announce."""
        notice = NoticeLine()
        notice.said.connect(self._announce)
        return notice

    def _announce(self, text: str, is_urgent: bool) -> None:  # noqa: FBT001  a signal's value
        if self._preferences.value.accessibility.announces_sentences:
            announce(self, text, is_urgent=is_urgent)

    def reset(self) -> None:
        """Restore the defaults."""
        self._preferences.reset(self.section)

    def search(self, wanted: list[str]) -> int:
        own = self.title.casefold()
        rest = [word for word in wanted if word not in own]
        return sum(group.search(rest) for group in self._groups)

    def add(self, label: str, explanation: str, control: QWidget) -> SettingRow:
        row = SettingRow(label, explanation, control)
        self._groups[-1].add(row, row.search_text())
        return row

    def add_setting(self, key: str, names: controls.Names = controls.NO_NAMES) -> SettingRow:
        """Add a row for a setting; `names` are for choices missing from its description."""
        item = setting(key)
        control = controls.setting_control(self._preferences, key, names)
        return self.add(controls.shown(item.label), controls.shown(item.explanation), control)

    def add_section(
        self,
        names: Mapping[str, controls.Names] = MappingProxyType({}),
        remark: QWidget | None = None,
        remark_key: str = "",
    ) -> dict[str, SettingRow]:
        """Add a row for each setting of the section that this system has, under their headings.

        Args:
            names: By setting, names for choices missing from its description.
            remark: Shown above the row of `remark_key`.
            remark_key: Key of a setting.
        """
        rows = {}
        for item in settings():
            is_here = item.system in {"", sys.platform}
            if item.label and is_here and item.key.startswith(f"{self.section}."):
                if item.group:
                    self.group(controls.shown(item.group))
                if remark is not None and item.key == remark_key:
                    self._groups[-1].add(remark, "")
                rows[item.key] = self.add_setting(item.key, names.get(item.key, controls.NO_NAMES))
        return rows
