"""Controls for one setting each: they show it, change it at once, and follow it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import cast

from PySide6.QtCore import QCoreApplication, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeySequence, QPaintEvent, QValidator, QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFileDialog,
    QKeySequenceEdit,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QToolButton,
    QWidget,
)

from app.preferences.live_preferences import LivePreferences
from app.preferences.preferences import setting
from app.ui.widgets.boxes import row

Names = Mapping[str, str]
NO_NAMES: Names = MappingProxyType({})
_WIDTH_PX = 210
_FINE_UP_TO = 5.0


class NoScrollComboBox(QComboBox):
    """A combo box that ignores the mouse wheel; long texts are elided.

    Signals:
        opened(): The list is about to be shown.
    """

    opened = Signal()

    def offer(self, items: Sequence[tuple[str, str]], chosen: str) -> None:
        """Set the texts and their data without a signal; an open list stays open."""
        there = [(self.itemText(at), self.itemData(at)) for at in range(self.count())]
        if (there, self.currentData()) == (list(items), chosen):
            return
        with QSignalBlocker(self):
            self.clear()
            for text, data in items:
                self.addItem(text, data)
                self.setItemData(self.count() - 1, text, Qt.ItemDataRole.ToolTipRole)
            self.setCurrentIndex(self.findData(chosen))
        if self.view().isVisible():
            super().showPopup()  # adjusted to its new height

    def showPopup(self) -> None:  # noqa: N802  Qt's own
        self.opened.emit()
        super().showPopup()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  Qt's own
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        style = QStyle.SubControl.SC_ComboBoxEditField
        kind = QStyle.ComplexControl.CC_ComboBox
        room = self.style().subControlRect(kind, option, style, self).width()
        elide = Qt.TextElideMode.ElideRight
        option.currentText = self.fontMetrics().elidedText(option.currentText, elide, room)
        painter = QStylePainter(self)
        painter.drawComplexControl(kind, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802  Qt's own
        event.ignore()


class NoScrollSpinBox(QSpinBox):
    """A whole number that ignores the mouse wheel."""

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802  Qt's own
        event.ignore()


class NoScrollDoubleSpinBox(QDoubleSpinBox):
    """A number that ignores the mouse wheel."""

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802  Qt's own
        event.ignore()


class PercentSpinBox(NoScrollDoubleSpinBox):
    """A share from 0 to 1, shown in per cent."""

    def textFromValue(self, value: float) -> str:  # noqa: N802  Qt's own
        return str(round(100 * value))

    def valueFromText(self, text: str) -> float:  # noqa: N802  Qt's own
        return int(text.removesuffix(self.suffix())) / 100

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        digits = text.removesuffix(self.suffix()).strip()
        is_well = digits.isdecimal() and int(digits) <= 100 * self.maximum()
        state = QValidator.State
        found = state.Acceptable if is_well else state.Invalid if digits else state.Intermediate
        return found, text, position


class FolderEdit(QWidget):
    """A folder's path, typed or browsed for.

    Signals:
        edited(str): The path, once complete.
    """

    edited = Signal(str)

    def __init__(self, placeholder: str) -> None:
        super().__init__()
        self.line = QLineEdit(placeholderText=placeholder)
        self.line.editingFinished.connect(lambda: self.edited.emit(self.line.text().strip()))
        self.browse = QPushButton(self.tr("Browse…"))
        self.browse.clicked.connect(self._browse)
        row((self.line, 1), self.browse, on=self)
        self.setFocusProxy(self.line)

    def _browse(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, self.browse.text(), self.line.text())
        if folder:
            self.line.setText(folder)
            self.edited.emit(folder)


def offer_clearing(field: QLineEdit | QKeySequenceEdit) -> None:
    """Add a clear button to a field, with a name for screen readers."""
    field.setClearButtonEnabled(True)
    words = QCoreApplication.translate("ClearButton", "Clear")
    for button in field.findChildren(QToolButton):
        button.setAccessibleName(words)
        button.setToolTip(words)


def shown(text: str) -> str:
    """Translate a setting's text; `packaging/update_translations.py` finds these."""
    return QCoreApplication.translate("Settings", text) if text else ""


def setting_control(preferences: LivePreferences, key: str, names: Names = NO_NAMES) -> QWidget:
    """Return a control for a setting; `names` are for choices missing from its description."""
    item = setting(key)
    if item.choices or names:
        return choice_control(preferences, key, names)
    if isinstance(item.default, bool):
        return flag_control(preferences, key)
    if not isinstance(item.default, str):
        return number_control(preferences, key)
    if item.kind == "keys":
        return keys_control(preferences, key)
    make = folder_control if item.kind == "folder" else text_control
    return make(preferences, key, shown(item.empty))


