from __future__ import annotations

import threading

import pytest
from docx import Document
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel

from app.history.corrections import Correction, Reviewed
from app.ui.settings import word_list
from app.ui.settings.word_list import WordList
from app.ui.settings.words_page import WordsPage
from engine.formatting.vocabulary import Entry, own_entries, vocabulary_path
from engine.paths import Paths, default_paths

WAIT_S = 30.0


@pytest.fixture
def paths(tmp_path):
    return Paths(default_paths().assets, tmp_path / "data", ())


@pytest.fixture
def corrected():
    """A person's corrections, to which a test can add."""
    return []


@pytest.fixture
def words(paths, preferences, tasks, corrected):
    return WordList(paths, preferences, tasks, lambda: corrected)


@pytest.fixture
def page(qtbot, preferences, words):
    page = WordsPage(preferences, words)
    qtbot.addWidget(page)
    page.resize(600, 500)
    page.show()
    return page


def changed(qtbot, page):
    return qtbot.waitSignal(page._words.changed)


def rows(page):
    shown = page.model
    return [
        (shown.index(at, 0).data(), shown.index(at, 1).data()) for at in range(shown.rowCount())
    ]


def add(qtbot, page, written, spoken=""):
    page.written.setText(written)
    page.spoken.setText(spoken)
    with changed(qtbot, page):
        page.add_entry.click()


def import_file(qtbot, page, path, monkeypatch):
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    page.import_file.click()


def test_words_are_added_saved_and_expected(qtbot, page, paths):
    add(qtbot, page, "Dr. Müller", "doctor miller | doctor mueller")
    add(qtbot, page, "iPhone")
    assert rows(page) == [("Dr. Müller", "doctor miller | doctor mueller"), ("iPhone", "")]
    text = vocabulary_path(paths).read_text(encoding="utf-8")
    assert text == "Dr. Müller = doctor miller | doctor mueller\niPhone\n"
    assert own_entries(paths) == page._words.words.entries
    assert page.written.text() == page.spoken.text() == ""


def test_a_mistake_is_reported_and_stays_in_its_field(page, paths):
    page.spoken.setText("doctor")
    page.add_entry.click()
    assert page.mistake.text() == "This is not “written = spoken | spoken”."
    assert page.mistake.isVisible()
    assert page.spoken.text() == "doctor"
    page.written.setText("# x")
    page.spoken.clear()
    page.add_entry.click()
    assert page.mistake.isVisible()
    assert not vocabulary_path(paths).exists()


def test_words_can_be_edited_in_the_table_and_removed(qtbot, page, paths):
    add(qtbot, page, "Muller", "miller")
    add(qtbot, page, "GPU")
    with changed(qtbot, page):
        page.model.setData(page.model.index(0, 0), "Müller")
    page.model.setData(page.model.index(1, 0), "")
    assert page.mistake.isVisible()
    assert rows(page) == [("Müller", "miller"), ("GPU", "")]
    page.table.selectRow(0)
    page.table.setFocus()
    with changed(qtbot, page):
        QTest.keyClick(page.table, Qt.Key.Key_Delete)
    assert vocabulary_path(paths).read_text(encoding="utf-8") == "GPU\n"
    assert not page.remove.isEnabled()


def test_the_table_s_search_finds_spoken_forms_and_removal_only_affects_matches(qtbot, page):
    for written, spoken in (("Müller", "miller"), ("GPU", ""), ("Meyer", "maier")):
        add(qtbot, page, written, spoken)
    page.filter.setText("nobody")
    add(qtbot, page, "TPU")
    assert rows(page) == []
    assert page.table.isVisible()
    assert page.export.isEnabled(), "all are exported, whatever is looked for"
    page.filter.setText("MAI")
    assert rows(page) == [("Meyer", "maier")]
    with changed(qtbot, page):
        page.model.setData(page.model.index(0, 0), "Mayer")
    assert rows(page) == [("Mayer", "maier")]
    page.table.selectRow(0)
    with changed(qtbot, page):
        page.remove.click()
    page.filter.clear()
    assert [written for written, _ in rows(page)] == ["Müller", "GPU", "TPU"]


def test_lines_written_by_hand_stay_and_their_mistakes_are_reported(qtbot, page, paths):
    page.hide()
    vocabulary_path(paths).parent.mkdir(parents=True, exist_ok=True)
    vocabulary_path(paths).write_text("# mine\nGPU\nx =\nMiller = muller\nMüller = miller\n")
    page.show()
    qtbot.waitUntil(page.notice.isVisible)
    assert page.notice.label.text() == (
        "Line 3 of your words: this is not “written = spoken | spoken”.\n"
        "Line 5 of your words: “miller” is written “Miller” in line 4; the later line counts."
    )
    add(qtbot, page, "iPhone")
    kept = vocabulary_path(paths).read_text(encoding="utf-8")
    assert kept == "# mine\nx =\nGPU\nMiller = muller\nMüller = miller\niPhone\n"


