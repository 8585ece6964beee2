"""The worker's side of the process boundary: untrusted media and documents are read here."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path

from app.files.foreign_stretches import ForeignStretches
from app.files.job import FileKind, Findings, Outcome, Refusal, kind_of
from app.files.new_session import from_recording, from_transcript
from app.files.protocol import (
    Advanced,
    Cancel,
    Cancelled,
    Failed,
    Finished,
    LookedAt,
    Reply,
    Request,
    Start,
    TracksFound,
    WorkSettings,
)
from app.files.recordings import (
    TurnTaking,
    counted,
    damage,
    heard,
    length_remark,
    nothing_recognised,
    track_remark,
)
from app.files.remarks import Remark, decide, language_remarks
from app.history.records import NewSession
from app.wording import any_of, explain
from engine.audio.sound_file_process import SoundFileProcess
from engine.build import LanguageModel, load_language_model
from engine.errors import FermataError, FileJobError, ForeignLanguageError
from engine.formatting.vocabulary import own_entries
from engine.languages import language_name
from engine.messages import Message
from engine.models.spoken_languages import model_for, model_that_knows
from engine.recognisers.recogniser_process import RecogniserProcess
from engine.recognisers.recording_languages import recogniser_for
from engine.recognisers.speakers import speaker_models
from engine.recognisers.speech_models import RecogniserSpec, recogniser_of
from engine.settings import Policy, PunctuationSettings
from engine.text.language_check import is_known
from engine.transcripts.passages import ChangedWord
from engine.transcripts.registry import read_transcript
from engine.transcripts.repunctuate import PunctuatorFactory, repunctuate
from engine.transcripts.transcript import Transcript
from engine.transcripts.treatment import Treatment
from engine.types import Sentence, Update

Advance = Callable[[float | None], None]  # 0 to 1, None if unknown; raises to cancel
_log = logging.getLogger(__name__)
_REPORT_INTERVAL_S = 0.1
_TELLING_S = 3.0  # of work: recognition comes in utterances, and the first has to end


def serve(pipe: Connection) -> None:
    """Process one file after another until the parent closes its end."""
    worker = _Worker(pipe)
    try:
        while True:
            request: Request = pipe.recv()
            if isinstance(request, Start):
                pipe.send(worker.work(request))
    except (EOFError, OSError):  # the parent is gone or has closed its end
        return


class _CancelledError(Exception):
    """Ends the processing of a cancelled file."""


class _Worker:
    """Processes files, keeping the language model from one to the next."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._model: LanguageModel | None = None
        self._loaded_with: object = None

    def work(self, request: Start) -> Reply:
        try:
            return self._answer(request)
        except _CancelledError:
            return Cancelled(request.number)
        except EOFError:  # the parent is gone
            raise
        except ForeignLanguageError as error:
            return Failed(request.number, explain(error), Refusal(error.languages, error.model))
        except (FermataError, OSError) as error:
            return Failed(request.number, explain(error))
        except MemoryError:
            return Failed(request.number, explain(FileJobError(request.path, "out of memory")))
        except Exception as error:  # noqa: BLE001  one file must not stop the others
            _log.error("a file job failed with %s", type(error).__name__)
            detail = type(error).__name__
            reason = Message("it could not be processed ({detail})", detail=detail)
            return Failed(request.number, explain(FileJobError(request.path, reason)))

    def _answer(self, request: Start) -> Reply:
        kind = kind_of(request.path)
        advance = _ProgressReporter(self._pipe, request.number, kind)
        advance(0.0)
        if request.only_looks and kind is FileKind.TRANSCRIPT:
            return LookedAt(request.number, self._found(request))
        session, notes = self._session(request, kind, advance)
        words = sum(len(sentence.words) for sentence in session.sentences)
        language = next((note.language for note in notes if note.language), "")
        other = model_that_knows(language, request.settings.paths) if language else None
        outcome = Outcome(words, tuple(note.text for note in notes), language, other or "")
        return Finished(request.number, kind, outcome, session)

    def _session(
        self, request: Start, kind: FileKind, advance: Advance
    ) -> tuple[NewSession, Sequence[Remark]]:
        work, is_text = request.settings, kind is FileKind.TRANSCRIPT
        policy = Policy.OFFLINE if is_text else Policy.STREAMING
        settings = replace(work.settings.punctuation, policy=policy)
        if is_text:
            model = self._language_model(request, settings)
            return _punctuate(request.path, model, settings, advance, work)
        advance(None)  # the file is analysed in three places first
        recogniser, languages = work.settings.recogniser, tuple[str, ...]()
        if work.is_recogniser_chosen:
            spec = recogniser_of(recogniser, work.paths)
        else:
            spec, languages = recogniser_for(request.path, recogniser, work.paths, work.track)
        if languages:
            name = model_for(languages, settings.model, work.paths)
            settings = replace(settings, model=name, languages=languages)
        model = self._language_model(request, settings)
        session, notes = self._transcribe(request, model, settings, spec, advance)
        if languages and not all(is_known(it, recogniser.languages) for it in languages):
            notes = [*notes, Remark(_language_mismatch(request.name, languages), is_warning=False)]
        return session, notes

    def _transcribe(
        self,
        request: Start,
        model: LanguageModel,
        settings: PunctuationSettings,
        spec: RecogniserSpec,
        advance: Advance,
    ) -> tuple[NewSession, Sequence[Remark]]:
        """Transcribe a recording; what was recognised before an error is kept, with a remark."""
        path, track, foreign = request.path, request.settings.track, ForeignStretches()
        notes: list[Remark] = []
        with SoundFileProcess(path, track, spec.languages) as sound, ExitStack() as opened:
            if len(sound.tracks) > 1:
                self._pipe.send(TracksFound(request.number, sound.tracks, sound.track))
            advance(0.0 if sound.duration_s else None)
            with RecogniserProcess(spec, keep_up=True) as recogniser:
                chunks = counted(sound, _seconds_done(sound.duration_s, advance))
                if turns := _turn_taking(request.settings):
                    opened.callback(turns.close)
                    chunks = turns.overhear(chunks)
                sentences, broken = _sentences(heard(chunks, recogniser, model, settings, foreign))
            broken = broken or damage(sound)
            if turns and sentences:
                sentences, notes = _with_speakers(turns, sentences, advance)
        if not sentences:
            raise broken or foreign.error(path) or nothing_recognised(sound)
        words = (word.text.lower() for sentence in sentences for word in sentence.words)
        notes += [] if settings.languages else language_remarks(request.name, words, model)
        notes += [Remark(explain(broken))] if broken else []
        notes += [remark] if (remark := foreign.remark(request.name)) else []
        about_sound = [length_remark(sound, request.name)]
        about_sound += [] if track else [track_remark(sound, request.name)]
        notes += [Remark(it) for it in about_sound if it is not None]
        read = sound.track if len(sound.tracks) > 1 else 0
        return from_recording(path, sentences, read), notes

    def _found(self, request: Start) -> Findings:
        work, transcript = request.settings, read_transcript(request.path)
        settings = replace(work.settings.punctuation, policy=Policy.OFFLINE)
        model = self._language_model(request, settings)
        decision = decide(transcript, model, work.paths, work.language)
        found = decision.inspection
        return Findings(
            found.format.name,
            work.language or found.language,
            found.state,
            len(found.speakers),
            tuple(remark.text for remark in decision.remarks),
        )

    def _language_model(self, request: Start, settings: PunctuationSettings) -> LanguageModel:
        paths = request.settings.paths
        own_words = own_entries(paths)
        wanted = (settings.network, paths, own_words)
        if self._model is None or self._model.backend.has_failed or wanted != self._loaded_with:
            self._model = None  # two may not fit into memory
            self._model = load_language_model(settings, paths)
            self._loaded_with = wanted
        return self._model