def flag_control(preferences: LivePreferences, key: str) -> QCheckBox:
    box = QCheckBox()
    box.setProperty("bare", True)  # noqa: FBT003  Qt's signature
    bind_flag(preferences, key, box)
    return box


def bind_flag(preferences: LivePreferences, key: str, box: QCheckBox) -> None:
    """Bind a checkbox to a setting, both ways."""
    _follow(preferences, key, box, lambda value: box.setChecked(bool(value)))
    box.toggled.connect(lambda is_on: preferences.set(key, is_on))


def choice_control(
    preferences: LivePreferences, key: str, names: Names = NO_NAMES
) -> NoScrollComboBox:
    box, item = NoScrollComboBox(), setting(key)
    described = item.choices or {"": item.empty}
    for value, name in {**described, **names}.items():
        box.addItem(name if value in names else shown(name), value)
    _follow(preferences, key, box, lambda value: box.setCurrentIndex(box.findData(value)))
    box.currentIndexChanged.connect(lambda at: preferences.set(key, box.itemData(at)))
    box.setMinimumWidth(_WIDTH_PX)
    return box


def leave_out(control: QWidget, value: str) -> None:
    """Do not offer a choice that does nothing here, unless it is chosen."""
    if isinstance(control, QComboBox) and control.currentData() != value:
        control.removeItem(control.findData(value))


def number_control(
    preferences: LivePreferences, key: str
) -> NoScrollSpinBox | NoScrollDoubleSpinBox:
    item = setting(key)
    least, most = cast("float", item.least), cast("float", item.most)
    box: NoScrollSpinBox | NoScrollDoubleSpinBox
    if isinstance(item.default, int):
        box = NoScrollSpinBox()
        box.setRange(int(least), int(most))
    else:
        box = PercentSpinBox() if item.unit == "%" else NoScrollDoubleSpinBox()
        is_fine = most <= _FINE_UP_TO
        box.setDecimals(2 if is_fine else 0)
        box.setRange(least, most)
        box.setSingleStep(0.05 if is_fine else 1.0)
    box.setSuffix(f" {shown(item.unit)}")
    box.setSpecialValueText(shown(item.empty))
    box.setKeyboardTracking(False)
    box.lineEdit().setTextMargins(8, 0, 0, 0)  # style sheets cannot set this
    box.setMinimumWidth(_WIDTH_PX // 2)
    _follow(preferences, key, box, box.setValue)
    box.valueChanged.connect(lambda value: preferences.set(key, value))
    return box


def keys_control(preferences: LivePreferences, key: str) -> QKeySequenceEdit:
    edit = QKeySequenceEdit()
    edit.setMaximumSequenceLength(1)
    offer_clearing(edit)
    edit.setMinimumWidth(_WIDTH_PX)
    _follow(preferences, key, edit, lambda value: edit.setKeySequence(QKeySequence(str(value))))
    edit.editingFinished.connect(lambda: preferences.set(key, edit.keySequence().toString()))
    return edit


def text_control(preferences: LivePreferences, key: str, placeholder: str = "") -> QLineEdit:
    line = QLineEdit(placeholderText=placeholder)
    line.setMinimumWidth(_WIDTH_PX)
    _follow(preferences, key, line, lambda value: line.setText(str(value)))
    line.editingFinished.connect(lambda: preferences.set(key, line.text().strip()))
    return line


def folder_control(preferences: LivePreferences, key: str, placeholder: str = "") -> FolderEdit:
    edit = FolderEdit(placeholder)
    edit.setMinimumWidth(_WIDTH_PX + 40)
    _follow(preferences, key, edit, lambda value: edit.line.setText(str(value)))
    edit.edited.connect(lambda path: preferences.set(key, path))
    return edit


def _follow(
    preferences: LivePreferences, key: str, control: QWidget, show: Callable[..., object]
) -> None:
    """Show the value now and whenever it changes elsewhere, without setting it again."""
    follower = _Follower(preferences, key, control, show)
    follower.take(key)
    preferences.changed.connect(follower.take)  # disconnected with the control, its parent
    control.setFocusPolicy(Qt.FocusPolicy.StrongFocus)


class _Follower(QObject):
    """Shows one setting in its control."""

    def __init__(
        self, preferences: LivePreferences, key: str, control: QWidget, show: Callable[..., object]
    ) -> None:
        super().__init__(control)
        self._preferences, self._key = preferences, key
        self._control, self._show = control, show

    def take(self, key: str) -> None:
        if key == self._key:
            was_blocked = self._control.blockSignals(True)  # noqa: FBT003  Qt's own
            self._show(self._preferences.get(key))
            self._control.blockSignals(was_blocked)
