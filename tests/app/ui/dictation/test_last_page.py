"""The page reappears when Fermata is started again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest
from PySide6.QtTest import QTest

from tests.support.recognisers.speech import CLIPS
from tests.support.shared_data import REPOSITORY
from tests.support.ui.composed_window import composed_window

CLIP = min(name for name, text in CLIPS.items() if len(text.split()) > 3)


@pytest.fixture
def opened(qtbot, tmp_path):
    """Starts Fermata, always with the same home."""
    return lambda: composed_window(qtbot, tmp_path / "data")


def settle(fermata):
    """Wait until Fermata has started and finished its requests to the history."""
    fermata.until(lambda: fermata.page.live.language.count() > 0)
    done = []
    fermata.history.listed.connect(lambda *_: done.append(1))
    fermata.history.search("")
    fermata.until(lambda: bool(done))


def test_dictated_and_edited_text_reappears_with_its_words(opened):
    with opened() as fermata:
        fermata.dictate(CLIP)
        QTest.keyClicks(fermata.page.view, " Typed.")
        text = fermata.document.text
    with opened() as fermata:
        fermata.until(lambda: fermata.document.text == text)
        assert len(fermata.document.words) == len(CLIPS[CLIP].split())
        assert fermata.page.view.textCursor().atEnd()
        QTest.keyClicks(fermata.page.view, " More.")
    with opened() as fermata:
        fermata.until(lambda: fermata.document.text == f"{text} More.")
        assert len(fermata.store.sessions()) == 1


def test_closed_and_deleted_texts_do_not_reappear(opened):
    begins_empty_and_types(opened, lambda fermata: fermata.texts.close())
    begins_empty_and_types(opened, lambda fermata: fermata.history.trash([2]))
    begins_empty_and_types(opened, lambda fermata: fermata.history.delete([3]))
    begins_empty_and_types(opened, lambda _: None)


def begins_empty_and_types(opened, then):
    with opened() as fermata:
        settle(fermata)
        assert fermata.document.text == ""
        count = len(fermata.store.sessions())
        QTest.keyClicks(fermata.page.view, "Secret.")
        fermata.until(lambda: len(fermata.store.sessions()) > count)
        then(fermata)
        settle(fermata)


def test_a_bad_record_is_ignored_and_typing_at_once_is_not_replaced(opened, tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "window.ini").write_text("[General]\nlast_session=one\n")
    with opened() as fermata:
        settle(fermata)
        assert fermata.document.text == ""
        QTest.keyClicks(fermata.page.view, "Yesterday.")
        fermata.until(lambda: len(fermata.store.sessions()) == 1)
    with opened() as fermata:  # typing at once is not replaced
        QTest.keyClicks(fermata.page.view, "Today.")
        settle(fermata)
        assert fermata.document.text == "Today."


def test_typed_text_reappears_after_a_kill(opened, tmp_path):
    program = (
        "import sys; from pathlib import Path; from PySide6.QtTest import QTest;"
        "from tests.support.ui.composed_window import composed_window;"
        "from tests.support.ui.playback_program import Patience;"
        "from PySide6.QtWidgets import QApplication; app = QApplication([]);"
        "w = composed_window(Patience(), Path(sys.argv[1])); f = w.__enter__();"
        "QTest.keyClicks(f.page.view, 'Typed before the kill.');"
        "f.until(lambda: any(one.is_finished for one in f.store.sessions()));"
        "f.until(lambda: 'last_session=1' in Path(sys.argv[1], 'window.ini').read_text());"
        "print('typed', flush=True); app.exec()"
    )
    words = [sys.executable, "-c", program, str(tmp_path / "data")]
    with subprocess.Popen(words, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "typed\n"
        os.kill(process.pid, signal.SIGKILL)
    with opened() as fermata:
        fermata.until(lambda: fermata.document.text == "Typed before the kill.")
