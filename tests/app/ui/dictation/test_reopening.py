from __future__ import annotations

import json
from datetime import datetime, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor

from app.application import DICTATION, SETTINGS
from app.dictation.events import State
from app.history.corrections import corrections
from app.history.store import HistoryStore
from engine.audio.sound_file import SoundFile
from engine.types import Sentence, Word
from tests.support.recognisers.speech import CLIPS
from tests.support.ui.composed_window import WAIT_MS, composed_window

FIRST, SECOND = sorted(name for name, text in CLIPS.items() if len(text.split()) > 3)[:2]


@pytest.fixture
def fermata(qtbot, tmp_path):
    with composed_window(qtbot, tmp_path / "data") as composed:
        yield composed


def letters(text):
    return "".join(sign for sign in text.lower() if sign.isalpha() or sign.isspace()).split()


def said(*names):
    return " ".join(CLIPS[name] for name in names).split()


def kept(store):
    return [(info.number, letters(store.session(info.number).text)) for info in store.sessions()]


def reopen(qtbot, fermata, number):
    panel = fermata.history_panel()
    panel.list.setCurrentIndex(panel.model.index(panel.model.row_of(number)))
    fermata.until(lambda: panel.chosen and panel.chosen.number == number)
    qtbot.mouseClick(panel.preview.reopen, Qt.MouseButton.LeftButton)
    fermata.until(lambda: fermata.window.stack.currentIndex() == DICTATION)
    assert fermata.history_writer.holds([number])


def test_a_reopened_session_can_be_edited_and_dictated_into(qtbot, fermata, tmp_path):
    fermata.dictate(FIRST)
    fermata.until(lambda: kept(fermata.store) == [(1, said(FIRST))])
    fermata.texts.close()
    assert fermata.page.view.model.text == ""
    fermata.dictate(SECOND)
    fermata.until(lambda: len(kept(fermata.store)) == 2)
    reopen(qtbot, fermata, 1)
    view = fermata.page.view
    assert letters(view.model.text) == said(FIRST)
    view.moveCursor(QTextCursor.MoveOperation.Start)
    qtbot.keyClicks(view, "Note: ")
    view.moveCursor(QTextCursor.MoveOperation.End)
    fermata.dictate(SECOND)
    whole = ["note", *said(FIRST, SECOND)]
    assert letters(view.model.text) == whole
    fermata.until(lambda: kept(fermata.store) == [(2, said(SECOND)), (1, whole)])
    session = fermata.store.session(1)
    times_s = [word.start_s for sentence in session.sentences for word in sentence.words]
    assert times_s == sorted(times_s), "what was said later stands later on the timeline"
    fermata.until(lambda: fermata.store.session(1).info.is_finished)
    path = tmp_path / "out.json"
    fermata.history.export(1, "json", path)
    fermata.until(path.exists)
    words = [word for s in json.loads(path.read_text())["segments"] for word in s["words"]]
    assert [word["start"] for word in words] == [None, *map(pytest.approx, times_s)]


def test_a_session_that_cannot_be_reopened_is_reported_where_the_user_is(fermata):
    fermata.history.reopen(404)
    fermata.until(lambda: "404" in fermata.window.statusBar().currentMessage())
    panel = fermata.history_panel()
    fermata.history.reopen(405)
    fermata.until(panel.notice.isVisible)
    assert "405" in panel.notice.label.text()
    assert "405" not in fermata.window.statusBar().currentMessage()


def test_reopened_words_keep_their_times_and_doubts(qtbot, tmp_path):
    folder = tmp_path / "data"
    words = [
        Word(text, at, at + 0.5, 0.2 if text == "fox" else 0.9)
        for at, text in enumerate(("the", "quick", "fox", "jumps"))
    ]
    with HistoryStore(folder) as store:
        number = store.begin(datetime.now().astimezone())
        store.append(number, [Sentence(("The", "quick", "fox", "jumps."), tuple(words))])
        store.save_document(number, "Yes 😀: the slow fox jumps.")
        store.finish(number)
    with composed_window(qtbot, folder) as fermata:
        reopen(qtbot, fermata, number)
        view = fermata.page.view
        spoken = view.model.words
        placed = [spoken.at(index) for index in range(len(spoken))]
        assert [view.model.units[it.start : it.end] for it in placed] == [
            "the",
            "fox",
            "jumps.",
        ]
        assert [it.spoken.word.start_s for it in placed] == [0, 2, 3]
        view.moveCursor(QTextCursor.MoveOperation.Start)
        fermata.page.low_confidence.next()
        assert view.textCursor().selectedText() == "fox"


