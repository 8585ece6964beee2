"""The whole error tree: fields, not prose; `app/wording.py` words them for people."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from engine.messages import Reason


class FermataError(Exception):
    """Anything that Fermata can explain."""

    def __str__(self) -> str:
        """Return the fields in order, for logs; `app/wording.py` words them for people."""
        values = [str(getattr(self, name)) for name in getattr(self, "__dataclass_fields__", {})]
        return ": ".join(value for value in values if value not in {"", "None", "()"})

    def __reduce__(self) -> tuple[object, ...]:
        names = getattr(self, "__dataclass_fields__", {})
        return type(self), tuple(getattr(self, name) for name in names)


@dataclass(eq=False)
class AudioDeviceError(FermataError):
    """A microphone could not be opened, or `went_away`; `device` is empty for the default one."""

    device: str
    reason: Reason
    went_away: bool = False


@dataclass(eq=False)
class FileError(FermataError):
    """What is wrong with a file or a folder."""

    path: Path
    reason: Reason


class AudioFileError(FileError):
    """A sound or video file could not be read."""


@dataclass(eq=False)
class ModelNotFoundError(FermataError):
    """No model of this name or folder; `kind` is "punctuation" or "speech"."""

    kind: str
    name: str
    searched: tuple[Path, ...] = ()


class ModelFormatError(FileError):
    """A model folder is incomplete, altered or of a version that this one cannot read."""


@dataclass(eq=False)
class RecogniserError(FermataError):
    """The recogniser's process ended or does not answer."""

    recogniser: str
    reason: Reason


@dataclass(eq=False)
class BackendError(FermataError):
    """The asked-for backend cannot run here."""

    backend: str
    reason: Reason


@dataclass(eq=False)
class TranscriptFormatError(FermataError):
    """A transcript could not be understood; `line` counts from one, None where unknown."""

    path: Path
    reason: Reason
    line: int | None = None


@dataclass(eq=False)
class ForeignLanguageError(FermataError):
    """A transcript is in a language that the model does not know; nothing was changed.

    Attributes:
        language: its code.
        languages: codes of those that the model knows.
        model: the name of an installed one that knows it, empty where there is none.
        speech_model: the name of a speech model that writes it with marks; empty where none does.
        is_installed: that one is.
    """

    path: Path
    language: str
    languages: tuple[str, ...]
    model: str = ""
    speech_model: str = ""
    is_installed: bool = False


@dataclass(eq=False)
class ForeignSpeechError(FermataError):
    """A recording is in a language that no installed speech model writes; nothing was written.

    Attributes:
        language: its code; empty where it is only known not to be English.
    """

    path: Path
    language: str = ""


@dataclass(eq=False)
class SettingsError(FermataError):
    """A setting has a value that it cannot have."""

    setting: str
    reason: Reason


@dataclass(eq=False)
class TrainingError(FermataError):
    """Fine-tuning cannot begin or go on; `place` is a file, a model or a package, or empty."""

    place: str
    reason: Reason


@dataclass(eq=False)
class DownloadError(FermataError):
    """A download failed; `status` is the server's, None where it did not answer.

    Where `can_resume`, what arrived is kept and the same download goes on from there.
    """

    url: str
    reason: Reason
    status: int | None = None
    can_resume: bool = False


@dataclass(eq=False)
class DiskSpaceError(FermataError):
    """There is not enough room on the disk of `folder`."""

    folder: Path
    needed_bytes: int
    free_bytes: int


class ArchiveError(FileError):
    """An archive is broken, or holds what a model never does; nothing of it was installed."""


@dataclass(eq=False)
class ModelExistsError(FermataError):
    """A model of this name is installed already, or comes with Fermata.

    Attributes:
        free_name: one that this model could be imported under; empty where that is not to be.
    """

    name: str
    folder: Path
    free_name: str = ""
    is_built_in: bool = False


class HistoryError(FileError):
    """The history cannot be read or written; `path` is its database or an audio file."""


class SessionNotFoundError(HistoryError):
    """The history has no such session any more."""


class HistoryMovedError(HistoryError):
    """The history's file was moved, removed or replaced while it was open."""


@dataclass(eq=False)
class HistoryDamagedError(HistoryError):
    """The history was damaged; `kept` is the damaged file, `restored` when its copy was made.

    Where there was no copy, a new history was begun.
    """

    kept: Path
    restored: datetime | None


class FileJobError(FileError):
    """A file of the queue could not be worked on, and the file is not to blame."""


class InstanceError(FileError):
    """Instances of Fermata cannot meet; `path` is where they would."""


@dataclass(eq=False)
class PortalError(FermataError):
    """A portal of the desktop is missing or refused; `call` is what was asked of it."""

    call: str
    reason: Reason
