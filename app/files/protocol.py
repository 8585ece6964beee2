"""What the queue and its worker process say to each other."""

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
    """How files are worked on.

    The policy of `settings` is chosen by the kind of file; `treatment` is of transcripts, and so is
    `language`, the code of the one that the person says they are in. `track` is of recordings: the
    number of the sound track that the person wants, 0 for the one with speech. Where
    `is_recogniser_chosen`, that one is used in whatever language a recording is. Speakers are told
    apart where a model for it is installed, and never in a session that is recognised again.
    """

    paths: Paths
    settings: Settings = field(default_factory=Settings)
    treatment: Treatment = Treatment.REPAIR
    language: str = ""
    track: int = 0
    is_recogniser_chosen: bool = False
    tells_speakers: bool = False

    def of_job(self, job: FileJob) -> WorkSettings:
        """Return the settings with what was chosen for a file alone."""
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
        """Return the settings with another punctuation model and its languages; "" for no other."""
        if not name:
            return self
        punctuation = replace(self.settings.punctuation, model=name, languages=())
        languages = spoken_languages(name, self.paths)
        recogniser = replace(self.settings.recogniser, languages=languages)
        return replace(self, settings=Settings(punctuation, recogniser))

    def with_speech_model(self, name: str) -> WorkSettings:
        """Return the settings with another recogniser, and a punctuation model of its language.

        The punctuation model stays where it knows one; so does all for "".
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
    """Work on a file; one that `only_looks` tells what is found in a transcript.

    `name` is what people call it.
    """

    number: int
    path: Path
    settings: WorkSettings
    name: str
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
class TracksFound:
    """A recording has several sound tracks, of which this one is read."""

    number: int
    tracks: tuple[SoundTrack, ...]
    track: int


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
Reply = Advanced | TracksFound | LookedAt | Finished | Failed | Cancelled
