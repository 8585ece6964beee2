"""The worker's side of the process boundary: media and documents of strangers are read here."""

from __future__ import annotations

import logging
import time
from dataclasses import replace
from multiprocessing.connection import Connection

from app.files.kinds import FileKind, kind_of
from app.files.protocol import (
    Advanced,
    Cancel,
    Cancelled,
    Failed,
    Finished,
    Reply,
    Request,
    Start,
)
from app.files.result import FileResult, PackedResult
from app.files.work import Advance, punctuate_file, transcribe_file
from app.wording import explain
from engine.build import LanguageModel, load_language_model
from engine.errors import FermataError, FileJobError
from engine.messages import Message
from engine.recognisers.speech_models import recogniser_of
from engine.settings import Policy, PunctuationSettings

_log = logging.getLogger(__name__)
_TELL_INTERVAL_S = 0.1


def serve(pipe: Connection) -> None:
    """Work on one file after another until the parent closes its end."""
    worker = _Worker(pipe)
    try:
        while True:
            request: Request = pipe.recv()
            if isinstance(request, Start):
                pipe.send(worker.work(request))
    except (EOFError, OSError):  # the parent is gone or has closed
        return


class _LetGoError(Exception):
    """Unwinds the work on a file that was cancelled."""


class _Worker:
    """Keeps the language model from file to file."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._model: LanguageModel | None = None
        self._loaded_with: object = None

    def work(self, request: Start) -> Reply:
        try:
            kind = kind_of(request.path)
            result = self._result(request, kind, _Progress(self._pipe, request.number, kind))
            return Finished(request.number, kind, PackedResult.of(result))
        except _LetGoError:
            return Cancelled(request.number)
        except EOFError:  # the parent is gone
            raise
        except (FermataError, OSError) as error:
            return Failed(request.number, explain(error))
        except MemoryError:
            return Failed(request.number, explain(FileJobError(request.path, "no memory is left")))
        except Exception as error:  # noqa: BLE001  one file must not stop the others
            _log.error("a file job failed with %s", type(error).__name__)
            detail = type(error).__name__
            reason = Message("it could not be worked on ({detail})", detail=detail)
            return Failed(request.number, explain(FileJobError(request.path, reason)))

    def _result(self, request: Start, kind: FileKind, advance: Advance) -> FileResult:
        work = request.settings
        advance(0.0)
        if kind is FileKind.TRANSCRIPT:
            settings = replace(work.settings.punctuation, policy=Policy.OFFLINE)
            model = self._language_model(request, settings)
            return punctuate_file(
                request.path, model, settings, advance, keep_marks=work.keep_marks
            )
        spec = recogniser_of(work.settings.recogniser, work.paths)
        settings = replace(work.settings.punctuation, policy=Policy.STREAMING)
        model = self._language_model(request, settings)
        return transcribe_file(request.path, model, settings, spec, advance)

    def _language_model(self, request: Start, settings: PunctuationSettings) -> LanguageModel:
        wanted = (settings.model, settings.backend, settings.threads, request.settings.paths)
        if self._model is None or wanted != self._loaded_with:
            self._model = None  # two need not fit into memory
            self._model = load_language_model(settings, request.settings.paths)
            self._loaded_with = wanted
        return self._model


class _Progress:
    """Tells the parent now and then, and hears whether to go on."""

    def __init__(self, pipe: Connection, number: int, kind: FileKind) -> None:
        self._pipe = pipe
        self._number = number
        self._kind = kind
        self._told_at_s = float("-inf")

    def __call__(self, progress: float | None) -> None:
        now_s = time.monotonic()
        if now_s - self._told_at_s < _TELL_INTERVAL_S:
            return
        self._told_at_s = now_s
        while self._pipe.poll():
            request = self._pipe.recv()
            if isinstance(request, Cancel) and request.number == self._number:
                raise _LetGoError
        self._pipe.send(Advanced(self._number, self._kind, progress))
