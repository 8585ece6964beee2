from __future__ import annotations

from dataclasses import dataclass

import pytest

from training.recipes.tables import overridden, typed

TABLE = {"name": "a", "train": {"steps": 5}, "source": [{"words": 1}, {"words": 2}]}


@dataclass
class Kind:
    count: int
    rate: float = 0.5
    text: str = ""
    is_on: bool = False
    many: tuple[float, ...] = ()


def test_single_keys_are_changed_in_a_copy():
    changes = ["train.steps=100", "train.rate = 1e-3", "source.1.words=7", "name=bare word"]
    found = overridden(TABLE, changes)
    assert found["train"] == {"steps": 100, "rate": 1e-3}
    assert found["source"] == [{"words": 1}, {"words": 7}]
    assert found["name"] == "bare word"
    assert TABLE["train"] == {"steps": 5}


@pytest.mark.parametrize(
    ("text", "value"),
    [("true", True), ('"x=y"', "x=y"), ("[1, 2]", [1, 2]), ("{ 32 = 1.0 }", {"32": 1.0})],
)
def test_values_are_read_as_in_toml(text, value):
    assert overridden({}, [f"new.key={text}"]) == {"new": {"key": value}}


@pytest.mark.parametrize("change", ["train.steps", "=5", "", "name.x=1", "source.9.words=1"])
def test_a_change_that_does_not_fit_is_refused(change):
    with pytest.raises(ValueError, match=r"not key=value|no such table"):
        overridden(TABLE, [change])


def test_tables_become_values_and_lists_become_tuples():
    assert typed(Kind, {"count": 2, "rate": 1, "many": [1.0]}, "k") == Kind(2, 1, many=(1.0,))


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ({"count": "two"}, "k.count is 'two', not int"),
        ({"count": 1.5}, "k.count is 1.5, not int"),
        ({"count": True}, "k.count is True, not int"),
        ({"count": 1, "rate": "x"}, "k.rate"),
        ({"count": 1, "is_on": 1}, "k.is_on"),
        ({}, r"\[k\].*count"),
        ({"count": 1, "speed": 2}, r"\[k\].*speed"),
        (5, "mapping"),
    ],
)
def test_a_wrong_key_or_type_is_reported(table, reason):
    with pytest.raises(TypeError, match=reason):
        typed(Kind, table, "k")
