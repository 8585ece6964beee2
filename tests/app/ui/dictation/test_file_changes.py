"""Changes of a page against its file: seen, rejected, edited and written into the file."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.application import DICTATION
from app.ui.dictation.speakers_dialog import SpeakersDialog
from engine.transcripts.registry import read_transcript
from tests.support.ui.composed_window import composed_window, drop
from tests.support.ui.controls import unnamed
from tests.support.ui.transcripts_of_every_kind import write_transcripts

CUES = """1
00:00:01,000 --> 00:00:04,000
so i went to <i>the</i> shop

2
00:00:05,000 --> 00:00:08,000
it was closed what should
i do now
"""
NAMED = "ANN: so i went to the shop\nBOB: it was closed\nANN: what should i do now\n"
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def fermata(shared_fermata):
    """The module's window, emptied again after each test."""
    yield shared_fermata
    shared_fermata.files_panel().queue.clear.click()
    shared_fermata.texts.close()
    shared_fermata.history_writer.settle(20.0)
    shared_fermata.page.live.notice.clear()
    shared_fermata.history.delete([info.number for info in shared_fermata.store.sessions()])
    shared_fermata.until(lambda: not shared_fermata.store.sessions())
    shared_fermata.window.open_part(DICTATION)


def page_of(fermata, path, content):
    """Process a file, bring its text to the page, and return the bar of its changes."""
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    assert drop(fermata.window, path)
    fermata.start_files()
    fermata.edit_file()
    fermata.until(fermata.page.changes.bar.isVisible)
    return fermata.page.changes.bar


