"""Words for every error: one sentence that says what happened and what to do."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.errors import (
    AudioDeviceError,
    AudioFileError,
    BackendError,
    FermataError,
    ModelFormatError,
    ModelNotFoundError,
    RecogniserError,
    SettingsError,
    TranscriptFormatError,
)

FAILED = 1
BAD_INPUT = 2


def exit_status(error: FermataError | OSError) -> int:
    """Return 2 where the input or the usage is to blame, else 1."""
    is_failure = isinstance(error, AudioDeviceError | RecogniserError | OSError)
    return FAILED if is_failure else BAD_INPUT


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
            f"No Vosk model is installed: unpack one into {places},"
            " or use --recogniser pocketsphinx, which needs none"
        )
    kind = "punctuation model" if error.kind == "punctuation" else "Vosk model"
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


def _system(error: OSError) -> str:
    reason = error.strerror or str(error) or type(error).__name__
    return f"{os.fsdecode(error.filename)}: {reason}" if error.filename else reason


def _sentence(text: str) -> str:
    line = " ".join(text.split())  # a library's own words may hold line ends
    return line if line.endswith((".", "!", "?")) else line + "."


_WORDS: dict[type[FermataError], Callable[[Any], str]] = {
    AudioDeviceError: _device,
    AudioFileError: _audio_file,
    BackendError: _backend,
    ModelFormatError: _model_format,
    ModelNotFoundError: _model_not_found,
    RecogniserError: _recogniser,
    SettingsError: _settings,
    TranscriptFormatError: _transcript,
}
