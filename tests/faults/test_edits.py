"""Invariant 7 at length: edits and arriving words leave each other alone.

In full: `FERMATA_EDITS=20000 pytest tests/faults/test_edits.py`, so many steps in all; repeat a
failed step with its seed, which the failure names.
"""

from __future__ import annotations

import os
import random
from datetime import UTC, datetime
from unittest.mock import Mock

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from app.document.document import Committed, Document, DocumentEvent
from app.history.edited_text import spoken_words
from app.history.store import HistoryStore
from app.history.writer import HistoryWriter
from app.ui.appearance.icons import Icons
from app.ui.dictation import document_edit, shown_text
from app.ui.dictation.page import DictationPage
from app.ui.widgets import cut_text
from engine.paths import default_paths
from tests.app.ui.dictation.test_dictation_view_property import Person, check, tail_is_marked
from tests.support.ui.recorded_session import updates

EDITS = int(os.environ.get("FERMATA_EDITS", "300"))
STEPS = 300 if EDITS > 300 else 150  # per text
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
SIGNS = ["a", "Z", " ", "\n", "é", "好", "😀", ".", ",", "“"]
PASTED = ["pasted", "two\nlines", "<b>bold</b>", "😀😀", "\t\u2028", " \n ", "e\u0301", "x" * 2000]


def kept(document):
    return document.text, document.words.spans(document.units)


def spoken_of(words):
    """Return each word of a text: its place, text, time, and whether it was edited."""
    found = (words.at(at) for at in range(len(words)))
    return {
        (it.start, it.end, it.spoken.word.text, it.spoken.word.start_s, it.is_edited)
        for it in found
    }


class Hand(Person):
    """A random person, who can do everything the page allows."""

    def __init__(self, page, history_writer, chance):
        super().__init__(page.view)
        self.page, self.history_writer, self.chance = page, history_writer, chance
        document = page.view.model
        document.observe(
            Committed,
            lambda it: history_writer.append(it.sentences, *kept(document), first=it.number),
        )
        document.observe(DocumentEvent, lambda _: history_writer.save_document(*kept(document)))
        self.typed_over = 0

    def step(self):
        """Do anything, some things more often than others."""
        if not self.coming:  # the next session continues in the same text
            self.view.model.end_session()
            self.coming = list(updates())
            self.view.begin_session()
        any_of, share = self.chance.choice, self.chance.random
        _, deed, most = self.chance.choices(DEEDS, [deed[0] for deed in DEEDS])[0]
        for _ in range(self.chance.randint(1, most)):
            if isinstance(deed, str):
                getattr(self, deed)()
            else:
                self.do(deed(any_of, share))

    def select_all(self):
        self.view.selectAll()
        self.do(
            self.chance.choice([("cut",), ("delete",), ("type", "n"), ("move", 0.5), ("undo",)])
        )

    def cut_and_paste(self):
        self.do(("select", self.chance.random(), self.chance.random()))
        self.view.cut()
        self.do(("move", self.chance.random()))
        self.view.paste()

    def retype(self):
        """Correct a doubtful word with its card, while words keep arriving."""
        self.page.low_confidence.below = 1.1
        self.chance.choice([self.page.low_confidence.next, self.page.low_confidence.previous])()
        popup = self.page.low_confidence.popup
        if not popup.isVisible():
            return
        if self.chance.random() < 0.5:
            self.do(("speak", self.chance.randint(1, 8)))
        if popup.isVisible():
            popup.line.setText(
                self.chance.choice(["other", "two words", "", "😀", popup.line.text()])
            )
            self.chance.choice([popup.accept, popup.accept, popup.leave]).click()
            self.typed_over += 1

    def wait(self):
        QApplication.processEvents()

    def learn(self):
        """Receive what the end of a segment reveals about a word in the text."""
        words = self.view.model.words
        if len(words):
            word = words.at(self.chance.randrange(len(words))).spoken.word
            before = self.view.model.text
            self.view.model.refine(word)
            assert self.view.model.text == before


