"""Spaces between dictated text and the text around it."""

from __future__ import annotations

import pytest

from app.document.text import joined


@pytest.mark.parametrize(
    ("before", "text", "after", "expected"),
    [
        ("", "Yes.", "", "Yes."),
        (".", "Yes.", "N", " Yes. "),
        (" ", "Yes.", "\n", "Yes."),
        ("(", "Yes.", ")", "Yes."),
        ("。", "好。", "我", "好。"),
        (".", "我們走。", "", " 我們走。"),  # after "OK."
        ("。", "OK.", "我", "OK. "),
        ("們", "走。", "", "走。"),
        ("」", "Yes.", "", "Yes."),
        ("”", "Yes.", "", " Yes."),
        (".", "네.", "네", " 네. "),
        (".", "", "A", ""),
    ],
)
def test_text_gets_the_spaces_of_its_script(before, text, after, expected):
    assert joined(before, text, after) == expected
