from __future__ import annotations

import shutil
import sys
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit

from app.files.export import EXPORT_FORMATS
from app.preferences.preferences import settings, value_of
from app.preferences.preferences_file import PreferencesFile
from app.ui.models.page import ModelsPage
from app.ui.settings.controllers import settings_controllers
from app.ui.settings.dictation_page import DictationSettingsPage
from app.ui.settings.page import SettingsPanel
from app.ui.settings.plain_pages import (
    AccessibilityPage,
    FilesSettingsPage,
    GeneralPage,
    PrivacyPage,
)
from app.ui.settings.voice_commands_page import VoiceCommandsPage
from app.ui.settings.words_page import WordsPage
from app.ui.training.page import TrainingPage
from app.ui.widgets.controls import PercentSpinBox, _Follower
from app.ui.widgets.export_dialog import filter_of
from app.ui.window_keys import WindowKeys
from engine.paths import Paths, default_paths
from tests.app.history.test_store import said
from tests.support.ui.controls import controls, is_usable


@pytest.fixture
def make_panel(qtbot, tmp_path, preferences, tasks, history):
    def make():
        paths = Paths(default_paths().assets, tmp_path / "data", ())
        workers = settings_controllers(paths, preferences, tasks, history)
        panel = SettingsPanel(preferences, workers, WindowKeys(preferences), list)
        qtbot.addWidget(panel)
        return panel

    return make


@pytest.fixture
def panel(make_panel):
    panel = make_panel()
    panel.resize(800, 600)
    panel.show()
    assert len(panel.pages) == len(set(panel.pages)) == panel.sidebar.count()
    return panel


def test_pages_are_made_when_needed_and_the_rest_soon_after(qtbot, make_panel):
    panel = make_panel()
    assert not panel._made, "the panel itself is enough for one turn of the event loop"
    panel.sidebar.setCurrentRow(7)
    assert panel.stack.currentWidget() is panel.page(FilesSettingsPage)
    qtbot.waitUntil(lambda: len(panel._made) == panel.sidebar.count())
    assert [page.title for page in panel.pages] == [
        panel.sidebar.item(row).text() for row in range(panel.sidebar.count())
    ]
    assert panel.stack.currentWidget() is panel.page(FilesSettingsPage)


def control(panel, key):
    (follower,) = [it for it in panel.findChildren(_Follower) if it._key == key]
    return follower.parent()


def shown_pages(panel):
    rows = range(panel.sidebar.count())
    return [
        panel.sidebar.item(row).text() for row in rows if not panel.sidebar.item(row).isHidden()
    ]


def test_every_setting_with_a_label_has_one_control(panel):
    keys = [follower._key for follower in panel.findChildren(_Follower)]
    assert len(keys) == len(set(keys))
    ours = [item for item in settings() if item.label and item.system in {"", sys.platform}]
    assert set(keys) == {item.key for item in ours}
    for item in ours:
        if item.choices:
            box = control(panel, item.key)
            wanted = [it for it in item.choices if it != "lower" or shutil.which("pactl")]
            assert [box.itemData(at) for at in range(box.count())] == wanted
            assert all(box.itemText(at) for at in range(box.count())), item.key


def test_tab_goes_through_the_page_before_its_reset(panel):
    for row, page in enumerate(panel.pages):
        panel.sidebar.setCurrentRow(row)
        if not panel.reset.isVisible():
            continue
        panel.sidebar.setFocus()
        seen = [panel.sidebar]
        while panel.reset not in seen:
            QTest.keyClick(panel.focusWidget(), Qt.Key.Key_Tab)
            assert panel.focusWidget() not in seen, page.title
            seen.append(panel.focusWidget())
        usable = {it for it in controls(page) if is_usable(it, panel) and not it.focusProxy()}
        assert usable <= set(seen), page.title


def test_changes_on_a_hidden_page_have_their_room_when_it_is_shown(qtbot, panel):
    panel.open_page(PrivacyPage)
    page = panel.page(TrainingPage)
    panel.open_page(GeneralPage)
    qtbot.wait(20)
    for length in (60, 5, 90):
        page.intro.setText("word " * length)
        qtbot.wait(20)
        panel.open_page(TrainingPage)
        assert page.intro.height() >= page.intro.heightForWidth(page.intro.width())
        panel.open_page(GeneralPage)


def test_every_format_has_a_name_in_the_settings_and_in_the_export_dialog(panel):
    box = control(panel, "files.export_format")
    assert [box.itemData(at) for at in range(box.count())] == ["same", *EXPORT_FORMATS]
    assert not [name for name in EXPORT_FORMATS if filter_of(name).startswith(name)]


@pytest.mark.parametrize(
    ("key", "keys", "expected"),
    [
        ("accessibility.text_size_pt", [Qt.Key.Key_Up, Qt.Key.Key_Up], 15),
        ("accessibility.reduces_motion", [Qt.Key.Key_Space], True),
        ("general.theme", [Qt.Key.Key_Down], "light"),
        ("dictation.refresh_interval_s", [Qt.Key.Key_Up], 0.25),
        ("advanced.download_base_url", "http://127.0.0.1/", "http://127.0.0.1/"),
    ],
)
def test_a_setting_can_be_changed_with_the_keyboard_alone(panel, preferences, key, keys, expected):
    widget = control(panel, key)
    if isinstance(widget, QLineEdit):
        QTest.keyClicks(widget, keys)
        assert preferences.get(key) == "", "a text is taken when it is complete"
        keys = [Qt.Key.Key_Return]
    for one in keys:
        QTest.keyClick(widget, one)
    assert preferences.get(key) == expected
    preferences.close()
    preferences._tasks.close()
    assert value_of(PreferencesFile(preferences._file.path).load(), key) == expected


