from __future__ import annotations

import pytest

from app.document.search import Query
from app.document.text import from_units, to_units


def found(text, wanted, **options):
    return [start for start, _ in Query(wanted, **options).matches(to_units(text))]


@pytest.mark.parametrize(
    ("text", "wanted", "options", "places"),
    [
        ("The cat, the hat", "the", {}, [0, 9]),
        ("The cat, the hat", "the", {"minds_case": True}, [9]),
        ("at that cat", "at", {"whole_words": True}, [0]),
        ("a.b a+b", "a.b", {}, [0]),
        ("aaaa", "aa", {}, [0, 2]),
        ("nothing", "", {}, []),
        ("今天天氣好", "天", {}, [1, 2]),
        ("今天天氣好", "天", {"whole_words": True}, [1, 2]),
        ("我用Python寫程式，不用Pythonista", "python", {"whole_words": True}, [2]),
        ("我用Python寫程式", "python寫", {"whole_words": True}, [2]),
        ("😀 smile 😀", "😀", {}, [0, 9]),
        ("don't, (don't)", "don't", {"whole_words": True}, [0, 8]),
        ("ÉCOLE école", "école", {}, [0, 6]),
    ],
)
def test_matches_are_where_people_expect_them(text, wanted, options, places):
    assert found(text, wanted, **options) == places


def test_stepping_through_matches_wraps_around():
    matches = Query("a").matches("a b a c a")
    assert [*matches] == [(0, 1), (4, 5), (8, 9)]
    assert [matches.after(place) for place in (0, 1, 4, 9)] == [0, 1, 1, 0]
    assert [matches.before(place) for place in (0, 1, 8, 9)] == [2, 0, 1, 2]
    assert matches.rank_of(4, 5) == 1
    assert matches.rank_of(4, 6) is None
    nothing = Query("x").matches("a")
    assert nothing.after(0) is nothing.before(0) is None


def test_partly_covered_matches_are_included():
    matches = Query("abc").matches("abc abc abc")
    assert matches.between(2, 5) == [(0, 3), (4, 7)]
    assert matches.between(3, 4) == []
    assert from_units("abc abc abc"[4:7]) == "abc"
