"""How long the window is away while a text is shown that Qt would lay out for minutes.

The longest times of the event loop are ratios to a file of two hundred ordinary lines.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest
from PySide6.QtTest import QTest

from app.document.document import Document
from app.ui.appearance.icons import Icons
from app.ui.dictation.page import DictationPage
from app.ui.files.result_page import ResultPage
from app.ui.files.result_text import Change, ShownResult, Span
from app.ui.garbage_collector import GarbageCollector
from engine.paths import default_paths
from tests.app.ui.files.test_result_page import result_of
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


def result_page(text):
    spans = tuple(Span(it.start(), 1, Change.CAPITAL) for it in re.finditer("s", text))
    shown = ShownResult(1, result_of(), tuple(text.split("\n")), spans, Counter())
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
