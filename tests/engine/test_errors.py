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
    names = [field.name for field in fields(kind)]
    return kind(**{name: Path("a") if name == "path" else name for name in names})


def test_empty_fields_are_left_out():
    assert str(ModelNotFoundError("speech", "small")) == "speech: small"
    assert str(TranscriptFormatError(Path("a.srt"), "no cue")) == "a.srt: no cue"
    assert str(TranscriptFormatError(Path("a.srt"), "no cue", 0)) == "a.srt: no cue: 0"


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_shows_its_fields_and_survives_pickling(kind):
    error = made(kind)
    for copied in (pickle.loads(pickle.dumps(error)), copy.copy(error)):  # noqa: S301  made just now
        assert type(copied) is kind
        for field in fields(kind):
            assert getattr(copied, field.name) == getattr(error, field.name)
            assert str(getattr(error, field.name)) in str(copied)
    assert isinstance(hash(error), int)
