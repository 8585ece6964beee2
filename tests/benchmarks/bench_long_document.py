"""A ten-hour document stays fluid, and the event loop responsive."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.dictation.events import State
from app.document.document import Document
from app.ui.appearance.icons import Icons
from app.ui.dictation.page import DictationPage
from engine.paths import default_paths
from engine.types import Update
from tests.benchmarks.event_loop_watch import event_loop_watch
from tests.benchmarks.pace import usual_ms
from tests.support.ui.dictation_page import NAMES, OTHER_VOSK_MODEL, dictation_room, words_of
from tests.support.ui.recorded_session import many_sentences, updates

WORDS = 100_000
FRAME_MS = 16.0
SLOW_MACHINE = 1.5  # for one frame in twenty, on a machine that others use too
Key = Qt.Key


@pytest.fixture(scope="module")
def page(qapp):
    """A document of 100,000 spoken words, in a painted window."""
    page = DictationPage(Document(), Icons(default_paths().assets / "icons"))
    page.resize(1080, 720)
    page.show()
    view = page.view
    view.model.apply(Update(tuple(many_sentences(WORDS)), ""))
    assert len(view.model.words) >= WORDS
    qapp.processEvents()
    yield page
    page.close()
    page.deleteLater()
    qapp.processEvents()


def frame_ms(do):
    """Return what it costs the window's thread until painted, without other programs' time."""

    def do_and_paint():
        do()
        QApplication.processEvents()

    return usual_ms(do_and_paint)


def check(name, frames_ms, record_property):
    ordered = sorted(frames_ms)
    median, most = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)]
    record_property(f"{name}_ms", [round(median, 2), round(most, 2)])
    print(f"{name}: median {median:.1f} ms, 95 % {most:.1f} ms")
    assert median < FRAME_MS
    assert most < FRAME_MS * SLOW_MACHINE


@pytest.fixture(params=["beginning", "middle", "end"])
def view(page, request):
    view = page.view
    share = {"beginning": 0.0, "middle": 0.5, "end": 1.0}[request.param]
    view.select(*[round(share * len(view.model.units))] * 2)
    view.begin_session()
    QApplication.processEvents()
    yield view
    view.model.end_session()


def test_typing_a_key(view, record_property):
    typed = [frame_ms(lambda: QTest.keyClick(view, Key.Key_A)) for _ in range(60)]
    check("key", typed, record_property)


def test_typing_at_the_tail(view, record_property):
    view.model.apply(next(update for update in updates() if len(update.tail) > 20))
    typed = [frame_ms(lambda: QTest.keyClick(view, Key.Key_A)) for _ in range(60)]
    check("key at the tail", typed, record_property)


def test_applying_an_update(view, record_property):
    spoken = [frame_ms(lambda update=update: view.model.apply(update)) for update in updates() * 2]
    check("update", spoken, record_property)


def test_committing_a_sentence(view, record_property):
    coming = [update for update in updates() * 8 if update.sentences]
    spoken = [frame_ms(lambda update=update: view.model.apply(update)) for update in coming]
    check("commit", spoken, record_property)


def test_undo(view, record_property):
    for update in updates() * 6:
        if update.sentences:
            view.model.apply(update)
    check("undo", [frame_ms(view.undo) for _ in range(20)], record_property)


def test_small_changes_do_not_lay_everything_out_again(page):
    """Each of these happens during a dictation."""
    page.view.select(0, 0)
    QApplication.processEvents()
    actions = {
        "tail": page.bar.tail.trigger,
        "tail again": page.bar.tail.trigger,
        "next doubt": page.low_confidence.next,
        "spacing": lambda: page.view.set_line_spacing(page.view._line_spacing),
        "text": lambda: page.view.model.text,
        "played word": lambda: page.marks.show_spoken(page.view.model.words.at(5)),
    }
    costs_ms = {name: frame_ms(do) for name, do in actions.items()}
    assert max(costs_ms.values()) < 50, costs_ms


def test_the_event_loop_never_stalls(qtbot, tmp_path):
    """While models load, words arrive, a preference and both models change; with a long text.

    Other programs can stall it too: three attempts.
    """
    longest_ms = []
    while len(longest_ms) < 3 and min(longest_ms, default=1e9) >= 100:
        folder = tmp_path / str(len(longest_ms))
        with dictation_room(qtbot, folder) as room:
            view = room.view
            view.model.apply(Update(tuple(many_sentences(20_000)), ""))
            view.moveCursor(view.textCursor().MoveOperation.End)
            QApplication.processEvents()
            before = len(room.said)
            with event_loop_watch() as watch:
                dictate_with_changes(room)
            assert room.said[before:] == words_of(*NAMES[:4])
            longest_ms.append(watch.longest_ms)
    assert min(longest_ms) < 100, longest_ms


def dictate_with_changes(room):
    source = room.speech(*NAMES[:4], speed=2.0)
    changes = []
    room.worker.models_changed.connect(changes.append)
    room.worker.prepare()
    QTest.keyClick(room.view, Key.Key_F5)
    room.until_state(State.LISTENING)
    room.until(lambda: len(changes) == 1)
    room.preferences.set("advanced.cap_words", 60)  # another punctuator
    room.until(lambda: len(changes) == 2)
    room.preferences.set("dictation.shows_tail", False)
    room.preferences.set("models.speech_model", OTHER_VOSK_MODEL)
    room.controller.models_changed()
    room.until(lambda: len(changes) == 3)
    room.until(source.is_played.is_set)
    QTest.keyClick(room.view, Key.Key_F5)
    room.until_state(State.STOPPED)
