"""A file in the queue, as a value: what it is, how far it is, and its result."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from mimetypes import guess_type
from pathlib import Path
from typing import TYPE_CHECKING

from engine.audio.tracks import SoundTrack
from engine.messages import Message
from engine.regular_file import open_regular
from engine.transcripts.registry import format_by_name_of
from engine.transcripts.treatment import Treatment

if TYPE_CHECKING:
    from engine.transcripts.inspection import PunctuationState

RECORDING_SUFFIXES = (
    *(".wav", ".flac", ".mp3", ".ogg", ".oga", ".opus", ".m4a", ".aac", ".wma", ".aiff", ".aif"),
    *(".mp4", ".m4v", ".mov", ".mkv", ".webm", ".avi", ".amr", ".3gp"),
)
_WORDLESS = ("image/", "font/", "application/pdf", "application/octet-stream")
_SNIFFED_BYTES = 4096


class FileKind(Enum):
    """Whether a file's words are read or recognised from sound."""

    TRANSCRIPT = "transcript"
    RECORDING = "recording"


def kind_by_name(path: Path) -> FileKind | None:
    """Return what the name suggests, None if nothing; the file is not opened."""
    if format_by_name_of(path):
        return FileKind.TRANSCRIPT
    return FileKind.RECORDING if path.suffix.lower() in RECORDING_SUFFIXES else None


def may_have_words(path: Path) -> bool:
    """Whether it may be a recording, a text, or a folder; it is not opened."""
    kind, _ = guess_type(path.name)
    is_known = kind_by_name(path) is not None or path.is_dir()
    return is_known or not (kind or "").startswith(_WORDLESS)


def kind_of(path: Path) -> FileKind:
    """Return what the name suggests, else what the content looks like: text has no zero bytes.

    Raises:
        OSError: The file cannot be read, or is not a file.
    """
    by_name = kind_by_name(path)
    if by_name is not None:
        return by_name
    with open_regular(path) as stream:
        head = stream.read(_SNIFFED_BYTES)
    is_unicode = head.startswith((b"\xff\xfe", b"\xfe\xff"))
    return FileKind.TRANSCRIPT if is_unicode or b"\0" not in head else FileKind.RECORDING


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is reported about a finished file; its text becomes a session.

    Attributes:
        word_count: Number of words.
        remarks: Sentences for the user.
        language: Code of its language if the model does not know it.
        other_model: Name of an installed model that does; empty if there is none.
    """

    word_count: int
    remarks: tuple[Message, ...] = ()
    language: str = ""
    other_model: str = ""


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found in a transcript, reported before anything is done to it.

    Attributes:
        format_name: Its format.
        language: Code of its language; empty if there is too little text to tell.
        state: How much of it is punctuated.
        speakers: Number of speakers.
        remarks: Sentences for the user.
    """

    format_name: str
    language: str
    state: PunctuationState
    speakers: int
    remarks: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """The model does not know the language of a file.

    Attributes:
        languages: Codes of the languages it knows.
        other_model: Name of an installed model that knows it; empty if there is none.
    """

    languages: tuple[str, ...]
    other_model: str = ""


class JobState(Enum):
    """How far a file is; one that is FOUND waits for the user to start it."""

    WAITING = "waiting"
    RUNNING = "running"
    FOUND = "found"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_over(self) -> bool:
        """True if nothing more happens unless the user asks for it again."""
        return self in {JobState.DONE, JobState.FAILED, JobState.CANCELLED}


@dataclass(frozen=True, slots=True)
class FileJob:
    """One file and its progress.

    Attributes:
        number: Identifies the job.
        path: Path of the file.
        kind: None until the content of a file whose name says nothing has been looked at.
        state: How far it is.
        progress: 0 to 1; None if the length of a recording is unknown.
        left_s: Estimated seconds left; None if unknown so far.
        problem: Why it failed, as a sentence for the user.
        outcome: Its result, once done.
        refusal: Set if it failed because of its language.
        found: What was found in a transcript.
        is_started: A transcript is to be punctuated; otherwise only inspected.
        treatment: What happens to the marks already in it.
        language: Code of its language if the user has set it; else empty.
        model: Punctuation model chosen for this file alone; else empty.
        tracks: Audio tracks of a recording that has several.
        track: Number of the track that is recognised; 0 until known.
        is_track_chosen: The user chose the track.
        session: Number of the session whose sound is to be recognised again; else 0.
        title: Title of that session.
        speech_model: Speech model for recognising it again; empty for the default for files.
    """

    number: int
    path: Path
    kind: FileKind | None
    state: JobState = JobState.WAITING
    progress: float | None = 0.0
    left_s: float | None = None
    problem: Message | None = None
    outcome: Outcome | None = None
    refusal: Refusal | None = None
    found: Findings | None = None
    is_started: bool = True
    treatment: Treatment = Treatment.REPAIR
    language: str = ""
    model: str = ""
    tracks: tuple[SoundTrack, ...] = ()
    track: int = 0
    is_track_chosen: bool = False
    session: int = 0
    title: str = ""
    speech_model: str = ""

    @property
    def is_result(self) -> bool:
        """Whether it is done and became a session of its own."""
        return self.state is JobState.DONE and not self.session

    @property
    def name(self) -> str:
        """The name shown to users."""
        return self.title or self.path.name
