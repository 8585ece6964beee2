"""What is read on either side of a caret is cut to its paragraph, and at UTF-16 offsets."""

from __future__ import annotations

import pytest

from app.desktop.caret_text import paragraph, utf16_part
from engine.types import Context

HALVES = "\ud83d", "\ude00"  # of 😀, as a system that counts UTF-16 units may cut it


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r", "\u2028", "\u2029", "\ufffc"])
def test_only_the_paragraph_around_the_caret_is_left(line_break):
    around = paragraph(f"One.{line_break}Two, ", f"three.{line_break}Four.")
    assert around == Context("Two, ", "three.")


def test_a_paragraph_may_be_empty_on_either_side():
    assert paragraph("One.\n", "\nTwo.") == Context("", "")


def test_halves_of_characters_at_the_ends_are_dropped():
    first, second = HALVES
    assert paragraph(f"{second} said 😀 ", f"then 漢字 {first}") == Context(
        " said 😀 ", "then 漢字 "
    )


@pytest.mark.parametrize(
    ("start", "end", "part"),
    [
        (0, 2, "a "),
        (2, 4, "😀"),
        (2, None, "😀 漢é"),
        (3, 6, " 漢"),  # from its middle
        (0, 3, "a "),
        (5, 99, "漢é"),
    ],
)
def test_offsets_are_utf16_units(start, end, part):
    assert utf16_part("a 😀 漢é", start, end) == part
