"""All errors of Fermata: they carry fields; `app/wording.py` puts them into words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from engine.messages import Reason


class FermataError(Exception):
    """An error that Fermata can explain."""

    def __str__(self) -> str:
        """Return the fields in order, for logs; `app/wording.py` has the words for people."""
        values = [str(getattr(self, name)) for name in getattr(self, "__dataclass_fields__", {})]
        return ": ".join(value for value in values if value not in {"", "None", "()"})

    def __reduce__(self) -> tuple[object, ...]:
        names = getattr(self, "__dataclass_fields__", {})
        return type(self), tuple(getattr(self, name) for name in names)


@dataclass(eq=False)
class AudioDeviceError(FermataError):
    """A microphone could not be opened, or `went_away`; `device` is empty for the default."""

    device: str
    reason: Reason
    went_away: bool = False


@dataclass(eq=False)
class FileError(FermataError):
    """Something is wrong with a file or folder."""

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
    """A model folder is incomplete, altered, or of a version that this Fermata cannot read."""


@dataclass(eq=False)
class RecogniserError(FermataError):
    """The recogniser's process ended or does not respond."""

    recogniser: str
    reason: Reason


@dataclass(eq=False)
class BackendError(FermataError):
    """The requested backend cannot run here."""

    backend: str
    reason: Reason


@dataclass(eq=False)
class TranscriptFormatError(FermataError):
    """A transcript could not be parsed; `line` counts from one, None if unknown."""

    path: Path
    reason: Reason
    line: int | None = None


@dataclass(eq=False)
class ForeignLanguageError(FermataError):
    """A transcript is in a language the model does not know; nothing was changed.

    Attributes:
        language: Its code.
        languages: Codes of the languages that the model knows.
        model: Name of an installed model that knows it; empty if there is none.
        speech_model: Name of a speech model that punctuates it; empty if there is none.
        is_installed: Whether that speech model is installed.
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
        language: Its code; empty if it is only known not to be English.
    """

    path: Path
    language: str = ""


@dataclass(eq=False)
class SettingsError(FermataError):
    """A setting has an invalid value; `setting` is empty if the reason names what it is about."""

    setting: str
    reason: Reason


@dataclass(eq=False)
class TrainingError(FermataError):
    """Fine-tuning cannot start or continue; `place` is a file, a model or a package, or empty."""

    place: str
    reason: Reason


@dataclass(eq=False)
class DownloadError(FermataError):
    """A download failed; `status` is the server's, None if it did not answer.

    With `can_resume`, what arrived is kept and the next attempt continues from there.
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
    """An archive is broken, or holds files that no model has; nothing was installed."""


@dataclass(eq=False)
class ModelExistsError(FermataError):
    """A model with this name is already installed, or comes with Fermata.

    Attributes:
        free_name: A name to import this model under; empty to offer none.
    """

    name: str
    folder: Path
    free_name: str = ""
    is_built_in: bool = False


class HistoryError(FileError):
    """The history cannot be read or written; `path` is its database or an audio file."""


class SessionNotFoundError(HistoryError):
    """The history no longer has this session."""


class HistoryMovedError(HistoryError):
    """The history's file was moved, removed or replaced while it was open."""


@dataclass(eq=False)
class HistoryDamagedError(HistoryError):
    """The history was damaged; `kept` is the damaged file, `restored` the date of its backup.

    Without a backup, a new history was started.
    """

    kept: Path
    restored: datetime | None


class FileJobError(FileError):
    """A queued file could not be processed, through no fault of the file."""


class InstanceError(FileError):
    """Instances of Fermata cannot connect; `path` is where they would."""


@dataclass(eq=False)
class PortalError(FermataError):
    """A desktop portal is missing or refused; `call` is what it was asked."""

    call: str
    reason: Reason
