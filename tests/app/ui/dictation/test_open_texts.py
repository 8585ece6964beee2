"""Several texts are open at once, each in a tab."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.dictation.events import State
from tests.support.recognisers.speech import CLIPS
from tests.support.shared_data import REPOSITORY
from tests.support.ui.composed_window import composed_window, drop

CLIP = min(name for name, text in CLIPS.items() if len(text.split()) > 3)
Key, Ctrl, Shift = Qt.Key, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
Left, Middle = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton


@pytest.fixture
def opened(qtbot, tmp_path):
    """Starts Fermata, always with the same home."""
    return lambda **choices: composed_window(qtbot, tmp_path / "data", **choices)


def titles(fermata):
    tabs = fermata.page.tabs
    return [tabs.tabText(at) for at in range(tabs.count())] if tabs.isVisible() else []


def kept(fermata):
    """Return the texts in the history, the newest first."""
    return [fermata.store.session(one.number).text for one in fermata.store.sessions()]


def in_front(fermata):
    return fermata.page.tabs.tabText(fermata.page.tabs.currentIndex())


def press(fermata, key, modifiers=Ctrl):
    fermata.until(fermata.window.isActiveWindow)
    QTest.keyClick(fermata.page.view, key, modifiers)


def write(fermata, *texts):
    """Write each into its own tab."""
    for text in texts:
        press(fermata, Key.Key_N)
        QTest.keyClicks(fermata.page.view, text)


def middle_of(fermata, at):
    return fermata.page.tabs.tabRect(at).center()


def test_switching_tabs_restores_place_and_undo(opened):
    with opened() as fermata:
        view, document = fermata.page.view, fermata.document
        write(fermata, "First text.")
        assert titles(fermata) == []
        write(fermata, "Second one.")
        assert titles(fermata) == ["First text.", "Second one."]
        view.select(3, 6)
        press(fermata, Key.Key_Tab)
        assert document.text == "First text."
        press(fermata, Key.Key_Z)
        assert document.text == "First "
        press(fermata, Key.Key_Tab, Ctrl | Shift)
        assert (document.text, view.selected()) == ("Second one.", (3, 6))
        QTest.mouseClick(fermata.page.tabs, Left, pos=middle_of(fermata, 0))
        assert document.text == "First "
        press(fermata, Key.Key_Y)
        fermata.until(lambda: kept(fermata) == ["Second one.", "First text."])


def test_a_dictation_and_its_sound_stay_with_their_text(opened):
    with opened() as fermata:
        fermata.begin(CLIP)
        fermata.until(lambda: fermata.document.text)
        press(fermata, Key.Key_N)
        assert fermata.page.live.notice.label.text() == "Stop recording first."
        assert titles(fermata) == []
        fermata.controller.toggle_record()
        fermata.until(lambda: fermata.controller.state is State.STOPPED)
        said = fermata.document.text
        write(fermata, "Another.")
        press(fermata, Key.Key_Tab)
        assert fermata.document.text == said
        word = fermata.document.words.at(0)
        assert fermata.controller.back.sound_of(word) is not None
        fermata.dictate(CLIP)
        fermata.until(lambda: kept(fermata) == ["Another.", fermata.document.text])
        assert len(fermata.document.text) > len(said)


def test_sessions_and_files_open_once_each_in_their_own_tab(opened, tmp_path):
    (tmp_path / "letter.txt").write_text("so i went to the shop")
    with opened() as fermata:
        write(fermata, "Typed.", "And more.")
        drop(fermata.window, tmp_path / "letter.txt")
        fermata.start_files()
        fermata.edit_file()
        fermata.until(lambda: titles(fermata) == ["Typed.", "And more.", "letter"])
        assert fermata.page.changes.bar.isVisible()
        fermata.reopening.open(1)
        fermata.until(lambda: in_front(fermata) == "Typed.")
        assert not fermata.page.changes.bar.isVisible()
        fermata.edit_file()
        fermata.until(lambda: in_front(fermata) == "letter")
        assert fermata.page.changes.bar.isVisible()
        assert len(titles(fermata)) == 3


def test_a_text_can_be_closed_by_key_button_or_middle_click_and_brought_back(opened):
    with opened() as fermata:
        write(fermata, "One.", "Two.", "Three.", "Four.")
        press(fermata, Key.Key_W)
        assert titles(fermata) == ["One.", "Two.", "Three."]
        assert fermata.document.text == "Three."
        QTest.mouseClick(fermata.page.tabs, Middle, pos=middle_of(fermata, 0))
        assert titles(fermata) == ["Two.", "Three."]
        fermata.page.tabs.moveTab(0, 1)
        assert titles(fermata) == ["Three.", "Two."]
        fermata.page.tabs.moveTab(0, 1)
        notice = fermata.page.live.notice
        assert "“One.” is in the history." in notice.label.text()
        QTest.mouseClick(notice.offer, Left)
        fermata.until(lambda: titles(fermata) == ["Two.", "Three.", "One."])
        tabs = fermata.page.tabs
        QTest.mouseClick(tabs.tabButton(1, tabs.ButtonPosition.RightSide), Left)
        fermata.history.trash([2])
        fermata.until(lambda: titles(fermata) == [])
        assert fermata.document.text == "One."


def test_a_private_text_stays_in_its_tab_and_is_never_saved(opened):
    with opened(privacy__keeps_history=False) as fermata:
        write(fermata, "A secret.", "Another.")
        press(fermata, Key.Key_Tab)
        fermata.preferences.set("privacy.keeps_history", True)
        QTest.keyClicks(fermata.page.view, " Still.")
        assert fermata.document.text == "A secret. Still."
        write(fermata, "Kept.")
        fermata.until(lambda: [one.title for one in fermata.store.sessions()] == ["Kept."])


def test_open_texts_reappear_after_a_kill(opened, tmp_path):
    program = (
        "import sys; from pathlib import Path;"
        "from tests.support.ui.composed_window import composed_window;"
        "from tests.support.ui.playback_program import Patience;"
        "from tests.app.ui.dictation.test_open_texts import Ctrl, Key, Shift, press, write;"
        "from PySide6.QtWidgets import QApplication; app = QApplication([]);"
        "w = composed_window(Patience(), Path(sys.argv[1])); f = w.__enter__();"
        "write(f, 'One & only.', 'Two.', 'Three.');"
        "press(f, Key.Key_Tab, Ctrl | Shift);"
        "i = Path(sys.argv[1], 'window.ini');"
        "f.until(lambda: 'last_session=2' in i.read_text() and '1,2,3' in i.read_text());"
        "print('typed', flush=True); app.exec()"
    )
    words = [sys.executable, "-c", program, str(tmp_path / "data")]
    with subprocess.Popen(words, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "typed\n"
        os.kill(process.pid, signal.SIGKILL)
    with opened() as fermata:
        fermata.until(lambda: titles(fermata) == ["One && only.", "Two.", "Three."])
        assert in_front(fermata) == "Two."
        press(fermata, Key.Key_Tab)
        fermata.until(lambda: fermata.document.text == "Three.")
        assert titles(fermata) == ["One && only.", "Two.", "Three."]