def test_changes_made_elsewhere_are_shown(panel, preferences):
    preferences.set("general.theme", "dark")
    preferences.set("accessibility.text_size_pt", 20)
    assert control(panel, "general.theme").currentData() == "dark"
    assert control(panel, "accessibility.text_size_pt").value() == 20


def test_scrolling_past_a_control_changes_nothing(qtbot, panel, preferences):
    box = control(panel, "accessibility.text_size_pt")
    before = preferences.value
    QTest.wheelEvent(panel.windowHandle(), box.mapTo(panel, box.rect().center()), QPoint(0, -120))
    assert preferences.value == before


def test_the_search_covers_all_pages(panel):
    panel.sidebar.setFocus()
    QTest.keyClick(panel, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert panel.focusWidget() is panel.search
    QTest.keyClicks(panel.search, "CONTRAST high")
    assert shown_pages(panel) == ["Accessibility"]
    row = control(panel, "accessibility.high_contrast").parentWidget()
    assert row.isVisible()
    assert not control(panel, "accessibility.text_size_pt").isVisible()
    panel.search.setText("docx")  # the name of a choice
    assert "Files" in shown_pages(panel)
    panel.search.setText("privacy")  # the title of a page finds all of it
    assert shown_pages(panel)[0] == "Privacy"
    assert control(panel, "privacy.keeps_audio").isVisible()
    panel.search.setText("no such thing at all")
    assert shown_pages(panel) == []
    assert panel.nothing.isVisible()
    panel.search.clear()
    assert len(shown_pages(panel)) == panel.sidebar.count()
    assert not panel.nothing.isVisible()


def test_reset_only_affects_one_page(panel, preferences):
    preferences.set("accessibility.text_size_pt", 30)
    preferences.set("general.theme", "dark")
    panel.open_page(AccessibilityPage)
    panel.reset.setFocus()
    QTest.keyClick(panel.reset, Qt.Key.Key_Space)
    assert preferences.value.accessibility.text_size_pt == 30, "it asks first"
    assert panel.keep.hasFocus()
    QTest.keyClick(panel.keep, Qt.Key.Key_Space)
    assert panel.reset.hasFocus()
    assert preferences.value.accessibility.text_size_pt == 30
    panel.reset.click()
    panel.really_reset.click()
    assert preferences.value.accessibility.text_size_pt == 13
    assert preferences.value.general.theme == "dark"
    panel.open_page(ModelsPage)
    assert not panel.reset.isVisible()


def test_nothing_is_wider_than_a_small_window(panel):
    for row, page in enumerate(panel.pages):
        panel.sidebar.setCurrentRow(row)
        assert page.widget().minimumSizeHint().width() <= page.viewport().width(), page.title


def test_in_a_wide_window_every_page_begins_at_one_place_in_the_middle(qtbot, panel):
    panel.resize(1700, 800)
    qtbot.waitUntil(lambda: panel.stack.width() > 1400)
    begins = set()
    for page in panel.pages:
        panel.open_page(type(page))
        qtbot.waitUntil(page.isVisible)
        heading = page.findChild(QLabel)
        begins.add(heading.mapTo(panel, QPoint()).x())
        if panel.reset.isVisible():
            begins.add(panel.reset.mapTo(panel, QPoint()).x())
        body = page.widget()
        left = body.mapTo(page, QPoint()).x()
        assert abs(left - (page.width() - left - body.width())) <= 1
    assert len(begins) == 1


def test_a_long_choice_leaves_room_for_what_it_is_about(panel):
    panel.resize(700, 600)
    panel.open_page(VoiceCommandsPage)
    row = control(panel, "commands.mode").parentWidget()
    assert row.label.width() > row.width() // 3


def test_a_share_is_shown_as_a_percentage(panel, preferences):
    control = panel.page(DictationSettingsPage).findChild(PercentSpinBox)
    assert control.text() == "30 %"
    control.selectAll()
    QTest.keyClicks(control, "101")
    assert control.text().startswith("10"), "more than everything cannot be typed"
    control.selectAll()
    QTest.keyClicks(control, "45")
    QTest.keyClick(control, Qt.Key.Key_Return)
    assert preferences.value.dictation.doubtful_below == 0.45
    QTest.keyClick(control, Qt.Key.Key_Up)
    assert control.text() == "50 %"


def test_words_are_suggested_from_corrections_in_the_history(qtbot, panel, history):
    for _ in range(2):
        number = history.begin(datetime.now(UTC))
        history.append(number, [said("Then we met jon there.")])
        history.save_document(number, "Then we met John there.")
    page = panel.page(WordsPage)
    panel.open_page(WordsPage)
    qtbot.waitUntil(page._suggestions.isVisible)
    shown = [label.text() for label in page._suggestions.findChildren(QLabel)]
    assert "Whenever “jon” is heard, write “John”" in shown


def test_an_application_that_received_words_has_its_own_choice(panel, make_panel, preferences):
    page = panel.page(DictationSettingsPage)
    panel.open_page(DictationSettingsPage)
    assert "XTerm" not in shown_labels(page)
    page.show_applications(["XTerm"])
    label = next(it for it in page.findChildren(QLabel) if it.text() == "XTerm")
    assert label.isVisible()
    label.buddy().setCurrentText("Type")
    preferences.set("dictation.shows_tail", value=False)
    again = make_panel().page(DictationSettingsPage)
    assert "XTerm" in shown_labels(again), "it is remembered"
    panel.reset.click()
    panel.really_reset.click()
    assert label.buddy().currentText() == "Automatically"
    assert preferences.value.dictation.application_ways == ""


def shown_labels(page):
    return [it.text() for it in page.findChildren(QLabel) if not it.isHidden()]
