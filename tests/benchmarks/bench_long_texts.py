"""How long the window freezes while it shows a text that Qt would lay out for minutes.

The longest pauses of the event loop are given relative to a file of two hundred ordinary lines.
"""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest

from app.document.document import Document
from app.files.new_session import from_transcript
from app.history.edited_text import reopened, unkept
from app.ui.appearance.icons import Icons
from app.ui.dictation.page import DictationPage
from app.ui.garbage_collector import GarbageCollector
from engine.errors import TranscriptFormatError
from engine.paths import default_paths
from engine.transcripts.passages import Change
from engine.transcripts.registry import read_transcript
from tests.benchmarks.event_loop_watch import event_loop_watch

ORDINARY = "so i went to the shop it was closed what should i do now\n" * 200
TEXTS = {
    "dots": "." * 1_000_000,
    "spaces": " " * 1_000_000,
    "letters": "x" * 1_000_000,
    "signs": "我們去旺角食飯" * 140_000,
    "words": "so i went to the shop " * 50_000,
    "paragraphs": "hello\n\n" * 300_000,
}
MOST_MS = 200


def file_of(text, folder):
    """Return a file in which as much has changed as in a transcript that gets its marks.

    That is every fifth word, or tenth character. With every word, Qt would take a second to paint a
    page of one paragraph, with its 1,300 marks.
    """
    path = folder / "long.txt"
    path.write_text(text, encoding="utf-8")
    transcript = read_transcript(path)
    words = [(word, changes(word, at)) for at, word in enumerate(transcript.words())]
    new = from_transcript(transcript, words)
    return reopened(unkept(new), folder, new.file)


def changes(word, at):
    is_changed = at % (5 if word.written.isascii() else 10) == 0
    return (Change(word.start, word.end, f"{word.written.title()},"),) if is_changed else ()


def show(page, text, opened):
    if opened is None:
        page.view.model.replace_all(text)
    else:
        page.view.model.replace_all(opened.session.text, opened.words, opened.session.next_number)
        page.changes.show(opened.session.info.source, opened.file)


def walk(page):
    """Go to changes, reject them, and undo that.

    Not at the beginning: there, Qt needs 200 ms for a letter before 300,000 paragraphs.
    """
    length = len(page.view.model.units)
    for place in (length // 2, length):
        page.view.select(place, place)
        page.changes.next()
        page.changes.previous()
        page.changes.reject()
        page.view.model.undo()
        QTest.qWait(20)


def longest_ms(text, opened=None):
    page = DictationPage(Document(), Icons(default_paths().assets / "icons"))
    page.resize(900, 600)
    page.show()
    QTest.qWait(50)
    with event_loop_watch() as watch:
        show(page, text, opened)
        while not page.view.is_filled:
            QTest.qWait(5)
        bar = page.view.verticalScrollBar()
        for value in (bar.maximum(), bar.maximum() // 2):
            bar.setValue(value)
            QTest.qWait(50)
        if opened is not None:
            walk(page)
    page.close()
    page.deleteLater()
    QTest.qWait(50)
    return watch.longest_ms


@pytest.mark.parametrize("is_file", [False, True])
def test_no_text_freezes_the_window(qapp, is_file, tmp_path, record_property):
    garbage = GarbageCollector()  # as in the application
    all_ms = {}
    for name, text in {"ordinary": ORDINARY, **TEXTS}.items():
        try:
            opened = file_of(text, tmp_path) if is_file else None
        except TranscriptFormatError:  # no words in it
            continue
        all_ms[name] = longest_ms(text, opened)
    garbage.stop()
    ordinary_ms = all_ms.pop("ordinary")
    ratios = {name: round(ms / ordinary_ms, 1) for name, ms in all_ms.items()}
    record_property("times an ordinary file's", ratios)
    print(f"file: {is_file}: ordinary {ordinary_ms:.0f} ms, times that: {ratios}")
    assert max(all_ms.values()) < MOST_MS, all_ms
