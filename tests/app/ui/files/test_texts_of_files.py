"""A file's result is a session in the history as soon as it is done."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
import soundfile
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.application import DICTATION, FILES
from app.history.edited_text import RECORDING
from app.history.session_export import export_session
from app.ui.history.model import FACTS_ROLE
from tests.support.recognisers.speaker_networks import write_speaker_model
from tests.support.recognisers.speech import FOX
from tests.support.shared_data import DATA
from tests.support.ui.composed_window import composed_window, drop

CLIP = DATA / "speech" / FOX
CUES = """1
00:00:01,000 --> 00:00:04,000
so i went to the shop

2
00:00:05,000 --> 00:00:08,000
it was closed what should i do now
"""
BARE = "so i went to the shop\nit was closed what should i do now\n"


@pytest.fixture
def talk(tmp_path):
    """Our own recording, in its own folder."""
    (tmp_path / "files").mkdir()
    return Path(shutil.copy(CLIP, tmp_path / "files" / f"talk{CLIP.suffix}"))


def notes(folder, name="notes.txt", text=BARE):
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def done(fermata, *paths, over=None):
    assert drop(fermata.window, *paths)
    panel = fermata.start_files()
    fermata.until(lambda: panel.model.over == (over or len(paths)))
    fermata.history_writer.settle(20.0)
    return panel


def edit(fermata, path):
    """Process a file, and bring its text to the page."""
    done(fermata, path)
    fermata.edit_file()


def take_back(fermata):
    """Go to the first change, and undo it."""
    QTest.keyClick(fermata.page.view, Qt.Key.Key_F7)
    QTest.keyClick(fermata.page.view, Qt.Key.Key_F7, Qt.KeyboardModifier.ControlModifier)


def kept_text(fermata):
    """Return the text of the only session, as the history has it."""
    fermata.document_history.save()
    fermata.history_writer.settle(20.0)
    (info,) = fermata.store.sessions()
    return fermata.store.session(info.number).text


def type_in(fermata, text):
    cursor = fermata.page.view.textCursor()
    cursor.movePosition(cursor.MoveOperation.End)
    fermata.page.view.setTextCursor(cursor)
    fermata.page.view.insertPlainText(text)
    fermata.document_history.save()
    fermata.history_writer.settle(20.0)


def test_a_text_and_the_last_decision_survive_the_window(qtbot, tmp_path):
    with composed_window(qtbot, tmp_path / "data") as fermata:
        closed = []
        fermata.window.closing.connect(lambda: closed.append(1))
        edit(fermata, notes(tmp_path))
        take_back(fermata)
        decided = fermata.document.text
        fermata.window.close()
        assert closed == [1], "nobody is asked: nothing is lost"
    with composed_window(qtbot, tmp_path / "data") as fermata:
        fermata.until(lambda: fermata.document.text == decided)
        assert fermata.page.changes.bar.isVisible()
        panel = fermata.history_panel()
        fermata.until(lambda: panel.model.rowCount() == 1)
        assert panel.model.index(0).data() == "notes"
        assert "from notes.txt" in panel.model.index(0).data(FACTS_ROLE)
        (found,) = fermata.store.search("closed")
        assert fermata.store.session(found.info.number).text == decided


def test_speakers_are_recognised_if_a_model_is_there_and_it_is_wanted(qtbot, tmp_path):
    models, talk, result = (tmp_path / name for name in ("models", "talk.wav", "talk.srt"))
    models.mkdir()
    (models / "vosk-model-tiny-en").symlink_to(DATA / "vosk-model-tiny-en")
    ann, bob = (
        soundfile.read(DATA / "speech" / it, dtype="float32")[0] for it in (FOX, "flite-rms-03.wav")
    )
    soundfile.write(talk, np.concatenate([ann, np.zeros(16_000), bob]), 16_000)
    with composed_window(qtbot, tmp_path / "data", speech_models=models) as fermata:
        tick = done(fermata, talk).queue.speakers
        assert not tick.isVisible()
        assert "Speaker" not in kept_text(fermata)
        write_speaker_model(models / "voices", ann, bob)
        fermata.window.open_part(DICTATION)
        fermata.files_panel()
        fermata.until(tick.isVisible)
        tick.click()
        done(fermata, talk, over=2)
        second, _ = (fermata.store.session(info.number) for info in fermata.store.sessions())
        one, other = second.text.split("\n")
        assert one == "Speaker 1: The quick brown fox jumps over the lazy dog."
        assert other.startswith("Speaker 2: One, two, three")
        export_session(second, None, "srt", result)
        assert "\nSpeaker 2: One, two, three" in result.read_text()
    with composed_window(qtbot, tmp_path / "data", speech_models=models) as fermata:
        assert fermata.files_panel().queue.speakers.isChecked()


def test_it_is_edited_and_played_like_any_session(fermata, talk):
    edit(fermata, talk)
    (info,) = fermata.store.sessions()
    fermata.until(lambda: fermata.history_writer.number == info.number)
    words = fermata.document.words
    assert len(words) == len(fermata.document.text.split())
    spoken = words.at(0).spoken.word
    assert spoken.confidence is not None, "doubtful words are known"
    sound = fermata.controller.back._sounds[RECORDING]
    assert any(sound.read(spoken.start_s, spoken.end_s))
    assert list(talk.parent.iterdir()) == [talk]
    assert not fermata.page.changes.bar.isVisible(), "a recording has no text of its own"
    type_in(fermata, " Indeed.")
    assert kept_text(fermata).endswith(" Indeed.")


def test_without_its_file_it_says_that_the_sound_is_gone(fermata, talk):
    done(fermata, talk)
    talk.unlink()
    fermata.edit_file()
    fermata.page.bar.play.trigger()
    assert fermata.page.live.notice.label.text() == f"“{talk.name}” is no longer there."


def test_an_edited_text_is_opened_again_as_edited(fermata, tmp_path):
    done(fermata, notes(tmp_path))
    fermata.edit_file()
    type_in(fermata, " Then home.")
    fermata.texts.close()
    fermata.window.open_part(FILES)
    fermata.edit_file()
    fermata.until(lambda: fermata.document.text.endswith(" Then home."))


def test_a_deleted_text_is_reported(fermata, tmp_path):
    panel = done(fermata, notes(tmp_path))
    (before,) = fermata.store.sessions()
    fermata.history.delete([before.number])
    fermata.until(lambda: not fermata.store.sessions())
    panel.queue.list.setCurrentIndex(panel.model.index(0))
    fermata.until(panel.queue.edit.isEnabled)
    panel.queue.edit.click()
    fermata.until(panel.queue.notice.isVisible)
    assert panel.queue.notice.is_error
    assert panel.queue.notice.label.text() == "This text is no longer in the history."


def test_a_trashed_text_is_restored_to_be_edited(fermata, tmp_path):
    done(fermata, notes(tmp_path))
    before = fermata.store.sessions()
    fermata.history.trash([before[0].number])
    fermata.until(lambda: not fermata.store.sessions())
    fermata.edit_file()
    fermata.until(lambda: fermata.store.sessions() == before)


def test_the_same_file_twice_makes_two_sessions(fermata, tmp_path):
    path = notes(tmp_path)
    done(fermata, path, path)
    assert [info.title for info in fermata.store.sessions()] == ["notes", "notes"]


def test_a_failing_file_leaves_nothing_and_does_not_stop_the_others(fermata, tmp_path, talk):
    broken = tmp_path / "broken.wav"
    broken.write_bytes(b"no sound")
    done(fermata, broken, talk)
    assert [info.title for info in fermata.store.sessions()] == ["talk"]


def test_chinese_files_become_sessions(fermata, tmp_path):
    path = notes(tmp_path, "會議.txt", "今天天氣很好我們去公園\n")
    edit(fermata, path)
    (info,) = fermata.store.sessions()
    assert info.title == "會議"
    fermata.until(lambda: fermata.document.text == kept_text(fermata))
    assert fermata.store.search("公園")[0].info.number == info.number
    assert len(fermata.document.words) == 11


def test_while_the_history_is_locked_texts_wait_and_are_then_saved(fermata, tmp_path):
    with closing(sqlite3.connect(fermata.store.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert drop(fermata.window, notes(tmp_path))
        fermata.start_files()
        fermata.until(lambda: fermata.history_writer.hindrance is not None)
        assert fermata.page.live.notice.label.text(), "the person is told"
    fermata.until(lambda: len(fermata.store.sessions()) == 1)


def test_many_files_become_sessions(fermata, tmp_path):
    done(fermata, *(notes(tmp_path / "many", f"{at}.txt") for at in range(20)))
    panel = fermata.history_panel()
    fermata.until(lambda: panel.model.rowCount() == 20)
    assert {panel.model.index(row).data() for row in range(20)} == {str(at) for at in range(20)}


def test_without_a_history_it_can_only_be_edited_on_the_page(fermata, tmp_path):
    fermata.preferences.set("privacy.keeps_history", False)
    try:
        edit(fermata, notes(tmp_path))
        fermata.until(lambda: "shop" in fermata.document.text)
        assert fermata.page.changes.bar.isVisible()
        type_in(fermata, "!")
        assert fermata.store.sessions() == []
    finally:
        fermata.preferences.set("privacy.keeps_history", True)
