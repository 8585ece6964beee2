"""Words for every error: one sentence that says what happened and what to do."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.errors import (
    ArchiveError,
    AudioDeviceError,
    AudioFileError,
    BackendError,
    DiskSpaceError,
    DownloadError,
    FermataError,
    FileJobError,
    HistoryDamagedError,
    HistoryError,
    InstanceError,
    ModelExistsError,
    ModelFormatError,
    ModelNotFoundError,
    PortalError,
    RecogniserError,
    SessionNotFoundError,
    SettingsError,
    TrainingError,
    TranscriptFormatError,
)

FAILED = 1
BAD_INPUT = 2
_FAILURES = (
    AudioDeviceError,
    DiskSpaceError,
    DownloadError,
    FileJobError,
    HistoryError,
    InstanceError,
    PortalError,
    RecogniserError,
    OSError,
)


def exit_status(error: FermataError | OSError) -> int:
    """Return 2 where the input or the usage is to blame, else 1."""
    return FAILED if isinstance(error, _FAILURES) else BAD_INPUT


def explain(error: FermataError | OSError) -> str:
    """Return one sentence for people, with its full stop."""
    if isinstance(error, OSError):
        return _sentence(_system(error))
    words = _WORDS.get(type(error), str)
    return _sentence(words(error))


def _device(error: AudioDeviceError) -> str:
    name = f"The microphone “{error.device}”" if error.device else "The microphone"
    if error.reason == "the microphone went away":
        return f"{name} went away, so the session ended"
    return f"{name} cannot be used: {error.reason}; `fermata doctor` shows what was found"


def _audio_file(error: AudioFileError) -> str:
    return f"{error.path} cannot be transcribed: {error.reason}"


def _model_not_found(error: ModelNotFoundError) -> str:
    places = " or ".join(str(path) for path in error.searched)
    if error.kind == "speech" and not error.name:
        return (
            f"No speech model for this recogniser is installed: unpack one into {places},"
            " or use --recogniser pocketsphinx, which needs none"
        )
    if error.kind == "catalogue":
        return f"No model “{error.name}” can be downloaded; see `fermata models list --available`"
    kind = {"punctuation": "punctuation model", "speech": "speech model"}.get(error.kind, "model")
    looked = f" in {places}" if places else ""
    return f"No {kind} “{error.name}” was found{looked}; `fermata models` lists what is installed"


def _model_format(error: ModelFormatError) -> str:
    return f"The model in {error.path} cannot be used: {error.reason}; install it again"


def _recogniser(error: RecogniserError) -> str:
    return (
        f"The recogniser {error.recogniser} stopped: {error.reason};"
        " try again, or choose another with --recogniser"
    )


def _backend(error: BackendError) -> str:
    return f"The backend {error.backend} cannot run here: {error.reason}; leave --backend out"


def _transcript(error: TranscriptFormatError) -> str:
    name = "standard input" if error.path == Path("-") else str(error.path)
    place = f"{name}, line {error.line}" if error.line is not None else name
    return f"{place}: {error.reason}"


def _settings(error: SettingsError) -> str:
    return f"{error.setting}: {error.reason}"


def _history(error: HistoryError) -> str:
    return f"The history in {error.path} cannot be used: {error.reason}"


def _history_damaged(error: HistoryDamagedError) -> str:
    return (
        f"The history was damaged; sessions that could be recovered from it: {error.recovered};"
        f" the damaged file is kept as {error.kept}"
    )


def _instance(error: InstanceError) -> str:
    return f"Another Fermata cannot be reached at {error.path}: {error.reason}"


def _portal(error: PortalError) -> str:
    return f"The desktop refused {error.call}: {error.reason}"


def _file_job(error: FileJobError) -> str:
    return f"{error.path}: {error.reason}; try it again"


def _training(error: TrainingError) -> str:
    return f"{error.place}: {error.reason}" if error.place else str(error.reason)


def _download(error: DownloadError) -> str:
    kept = "; what arrived is kept, try again to go on from there" if error.can_resume else ""
    server = f" (the server said {error.status})" if error.status is not None else ""
    return f"{error.url} could not be downloaded: {error.reason}{server}{kept}"


def _disk_space(error: DiskSpaceError) -> str:
    needed, free = (f"{size / 1e6:,.0f} MB" for size in (error.needed_bytes, error.free_bytes))
    return f"{error.folder} has no room: {needed} are needed and {free} are free; delete something"


def _archive(error: ArchiveError) -> str:
    return f"{error.path.name} was not installed: {error.reason}; get it again from its publisher"


def _model_exists(error: ModelExistsError) -> str:
    return f"A model “{error.name}” is installed already in {error.folder}; remove it first"


def _system(error: OSError) -> str:
    reason = error.strerror or str(error) or type(error).__name__
    return f"{os.fsdecode(error.filename)}: {reason}" if error.filename else reason


def _sentence(text: str) -> str:
    line = " ".join(text.split())  # a library's own words may hold line ends
    return line if line.endswith((".", "!", "?")) else line + "."


_WORDS: dict[type[FermataError], Callable[[Any], str]] = {
    ArchiveError: _archive,
    AudioDeviceError: _device,
    AudioFileError: _audio_file,
    BackendError: _backend,
    DiskSpaceError: _disk_space,
    DownloadError: _download,
    ModelExistsError: _model_exists,
    FileJobError: _file_job,
    HistoryDamagedError: _history_damaged,
    HistoryError: _history,
    SessionNotFoundError: _history,
    InstanceError: _instance,
    ModelFormatError: _model_format,
    ModelNotFoundError: _model_not_found,
    PortalError: _portal,
    RecogniserError: _recogniser,
    SettingsError: _settings,
    TrainingError: _training,
    TranscriptFormatError: _transcript,
}
