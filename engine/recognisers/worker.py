"""The child's side of the process boundary: loads a recogniser and reads the sound log for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from engine.audio.resample import CHUNK_BYTES
from engine.audio.sound_log import LogAddress, LogReader
from engine.child_process import limit_memory_beside, send_output_to
from engine.errors import FermataError, RecogniserError
from engine.messages import own_words
from engine.recognisers.alternatives import FindsAlternatives, UncertainWord
from engine.recognisers.recogniser import Recogniser, TellsLanguage
from engine.recognisers.sherpa_models import read_sherpa_model
from engine.recognisers.speech_models import RecogniserSpec, whisper_network
from engine.recognisers.stretch_decoder import Spoken, StretchDecoder
from engine.types import BYTES_A_SAMPLE, SAMPLE_RATE_HZ, AudioChunk, Hypothesis


@dataclass(frozen=True, slots=True)
class Hear:
    """A request to hear a log from one place to another, in bytes."""

    log: LogAddress
    first: int
    end: int


@dataclass(frozen=True, slots=True)
class Flush:
    """A request for everything the recogniser still holds."""


@dataclass(frozen=True, slots=True)
class Identify:
    """A request to identify the language of each stretch: samples of at most 30 s."""

    stretches: tuple[bytes, ...]


Request = Hear | Flush | UncertainWord | Identify


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer to a request or part of one; the first says that the model is loaded.

    Attributes:
        heard_bytes: The place in the log up to which it was heard.
        is_last: Whether it is the last for its request.
    """

    hypotheses: tuple[Hypothesis, ...] = ()
    readings: tuple[str, ...] = ()
    spoken: tuple[Spoken, ...] = ()
    error: FermataError | None = None
    heard_bytes: int = 0
    is_last: bool = True


def serve(connection: Connection, spec: RecogniserSpec, output: Path) -> None:
    """Answer requests in order until the parent closes the pipe."""
    send_output_to(output)
    with suppress(OSError):  # some systems cannot unlink an open file
        output.unlink()
    bound_memory(spec)
    try:
        for reply in _replies(connection, spec):
            connection.send(reply)
    except (EOFError, OSError):  # the parent is gone or has closed the pipe
        return


def bound_memory(spec: RecogniserSpec) -> None:
    """Limit this process's memory to what its model may need, except with a GPU's library."""
    if spec.kind == "whisper":
        from ctranslate2 import get_cuda_device_count

        if get_cuda_device_count():
            return
    files = {path for path in spec.speech_model.rglob("*") if path.is_file()}
    if spec.kind == "whisper":
        files.update(whisper_network(spec.speech_model))  # a part may be in another folder
    with suppress(OSError):  # loading it reports that
        limit_memory_beside(sum(path.stat().st_size for path in files))


def open_recogniser(spec: RecogniserSpec) -> Recogniser:
    if spec.kind == "vosk":
        from engine.recognisers.vosk_recogniser import VoskRecogniser

        return VoskRecogniser(spec.speech_model)
    if spec.kind == "sherpa" and read_sherpa_model(spec.speech_model).family.is_streaming:
        from engine.recognisers.sherpa_recogniser import SherpaRecogniser

        return SherpaRecogniser(spec.speech_model, spec.hot_words, spec.languages)
    from engine.recognisers.utterance_recogniser import UtteranceRecogniser

    return UtteranceRecogniser(_stretch_decoder(spec), is_live=spec.is_live)


def _stretch_decoder(spec: RecogniserSpec) -> StretchDecoder:
    if spec.kind == "sherpa":
        from engine.recognisers.sherpa_decoder import SherpaDecoder

        return SherpaDecoder(spec.speech_model, spec.hot_words, spec.languages)
    from engine.recognisers.whisper_decoder import WhisperDecoder

    return WhisperDecoder(spec.speech_model, spec.languages, spec.hot_words)


def _replies(connection: Connection, spec: RecogniserSpec) -> Iterator[Reply]:
    try:
        recogniser = open_recogniser(spec)
        yield Reply()
        while True:
            request: Request = connection.recv()
            if isinstance(request, Flush):
                yield Reply(tuple(recogniser.flush()))
            elif isinstance(request, Hear):
                yield from _heard(recogniser, request)
            elif isinstance(request, Identify):
                yield Reply(spoken=_identified(recogniser, request))
            elif isinstance(recogniser, FindsAlternatives):
                yield Reply(readings=recogniser.readings(request))
            else:
                yield Reply()
    except FermataError as error:
        yield Reply(error=error)
    except (EOFError, OSError):
        raise
    except Exception as error:  # noqa: BLE001  whatever it is, the parent must know
        said = own_words(f"{type(error).__name__}: {error}")
        yield Reply(error=RecogniserError(spec.kind, said))


def _identified(recogniser: Recogniser, request: Identify) -> tuple[Spoken, ...]:
    if not isinstance(recogniser, TellsLanguage):
        return ()
    return tuple(map(recogniser.spoken_in, request.stretches))


def _heard(recogniser: Recogniser, request: Hear) -> Iterator[Reply]:
    """Hear part of the log chunk by chunk, since recognisers look for endpoints once per chunk."""
    log = LogReader(request.log)
    for first in range(request.first, request.end, CHUNK_BYTES):
        end = min(request.end, first + CHUNK_BYTES)
        chunk = AudioChunk(log.read(first, end), first / (BYTES_A_SAMPLE * SAMPLE_RATE_HZ))
        heard = tuple(recogniser.push(chunk))
        yield Reply(heard, heard_bytes=end, is_last=end == request.end)
