"""F1, the keys, the menu: what they mention exists."""

from __future__ import annotations

import getpass
import platform
import re
from importlib.metadata import version
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton

from app.application import DICTATION, FILES, HISTORY, SETTINGS
from app.preferences.preferences import WINDOW_LANGUAGES
from app.ui.help.about import About
from app.ui.help.window import HelpWindow, guide
from app.ui.widgets.shortcuts import shown_keys
from engine.paths import default_paths
from tests.support.ui.catalogues import FOLDER as TRANSLATIONS
from tests.support.ui.catalogues import messages

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # offscreen
FOLDER = default_paths().assets / "guide"
Ctrl = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def fermata(shared_fermata):
    shared_fermata.window.activateWindow()
    shared_fermata.until(shared_fermata.window.isActiveWindow)
    return shared_fermata


def help_window():
    return next(one for one in QApplication.topLevelWidgets() if isinstance(one, HelpWindow))


def test_f1_opens_the_guide_everywhere(fermata):
    for part in (FILES, HISTORY, SETTINGS, DICTATION):
        fermata.window.open_part(part)
        QTest.keyClick(QApplication.focusWidget() or fermata.window, Qt.Key.Key_F1)
        assert help_window().isVisible()
        assert "Press Record" in help_window().text.toPlainText()
        close_help(fermata)


def close_help(fermata):
    gone = []
    help_window().destroyed.connect(lambda: gone.append(1))
    QTest.keyClick(help_window(), Qt.Key.Key_Escape)
    fermata.until(lambda: gone)
    fermata.window.activateWindow()
    fermata.until(fermata.window.isActiveWindow)


def test_every_key_has_a_name_and_is_in_the_list(fermata):
    QTest.keyClick(fermata.window, Qt.Key.Key_Slash, Ctrl)
    listed = help_window().text.toPlainText()
    found = fermata.window.findChildren(QShortcut)
    assert len(found) >= 20
    assert [shown_keys(one.key()) for one in found if not one.whatsThis()] == []
    for one in found:
        assert one.whatsThis() in listed
        assert shown_keys(one.key()) in listed
    assert "Ctrl+N" in listed  # an action's
    close_help(fermata)


def test_help_opens_only_once_and_again_after_closing(fermata):
    QTest.keyClick(fermata.window, Qt.Key.Key_F1)
    first = help_window()
    fermata.window.activateWindow()
    fermata.until(fermata.window.isActiveWindow)
    QTest.keyClick(fermata.window, Qt.Key.Key_F1)
    assert help_window() is first
    close_help(fermata)
    QTest.keyClick(fermata.window, Qt.Key.Key_F1)
    assert help_window().isVisible()
    close_help(fermata)


def entries_of_the_menu(fermata):
    buttons = fermata.window.navigation.findChildren(QToolButton)
    menu = next(one.menu() for one in buttons if one.menu())
    return {action.text().partition("\t")[0]: action for action in menu.actions()}


def test_the_menu_works_and_its_keys_do_not_act_on_other_parts(fermata):
    entries = entries_of_the_menu(fermata)
    assert {"New text", "Save as…", "Open files…", "Help", "Keys", "Quit"} <= set(entries)
    fermata.page.view.insertPlainText("one two")
    fermata.window.open_part(SETTINGS)
    QTest.keyClick(fermata.window, Qt.Key.Key_N, Ctrl)
    assert fermata.page.view.toPlainText() == "one two"
    entries["New text"].trigger()
    assert fermata.window.stack.currentIndex() == DICTATION
    assert fermata.page.view.toPlainText() == ""
    entries["About Fermata"].trigger()
    assert "Fermata" in help_window().text.toPlainText()
    close_help(fermata)


class Opener(QObject):
    """Opens folders in place of the desktop."""

    def __init__(self):
        super().__init__()
        self.opened = []

    @Slot(QUrl)
    def open(self, url):
        self.opened.append(Path(url.toLocalFile()))


@pytest.fixture
def about(fermata):
    about = next(one for one in fermata.window.actions() if one.text() == "About Fermata")
    about.trigger()
    yield help_window()
    close_help(fermata)


def test_about_says_the_version_and_that_nothing_leaves_this_computer(about, fermata):
    text = about.text.toPlainText()
    assert f"Fermata {version('fermata-dictation')}" in text
    assert "Nothing you say or write leaves this computer" in text
    assert str(fermata.paths.data) in text