class _ProgressReporter:
    """Reports to the parent now and then, and notices when the file is cancelled."""

    def __init__(self, pipe: Connection, number: int, kind: FileKind) -> None:
        self._pipe = pipe
        self._number = number
        self._kind = kind
        self._reported_at_s = float("-inf")
        self._began: tuple[float, float] | None = None  # time and progress of the first report

    def __call__(self, progress: float | None) -> None:
        now_s = time.monotonic()
        if now_s - self._reported_at_s < _REPORT_INTERVAL_S:
            return
        self._reported_at_s = now_s
        while self._pipe.poll():
            request = self._pipe.recv()
            if isinstance(request, Cancel) and request.number == self._number:
                raise _CancelledError
        left_s = self._left_s(progress, now_s)
        self._pipe.send(Advanced(self._number, self._kind, progress, left_s))

    def _left_s(self, progress: float | None, now_s: float) -> float | None:
        """Return the seconds left at the pace so far; None until there is one."""
        if not progress:
            return None
        began_s, first = self._began = self._began or (now_s, progress)
        spent_s, done = now_s - began_s, progress - first
        if spent_s < _TELLING_S or done <= 0.0:
            return None
        return spent_s / done * (1.0 - progress)


def _punctuate(
    path: Path,
    model: LanguageModel,
    settings: PunctuationSettings,
    advance: Advance,
    work: WorkSettings,
) -> tuple[NewSession, Sequence[Remark]]:
    transcript = read_transcript(path)
    decision = decide(transcript, model, work.paths, work.language)
    words = rewrite(
        transcript,
        lambda: model.punctuator(settings),
        advance,
        treatment=work.treatment,
        languages=decision.languages,
    )
    return from_transcript(transcript, words), decision.remarks


