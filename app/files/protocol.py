"""The messages between the queue and its worker process."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from app.files.job import FileJob, FileKind, Findings, Outcome, Refusal
from app.history.records import NewSession
from engine.audio.tracks import SoundTrack
from engine.messages import Message
from engine.models.spoken_languages import model_that_knows, spoken_languages
from engine.paths import Paths
from engine.recognisers.speech_models import languages_of
from engine.settings import Settings
from engine.text.language_check import written_alike
from engine.transcripts.treatment import Treatment


@dataclass(frozen=True, slots=True)
class WorkSettings:
    """How files are processed.

    Attributes:
        paths: Folders of the application.
        settings: Settings of the engine; the kind of file determines their policy.
        treatment: What happens to the marks already in transcripts.
        language: Code of the transcripts' language if the user has set it; else empty.
        track: Number of the audio track to recognise; 0 for the one with speech.
        is_recogniser_chosen: Use this recogniser whatever language a recording is in.
        tells_speakers: Identify speakers if a model for that is installed; never when a session is
            recognised again.
    """

    paths: Paths
    settings: Settings = field(default_factory=Settings)
    treatment: Treatment = Treatment.REPAIR
    language: str = ""
    track: int = 0
    is_recogniser_chosen: bool = False
    tells_speakers: bool = False

    def of_job(self, job: FileJob) -> WorkSettings:
        """Return the settings, with the choices made for one file."""
        track = job.track if job.is_track_chosen else 0
        speakers = self.tells_speakers and not job.session
        chosen = replace(
            self,
            treatment=job.treatment,
            language=job.language,
            track=track,
            tells_speakers=speakers,
        )
        return chosen.with_model(job.model).with_speech_model(job.speech_model)

    def with_model(self, name: str) -> WorkSettings:
        """Return the settings with another punctuation model and its languages, if one is named."""
        if not name:
            return self
        punctuation = replace(self.settings.punctuation, model=name, languages=())
        languages = spoken_languages(name, self.paths)
        recogniser = replace(self.settings.recogniser, languages=languages)
        return replace(self, settings=Settings(punctuation, recogniser))

    def with_speech_model(self, name: str) -> WorkSettings:
        """Return the settings with another recogniser, and a punctuation model for its language.

        The punctuation model stays if it knows one; "" changes nothing.
        """
        if not name:
            return self
        recogniser = replace(self.settings.recogniser, kind="auto", speech_model=name)
        settings = replace(self.settings, recogniser=recogniser)
        chosen = replace(self, settings=settings, is_recogniser_chosen=True)
        heard = languages_of(name)
        if not heard or any(written_alike(it) & set(recogniser.languages) for it in heard):
            return chosen
        others = (model_that_knows(it, self.paths) for it in heard)
        return chosen.with_model(next(filter(None, others), ""))


@dataclass(frozen=True, slots=True)
class Start:
    """Process a file; with `only_looks`, just report what is in a transcript.

    `name` is what the user is shown.
    """

    number: int
    path: Path
    settings: WorkSettings
    name: str
    only_looks: bool = False


@dataclass(frozen=True, slots=True)
class Cancel:
    """Stop processing a file."""

    number: int


@dataclass(frozen=True, slots=True)
class Advanced:
    """Progress from 0 to 1, None if the total is unknown, and an estimate of the time left."""

    number: int
    kind: FileKind
    progress: float | None
    left_s: float | None = None


@dataclass(frozen=True, slots=True)
class TracksFound:
    """A recording has several audio tracks; `track` is the one used."""

    number: int
    tracks: tuple[SoundTrack, ...]
    track: int


@dataclass(frozen=True, slots=True)
class LookedAt:
    """A transcript was inspected and can be processed."""

    number: int
    found: Findings


@dataclass(frozen=True, slots=True)
class Finished:
    """A file is done; its text is to become a session."""

    number: int
    kind: FileKind
    outcome: Outcome
    session: NewSession


@dataclass(frozen=True, slots=True)
class Failed:
    """A file failed; `problem` is a sentence for the user."""

    number: int
    problem: Message
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class Cancelled:
    """A file was cancelled."""

    number: int


Request = Start | Cancel
Reply = Advanced | TracksFound | LookedAt | Finished | Failed | Cancelled
