from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.document.document import Document
from app.document.search import Query
from app.document.text import to_units
from app.document.word_count import DocumentWordCount, count_words
from engine.types import Update
from tests.app.document.test_document import said

PIECES = st.lists(st.sampled_from(["a", "é", "'", "-", " ", ".", "1", ",", "好", "𠮷", "😀", "\n"]))


@pytest.mark.parametrize(
    ("text", "words", "characters"),
    [
        ("", 0, 0),
        ("One two, three.", 3, 0),
        ("Don't count well-known words — twice.", 5, 0),
        ("It is 3.5 or 1,234 at 12:30.", 7, 0),
        ("“Quoted” (words) …", 2, 0),
        ("cafe\u0301s here", 2, 0),
        ("今天天氣很好。", 0, 6),
        ("我用Python寫", 1, 3),
        ("𠮷野家", 0, 3),
        ("한국어 문장", 2, 0),
    ],
)
def test_words_are_counted_as_writers_do(text, words, characters):
    count = count_words(to_units(text))
    assert (count.words, count.characters) == (words, characters)


@settings(deadline=None)
@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1), PIECES.map("".join)), max_size=12))
def test_the_count_follows_each_change(edits):
    document = Document()
    count = DocumentWordCount(document)
    document.begin_session(0)
    for one, other, text in edits:
        start, end = sorted(round(at * len(document.units)) for at in (one, other))
        document.edited(start, end - start, to_units(text))
        document.apply(Update((said("Two", "words."), said("More.")), "tail"))
        document.replace_each((*it, "b a") for it in Query("a").matches(document.units))
        assert count.now == count_words(document.units)
    while document.can_undo:
        document.undo()
        assert count.now == count_words(document.units)
    document.replace_all("Two words.")
    assert count.now.total == 2