def _language_mismatch(name: str, languages: Sequence[str]) -> Message:
    spoken = any_of([Message(language_name(code)) for code in languages])
    return Message("{name} sounds like {language}.", name=name, language=spoken)


def _sentences(updates: Iterator[Update]) -> tuple[list[Sentence], FermataError | None]:
    sentences: list[Sentence] = []
    try:
        for update in updates:
            sentences += update.sentences
    except FermataError as error:
        return sentences, error
    return sentences, None


def _turn_taking(settings: WorkSettings) -> TurnTaking | None:
    """Return what identifies speakers, if wanted and a model for it is installed."""
    models = speaker_models(settings.paths) if settings.tells_speakers else ()
    return next(map(TurnTaking, models), None)


def _with_speakers(
    turns: TurnTaking, sentences: list[Sentence], advance: Advance
) -> tuple[list[Sentence], list[Remark]]:
    """Return the sentences with speakers; if that fails, without them and with a remark."""
    advance(None)  # how long it takes is unknown
    turns.hold(sentences)
    try:
        return [*turns.with_speakers(lambda _: advance(None))], []
    except FermataError as error:
        reason = explain(error)
        return sentences, [
            Remark(Message("Speakers cannot be told apart: {reason}", reason=reason))
        ]


def _seconds_done(duration_s: float | None, advance: Advance) -> Callable[[float], None]:
    done_s = 0.0

    def add(more_s: float) -> None:
        nonlocal done_s
        done_s += more_s
        advance(min(1.0, done_s / duration_s) if duration_s else None)

    return add


def rewrite(
    transcript: Transcript,
    factory: PunctuatorFactory,
    advance: Advance,
    *,
    treatment: Treatment,
    languages: Sequence[str] = (),
) -> list[ChangedWord]:
    """Return the words with their changes; `advance` is called with the progress."""
    size, words = max(1, len(transcript.text)), []
    for word, changes in repunctuate(transcript, factory, treatment=treatment, languages=languages):
        words.append((word, changes))
        advance(word.end / size)
    return words
