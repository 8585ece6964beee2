"""The whole error tree: fields, not prose; `app/error_text.py` words them for people."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


class FermataError(Exception):
    """Anything that Fermata can explain."""


@dataclass
class AudioDeviceError(FermataError):
    """A microphone could not be opened, or went away; `device` is empty for the default one."""

    device: str
    reason: str


@dataclass
class AudioFileError(FermataError):
    """A sound or video file could not be read."""

    path: Path
    reason: str


@dataclass
class ModelNotFoundError(FermataError):
    """No model of this name or folder; `kind` is "punctuation" or "speech"."""

    kind: str
    name: str
    searched: tuple[Path, ...] = ()


@dataclass
class ModelFormatError(FermataError):
    """A model folder is incomplete, altered or of a version that this one cannot read."""

    path: Path
    reason: str


@dataclass
class RecogniserError(FermataError):
    """The recogniser's process ended or does not answer."""

    recogniser: str
    reason: str


@dataclass
class BackendError(FermataError):
    """The asked-for backend cannot run here."""

    backend: str
    reason: str


@dataclass
class TranscriptFormatError(FermataError):
    """A transcript could not be understood; `line` counts from one, None where unknown."""

    path: Path
    reason: str
    line: int | None = None


@dataclass
class SettingsError(FermataError):
    """A setting has a value that it cannot have."""

    setting: str
    reason: str


def _message(error: FermataError) -> str:
    fields = [str(getattr(error, name)) for name in error.__dataclass_fields__]  # type: ignore[attr-defined]
    return ": ".join(field for field in fields if field not in {"", "None", "()"})


FermataError.__str__ = _message  # type: ignore[assignment, method-assign]
