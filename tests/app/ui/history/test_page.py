from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QSettings, Qt
from PySide6.QtTest import QTest

from app.files.new_session import from_recording
from app.history.store import HistoryStore
from app.ui.history.controller import HistoryController
from app.ui.history.model import DAY_ROLE, FACTS_ROLE, without_title
from app.ui.history.page import HistoryPage
from app.ui.widgets.export_dialog import ExportPlaces, ask_path
from engine.transcripts.registry import FORMATS
from tests.app.history.test_store import said

NOW = datetime(2026, 3, 1, 12).astimezone()


@pytest.fixture
def store(tmp_path):
    with HistoryStore(tmp_path / "history") as opened:
        yield opened


@pytest.fixture
def make_panel(qtbot, store, tasks, tmp_path):
    def make(ask=ask_path):
        controller = HistoryController(store, tasks)
        settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
        panel = HistoryPage(controller, ExportPlaces(settings, ask))
        qtbot.addWidget(panel)
        panel.resize(900, 600)
        with qtbot.waitSignal(controller.listed):
            panel.show()
        return panel

    return make


def keep(store, *texts, at=0):
    number = store.begin(NOW + timedelta(minutes=at), "en", "en")
    store.append(number, [said(text) for text in texts])
    store.finish(number)
    return number


def titles(panel):
    return [panel.model.index(row).data() for row in range(panel.model.rowCount())]


def shown(qtbot, panel, text):
    """Wait until a session is shown that can be acted on: its text alone can be an old one."""
    qtbot.waitUntil(lambda: panel.chosen and panel.preview.text.toPlainText() == text)


def test_a_title_without_room_ends_in_dots_and_begins_where_others_do(qtbot, store, make_panel):
    number = keep(store, "Hello there.")
    panel = make_panel()
    title = panel.preview.title

    def inked(called):
        store.rename(number, called)
        panel.refresh()
        qtbot.waitUntil(lambda: title.text() == called)
        image = title.grab().toImage()
        ground = image.pixel(1, 1)
        rows = range(image.height())
        heights = {x: sum(image.pixel(x, y) != ground for y in rows) for x in range(image.width())}
        return [(x, height) for x, height in heights.items() if height]

    short, long = inked("M"), inked("M" * 200)
    assert short[0] == long[0]
    assert long[-1][1] < short[-1][1] / 2, "a dot, and no part of a letter"


def test_the_newest_session_is_shown_first(qtbot, store, make_panel):
    panel = make_panel()
    assert panel.empty.isVisible()
    assert panel.empty.heading.text() == "Nothing here yet"
    assert not panel.show_all.isVisible()
    assert not panel.preview.isVisible()
    keep(store, "Older.", at=0)
    keep(store, "Newer.", "And longer.", at=1)
    panel.refresh()
    qtbot.waitUntil(lambda: titles(panel) == ["Newer.", "Older."])
    shown(qtbot, panel, "Newer. And longer.")
    assert panel.preview.title.text() == "Newer."
    assert "3 words" in panel.preview.facts.text()
    panel.list.setCurrentIndex(panel.model.index(1))
    shown(qtbot, panel, "Older.")
    assert "1 word" in panel.model.index(1).data(FACTS_ROLE)


def test_all_sessions_are_listed_however_many_there_are(store, make_panel):
    for at in range(201):
        keep(store, f"Number {at}.", at=at)
    assert titles(make_panel()) == [f"Number {at}." for at in range(200, -1, -1)]


def test_typing_searches(qtbot, store, make_panel):
    keep(store, "The budget is large.")
    keep(store, "The house is empty.", "Nothing else.")
    panel = make_panel()
    qtbot.keyClicks(panel.search, "hou")
    qtbot.waitUntil(lambda: titles(panel) == ["The house is empty."])
    found = panel.model.found(0)
    assert [found.snippet.text[a:b] for a, b in found.snippet.spans] == ["hou"]
    qtbot.keyClicks(panel.search, "zzz")
    qtbot.waitUntil(panel.empty.isVisible)
    assert "“houzzz”" in panel.empty.heading.text()
    panel.show_all.click()
    qtbot.waitUntil(panel.list.isVisible)
    panel.search.clear()
    qtbot.waitUntil(lambda: len(titles(panel)) == 2)
    panel.grab()


