"""Whatever is done in whatever order: no sentence is lost, doubled or found in a wrong place."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule

from app.history.store import HistoryStore
from engine.types import Sentence
from tests.support.sentences import NOON, said

VOCABULARY = ("apple", "banana", "cherry", "Übung", "你好", "don't", "x")
spoken = st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=5)
sentences = st.lists(spoken.map(lambda words: said(f"{' '.join(words)}.")), max_size=3)
texts = st.text("abc 你好.\n?", max_size=60) | st.lists(st.sampled_from(VOCABULARY)).map(" ".join)


class History(RuleBasedStateMachine):
    numbers = Bundle("numbers")

    def __init__(self):
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.store = HistoryStore(Path(self.folder.name))
        self.said: dict[int, list[Sentence]] = {}
        self.titles: dict[int, str] = {}
        self.documents: dict[int, str] = {}

    @rule(target=numbers)
    def begin(self):
        number = self.store.begin(NOON, "en", "m")
        assert number not in self.said
        self.said[number], self.titles[number] = [], ""
        return number

    @rule(number=numbers, more=sentences)
    def append(self, number, more):
        """What is said behind an edit comes with the text in which it stands."""
        if number in self.documents and more:
            self.documents[number] += " " + " ".join(sentence.text for sentence in more)
        self.store.append(number, more, self.documents.get(number))
        self.said[number] += more

    @rule(number=numbers, text=texts)
    def edit(self, number, text):
        self.store.save_document(number, text)
        self.documents[number] = text

    @rule(number=numbers, title=st.sampled_from(("", "Plum", "Grape banana")))
    def rename(self, number, title):
        self.store.rename(number, title)
        self.titles[number] = title

    @rule(number=consumes(numbers))
    def delete(self, number):
        self.store.delete([number])
        for kept in (self.said, self.titles, self.documents):
            kept.pop(number, None)

    @rule()
    def reopen(self):
        self.store.close()
        self.store = HistoryStore(Path(self.folder.name))
        assert self.store.set_aside is None

    @rule(word=st.sampled_from((*VOCABULARY, "plum", "grape")))
    def search(self, word):
        expected = [n for n in sorted(self.said, reverse=True) if self._holds(n, word.lower())]
        assert [hit.info.number for hit in self.store.search(f'"{word}"')] == expected

    def _holds(self, number, word):
        spoken = " \n ".join(sentence.text for sentence in self.said[number])
        text = self.documents.get(number, spoken)
        written = f"{self.titles[number]} \n {text}".lower()
        return word in (written if word == "你好" else written.replace(".", " ").split())

    @invariant()
    def all_is_there(self):
        for number, sentences in self.said.items():
            kept = self.store.session(number)
            assert list(kept.sentences) == sentences
            assert kept.document == self.documents.get(number)
            assert kept.info.word_count == sum(len(sentence.words) for sentence in sentences)
        listed = [n for n in sorted(self.said, reverse=True) if self._is_listed(n)]
        assert [info.number for info in self.store.sessions()] == listed

    def _is_listed(self, number):
        return bool(self.said[number]) or bool(self.documents.get(number, "").strip())

    def teardown(self):
        self.store.close()
        self.folder.cleanup()


History.TestCase.settings = settings(max_examples=20, stateful_step_count=20, deadline=None)
TestHistory = History.TestCase
