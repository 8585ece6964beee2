"""What the queue and its worker process say to each other."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from app.files.job import FileJob, FileKind, Findings, Outcome, Refusal
from app.history.records import NewSession
from engine.messages import Message
from engine.models.spoken_languages import spoken_languages
from engine.paths import Paths
from engine.settings import Settings
from engine.transcripts.treatment import Treatment


@dataclass(frozen=True, slots=True)
class WorkSettings:
    """How files are worked on.

    The policy of `settings` is chosen by the kind of file; `treatment` is of transcripts, and so is
    `language`, the code of the one that the person says they are in.
    """

    paths: Paths
    settings: Settings = field(default_factory=Settings)
    treatment: Treatment = Treatment.REPAIR
    language: str = ""

    def of_job(self, job: FileJob) -> WorkSettings:
        """Return the settings with what was chosen for a file alone."""
        chosen = replace(self, treatment=job.treatment, language=job.language)
        return chosen.with_model(job.model)

    def with_model(self, name: str) -> WorkSettings:
        """Return the settings with another punctuation model and its languages; "" for no other."""
        if not name:
            return self
        punctuation = replace(self.settings.punctuation, model=name, languages=())
        languages = spoken_languages(name, self.paths)
        recogniser = replace(self.settings.recogniser, languages=languages)
        return replace(self, settings=Settings(punctuation, recogniser))


@dataclass(frozen=True, slots=True)
class Start:
    """Work on a file; one that `only_looks` tells what is found in a transcript."""

    number: int
    path: Path
    settings: WorkSettings
    only_looks: bool = False


@dataclass(frozen=True, slots=True)
class Cancel:
    """Stop working on a file."""

    number: int


@dataclass(frozen=True, slots=True)
class Advanced:
    """So much is done: 0 to 1, or None where the whole is not known; and the rest takes so long."""

    number: int
    kind: FileKind
    progress: float | None
    left_s: float | None = None


@dataclass(frozen=True, slots=True)
class LookedAt:
    """A transcript was looked at, and can be worked on."""

    number: int
    found: Findings


@dataclass(frozen=True, slots=True)
class Finished:
    """A file is done, and its text is to become a session."""

    number: int
    kind: FileKind
    outcome: Outcome
    session: NewSession


@dataclass(frozen=True, slots=True)
class Failed:
    """A file is given up; `problem` is a sentence for people."""

    number: int
    problem: Message
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class Cancelled:
    """A file was cancelled."""

    number: int


Request = Start | Cancel
Reply = Advanced | LookedAt | Finished | Failed | Cancelled