def test_a_text_file_and_the_clipboard_can_be_imported(qtbot, page, tmp_path, monkeypatch):
    add(qtbot, page, "Müller", "miller")
    path = tmp_path / "list.txt"
    path.write_text("Müller = mueller\r\nbad =\r\nGPU\r\n", encoding="utf-8")
    with changed(qtbot, page):
        import_file(qtbot, page, path, monkeypatch)
    assert rows(page) == [("Müller", "miller | mueller"), ("GPU", "")]
    assert page.mistake.text().startswith("2 words were added.\nLine 2: ")
    QGuiApplication.clipboard().setText("Kowloon Tong = cow loon tong\nGPU")
    with changed(qtbot, page):
        page.paste.click()
    assert rows(page)[-1] == ("Kowloon Tong", "cow loon tong")
    import_file(qtbot, page, tmp_path / "none.txt", monkeypatch)
    qtbot.waitUntil(lambda: "none.txt" in page.notice.label.text())


def test_names_in_a_document_are_suggested_and_added_if_ticked(qtbot, page, tmp_path, monkeypatch):
    add(qtbot, page, "Anna Kowalczyk")
    document, path = Document(), tmp_path / "minutes.docx"
    document.add_paragraph("Yesterday Anna Kowalczyk met Piotr Zieliński and the McFlurry team.")
    document.add_paragraph("They agreed. The team left.")
    document.save(path)
    with qtbot.waitSignal(page._words.proposed):
        import_file(qtbot, page, path, monkeypatch)
    terms = [page.terms.item(at).text() for at in range(page.terms.count())]
    assert terms == ["Piotr Zieliński", "McFlurry"]
    assert page.terms.isVisible()
    page.terms.item(0).setCheckState(Qt.CheckState.Checked)
    with changed(qtbot, page):
        page.add_ticked.click()
    assert rows(page) == [("Anna Kowalczyk", ""), ("Piotr Zieliński", "")]
    assert not page._proposals.isVisible()


def test_the_list_can_be_exported_and_imported_again(qtbot, page, words, tmp_path, monkeypatch):
    assert not page.export.isEnabled()
    add(qtbot, page, "Müller", "miller | mueller")
    path = tmp_path / "words.txt"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    page.export.click()
    with changed(qtbot, page):
        words.remove([Entry("Müller", ("miller", "mueller"))])
    with changed(qtbot, page):
        import_file(qtbot, page, path, monkeypatch)
    qtbot.waitUntil(lambda: rows(page) == [("Müller", "miller | mueller")])


def test_a_recogniser_that_cannot_expect_words_is_mentioned(qtbot, page, preferences):
    preferences.set("models.recogniser", "vosk")  # of which there is no model
    page.hide()
    page.show()
    qtbot.waitUntil(page.deaf.isVisible)
    preferences.set("models.recogniser", "whisper")
    page.hide()
    page.show()
    qtbot.waitUntil(lambda: not page.deaf.isVisible())


def test_an_unwritable_list_is_reported(qtbot, page, paths):
    paths.settings.parent.mkdir(parents=True, exist_ok=True)
    paths.settings.write_text("in the way")
    with qtbot.waitSignal(page._words.failed):
        page._words.add([Entry("GPU")])
    assert page.notice.is_error
    paths.settings.unlink()
    with changed(qtbot, page):
        QTest.mouseClick(page.notice.offer, Qt.MouseButton.LeftButton)  # "Try again"
    assert rows(page) == [("GPU", "")]
    assert not page.notice.isVisible()


def test_a_list_that_cannot_be_exported_can_be_saved_elsewhere(qtbot, page, tmp_path, monkeypatch):
    add(qtbot, page, "GPU")
    places = [tmp_path / "no folder" / "words.txt", tmp_path / "words.txt"]
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(places.pop(0)), ""))
    page.export.click()
    assert page.notice.is_error
    QTest.mouseClick(page.notice.offer, Qt.MouseButton.LeftButton)
    assert (tmp_path / "words.txt").read_text(encoding="utf-8") == "GPU\n"
    assert not page.notice.isVisible()


def press(qtbot, page, words):
    """Press the button with this name, using the keyboard."""
    found = [it for it in page._answers if it.accessibleName() == words]
    assert len(found) == 1
    found[0].setFocus()
    QTest.keyClick(found[0], Qt.Key.Key_Space)


def test_an_empty_list_says_what_to_do(qtbot, page):
    qtbot.waitUntil(page.nothing.isVisible)
    assert not page.table.isVisible()
    add(qtbot, page, "Kowloon Tong")
    assert page.table.isVisible()
    assert not page.nothing.isVisible()