def test_just_looking_at_a_session_does_not_correct_it(qtbot, fermata):
    fermata.dictate(FIRST)
    reopen(qtbot, fermata, 1)
    fermata.document_history.save()
    fermata.dictate(SECOND)
    fermata.until(lambda: len(fermata.store.session(1).text.split()) == len(said(FIRST, SECOND)))
    assert not corrections(fermata.store.session(1))
    qtbot.keyClicks(fermata.page.view, " By hand")
    fermata.document_history.save()
    fermata.until(lambda: "By hand" in fermata.store.session(1).text)
    assert not corrections(fermata.store.session(1))
    text = fermata.store.session(1).text
    fermata.page.view.model.replace(0, 1, text[0].swapcase())
    fermata.document_history.save()
    fermata.until(lambda: corrections(fermata.store.session(1)))


def test_sound_is_kept_only_if_wanted_and_as_one_flac(qtbot, fermata):
    fermata.dictate(FIRST)
    fermata.until(lambda: kept(fermata.store))
    assert fermata.store.session(1).info.audio is None
    fermata.texts.close()
    reopen(qtbot, fermata, 1)
    fermata.page.bar.play.trigger()
    notice = fermata.page.live.notice
    assert notice.label.text() == "This recording was not kept."
    notice.offer.click()
    assert fermata.window.stack.currentIndex() == SETTINGS
    fermata.window.open_part(DICTATION)
    fermata.texts.close()
    fermata.preferences.set("privacy.keeps_audio", True)
    for name in (FIRST, SECOND):
        fermata.dictate(name)
    fermata.until(lambda: fermata.store.session(2).info.is_finished)
    session = fermata.store.session(2)
    last_s = session.sentences[-1].words[-1].end_s
    with SoundFile(session.info.audio) as sound:
        assert sound.duration_s >= last_s
    assert session.info.audio.read_bytes()[:4] == b"fLaC"
    assert session.info.audio.stat().st_mode & 0o77 == 0
    fermata.texts.close()
    reopen(qtbot, fermata, 2)
    word = fermata.page.view.model.words.at(0)
    held = fermata.controller.back._sounds[word.spoken.utterance.session]
    assert any(held.read(word.spoken.word.start_s, word.spoken.word.end_s))
    fermata.history.delete([2])
    fermata.until(lambda: not session.info.audio.exists())


def test_a_silent_session_leaves_nothing_and_typing_after_it_is_safe(qtbot, fermata):
    failed = []
    fermata.history_writer.failed.connect(failed.append)
    with qtbot.waitSignal(fermata.history_writer.kept, timeout=WAIT_MS):
        fermata.controller.toggle_record()
        fermata.until(lambda: fermata.controller.state is State.LISTENING)
        fermata.controller.toggle_record()
    fermata.until(lambda: not fermata.history_writer.has_session)
    assert fermata.store.sessions() == []
    qtbot.keyClicks(fermata.page.view, "Typed.")
    fermata.document_history.save()
    fermata.dictate(FIRST)
    fermata.until(lambda: [words for _, words in kept(fermata.store)] == [["typed", *said(FIRST)]])
    assert failed == []


def test_old_sessions_are_deleted_at_the_start(qtbot, tmp_path):
    folder, now = tmp_path / "data", datetime.now().astimezone()
    with HistoryStore(folder) as store:
        for days in (40, 2):
            number = store.begin(now - timedelta(days=days))
            store.append(number, [Sentence(("Hello.",), (Word("hello"),))])
            store.finish(number)
    with composed_window(qtbot, folder, privacy__keep_days=30) as fermata:
        fermata.until(lambda: [info.number for info in fermata.store.sessions()] == [2])


def test_kept_words_are_not_doubtful_when_their_session_is_reopened(qtbot, fermata):
    for _ in range(3):  # on the same page: in the history each follows the one before
        fermata.dictate(FIRST)
    assert doubtful(fermata) == [2, 6, 10]
    leave(fermata, 2)
    leave(fermata, 10)
    reopen_alone(qtbot, fermata)
    assert doubtful(fermata) == [6]
    leave(fermata, 6)
    reopen_alone(qtbot, fermata)
    assert doubtful(fermata) == []


def reopen_alone(qtbot, fermata):
    fermata.texts.close()
    reopen(qtbot, fermata, 1)


def doubtful(fermata):
    words = fermata.document.words
    return [at for at in range(len(words)) if words.at(at).spoken.word.confidence < 1.0]


def leave(fermata, index):
    fermata.page.low_confidence.open(fermata.document.words.at(index))
    fermata.page.low_confidence.popup.leave.click()
    fermata.page.low_confidence.popup.close_card()
