"""Dictated Chinese: each character keeps its time, in the text, in the history and back again."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from app.document.document import Document
from app.document.text import from_units
from app.history.corrections import corrections
from app.history.edited_text import reopened, session_text
from app.history.session_rows import from_row, to_row
from engine.types import Sentence, Update, Word

SURFACES = ("我", "用", "Python，", "𡃉", "𡃉", "好。")


def said(start_s: float = 0.0, *, between: str = " ", is_complete: bool = True) -> Sentence:
    words = tuple(
        Word(surface.rstrip("，。").lower(), start_s + at, start_s + at + 0.9, 0.5)
        for at, surface in enumerate(SURFACES)
    )
    return Sentence(SURFACES, words, is_complete, between)


def stored(store, *sentences):
    number = store.begin(datetime(2026, 3, 1, tzinfo=UTC), "zh", "zh-yue-en")
    store.append(number, sentences)
    return number


def word_spans(text, words):
    found = (words.at(index) for index in range(len(words)))
    return [(from_units(text[w.start : w.end]), w.spoken.word.start_s) for w in found]


@pytest.mark.parametrize("is_complete", [True, False])
@pytest.mark.parametrize(
    ("between", "line"), [(" ", "我用 Python，𡃉𡃉好。"), ("", "我用Python，𡃉𡃉好。")]
)
def test_each_character_keeps_its_time_and_each_sentence_its_spaces(between, line, is_complete):
    sentences = [said(at, between=between, is_complete=is_complete) for at in (0.0, 10.0)]
    sentences = [from_row(to_row(sentence)) for sentence in sentences]
    document = Document()
    document.begin_session(0)
    document.apply(Update(tuple(sentences), ""))
    assert document.text == line * 2
    assert {one.is_complete for one in sentences} == {is_complete}
    assert word_spans(document.units, document.words) == [
        (surface, start_s + at) for start_s in (0.0, 10.0) for at, surface in enumerate(SURFACES)
    ]


def test_an_unedited_chinese_session_has_no_corrections(store):
    number = stored(store, said(), said(10.0))
    session = store.session(number)
    assert session.text == "我用 Python，𡃉𡃉好。" * 2
    assert not corrections(session)
    store.save_document(number, session.text.replace("好。", "好？", 1))
    assert len(corrections(store.session(number))) == 1


def test_a_reopened_text_finds_its_words_after_an_edit(store):
    number = stored(store, said())
    store.save_document(number, "唔該 我用Python，𡃉𡃉幾好。")
    words = reopened(store.session(number), store.audio_folder, None).words
    document = Document()
    document.replace_all("唔該 我用Python，𡃉𡃉幾好。")
    assert word_spans(document.units, words) == [
        (surface, float(at)) for at, surface in enumerate(SURFACES)
    ]
    restored = list(session_text(store.session(number)).words)
    assert [word.start_s for word in restored] == [None, None, 0.0, 1.0, 2.0, 3.0, 4.0, None, 5.0]