def test_a_row_is_as_tall_as_its_snippet(qtbot, store, make_panel):
    keep(store, "A balloon rose over the quiet town and nobody looked up.")
    panel = make_panel()
    line = panel.list.fontMetrics().height()

    def height():
        return panel.list.visualRect(panel.model.index(0)).height()

    panel.resize(700, 600)
    plain = height()
    qtbot.keyClicks(panel.search, "balloon")
    qtbot.waitUntil(lambda: height() == plain + 2 * line)
    panel.resize(1900, 600)
    qtbot.waitUntil(lambda: height() == plain + line)


def test_reopening_passes_the_session_on(qtbot, store, make_panel):
    number = keep(store, "Hello there.")
    store.save_document(number, "Hello, you.")
    panel = make_panel()
    shown(qtbot, panel, "Hello, you.")
    with qtbot.waitSignal(panel.reopened) as reopened:
        qtbot.mouseClick(panel.preview.reopen, Qt.MouseButton.LeftButton)
    (session,) = reopened.args
    assert (session.info.number, session.document) == (number, "Hello, you.")
    with qtbot.waitSignal(panel.reopened):
        panel.list.setFocus()
        qtbot.keyClick(panel.list, Qt.Key.Key_Return)


def test_a_session_can_be_renamed_with_the_keyboard(qtbot, store, make_panel):
    number = keep(store, "Hello there.")
    panel = make_panel()
    shown(qtbot, panel, "Hello there.")
    panel.preview.begin_renaming()
    qtbot.keyClicks(panel.preview.title, "Nonsense")
    qtbot.keyClick(panel.preview.title, Qt.Key.Key_Escape)
    assert panel.preview.title.text() == "Hello there."
    qtbot.mouseClick(panel.preview.rename, Qt.MouseButton.LeftButton)
    qtbot.keyClicks(panel.preview.title, "Greeting")
    qtbot.keyClick(panel.preview.title, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: titles(panel) == ["Greeting"])
    assert store.session(number).info.title == "Greeting"


