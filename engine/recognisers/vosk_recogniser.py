"""Vosk: Kaldi's decoder, with word times, confidences and partial results."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

from engine.errors import ModelFormatError
from engine.messages import own_words
from engine.recognisers.alternatives import UncertainWord, alternatives
from engine.recognisers.speech_models import check_vosk_model
from engine.recognisers.vosk_messages import final_hypothesis, partial_hypothesis
from engine.types import BYTES_A_SAMPLE, SAMPLE_RATE_HZ, AudioChunk, Hypothesis

_ALTERNATIVES = 20  # most differ in words other than the uncertain one
_NOT_NEEDED = ("requests", "srt", "tqdm", "urllib.request")  # except for Vosk's own downloads


class VoskRecogniser:
    """A Vosk decoder; the library aborts its process if a model's files are damaged."""

    def __init__(self, folder: Path) -> None:
        """Load the model; raise ModelFormatError if parts are missing or refused."""
        check_vosk_model(folder)
        try:
            self._model = _load(folder)
            self._decoder = self._new_decoder()
        except Exception as error:  # Vosk raises nothing narrower
            raise ModelFormatError(folder, own_words(error)) from error
        self._heard_bytes = 0
        self._start_s: float | None = None
        self._last_partial = ""

    def push(self, chunk: AudioChunk) -> Iterator[Hypothesis]:
        if self._start_s is None:
            self._start_s = chunk.start_s
        self._heard_bytes += len(chunk.samples)
        if self._decoder.AcceptWaveform(chunk.samples):
            yield self._final(self._decoder.Result())
        else:
            yield from self._partial(json.loads(self._decoder.PartialResult())["partial"])

    def flush(self) -> Iterator[Hypothesis]:
        yield self._final(self._decoder.FinalResult())

    def close(self) -> None:
        self._decoder = self._model = None

    def readings(self, uncertain: UncertainWord) -> tuple[str, ...]:
        decoder = self._new_decoder()
        decoder.SetMaxAlternatives(_ALTERNATIVES)
        decoder.AcceptWaveform(uncertain.samples)
        found = json.loads(decoder.FinalResult(), parse_constant=_unknown).get("alternatives", [])
        whole = replace(uncertain, after="")
        return alternatives(whole, (_words_at(one, uncertain) for one in found))

    def _new_decoder(self) -> Any:  # noqa: ANN401  Vosk is untyped
        decoder = _vosk().KaldiRecognizer(self._model, float(SAMPLE_RATE_HZ))
        decoder.SetWords(True)  # noqa: FBT003  Vosk's signature
        return decoder

    @property
    def _now_s(self) -> float:
        heard_s = self._heard_bytes / (BYTES_A_SAMPLE * SAMPLE_RATE_HZ)
        return (self._start_s or 0.0) + heard_s

    def _partial(self, text: str) -> Iterator[Hypothesis]:
        if text != self._last_partial:
            self._last_partial = text
            yield partial_hypothesis(text, self._now_s)

    def _final(self, message: str) -> Hypothesis:
        self._last_partial = ""
        known = json.loads(message, parse_constant=_unknown)
        return final_hypothesis(known, self._now_s, offset_s=self._start_s or 0.0)


def _unknown(_constant: str) -> None:
    """Return None for NaN, a confidence that Kaldi divided by zero."""


def _words_at(alternative: Mapping[str, Any], uncertain: UncertainWord) -> str:
    """Return the words whose middle is within the uncertain word."""
    words = alternative.get("result", [])
    return " ".join(
        word["word"]
        for word in words
        if uncertain.start_s <= (word["start"] + word["end"]) / 2 <= uncertain.end_s
    )


def _load(folder: Path) -> Any:  # noqa: ANN401  Vosk is untyped
    vosk = _vosk()
    vosk.SetLogLevel(-1)
    return vosk.Model(str(folder))


class _Placeholder(ModuleType):
    def __getattr__(self, _name: str) -> None:
        """Provide any name that is imported."""


def _vosk() -> Any:  # noqa: ANN401  Vosk is untyped
    """Import Vosk without the modules that take most of its loading time."""
    placeholders = {name: _Placeholder(name) for name in _NOT_NEEDED if name not in sys.modules}
    try:
        sys.modules.update(placeholders)
        import vosk
    finally:
        for name in placeholders:
            del sys.modules[name]
    return vosk
