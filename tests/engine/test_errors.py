from __future__ import annotations

import copy
import pickle
from dataclasses import fields
from pathlib import Path

import pytest

from engine import errors
from engine.errors import FermataError, ModelNotFoundError, TranscriptFormatError

KINDS = [
    kind
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, FermataError) and kind is not FermataError
]


def made(kind: type[FermataError]) -> FermataError:
    return kind(*(Path("a") if field.name == "path" else field.name for field in fields(kind)))


def copied_by_pickle(error: FermataError) -> FermataError:
    return pickle.loads(pickle.dumps(error))  # noqa: S301  it was made just now


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_travels_between_processes_whole(kind):
    error = made(kind)
    for copied in (copied_by_pickle(error), copy.copy(error)):
        assert type(copied) is kind
        assert [getattr(copied, f.name) for f in fields(kind)] == [
            getattr(error, f.name) for f in fields(kind)
        ]


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_says_its_fields_and_can_be_raised(kind):
    with pytest.raises(FermataError) as caught:
        raise made(kind) from ValueError("cause")
    for field in fields(kind):
        assert str(getattr(caught.value, field.name)) in str(caught.value)
    assert isinstance(hash(caught.value), int)


def test_fields_that_say_nothing_are_left_out():
    assert str(ModelNotFoundError("speech", "small")) == "speech: small"
    assert str(TranscriptFormatError(Path("a.srt"), "no cue")) == "a.srt: no cue"
    assert str(TranscriptFormatError(Path("a.srt"), "no cue", 0)) == "a.srt: no cue: 0"


def test_errors_made_by_name_travel_too():
    error = TranscriptFormatError(path=Path("a.srt"), reason="no cue", line=3)
    assert str(copied_by_pickle(error)) == "a.srt: no cue: 3"
