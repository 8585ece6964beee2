"""How controls look: one calm style on a grid of eight pixels, in the palette's colours."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QPalette

from app.ui.appearance.colours import alert_colour, is_dark, mixed
from app.ui.appearance.icons import RED

_HOVER = 0.06  # share of the ink
_DARKER = 112  # per cent


def style_sheet(icons: Path, palette: QPalette) -> str:
    """Return the style sheet of the whole application."""
    ink = palette.windowText().color()
    words = {  # style sheets have no names for the colours of tooltips
        "TIP_GROUND": palette.toolTipBase().color().name(),
        "TIP_INK": palette.toolTipText().color().name(),
        "ICONS": icons.as_posix(),
        "GROUND": "on-dark" if is_dark(palette) else "on-light",
        "HOVER": mixed(ink, palette.window().color(), _HOVER).name(),
        "PRESSABLE": mixed(ink, palette.highlight().color(), _HOVER).name(),
        "DARK_RED": RED.darker(_DARKER).name(),
        "RED": RED.name(),
        "ALERT": alert_colour(palette).name(),
    }
    sheet = "".join((_BUTTONS, _FIELDS, _CHECK_BOXES, _LISTS, _TABS, _BARS))
    for word, meaning in words.items():
        sheet = sheet.replace(word, meaning)
    return sheet


_BUTTONS = """
QPushButton, QToolButton { padding: 5px 12px; border-radius: 6px; border: 1px solid palette(mid);
  background: palette(button); color: palette(button-text); min-height: 20px; }
QPushButton:hover, QToolButton:hover { background: HOVER; }
QPushButton:pressed, QToolButton:pressed { background: palette(mid); }
QPushButton:checked, QToolButton:checked { border-bottom: 2px solid palette(highlight); }
QPushButton:focus, QToolButton:focus { border: 2px solid palette(highlight); padding: 4px 11px; }
QPushButton:disabled, QToolButton:disabled { color: palette(placeholder-text);
  border-color: palette(midlight); }
QPushButton:default { background: palette(highlight); color: palette(highlighted-text);
  border-color: palette(highlight); }
QPushButton:default:disabled { background: palette(button); color: palette(placeholder-text);
  border-color: palette(midlight); }
QPushButton:default:focus { border-color: palette(window-text); }
QToolButton[quiet="true"] { border: 1px solid transparent; background: transparent;
  padding: 5px 8px; }
QToolButton::menu-indicator { image: none; width: 0; }
QToolButton[quiet="true"]:hover { background: HOVER; }
QToolButton[quiet="true"]:checked { background: transparent; border-radius: 0;
  border-bottom: 2px solid palette(highlight); padding-bottom: 4px; }
QToolButton[quiet="true"]:focus { border: 2px solid palette(highlight); padding: 4px 7px; }
QPushButton#record, QPushButton#record:focus { border-radius: 22px; padding: 0; min-height: 40px;
  background: palette(highlight); border: 2px solid palette(highlight); }
QPushButton#record:hover { background: PRESSABLE; border-color: PRESSABLE; }
QPushButton#record[live="true"] { background: RED; border-color: RED; }
QPushButton#record[live="true"]:hover { background: DARK_RED; border-color: DARK_RED; }
QPushButton#record:focus { border-color: palette(window-text); }
QPushButton#record:disabled { background: palette(button); border-color: palette(midlight); }
QToolButton[fold]::right-arrow { image: url(ICONS/arrow-right-GROUND.svg); }
QToolButton[fold]::down-arrow { image: url(ICONS/arrow-down-GROUND.svg); }
QToolButton[fold]::right-arrow, QToolButton[fold]::down-arrow { width: 12px; height: 12px; }
QToolButton[fold="named"]::right-arrow, QToolButton[fold="named"]::down-arrow {
  subcontrol-origin: padding; subcontrol-position: left center; left: 0; }
QToolButton[fold="named"] { padding-left: 2px; }
"""

_FIELDS = """
QComboBox, QLineEdit, QSpinBox, QDoubleSpinBox { border: 1px solid palette(mid);
  border-radius: 6px; padding: 5px 10px; background: palette(base); color: palette(text);
  placeholder-text-color: palette(placeholder-text);
  selection-background-color: palette(highlight);
  selection-color: palette(highlighted-text); min-height: 20px; }
QComboBox:hover { background: palette(midlight); }
QComboBox:focus, QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus {
  border: 2px solid palette(highlight); padding: 4px 9px; }
QComboBox:disabled, QLineEdit:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled {
  background: palette(window); color: palette(text); }
QSpinBox, QDoubleSpinBox { padding: 3px 0; }
QSpinBox:focus, QDoubleSpinBox:focus { padding: 2px 0; }
QSpinBox QLineEdit, QDoubleSpinBox QLineEdit { border: none; padding: 0;
  background: transparent; }
QLineEdit > QToolButton, QTabBar QToolButton { border: none; background: transparent;
  padding: 0 2px; min-height: 0; }
