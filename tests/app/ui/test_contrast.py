"""What is really painted can be read, by its pixels: on every surface of the dark window.

`test_accessibility.py` reads the light one, `test_chinese_window.py` those of high contrast.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QSize
from PySide6.QtWidgets import QLabel, QToolTip

from app.ui.appearance.theme import Theme
from tests.support.ui.readable import LEAST, contrast, painted, too_small, unreadable
from tests.support.ui.surfaces import opened, surfaces

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # offscreen


@pytest.fixture
def dressed(qapp):
    """Remove the application's styling afterwards."""
    palette, sheet = qapp.palette(), qapp.styleSheet()
    yield
    qapp.setStyleSheet(sheet)
    qapp.setPalette(palette)


def test_every_text_can_be_read_in_the_dark(dressed, qapp, tmp_path):
    found, small = [], []
    with opened(qapp, tmp_path, theme="dark") as fermata:
        for name, root in surfaces(fermata):
            found += [f"{name}: {it}" for it in unreadable(root)]
            small += [f"{name}: {it}" for it in too_small(root)]
    assert found == []
    assert small == []


@pytest.mark.parametrize("high_contrast", [False, True])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_tool_tip_can_be_read(dressed, qapp, qtbot, theme, high_contrast):
    Theme(qapp).choose(theme, high_contrast=high_contrast)
    QToolTip.showText(QPoint(40, 40), "Starts dictation. F5")
    tips = [one for one in qapp.topLevelWidgets() if one.inherits("QTipLabel")]
    qtbot.waitUntil(tips[0].isVisible)
    assert contrast(painted(tips[0])) >= LEAST
    QToolTip.hideText()


def test_the_check_notices_faint_text(qtbot):
    label = QLabel("faint")
    qtbot.addWidget(label)
    label.setStyleSheet("background: #ffffff; color: #bbbbbb")
    label.resize(QSize(80, 30))
    label.show()
    assert len(list(unreadable(label))) == 1