def test_deleting_is_reported_and_undone_by_a_button_or_its_key(qtbot, store, make_panel):
    keep(store, "First.")
    last = keep(store, "Second.", at=1)
    panel = make_panel()
    shown(qtbot, panel, "Second.")
    with qtbot.waitActive(panel):
        panel.activateWindow()
    panel.list.setFocus()
    qtbot.keyClick(panel.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(panel.notice.isVisible)
    assert panel.notice.label.text() == "“Second.” is in the trash."
    qtbot.waitUntil(lambda: titles(panel) == ["First."])
    qtbot.mouseClick(panel.notice.offer, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: titles(panel) == ["Second.", "First."])
    shown(qtbot, panel, "Second.")
    assert not panel.notice.isVisible()
    next(it for it in panel.menu().actions() if it.text() == "Delete").trigger()
    qtbot.waitUntil(panel.notice.isVisible)  # before, there is nothing to undo
    assert store.trash.numbers() == [last]
    qtbot.keyClick(panel.list, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: store.trash.numbers() == [])
    qtbot.keyClick(panel.list, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert store.trash.numbers() == [], "once is enough"


def test_deleted_sessions_go_to_the_trash_and_can_be_put_back(qtbot, store, make_panel):
    for at, text in enumerate(("One.", "Two.", "Three.")):
        keep(store, text, at=at)
    panel = make_panel()
    panel.list.setCurrentIndex(panel.model.index(1))
    shown(qtbot, panel, "Two.")
    panel.list.setFocus()
    qtbot.keyClick(panel.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: titles(panel) == ["Three.", "One."])
    shown(qtbot, panel, "One.")
    assert store.search("two") == []
    qtbot.mouseClick(panel.trash.toggle, Qt.MouseButton.LeftButton)
    shown(qtbot, panel, "Two.")
    assert titles(panel) == ["Two."]
    qtbot.mouseClick(panel.preview.put_back, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: titles(panel) == [])
    qtbot.mouseClick(panel.trash.toggle, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: titles(panel) == ["Three.", "Two.", "One."])
    assert len(store.search("two")) == 1


@pytest.mark.parametrize(
    ("kind", "question"),
    [
        ("typed", "Delete this session permanently?"),
        ("recorded", "Delete this session and its recording permanently?"),
        ("file", "Delete this session permanently? The file it came from is kept."),
    ],
)
def test_the_question_says_what_will_be_gone(qtbot, store, make_panel, kind, question):
    if kind == "file":
        number = store.keep(from_recording(Path("talk.wav"), [said("One.")]), NOW)
    else:
        number = keep(store, "One.")
    if kind == "recorded":
        store.set_audio(number)
    panel = make_panel()
    shown(qtbot, panel, "One.")
    assert panel.preview.question.text() == question


def test_deleting_for_good_asks_first(qtbot, store, make_panel):
    numbers = [keep(store, text, at=at) for at, text in enumerate(("One.", "Two.", "Three."))]
    store.trash.add(numbers, NOW)
    panel = make_panel()
    qtbot.mouseClick(panel.trash.toggle, Qt.MouseButton.LeftButton)
    shown(qtbot, panel, "Three.")
    panel.list.setFocus()
    qtbot.keyClick(panel.list, Qt.Key.Key_Delete)
    assert panel.preview.really_delete.isVisible()
    assert panel.preview.keep.hasFocus() or not panel.isActiveWindow()
    qtbot.mouseClick(panel.preview.keep, Qt.MouseButton.LeftButton)
    assert not panel.preview.really_delete.isVisible()
    assert panel.preview.delete.hasFocus() or not panel.isActiveWindow()
    assert len(store.trash.numbers()) == 3
    qtbot.mouseClick(panel.preview.delete, Qt.MouseButton.LeftButton)
    panel.list.setCurrentIndex(panel.model.index(1))
    shown(qtbot, panel, "Two.")
    assert not panel.preview.really_delete.isVisible(), "the question was about the other one"
    qtbot.mouseClick(panel.preview.delete, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(panel.preview.really_delete, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: titles(panel) == ["Three.", "One."])
    qtbot.mouseClick(panel.trash.empty, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(panel.trash.keep, Qt.MouseButton.LeftButton)
    assert len(store.trash.numbers()) == 2
    qtbot.mouseClick(panel.trash.empty, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(panel.trash.really_empty, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: titles(panel) == [])
    assert store.trash.numbers() == []


def test_exports_of_an_edited_session_keep_the_times(qtbot, store, make_panel, tmp_path):
    number = keep(store, "The quick brown fox.", "It jumps high.")
    store.save_document(number, "The quick red fox. It jumps high.\n")
    names, asked = ("out.srt", "out.json", "missing/out.txt"), []

    def ask(parent, suggested, formats):
        path = tmp_path / names[len(asked)]
        asked.append((suggested.name, tuple(formats)))
        return path.suffix[1:], path

    panel = make_panel(ask=ask)
    shown(qtbot, panel, "The quick red fox. It jumps high.\n")
    for name in names:
        told = panel.notice.said if name.startswith("missing") else panel.said
        with qtbot.waitSignal(told) as heard:
            panel.preview.export.click()
        assert name.partition("/")[0] in heard.args[0]
    assert panel.notice.is_error
    (tmp_path / "missing").mkdir()  # nobody else did
    with qtbot.waitSignal(panel.said) as heard:
        panel.notice.offer.click()
    assert "missing" in heard.args[0]
    assert not panel.notice.isVisible()
    assert asked[0] == (
        f"The quick red fox. It jumps high {NOW.date().isoformat()}.txt",
        tuple(form.name for form in FORMATS if form.can_write),
    )
    assert asked[1][0].endswith(".srt"), "the last format is proposed again"
    assert (tmp_path / "out.srt").read_text().count("-->") == 2
    first, second = json.loads((tmp_path / "out.json").read_text())["segments"]
    assert [word["start"] for word in first["words"]] == [0.0, 0.5, None, 1.5]
    assert second["start"] == 0.0


def test_ctrl_f_searches_the_open_session_or_else_all_of_them(qtbot, store, make_panel):
    keep(store, "An apple.", "No apple, a pear.")
    keep(store, "A plum.", at=1)
    panel = make_panel()
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    panel.list.setFocus()
    QTest.keyClick(panel.list, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert panel.search.hasFocus()
    QTest.keyClicks(panel.search, "apple")
    shown(qtbot, panel, "An apple. No apple, a pear.")
    panel.preview.text.setFocus()
    QTest.keyClick(panel.preview.text, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    bar = panel.preview.finder
    assert bar.field.hasFocus()
    assert bar.field.text() == "apple"
    assert bar.count.text() == "1 of 2"
    assert not bar.replaces.isVisible()
    QTest.keyClick(bar.field, Qt.Key.Key_Return)
    assert panel.preview.text.selected() == (13, 18)
    panel.search.clear()
    qtbot.waitUntil(lambda: panel.model.rowCount() == 2)
    panel.list.setCurrentIndex(panel.model.index(0))
    shown(qtbot, panel, "A plum.")
    qtbot.waitUntil(lambda: bar.count.text() == "Not found")
    QTest.keyClick(bar.field, Qt.Key.Key_Escape)
    assert panel.preview.text.hasFocus()


def test_a_long_session_is_shown_and_searched_to_its_end(qtbot, store, make_panel):
    keep(store, *["Over and over again."] * 4_000, "Found at last.")
    panel = make_panel()
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    panel.preview.finder.open("at last")
    qtbot.waitUntil(lambda: panel.preview.finder.count.text() == "1 found")
    panel.preview.finder.next()
    text = panel.preview.text
    qtbot.waitUntil(lambda: text.textCursor().selectedText() == "at last")
    qtbot.waitUntil(lambda: len(text.extraSelections()) == 1)


def test_sessions_are_grouped_by_day_with_an_excerpt(qtbot, store, make_panel):
    now = datetime.now().astimezone().replace(hour=12, minute=0)
    first = "A letter to Ann about the garden, the fence and everything that grows behind it."
    for days, text in ((40, "Long ago."), (1, "Evening."), (1, "Late evening."), (0, first)):
        number = store.begin(now - timedelta(days=days))
        store.append(number, [said(text)], f"{text} What follows.\nMore of it.")
        store.finish(number)
    panel = make_panel()
    rows = [panel.model.index(row) for row in range(panel.model.rowCount())]
    days = [index.data(DAY_ROLE) for index in rows]
    assert days[:3] == ["Today", "Yesterday", ""]
    assert days[3] == QLocale().toString((now - timedelta(days=40)).date(), QLocale.LongFormat)
    read_out = rows[1].data(Qt.ItemDataRole.AccessibleTextRole)
    assert read_out.startswith("Yesterday. Late evening. What follows.")
    assert read_out.endswith(". More of it.")
    heights = [panel.list.visualRect(index).height() for index in rows]
    assert heights[1] > heights[2], "a day has a line of its own"
    panel.list.setFocus()
    panel.list.setCurrentIndex(rows[0])
    for row in rows[1:]:  # arrow keys only stop at sessions
        qtbot.keyClick(panel.list, Qt.Key.Key_Down)
        assert panel.list.currentIndex() == row


@pytest.mark.parametrize(
    ("title", "text", "shown", "expected"),
    [
        ("My letter", "Dear Ann, hello.", 4, ("My letter", "Dear Ann, hello.")),
        ("Dear Ann, hello.", "Dear Ann, hello. More.", 16, ("Dear Ann, hello.", "More.")),
        ("Dear Ann, hello…", "Dear Ann, hello you.", 16, ("Dear Ann, hello…", "you.")),
        ("Dear Ann, hello.", "Dear Ann, hello. More.", 12, ("Dear Ann,…", "hello. More.")),
        ("今天我们去看房子", "今天我们去看房子。很大。", 4, ("今天我们…", "去看房子。很大。")),
        ("", "Text.", 0, ("", "Text.")),
    ],
)
def test_the_excerpt_continues_where_the_title_ends(title, text, shown, expected):
    assert without_title(title, text, shown) == expected