def press(fermata, key, modifier=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(fermata.page.view, key, modifier)


def put(fermata, old, new):
    """Select a stretch of the page, and type another text."""
    view = fermata.page.view
    start = fermata.document.text.index(old)
    view.select(start, start + len(old))
    QTest.keyClicks(view, new) if new else press(fermata, Qt.Key.Key_Delete)


def saved(fermata, path, format_name=""):
    """Save the text under a path, and return what was written."""
    chosen = (format_name or path.suffix[1:], path)
    fermata.export_places.ask_at = lambda *_: chosen
    fermata.page.bar.save_as.trigger()
    fermata.until(path.exists)
    return path.read_text("utf-8") if not format_name else ""


def marked(fermata):
    """Return the stretches of the page marked as changes."""
    return [it.cursor.selectedText() for it in fermata.page.view.extraSelections()]


def test_changes_are_marked_if_wanted(fermata, tmp_path):
    bar = page_of(fermata, tmp_path / "talk.srt", CUES)
    fermata.until(lambda: {"S", "I", "?"} <= set(marked(fermata)))
    assert unnamed(bar) == []
    press(fermata, Qt.Key.Key_D, CONTROL)
    assert marked(fermata) == []
    fermata.history_writer.settle(20.0)
    (info,) = fermata.store.sessions()
    assert fermata.store.file(info.number).is_accepted, "it stays so when it is opened again"
    bar.shown.click()
    assert marked(fermata)


def test_changes_are_stepped_through_and_rejected_one_by_one_and_all(fermata, tmp_path):
    bar = page_of(fermata, tmp_path / "talk.srt", CUES)
    view, seen, said = fermata.page.view, [], fermata.page.live.notice.label
    view.select(0, 0)
    press(fermata, Qt.Key.Key_F7)
    while "No more changes" not in said.text():
        seen.append(view.textCursor().selectedText())
        press(fermata, Qt.Key.Key_F7)
        assert len(seen) < 30
    assert seen[0] == "S"
    assert len(seen) > 3
    press(fermata, Qt.Key.Key_F7, SHIFT)
    assert view.textCursor().selectedText() == seen[-2]
    before = fermata.document.text
    view.select(0, 0)
    fermata.until(bar.reject.isEnabled)
    press(fermata, Qt.Key.Key_F7, CONTROL)
    assert fermata.document.text == "s" + before[1:]
    bar.reject_all.click()
    assert fermata.document.text == "so i went to the shop\nit was closed what should i do now"
    fermata.until(lambda: not marked(fermata))
    fermata.document.undo()
    fermata.document.undo()
    assert fermata.document.text == before


def test_editing_one_word_changes_nothing_else_in_the_file(fermata, tmp_path):
    page_of(fermata, tmp_path / "talk.srt", CUES)
    untouched = saved(fermata, tmp_path / "first.srt")
    assert untouched.lower().replace(".", "").replace("?", "").replace(
        ",", ""
    ) == CUES.lower().replace(",", "")
    put(fermata, "closed", "open")
    assert saved(fermata, tmp_path / "second.srt") == untouched.replace("closed", "open")
    put(fermata, "open", "open and then")
    assert saved(fermata, tmp_path / "third.srt") == untouched.replace("closed", "open and then")


def test_words_can_be_removed_and_inserted(fermata, tmp_path):
    page_of(fermata, tmp_path / "talk.srt", CUES)
    before = saved(fermata, tmp_path / "first.srt")
    put(fermata, " now", "")
    put(fermata, "went", "quickly went")
    after = before.replace(" now", "").replace("went", "quickly went")
    assert saved(fermata, tmp_path / "second.srt") == after


def test_the_text_can_be_saved_in_other_formats_with_its_times(fermata, tmp_path):
    page_of(fermata, tmp_path / "talk.srt", CUES)
    put(fermata, "shop", "market")
    written = saved(fermata, tmp_path / "out.vtt")
    assert [line for line in written.splitlines() if "-->" in line] == [
        "00:00:01.000 --> 00:00:04.000",
        "00:00:05.000 --> 00:00:08.000",
    ]
    assert "market" in written


def test_speakers_can_be_renamed(fermata, tmp_path):
    bar = page_of(fermata, tmp_path / "talk.txt", NAMED)
    assert bar.speakers.isVisible()
    bar.speakers.click()
    dialog = next(it for it in fermata.page.view.findChildren(SpeakersDialog) if it.isVisible())
    assert set(dialog.fields) == {"ANN", "BOB"}
    dialog.fields["ANN"].setText("Dr. Lee")
    dialog.ok.click()
    assert fermata.document.text.count("Dr. Lee: ") == 2
    assert fermata.document.text.count("BOB: ") == 1
    written = saved(fermata, tmp_path / "out.txt")
    assert written.count("Dr. Lee: ") == 2
    assert "ANN" not in written
    fermata.document.undo()
    assert fermata.document.text.count("ANN: ") == 2, "one step"


def test_dictation_goes_into_the_cue_at_the_caret(fermata, tmp_path):
    page_of(fermata, tmp_path / "talk.srt", CUES)
    before = saved(fermata, tmp_path / "first.srt").split("\n\n")
    view = fermata.page.view
    end = fermata.document.text.index("\n")
    view.select(end, end)
    view.dictate_here()
    fermata.dictate("flite-slt-09.wav")
    assert "brown fox" in fermata.document.text.splitlines()[0].lower()
    after = saved(fermata, tmp_path / "second.srt").split("\n\n")
    assert "brown fox" in after[0].lower()
    assert after[1:] == before[1:]


def test_a_text_without_a_file_has_no_changes(fermata):
    QTest.keyClicks(fermata.page.view, "so i went")
    press(fermata, Qt.Key.Key_F7)
    assert not fermata.page.changes.bar.isVisible()
    assert marked(fermata) == []


def test_changes_are_not_marked_if_unwanted(qtbot, tmp_path):
    with composed_window(qtbot, tmp_path / "data", files__marks_changes=False) as fermata:
        bar = page_of(fermata, tmp_path / "talk.srt", CUES)
        assert not bar.shown.isChecked()
        assert marked(fermata) == []
        press(fermata, Qt.Key.Key_F7)
        assert bar.shown.isChecked(), "whoever walks through them wants to see them"


@pytest.mark.parametrize(
    "kind",
    [*["txt", "md", "html", "srt", "vtt", "docx", "odt", "otr"], "aws.json", "otter.json"],
)
def test_one_word_can_be_edited_in_every_kind_of_file(fermata, tmp_path, kind):
    path = write_transcripts(tmp_path)[kind]
    before = read_transcript(path)
    words = [it.written.lower().strip(".,?") for it in before.words()]
    page_of(fermata, path, path.read_bytes())
    put(fermata, "thinking" if "thinking" in words else "shop", "banana")
    out = tmp_path / f"out.{kind}"
    saved(fermata, out, before.format.name)
    after = [it.written.lower().strip(".,?") for it in read_transcript(out).words()]
    assert after == [it.replace("thinking", "banana").replace("shop", "banana") for it in words]
