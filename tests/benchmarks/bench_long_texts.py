"""How long the window is away while a text is shown that Qt would lay out for minutes.

The longest times of the event loop are ratios to a file of two hundred ordinary lines.
"""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from app.document.document import Document
from app.files.job import FileKind, FileResult
from app.files.review import Decisions, Review
from app.ui.appearance.icons import Icons
from app.ui.dictation.page import DictationPage
from app.ui.files.result_page import ResultPage
from app.ui.files.result_text import shown_result
from app.ui.garbage_collector import GarbageCollector
from engine.paths import default_paths
from engine.text.units import split_units
from engine.transcripts.restored import Layout, RestoredText, RestoredWord, Stretch
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


def dictation_page(text):
    page = DictationPage(Document(), Icons(default_paths().assets / "icons"))
    page.resize(900, 600)
    page.show()
    yield page
    page.view.model.replace_all(text)
    yield page.view


def is_word(unit):
    """What is too long for a word is none, as in a file that is read."""
    return not unit.isspace() and len(unit) < 8192


def shown_of(text):
    """A result in which as much has become another as in speech that gets its marks.

    Every fifth word, or tenth sign. Were it every word, Qt would paint a page of one paragraph,
    with its 1,300 marks, in a second.
    """
    stretches, count = [], itertools.count()
    for line in text.splitlines(keepends=True):
        runs = re.findall(r"\s+|\S+", line)
        units = (unit for run in runs for unit in (split_units(run) or [run]))
        pieces = (restored_word(it, next(count)) if is_word(it) else it for it in units)
        stretches.append(Stretch(tuple(pieces)))
    restored = RestoredText(Layout.LINES, tuple(stretches))
    result = FileResult(Path("long.txt"), FileKind.TRANSCRIPT, "txt", restored)
    return shown_result(1, result, Review(restored, Decisions()))


def restored_word(word, number):
    is_changed = number % (5 if word.isascii() else 10) == 0
    return RestoredWord(f"{word.title()}," if is_changed else word, word)


def take_back(page):
    """Take changes back and restore them at the beginning, in the middle and at the end."""
    changes = page._shown.changes
    for rank in {0, len(changes) // 2, len(changes) - 1} if len(changes) else ():
        for _ in range(2):
            page.toggle(rank)
            page.show_change(rank)
            QTest.qWait(20)


def result_page(text):
    shown = shown_of(text)
    yield None
    page = ResultPage(shown)
    page.mark_changes(is_wanted=True)
    page.resize(900, 600)
    page.show()
    yield page


def longest_ms(make, text):
    steps = make(text)
    page = next(steps)
    QTest.qWait(50)
    with event_loop_watch() as watch:
        view = next(steps)
        page = page or view
        while not view.is_filled:
            QTest.qWait(5)
        bar = view.verticalScrollBar()
        for value in (bar.maximum(), bar.maximum() // 2):
            bar.setValue(value)
            QTest.qWait(50)
        if isinstance(view, ResultPage):
            take_back(view)
    page.close()
    page.deleteLater()
    QTest.qWait(50)
    return watch.longest_ms


@pytest.mark.parametrize("make", [dictation_page, result_page])
def test_no_text_keeps_the_window_waiting(qapp, make, record_property):
    garbage = GarbageCollector()  # as in the application
    ordinary_ms = longest_ms(make, ORDINARY)
    ratios, all_ms = {}, {}
    for name, text in TEXTS.items():
        all_ms[name] = longest_ms(make, text)
        ratios[name] = round(all_ms[name] / ordinary_ms, 1)
    garbage.stop()
    record_property("times an ordinary file's", ratios)
    print(f"{make.__name__}: ordinary {ordinary_ms:.0f} ms, times that: {ratios}")
    assert max(all_ms.values()) < MOST_MS, all_ms
