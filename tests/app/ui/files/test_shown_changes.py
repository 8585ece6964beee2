"""Places of changes follow what is taken back; what is shown is what is exported."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from app.document.text import from_units, to_units
from app.files.job import FileKind, FileResult
from app.files.review import Decisions, Review
from app.ui.files.changes_panel import change_words
from app.ui.files.result_text import shown_result
from app.ui.files.shown_changes import Look
from engine.transcripts.restored import (
    Layout,
    RestoredText,
    RestoredWord,
    Separator,
    SpeakerLabel,
    Stretch,
)

WORDS = [("So", "so"), ("the", "the."), ("house", "House"), ("😀is", "😀is"), ("old.", "old")]
CHINESE = [("們，", "們"), ("好", "好，"), ("发", "發"), ("现。", "現")]


def shown(*stretches, layout=Layout.LINES, decisions=None):
    text = RestoredText(layout, stretches)
    result = FileResult(Path("a.txt"), FileKind.TRANSCRIPT, "txt", text)
    return shown_result(1, result, Review(text, decisions or Decisions()))


def line(words, between=" "):
    pieces = [piece for word in words for piece in (RestoredWord(*word), between)]
    return Stretch(tuple(piece for piece in pieces if piece))


def laid_out(one):
    """The text and the places, laid out from nothing as they are decided now."""
    new = shown_result(1, one.result, one.review)
    places = [new.changes.stretch(rank) for rank in range(len(new.changes))]
    spans = list(new.changes.spans(0, 10**9))
    return "\n".join(new.lines), places, spans, +new.changes.counts


@pytest.mark.parametrize(
    ("stretches", "layout"),
    [
        ([line(WORDS), line(WORDS)], Layout.LINES),
        ([line(CHINESE, ""), line(CHINESE, "")], Layout.LINES),
        (
            [
                Stretch((RestoredWord("A.", "a"), Separator("", " ,"), " "), 1.0, 2.0),
                Stretch((SpeakerLabel("Ann: ", "Ann"), *line(WORDS).pieces), 3.0, 4.0),
            ],
            Layout.CUES,
        ),
    ],
)
def test_toggling_in_any_order_shows_what_is_decided(stretches, layout):
    one = shown(*stretches, layout=layout)
    units = to_units("\n".join(one.lines))
    some = random.Random(7)
    for _ in range(60):
        rank = some.randrange(len(one.changes))
        for edit in one.changes.toggle(rank):
            end = edit.place + len(edit.removed)
            assert units[edit.place : end] == edit.removed
            units = units[: edit.place] + edit.added + units[end:]
        text, places, spans, counts = laid_out(one)
        assert from_units(units) == text
        assert [one.changes.stretch(rank) for rank in range(len(one.changes))] == places
        assert list(one.changes.spans(0, 10**9)) == spans
        assert +one.changes.counts == counts


def test_changes_are_found_by_place_and_walked_in_order():
    changes = shown(line(WORDS)).changes
    assert [changes.stretch(rank) for rank in range(3)] == [(0, 2), (6, 12), (21, 22)]
    assert [changes.at(place) for place in (0, 2, 3, 7, 12, 21)] == [0, 0, 1, 1, 1, 2]
    assert changes.at(13) is None
    assert changes.next(-0.5, forwards=True) == 0
    assert changes.next(0, forwards=True) == 1
    assert changes.next(21, forwards=True) is None
    assert changes.next(21, forwards=False) == 1
    assert changes.next(0, forwards=False) is None


def test_who_speaks_is_told_where_the_format_tells_it_elsewhere():
    said = [RestoredWord("so", "so", speaker="Ann"), " ", RestoredWord("yes", "yes", speaker="B")]
    one = shown(Stretch(tuple(said)))
    assert one.lines == ("Ann: so B: yes",)
    labels = [span for span in one.changes.spans(0, 99) if span.look is Look.SPEAKER]
    assert [(span.begin, span.length) for span in labels] == [(0, 4), (8, 2)]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([("So", "so")], "‘so’ → ‘So’"),
        ([("so.", "so")], "full stop added behind ‘so’"),
        (
            [("the", "the."), ("house", "House")],
            "full stop removed behind ‘the’, ‘House’ → ‘house’",
        ),
        ([("so?", "so,")], "comma becomes question mark behind ‘so’"),
        ([("so.”", "so”")], "full stop added behind ‘so’"),
        ([("so.", "so;")], "‘;’ becomes full stop behind ‘so’"),
        ([("好，", "好")], "comma added behind ‘好’"),
    ],
)
def test_a_change_is_told_in_words(words, said):
    one = shown(line(words))
    assert change_words(one.review, one.changes.number(0)) == said
