from __future__ import annotations

import pytest

from engine.transcripts.restored import (
    Layout,
    RestoredText,
    RestoredWord,
    Stretch,
    from_sentences,
)
from engine.transcripts.time_marks import TimesInText, with_times
from engine.types import Sentence, Word

SAID = (("Ann", "Hello there.", 0.0), ("Ann", "Go on.", 31.0), ("Bob", "I will.", 3700.0))


def sentence(speaker, text, start_s):
    surfaces = tuple(text.split())
    times = ((start_s + at, start_s + at + 0.5) for at in range(len(surfaces)))
    words = tuple(Word(it.lower(), *both) for it, both in zip(surfaces, times, strict=False))
    return Sentence(surfaces, words, speaker=speaker)


def line(*words):
    pieces = []
    for text, start_s in words:
        pieces += [RestoredWord(text, text, start_s), " "]
    return Stretch((*pieces[:-1], "\n"))


DIALOGUE = from_sentences(tuple(sentence(*one) for one in SAID))
ALONE = from_sentences(tuple(sentence("", *one[1:]) for one in SAID))
EDITED = RestoredText(
    Layout.LINES,
    (
        line(("Ann:", None), ("Hello", 1.0), ("there.", 2.0), ("Go", 33.0), ("on.", 34.0)),
        line(("Bob:", None), ("I", 35.0), ("will.", 36.0)),
        line(("Typed", None)),
        line(("Ann:", None), ("No", 37.0), ("end", 66.0), ("of", 99.0), ("it", 100.0)),
    ),
)


@pytest.mark.parametrize(
    ("text", "times", "expected"),
    [
        (DIALOGUE, "none", ["Ann: Hello there. Go on.", "Bob: I will."]),
        (DIALOGUE, "turns", ["[0:00] Ann: Hello there. Go on.", "[1:01:40] Bob: I will."]),
        (DIALOGUE, "30", ["[0:00] Ann: Hello there. [0:31] Go on.", "[1:01:40] Bob: I will."]),
        (ALONE, "paragraphs", ["[0:00] Hello there.", "[0:31] Go on.", "[1:01:40] I will."]),
        (ALONE, "turns", ["Hello there.", "Go on.", "I will."]),
        (ALONE, "60", ["[0:00] Hello there.", "Go on.", "[1:01:40] I will."]),
        (
            EDITED,
            "paragraphs",
            [
                "[0:01] Ann: Hello there. Go on.",
                "[0:35] Bob: I will.",
                "Typed",
                "[0:37] Ann: No end of it",
            ],
        ),
        (
            EDITED,
            "30",
            [
                "[0:01] Ann: Hello there. [0:33] Go on.",
                "Bob: I will.",
                "Typed",
                "Ann: No end [1:39] of it",
            ],
        ),
    ],
)
def test_times_are_written_where_wanted(text, times, expected):
    assert [*with_times(text, TimesInText(times)).paragraphs()] == expected


def test_in_an_edited_text_turns_start_at_names():
    shown = [*with_times(EDITED, TimesInText.TURNS).paragraphs()]
    assert [it.startswith("[") for it in shown] == [True, True, False, True]


def test_the_clock_restarts_with_a_second_recording():
    text = RestoredText(Layout.LINES, (line(("One.", 50.0)), line(("Two.", 2.0))))
    assert [*with_times(text, TimesInText.MINUTE).paragraphs()] == ["[0:50] One.", "[0:02] Two."]


def test_times_come_after_the_mark_of_a_heading_or_a_list_item():
    lines = (line(("#", None), ("Findings", 1.0)), line(("•", None), ("Cough", 2.0)))
    text = RestoredText(Layout.LINES, lines, has_markup=True)
    marked = with_times(text, TimesInText.PARAGRAPHS)
    assert [it.text for it in marked.stretches] == ["# [0:01] Findings\n", "• [0:02] Cough\n"]
