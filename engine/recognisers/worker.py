"""The child's side of the process boundary: loads a recogniser and answers one chunk at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from engine.child_process import send_output_to
from engine.errors import FermataError, RecogniserError
from engine.messages import own_words
from engine.recognisers.other_readings import Doubt, HearsOtherReadings
from engine.recognisers.recogniser import Recogniser
from engine.recognisers.speech_models import RecogniserSpec
from engine.types import AudioChunk, Hypothesis


@dataclass(frozen=True, slots=True)
class Flush:
    """Asks for everything that the recogniser still holds."""


Request = AudioChunk | Flush | Doubt


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to one request, and the first one when the model is loaded."""

    hypotheses: tuple[Hypothesis, ...] = ()
    readings: tuple[str, ...] = ()
    error: FermataError | None = None


def serve(connection: Connection, spec: RecogniserSpec, output: Path) -> None:
    """Answer requests until the parent closes its end; each gets one reply, in order."""
    send_output_to(output)
    with suppress(OSError):  # another system keeps the name of what is open
        output.unlink()
    try:
        for reply in _replies(connection, spec):
            connection.send(reply)
    except (EOFError, OSError):  # the parent is gone or has closed
        return


def open_recogniser(spec: RecogniserSpec) -> Recogniser:
    if spec.kind == "vosk":
        from engine.recognisers.vosk_recogniser import VoskRecogniser

        return VoskRecogniser(spec.speech_model)
    if spec.kind == "sherpa":
        from engine.recognisers.sherpa_recogniser import SherpaRecogniser

        return SherpaRecogniser(spec.speech_model, spec.hot_words, spec.languages)
    from engine.recognisers.whisper_recogniser import WhisperRecogniser

    return WhisperRecogniser(
        spec.speech_model, spec.languages, spec.hot_words, is_live=spec.is_live
    )


def _replies(connection: Connection, spec: RecogniserSpec) -> Iterator[Reply]:
    try:
        recogniser = open_recogniser(spec)
        yield Reply()
        while True:
            request: Request = connection.recv()
            if isinstance(request, Flush):
                yield Reply(tuple(recogniser.flush()))
            elif isinstance(request, AudioChunk):
                yield Reply(tuple(recogniser.push(request)))
            elif isinstance(recogniser, HearsOtherReadings):
                yield Reply(readings=recogniser.readings(request))
            else:
                yield Reply()
    except FermataError as error:
        yield Reply(error=error)
    except (EOFError, OSError):
        raise
    except Exception as error:  # noqa: BLE001  whatever it is, the parent must hear of it
        said = own_words(f"{type(error).__name__}: {error}")
        yield Reply(error=RecogniserError(spec.kind, said))
