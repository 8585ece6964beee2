"""Messages for every error: one sentence that says what happened and what to do."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from functools import reduce
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
    ForeignLanguageError,
    ForeignSpeechError,
    HistoryDamagedError,
    HistoryError,
    HistoryMovedError,
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
from engine.languages import language_name
from engine.messages import Message, Reason, as_message, own_words

_FOUND = "{reason}. `fermata doctor` shows what was found."


@dataclass(frozen=True, slots=True)
class _Advice:
    """A sentence that says what to do in the window, and its template for the terminal."""

    window: Message
    terminal: str


def explain(error: FermataError | OSError) -> Message:
    """Return one sentence for the user, with its full stop, as the window words it."""
    words = _words(error)
    return words.window if isinstance(words, _Advice) else words


def explain_at_terminal(error: FermataError | OSError) -> Message:
    """Return the same sentence, with commands and options to try."""
    words = _words(error)
    if isinstance(words, _Advice):
        return Message(words.terminal, **words.window.fields)
    return words


def _words(error: FermataError | OSError) -> Message | _Advice:
    if isinstance(error, OSError):
        return _placed(os.fsdecode(error.filename or ""), own_words(error))
    words = _WORDS.get(type(error))
    if words is None:
        return _placed("", str(error))
    if isinstance(words, Message):
        return _filled(words, error)
    if isinstance(words, _Advice):
        return replace(words, window=_filled(words.window, error))
    return words(error)


def _placed(place: str, reason: Reason) -> Message:
    if place:
        return Message("{place}: {reason}.", place=place, reason=as_message(reason))
    return Message("{reason}.", reason=as_message(reason))


def _filled(words: Message, error: FermataError) -> Message:
    values = {field.name: getattr(error, field.name) for field in fields(error)}  # type: ignore[arg-type]
    if "reason" in values:
        values["reason"] = as_message(values["reason"])
    return Message(words.template, **values)


def _device(error: AudioDeviceError) -> Message | _Advice:
    if error.went_away:
        if error.device:
            return _filled(
                Message("The microphone “{device}” was disconnected, so the session ended."), error
            )
        return Message("The microphone was disconnected, so the session ended.")
    if error.device:
        return _Advice(
            _filled(Message("The microphone “{device}” cannot be used: {reason}."), error),
            f"The microphone “{{device}}” cannot be used: {_FOUND}",
        )
    return _Advice(
        _filled(Message("The microphone cannot be used: {reason}."), error),
        f"The microphone cannot be used: {_FOUND}",
    )


def _model_exists(error: ModelExistsError) -> Message | _Advice:
    if not error.free_name:
        return _filled(
            Message("A model called “{name}” is already installed in {folder}. Remove it first."),
            error,
        )
    words = Message(
        "A model called “{name}” is already installed in {folder}. Remove it first, or"
        " import this one as “{free_name}”."
    )
    if error.is_built_in:
        words = Message(
            "The name “{name}” belongs to a model that comes with Fermata. Import this one"
            " as “{free_name}”."
        )
    terminal = words.template.replace(
        "as “{free_name}”", "with `fermata models import --name {free_name}`"
    )
    return _Advice(_filled(words, error), terminal)


def _model_not_found(error: ModelNotFoundError) -> _Advice:
    places, name = " or ".join(str(path) for path in error.searched), error.name
    if error.kind == "speech" and not name:
        return _Advice(
            Message(
                "No speech model for this recogniser is installed. Download one in Settings,"
                " or unpack one into {places}.",
                places=places,
            ),
            "No speech model for this recogniser is installed. Unpack one into {places}, or"
            " download one that `fermata models list --available` lists.",
        )
    if error.kind == "catalogue":
        return _Advice(
            Message(
                "There is no model “{name}” to download. Settings lists those there are.", name=name
            ),
            "There is no model “{name}” to download. See `fermata models list --available`.",
        )
    kind = _KINDS.get(error.kind, Message("model"))
    if not places:
        return _Advice(
            Message(
                "There is no {kind} “{name}”. Settings lists what is installed.",
                kind=kind,
                name=name,
            ),
            "There is no {kind} “{name}”. `fermata models` lists what is installed.",
        )
    return _Advice(
        Message(
            "There is no {kind} “{name}” in {places}. Settings lists what is installed.",
            kind=kind,
            name=name,
            places=places,
        ),
        "There is no {kind} “{name}” in {places}. `fermata models` lists what is installed.",
    )


def _transcript(error: TranscriptFormatError) -> Message:
    name = "standard input" if str(error.path) == "-" else str(error.path)
    if error.line is None:
        return _placed(name, error.reason)
    reason = as_message(error.reason)
    return Message("{name}, line {line}: {reason}.", name=name, line=error.line, reason=reason)


def _foreign(error: ForeignLanguageError) -> _Advice:
    known = [Message(language_name(code)) for code in error.languages]
    said = {
        "name": "standard input" if str(error.path) == "-" else error.path.name,
        "language": Message(language_name(error.language)),
        "languages": any_of(known),
        "model": error.model or error.speech_model,
        "code": error.languages[-1],
    }
    if error.model:
        return _Advice(
            Message(
                "{name} looks like {language}, but the model knows only {languages}, so"
                " nothing was changed. “Try again” uses the model {model}, which knows it.",
                **said,
            ),
            "{name} looks like {language}, but the model knows only {languages}, so nothing was"
            " changed. Try --model {model}, which knows it, or --language {code} if that is"
            " wrong.",
        )
    way = f"`fermata transcribe RECORDING --language {error.language}` punctuates it."
    if error.is_installed:
        return _Advice(
            Message(
                "{name} looks like {language}, but the model knows only {languages}, so"
                " nothing was changed. Transcribe its recording instead: the speech model"
                " {model}, which is installed, writes this language with punctuation.",
                **said,
            ),
            "{name} looks like {language}, but the model knows only {languages}, so nothing was"
            f" changed. If you have its recording, {way} If it is another language, add"
            " --language {code}.",
        )
    if error.speech_model:
        return _Advice(
            Message(
                "{name} looks like {language}, but the model knows only {languages}, so"
                " nothing was changed. If you have its recording, download the speech model"
                " {model} in Settings: it writes this language with punctuation.",
                **said,
            ),
            "{name} looks like {language}, but the model knows only {languages}, so nothing was"
            f" changed. If you have its recording: `fermata models download {{model}}`, then"
            f" {way} If it is another language, add --language {{code}}.",
        )
    return _Advice(
        Message(
            "{name} looks like {language}, but the model knows only {languages}, so"
            " nothing was changed. Import a model that knows it in Settings.",
            **said,
        ),
        "{name} looks like {language}, but the model knows only {languages}, so nothing was"
        " changed. If that is wrong, add --language {code}.",
    )


def _foreign_speech(error: ForeignSpeechError) -> _Advice:
    name = "standard input" if str(error.path) == "-" else error.path.name
    if error.language:
        said = {"name": name, "language": Message(language_name(error.language))}
        return _Advice(
            Message(
                "{name} sounds like {language}, which no installed speech model writes, so"
                " nothing was written. Download or import one that does in Settings.",
                **said,
            ),
            "{name} sounds like {language}, which no installed speech model writes, so nothing was"
            " written. `fermata models list --available` lists some that do.",
        )
    return _Advice(
        Message(
            "{name} does not sound like English, and no installed speech model writes"
            " another language, so nothing was written. Download or import one that does in"
            " Settings.",
            name=name,
        ),
        "{name} does not sound like English, and no installed speech model writes another language,"
        " so nothing was written. `fermata models list --available` lists some that do; if it"
        " is English, add --language en.",
    )


def any_of(names: Sequence[Message]) -> Message:
    """Join names with commas and "or"."""
    *others, last = names
    if not others:
        return last
    listed = reduce(lambda one, next_: Message("{one}, {next}", one=one, next=next_), others)
    return Message("{names} or {last}", names=listed, last=last)


def _download(error: DownloadError) -> Message:
    reason = as_message(error.reason)
    if error.status is not None:
        reason = Message("{reason} (the server said {status})", reason=reason, status=error.status)
    if error.can_resume:
        return Message(
            "The model could not be downloaded: {reason}. What has arrived is kept: try"
            " again to carry on from there, or import the model from a USB stick. Its"
            " address is {url}.",
            url=error.url,
            reason=reason,
        )
    return Message(
        "The model could not be downloaded: {reason}. You can also import it from a"
        " USB stick. Its address is {url}.",
        url=error.url,
        reason=reason,
    )


def _disk_space(error: DiskSpaceError) -> Message:
    needed, free = (f"{size / 1e6:,.0f} MB" for size in (error.needed_bytes, error.free_bytes))
    return Message(
        "There is not enough room in {folder}: {needed} is needed, {free} is free."
        " Delete something.",
        folder=error.folder,
        needed=needed,
        free=free,
    )


def _damaged(error: HistoryDamagedError) -> Message:
    if error.restored is None:
        return Message(
            "The history was damaged, and there is no copy of it. It was set aside as"
            " {kept}, and a new one was started.",
            kept=error.kept,
        )
    return Message(
        "The history was damaged. It was set aside as {kept}, and the copy of {time}"
        " was restored. Anything added since then is missing.",
        kept=error.kept,
        time=f"{error.restored:%Y-%m-%d %H:%M}",
    )


def _archive(error: ArchiveError) -> Message:
    return Message(
        "{name} was not installed: {reason}. Get it again from its publisher.",
        name=error.path.name,
        reason=as_message(error.reason),
    )


_KINDS = {"punctuation": Message("punctuation model"), "speech": Message("speech model")}
_HISTORY = Message("The history in {path} cannot be used: {reason}.")
_WORDS: dict[type[FermataError], Message | _Advice | Callable[[Any], Message | _Advice]] = {
    ArchiveError: _archive,
    AudioDeviceError: _device,
    AudioFileError: Message("{path} cannot be transcribed: {reason}."),
    BackendError: _Advice(
        Message("The backend {backend} cannot run here: {reason}. Choose another in Settings."),
        "The backend {backend} cannot run here: {reason}. Leave --backend out.",
    ),
    DiskSpaceError: _disk_space,
    DownloadError: _download,
    ModelExistsError: _model_exists,
    FileJobError: Message("{path}: {reason}. Try again."),
    HistoryDamagedError: _damaged,
    HistoryError: _HISTORY,
    HistoryMovedError: _HISTORY,
    SessionNotFoundError: _HISTORY,
    InstanceError: Message("Cannot reach the other Fermata at {path}: {reason}."),
    ModelFormatError: Message("The model in {path} cannot be used: {reason}. Install it again."),
    ModelNotFoundError: _model_not_found,
    PortalError: Message("The desktop refused {call}: {reason}."),
    RecogniserError: _Advice(
        Message(
            "The recogniser {recogniser} stopped: {reason}. Try again, or choose another"
            " in Settings."
        ),
        "The recogniser {recogniser} stopped: {reason}. Try again, or choose another with"
        " --recogniser.",
    ),
    SettingsError: lambda error: _placed(error.setting, error.reason),
    TrainingError: lambda error: _placed(error.place, error.reason),
    TranscriptFormatError: _transcript,
    ForeignLanguageError: _foreign,
    ForeignSpeechError: _foreign_speech,
}