DEEDS = [  # weight, action, most repetitions
    (10, lambda _, share: ("speak", 1 + int(8 * share())), 1),
    (6, lambda any_of, _: ("type", any_of(SIGNS)), 6),
    (6, lambda _, share: ("move", share()), 1),
    (2, lambda *_: ("backspace",), 8),
    (1, lambda *_: ("delete",), 8),
    (1, lambda *_: ("delete word",), 8),
    (3, lambda *_: ("undo",), 5),
    (3, lambda *_: ("redo",), 5),
    (3, lambda _, share: ("select", share(), share()), 1),
    (3, "retype", 1),
    (2, lambda any_of, _: ("paste", any_of(PASTED)), 1),
    (2, "cut_and_paste", 1),
    (2, lambda *_: ("here",), 1),
    (2, lambda any_of, share: ("foreign", share(), share(), any_of(["", "x", "a b"])), 1),
    (1, lambda _, share: ("tail", share() < 0.8), 1),
    (1, "learn", 1),
    (2, "wait", 1),
    (1, lambda any_of, _: ("compose", "ni", any_of(["你", ""])), 1),
    (0.3, "select_all", 1),
]


@pytest.fixture
def page(qtbot):
    made = DictationPage(Document(), Icons(default_paths().assets / "icons"))
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show()
    yield made
    QApplication.clipboard().clear()  # Qt would free our data at exit, after Python is gone


@pytest.mark.parametrize("seed", range(max(1, EDITS // STEPS)))
def test_edits_and_words_leave_each_other_alone(page, tmp_path, monkeypatch, seed):
    if seed % 2:  # long lines are split into paragraphs, three of which come in slices
        for module in (cut_text, shown_text):
            monkeypatch.setattr(module, "MOST_UNITS", 40)
        monkeypatch.setattr(cut_text, "_GOAL", 30)
        monkeypatch.setattr(shown_text, "FEWEST_UNITS", 20)
        monkeypatch.setattr(document_edit, "_SLICE_UNITS", 60)
        monkeypatch.setattr(document_edit, "_SLICE_LINES", 3)
    store = HistoryStore(tmp_path)
    history_writer = HistoryWriter(store)
    failures = []
    history_writer.failed.connect(failures.append)
    history_writer.begin(NOON, "en", "en")
    hand = Hand(page, history_writer, random.Random(seed))
    page.view.begin_session()
    for _ in range(STEPS):
        hand.step()
        check(page.view)
    assert tail_is_marked(page.view)
    everything, steps = page.view.model.text, 0
    while page.view.model.can_undo:
        page.view.undo()
        steps += 1
    check(page.view)
    for _ in range(steps):
        page.view.redo()
    assert page.view.model.text == everything
    check(page.view)
    assert hand.typed_over
    page.view.model.end_session()
    history_writer.finish()
    history_writer.close()
    QApplication.sendPostedEvents(None, QEvent.Type.MetaCall.value)
    assert failures == []
    session = store.session(1)
    assert session.text == everything, "what is kept is what is seen"
    shown = spoken_of(page.view.model.words)
    assert len(session.spans) == len(shown)
    assert spoken_of(spoken_words(session)) >= shown, "each word stands where it stood"
    store.close()


def test_words_can_arrive_inside_a_word_that_an_undone_step_touches(page):
    """Redoing it would mark words where none are left."""
    view = page.view
    hand = Hand(page, Mock(), random.Random(0))
    view.begin_session()
    while not len(view.model.words):
        hand.do(("speak", 1))
    first = view.model.words.at(0)
    view.select(first.end - 1, first.end - 1)
    hand.do(("type", "a"))
    hand.do(("undo",))
    view.select(first.start + 1, first.start + 1)
    view.dictate_here()
    spoken = len(view.model.words)
    while len(view.model.words) == spoken:
        hand.do(("speak", 1))
    before = [view.model.words.at(n).spoken for n in range(len(view.model.words))]
    hand.do(("redo",))
    check(view)
    after = [view.model.words.at(n).spoken for n in range(len(view.model.words))]
    assert after == before
