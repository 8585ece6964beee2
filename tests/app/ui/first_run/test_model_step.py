from __future__ import annotations

import pytest

from app.ui.first_run.model_step import best_of, is_fast_enough, recommended
from app.ui.models.entries import ModelEntry
from engine.models.catalogue import CatalogueModel

MB = 1_000_000


def entry(name, languages, megabytes, factor=None, *, origin="online", is_recommended=True):
    offered = CatalogueModel(name, name, languages, "", real_time_factor=factor)
    return ModelEntry(
        kind="speech",
        name=name,
        title=name,
        engine="Whisper",
        origin=origin,
        languages=languages,
        size_bytes=megabytes * MB,
        is_recommended=is_recommended,
        offered=offered,
    )


SMALL = entry("small", ("en",), 484)
BASE = entry("base", ("en",), 148)
MIXED = entry("mixed", ("zh", "en"), 134)
TRILINGUAL = entry("trilingual", ("zh", "yue", "en"), 239, 0.2)
OTHERS = (
    entry("here", ("en",), 75, origin="own"),
    entry("another", ("en",), 60, is_recommended=False),
)
ALL = (SMALL, BASE, MIXED, TRILINGUAL, *OTHERS)


@pytest.mark.parametrize(
    ("language", "found"),
    [("en", [BASE, SMALL]), ("zh", [MIXED]), ("yue", [TRILINGUAL]), ("de", [])],
)
def test_models_meant_for_the_language_are_recommended(language, found):
    assert recommended(ALL, language) == found


@pytest.mark.parametrize(
    ("measured", "best"), [(0.05, SMALL), (0.1, BASE), (0.25, BASE), (0.4, BASE), (None, BASE)]
)
def test_the_best_is_the_largest_that_keeps_up_or_else_the_smallest(measured, best):
    assert best_of([BASE, SMALL], measured) == best


def test_without_models_there_is_no_best():
    assert best_of([], 0.1) is None


@pytest.mark.parametrize(
    ("model", "measured", "is_enough"),
    [
        (BASE, 0.25, True),
        (BASE, 0.26, False),
        (SMALL, 0.1, False),
        (TRILINGUAL, 0.25, True),
        (TRILINGUAL, 0.26, False),
    ],
)
def test_the_catalogue_counts_more_than_the_size(model, measured, is_enough):
    assert is_fast_enough(model, measured) is is_enough
