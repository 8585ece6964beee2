"""A file in the queue, as a value: what it is, how far it is, and what came of it."""

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
    """Whether words are read or heard."""

    TRANSCRIPT = "transcript"
    RECORDING = "recording"


def kind_by_name(path: Path) -> FileKind | None:
    """Return what the name tells, None where it tells nothing; the file is not looked at."""
    if format_by_name_of(path):
        return FileKind.TRANSCRIPT
    return FileKind.RECORDING if path.suffix.lower() in RECORDING_SUFFIXES else None


def may_have_words(path: Path) -> bool:
    """Return whether it may be a recording, a text, or a folder of some; it is not opened."""
    kind, _ = guess_type(path.name)
    is_known = kind_by_name(path) is not None or path.is_dir()
    return is_known or not (kind or "").startswith(_WORDLESS)


def kind_of(path: Path) -> FileKind:
    """Return what the name tells, else what the content looks like: a text has no zero bytes.

    Raises:
        OSError: the file cannot be read, or is none.
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
    """What is told of a file that is done; its text is a session.

    Attributes:
        word_count: of its words.
        remarks: what a person should know, in sentences.
        language: its code, where the model does not know it.
        other_model: the name of an installed one that knows it, empty where there is none.
    """

    word_count: int
    remarks: tuple[Message, ...] = ()
    language: str = ""
    other_model: str = ""


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found in a transcript, and is told before anything is done with it.

    Attributes:
        format_name: of the file.
        language: a code; empty where too little text tells none.
        state: how much of it is punctuated.
        speakers: how many speak.
        remarks: what a person should know, in sentences.
    """

    format_name: str
    language: str
    state: PunctuationState
    speakers: int
    remarks: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """A model does not know the language of a file.

    Attributes:
        languages: codes of those that it knows.
        other_model: the name of an installed one that knows it, empty where there is none.
    """

    languages: tuple[str, ...]
    other_model: str = ""


class JobState(Enum):
    """How far a file is; one that was found waits for the person to start it."""

    WAITING = "waiting"
    RUNNING = "running"
    FOUND = "found"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_over(self) -> bool:
        """True where nothing more will be done, unless the person wants it again."""
        return self in {JobState.DONE, JobState.FAILED, JobState.CANCELLED}


@dataclass(frozen=True, slots=True)
class FileJob:
    """One file and what became of it.

    Attributes:
        kind: None until the content of a file without a telling name was looked at.
        progress: 0 to 1; None where the length of a recording is not known.
        left_s: how long the rest will take; None where that cannot be told yet.
        problem: why it failed, in a sentence for people.
        refusal: where it failed for its language.
        is_started: a transcript is punctuated, else only looked at.
        treatment: what becomes of the marks in it.
        language: its code, where the person has told it; else empty.
        model: the punctuation model that was chosen for this file alone; else empty.
        tracks: the sound tracks of a recording that has several.
        track: the number of the one that is read; 0 until that is known.
        is_track_chosen: the person has chosen it.
        session: the number of the session whose sound it is, to be recognised again; else 0.
        title: of that session.
        speech_model: what recognises it again; empty for the one that files are recognised with.
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
        """Whether it is done, and became a session of its own."""
        return self.state is JobState.DONE and not self.session

    @property
    def name(self) -> str:
        """What people call it."""
        return self.title or self.path.name
