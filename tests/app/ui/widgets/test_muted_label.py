from __future__ import annotations

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.ui.appearance.theme import Theme
from app.ui.widgets.muted_label import MutedLabel

LEAST_CONTRAST = 4.5


@pytest.fixture
def theme(qapp):
    palette, sheet = qapp.palette(), qapp.styleSheet()
    theme = Theme(qapp)
    yield theme
    qapp.setPalette(palette)
    qapp.setStyleSheet(sheet)
    theme.deleteLater()


def luminance(colour):
    def linear(part):
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(part) for part in (colour.redF(), colour.greenF(), colour.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(label):
    ink = luminance(label.palette().color(QPalette.ColorRole.WindowText))
    ground = luminance(QPalette().color(QPalette.ColorRole.Window))
    return (max(ink, ground) + 0.05) / (min(ink, ground) + 0.05)


@pytest.mark.parametrize("is_hidden", [False, True])
@pytest.mark.parametrize("is_shown_before", [False, True])
def test_it_can_be_read_after_each_change_of_theme(qtbot, theme, is_shown_before, is_hidden):
    window, pane, label = QWidget(), QWidget(), MutedLabel("Words")
    qtbot.addWidget(window)
    QVBoxLayout(window).addWidget(pane)
    QVBoxLayout(pane).addWidget(label)
    window.setVisible(is_shown_before)
    for name in ("dark", "light", "dark"):
        pane.setHidden(is_hidden)
        theme.choose(name, high_contrast=False)
        window.show()
        pane.show()
        assert contrast(label) >= LEAST_CONTRAST, name