QTabBar QToolButton[quiet="true"] { padding: 0 4px; }
QComboBox { combobox-popup: 0; }
QComboBox::drop-down { border: none; width: 24px; }
QComboBox::down-arrow { image: url(ICONS/arrow-down-GROUND.svg); width: 12px; height: 12px; }
QComboBox QAbstractItemView { border: 1px solid palette(mid); background: palette(base);
  padding: 4px; outline: none; }
QComboBox QAbstractItemView::item { min-height: 28px; padding: 0 8px; border-radius: 4px; }
QComboBox QAbstractItemView::item:selected { background: palette(highlight);
  color: palette(highlighted-text); }
QSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::up-button,
QDoubleSpinBox::down-button { border: none; width: 24px; background: transparent; }
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow { image: url(ICONS/arrow-up-GROUND.svg);
  width: 12px; height: 12px; }
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow { image: url(ICONS/arrow-down-GROUND.svg);
  width: 12px; height: 12px; }
"""

_CHECK_BOXES = """
QCheckBox { spacing: 8px; padding: 3px; border: 2px solid transparent; border-radius: 6px; }
QCheckBox[bare="true"] { spacing: 0; padding: 1px; }
QCheckBox:focus { border-color: palette(highlight); }
QCheckBox::indicator, QAbstractItemView::indicator { width: 18px; height: 18px;
  border: 1px solid palette(dark); border-radius: 4px; background: palette(base); }
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked {
  background: palette(highlight); border-color: palette(highlight);
  image: url(ICONS/check-GROUND.svg); }
"""

_LISTS = """
QAbstractItemView { outline: none; background: palette(base); color: palette(text); }
QListView::item { border-radius: 6px; border: 1px solid transparent; color: palette(text); }
QListView::item:hover { background: palette(alternate-base); }
QListView::item:selected { background: palette(midlight); border-color: palette(mid);
  color: palette(text); }
QListView::item:selected:focus { border: 2px solid palette(highlight); }
QListWidget::item { padding: 3px; }
QListView[roomy="true"]::item { min-height: 30px; }
QListView[plain="true"] { background: transparent; border: none; }
QListView[plain="true"]::item:hover { background: palette(midlight); }
*[boxed="true"] { border: 1px solid palette(mid); border-radius: 8px; background: palette(base);
  padding: 4px; }
*[boxed="true"]:focus { border: 2px solid palette(highlight); padding: 3px; }
*[card="true"] { border: 1px solid palette(mid); border-radius: 8px; background: palette(window); }
*[tile="true"] { border: 1px solid palette(mid); border-radius: 8px; background: palette(base); }
*[badge="true"] { border: 1px solid palette(placeholder-text); border-radius: 8px;
  padding: 1px 8px; }
*[alert="true"] { background: ALERT; border-radius: 8px; }
*[paper="true"] { background: palette(base); border: none; }
QLabel:focus { background: palette(midlight); border-radius: 4px; }
"""

_TABS = """
QTabWidget::pane { border: none; border-top: 1px solid palette(midlight); }
QTabBar { qproperty-drawBase: 0; }
QTabBar::tear { width: 0; }
QTabBar::tab { padding: 9px 14px 7px 14px; min-height: 21px; border: none;
  border-bottom: 2px solid transparent; color: palette(window-text); background: transparent; }
QTabBar::tab:hover { background: palette(midlight); }
QTabBar::tab:selected { border-bottom-color: palette(highlight); }
QTabBar::tab:focus:selected { background: palette(midlight); }
"""

_BARS = """
QToolTip { background: TIP_GROUND; color: TIP_INK; border: none; padding: 5px 8px; }
QMenu { background: palette(base); border: 1px solid palette(mid); padding: 4px; }
QMenu::item { padding: 6px 24px 6px 12px; border-radius: 4px; }
QMenu::item:selected { background: palette(highlight); color: palette(highlighted-text); }
QMenu::item:disabled { color: palette(placeholder-text); background: transparent; }
QMenu::separator { height: 1px; background: palette(midlight); margin: 4px 8px; }
QStatusBar { border-top: 1px solid palette(midlight); padding: 4px 12px; }
QStatusBar::item { border: none; }
QSplitter::handle { background: palette(midlight); }
QSplitter::handle:horizontal { width: 1px; }
QProgressBar { border: 1px solid palette(mid); border-radius: 5px; background: palette(base);
  text-align: center; min-height: 8px; }
QProgressBar::chunk { background: palette(highlight); border-radius: 4px; }
QSlider { min-height: 24px; }
QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: palette(mid); }
QSlider::sub-page:horizontal { border-radius: 2px; background: palette(highlight); }
QSlider::handle:horizontal { width: 14px; margin: -5px 0; border-radius: 7px;
  background: palette(highlight); }
QSlider::handle:horizontal:focus { border: 2px solid palette(window-text); width: 12px;
  margin: -6px 0; border-radius: 8px; }
QScrollBar { background: transparent; border: none; }
QScrollBar:vertical { width: 12px; }
QScrollBar:horizontal { height: 12px; }
QScrollBar::handle { background: palette(mid); border-radius: 4px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::handle:hover { background: palette(dark); }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: none; }
"""