def test_repeated_corrections_are_suggested_for_approval(qtbot, page, corrected, paths):
    assert not page._suggestions.isVisible()
    for text, by in (
        ("Give metro pole all.", "Give metoprolol."),
        ("See jon now.", "See John now."),
    ):
        corrected += [Reviewed(Correction(1, 0, (), text, by))] * 2
    page._words.suggest()
    qtbot.waitUntil(page._suggestions.isVisible)
    shown = [label.text() for label in page._suggestions.findChildren(QLabel)]
    assert "Whenever “metro pole all” is heard, write “metoprolol”" in shown
    assert "corrected 2 times" in shown
    assert rows(page) == [], "nothing is added unasked"
    with qtbot.waitSignals([page._words.changed, page._words.suggested]):
        press(qtbot, page, "Add: metoprolol")
    assert rows(page) == [("metoprolol", "metro pole all")]
    assert own_entries(paths) == (Entry("metoprolol", ("metro pole all",)),)
    press(qtbot, page, "Dismiss: John")
    qtbot.waitUntil(lambda: page._answers == [])
    assert not page._suggestions.isVisible()
    with qtbot.waitSignal(page._words.suggested):
        page._words.suggest()
    assert not page._suggestions.isVisible(), "what was dismissed stays away"
    assert rows(page) == [("metoprolol", "metro pole all")]


def test_a_long_list_is_read_in_the_background_without_losing_anything(
    qtbot, preferences, words, tasks, paths
):
    lines = [f"Name{at} Of Place{at % 7} = place {at}\n" for at in range(5_000)]
    vocabulary_path(paths).parent.mkdir(parents=True, exist_ok=True)
    vocabulary_path(paths).write_text("".join(lines))
    may_read, told = threading.Event(), []
    tasks.run(word_list._OWN, lambda: may_read.wait(WAIT_S))  # it lasts as long as the test wants
    words.changed.connect(lambda: told.append(page.model.rowCount()))
    page = WordsPage(preferences, words)
    qtbot.addWidget(page)
    page.show()
    page.written.setText("Kowloon Tong")
    page.add_entry.click()
    assert page.isVisible()
    assert rows(page) == []
    assert not page.nothing.isVisible(), "nobody knows yet that there are none"
    assert vocabulary_path(paths).read_text() == "".join(lines)
    may_read.set()
    qtbot.waitUntil(lambda: bool(told), timeout=WAIT_S * 1_000)
    assert told == [5_001], "reading is no change"
    assert rows(page)[0] == ("Name0 Of Place0", "place 0")
    assert rows(page)[-1] == ("Kowloon Tong", "")
    assert vocabulary_path(paths).read_text() == "".join([*lines, "Kowloon Tong\n"])


def test_lines_written_by_hand_while_the_page_is_open_are_kept(qtbot, page, paths):
    add(qtbot, page, "Müller", "miller")
    add(qtbot, page, "GPU")
    vocabulary_path(paths).write_text("# mine\nGPU\nMüller = miller\niPhone\nGPU = g p u\n")
    page.table.selectRow(0)
    with changed(qtbot, page):
        page.remove.click()
    assert vocabulary_path(paths).read_text() == "# mine\nGPU\niPhone\nGPU = g p u\n"
    add(qtbot, page, "iPad")
    assert rows(page) == [("GPU", "g p u"), ("iPhone", ""), ("iPad", "")], "no form is lost"
    vocabulary_path(paths).write_text("iPad\n")
    with changed(qtbot, page):
        page.model.setData(page.model.index(0, 0), "TPU")
    assert rows(page) == [("iPad", ""), ("TPU", "g p u")]


def test_temporary_words_are_read_from_a_file_and_go_with_the_text_or_the_day(
    qtbot, page, paths, tmp_path, monkeypatch
):
    names = tmp_path / "meeting.txt"
    names.write_text("Ms Okonkwo = miss okonkwo\nKowloon Tong\n")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(names), ""))
    add(qtbot, page, "GPU")
    for choice, told, stays in ((0, "until you leave this text", False), (2, "until", True)):
        page.until.setCurrentIndex(choice)
        with qtbot.waitSignals([page._words.changed, page._words.for_a_while]):
            page.choose_file.click()
        qtbot.waitUntil(page.forget.isVisible)
        assert told in page.passing.text()
        assert [it.written for it in own_entries(paths)] == ["GPU", "Ms Okonkwo", "Kowloon Tong"]
        page._words.forget_for_a_while(with_date=False)
        with qtbot.waitSignal(page._words.for_a_while):
            page._words.read()
        assert page.forget.isVisible() is stays
    with qtbot.waitSignals([page._words.changed, page._words.for_a_while]):
        page.forget.click()
    assert own_entries(paths) == (Entry("GPU"),)
    assert rows(page) == [("GPU", "")]
