"""Measures how fast a recogniser is on this computer: its real-time factor."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from itertools import takewhile
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event

from engine.audio.sound_file import SoundFile
from engine.child_process import ChildProcess, send_output_to
from engine.errors import FermataError, RecogniserError
from engine.messages import Message
from engine.paths import Paths
from engine.recognisers.speech_models import RecogniserSpec
from engine.recognisers.worker import bound_memory, open_recogniser
from engine.types import AudioChunk

KEEPS_UP = 0.5  # the other half is for sound heard twice while speaking, and for other programs
_BUILT_IN_FACTOR = 0.1  # two threads of a desktop computer, as in the catalogue
_BUILT_IN_BYTES = 75_000_000
SAMPLE = Path("samples", "dictation.ogg")  # within the assets
_SAMPLE_S = 6.0
_LONGEST_S = 60.0  # nobody would wait longer
_LOOK_S = 0.1


def real_time_factor(spec: RecogniserSpec, paths: Paths, stop: Event | None = None) -> float:
    """Return the seconds of work per second of speech.

    A child process hears a few seconds of the recording that comes with Fermata; loading the model
    does not count. A run that takes a minute is stopped, and counts as a minute.

    Raises:
        ModelFormatError, RecogniserError: it cannot be loaded, crashed, or was stopped.
    """
    once = replace(spec, is_live=False)  # live, Whisper hears the sound as often as time allows
    child = ChildProcess(_serve, once, paths.assets / SAMPLE, name="fermata-speed")
    with closing(child):
        ends_s = time.monotonic() + _LONGEST_S
        while not child.wait(_LOOK_S):
            if stop is not None and stop.is_set():
                raise RecogniserError(spec.kind, "it is closed")
            if time.monotonic() > ends_s:
                return _LONGEST_S / _SAMPLE_S
        return _answer(child, spec)


def keeps_up(factor: float) -> bool:
    """Whether a recogniser with this real-time factor keeps up with a speaker."""
    return factor <= KEEPS_UP


def predicted_factor(measured: float, known: float | None, size_bytes: int) -> float:
    """Predict the real-time factor of a model that is not installed.

    Known factors are for two threads of a desktop computer, on which the built-in Whisper has 0.1:
    this computer is assumed to be as much slower or faster with both. Without a known factor, work
    is assumed to grow with size, as it does between Whispers.

    Args:
        measured: Factor of the built-in Whisper on this computer.
        known: The model's factor in the catalogue; None if never measured.
        size_bytes: Size of the model.
    """
    if known is not None:
        return known * measured / _BUILT_IN_FACTOR
    return measured * size_bytes / _BUILT_IN_BYTES


def _answer(child: ChildProcess, spec: RecogniserSpec) -> float:
    try:
        answer = child.pipe.recv()
    except (EOFError, OSError):
        reason = Message("its process ended (exit code {code})", code=child.exit_code())
        raise RecogniserError(spec.kind, reason) from None
    if isinstance(answer, FermataError):
        raise answer
    return float(answer)


def _serve(pipe: Connection, spec: RecogniserSpec, sample: Path) -> None:
    send_output_to(Path(os.devnull))
    bound_memory(spec)
    try:
        with SoundFile(sample) as sound:
            chunks = list(takewhile(lambda chunk: chunk.start_s < _SAMPLE_S, sound))
        pipe.send(_measured(spec, chunks))
    except FermataError as error:
        pipe.send(error)


def _measured(spec: RecogniserSpec, chunks: Sequence[AudioChunk]) -> float:
    with closing(open_recogniser(spec)) as recogniser:
        began_s = time.perf_counter()
        for chunk in chunks:
            for _ in recogniser.push(chunk):
                pass
        for _ in recogniser.flush():
            pass
        spent_s = time.perf_counter() - began_s
    return spent_s / sum(chunk.duration_s for chunk in chunks)