def test_details_for_a_report_are_the_shown_ones_and_name_nobody(about, fermata):
    about.findChild(About).copy.click()
    copied = QApplication.clipboard().text()
    assert re.search(r"^Fermata \d+\.\d+\.\d+$", copied, re.MULTILINE)
    assert f"numpy {version('numpy')}" in copied
    shown = " ".join(about.text.toPlainText().split())
    assert " ".join(copied.split()) in shown
    for private in (str(Path.home()), getpass.getuser(), platform.node(), str(fermata.paths.data)):
        assert not re.search(rf"\b{re.escape(private)}\b", copied)
    assert about.findChild(About).said.text() == "Details copied."


def test_the_data_folder_is_opened_or_the_failure_reported(about, fermata):
    opener, page = Opener(), about.findChild(About)
    QDesktopServices.setUrlHandler("file", opener, "open")
    try:
        page.folder.click()
    finally:
        QDesktopServices.unsetUrlHandler("file")
    assert opener.opened == [fermata.paths.data]
    assert page.said.text() == ""
    page.folder.click()  # without a desktop
    assert page.said.text() == "No file manager was found."


def test_what_comes_with_it_is_listed_with_its_licence(about):
    for title, wanted in {
        "Language models": ["Language model en", "Language model zh-yue-en", "Training data"],
        "What it is made of": ["PySide6", "LGPL-3.0", "numpy", "onnxruntime"],
    }.items():
        about.open_chapter(title)
        assert [word for word in wanted if word not in about.text.toPlainText()] == []
        assert not about.findChild(About).isVisible()


def test_settings_pages_named_in_the_guide_exist(fermata):
    pages = {page.title for page in fermata.window.part(SETTINGS).pages}
    for language in WINDOW_LANGUAGES:
        text = (FOLDER / f"{language}.md").read_text("utf-8")
        named = set(re.findall(r"\*\*[^*]+ > ([^*]+)\*\*", text))
        assert len(named) >= 6
        shown = [it for it in messages(catalogue(language)) if it.source in pages]
        translated = {text for it in shown for text in it.translations}
        assert named <= (pages if language == "en" else translated)


def test_quit_in_the_menu_closes_the_window(fermata):  # the last test that needs it
    closed = []
    fermata.window.closing.connect(lambda: closed.append(1))
    entries_of_the_menu(fermata)["Quit"].trigger()
    fermata.until(lambda: closed)


@pytest.mark.parametrize("language", WINDOW_LANGUAGES)
def test_the_guide_has_the_same_chapters_in_every_language(language):
    english = (FOLDER / "en.md").read_text("utf-8")
    here = (FOLDER / f"{language}.md").read_text("utf-8")
    for mark in (
        r"^## ",
        r"^### ",
        r"\n\n\*\*",
        r"^- ",
        r"^\d\. ",
        r"F\d",
        r"Ctrl\+\w+",
        r"`[^`]+`",
    ):
        counts = [len(re.findall(mark, text, re.MULTILINE)) for text in (english, here)]
        assert counts[0] == counts[1], mark
    assert len(guide(FOLDER, language)) == english.count("\n## ")


@pytest.mark.parametrize("language", WINDOW_LANGUAGES)
def test_buttons_named_in_the_guide_have_these_names_in_the_window(language):
    text = (FOLDER / f"{language}.md").read_text("utf-8").replace("\n", " ")
    symptom = r"[.。]$"
    named = [it for it in re.findall(r"\*\*([^*]+)\*\*", text) if not re.search(symptom, it)]
    assert len(named) >= 40
    words = {part for it in named for part in it.split(" > ")}
    assert [word for word in words if word.rstrip("…") not in shown_words(language)] == []


def shown_words(language):
    found = messages(catalogue(language))
    shown = [(it.source,) if language == "en" else it.translations for it in found]
    return {text.replace("&", "").rstrip("…") for texts in shown for text in texts} | {
        text
        for texts in shown
        for text in texts  # as in “Languages & models”
    }


def catalogue(language):
    """Return the path of a language's catalogue; English is the source of each."""
    return TRANSLATIONS / f"fermata_{language if language != 'en' else 'zh_CN'}.ts"
