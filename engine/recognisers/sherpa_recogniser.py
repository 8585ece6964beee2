"""Runs streaming sherpa-onnx models: transducers and paraformers (see `sherpa_models`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import ModelFormatError
from engine.messages import own_words
from engine.recognisers.sherpa_hot_words import known_hot_words
from engine.recognisers.sherpa_loading import load
from engine.recognisers.sherpa_models import read_sherpa_model
from engine.recognisers.sherpa_words import FirstSeen, Token, spelling_of, words_of
from engine.types import BYTES_A_SAMPLE, SAMPLE_RATE_HZ, AudioChunk, Hypothesis, Word

_LATE_S = 0.5  # a token may appear this long after its sound
_LONG_SEGMENT_S = 20.0  # from here on, a short silence ends it
_SHORT_SILENCE_S = 0.4
_PAUSE_S = 1.0  # ends a segment
_OPTIONS = {
    "num_threads": 1,  # published models keep up with one; more would spin while they wait
    "enable_endpoint_detection": True,
    "rule1_min_trailing_silence": 5.0,  # without words
    "rule2_min_trailing_silence": _PAUSE_S,  # after the last token, which may come within a word
    "rule3_min_utterance_length": 60.0,
}


class SherpaRecogniser:
    """A sherpa-onnx stream; damaged model files can crash the library.

    A transducer's words have times and confidences (see `words_of`). For a paraformer the library
    gives neither, and word times are guessed (see `FirstSeen`).
    """

    def __init__(
        self, folder: Path, hot_words: Sequence[str] = (), languages: Sequence[str] = ()
    ) -> None:
        """Load the model, leaving out hot words that it cannot use or spell.

        A model with a language option is given the language if only one will be spoken.

        Raises:
            ModelFormatError: parts are missing, do not fit together, or are refused.
            RecogniserError: sherpa-onnx is not installed.
        """
        model = read_sherpa_model(folder)
        self._chunk_s = model.chunk_s
        self._end_padding = _silence(model.chunk_s + _LATE_S)
        marks_beginnings = model.kind != "paraformer"
        self._spelling = spelling_of(model.tokens, marks_beginnings=marks_beginnings)
        in_capitals = self._spelling.in_capitals
        self._hot_words = "/".join(known_hot_words(hot_words, model, in_capitals=in_capitals))
        known = [it for it in languages if it.lower() in model.languages]
        self._language = known[0] if len(known) == len(languages) == 1 else ""
        self._library: Any = load(model, _OPTIONS, with_hot_words=bool(self._hot_words))
        self._stream: Any = self._new_stream()
        self._try_out(folder)
        self._first_seen = FirstSeen()
        self._start_s: float | None = None
        self._heard_bytes = 0
        self._last_partial: list[str] = []

    def push(self, chunk: AudioChunk) -> Iterator[Hypothesis]:
        if self._start_s is None:
            self._start_s = chunk.start_s
        self._heard_bytes += len(chunk.samples)
        self._decode(chunk.samples[: len(chunk.samples) // BYTES_A_SAMPLE * BYTES_A_SAMPLE])
        words = self._words()
        if self._is_endpoint(words):
            yield self._final(words, self._now_s)
            self._library.reset(self._stream)
        else:
            yield from self._partial(words)

    def flush(self) -> Iterator[Hypothesis]:
        time_s = self._now_s
        self._decode(self._end_padding)
        self._stream.input_finished()
        self._decode(b"")
        yield self._final(self._words(), time_s)
        self._stream = self._new_stream()  # the old one accepts no more sound
        self._start_s, self._heard_bytes = time_s, 0

    def close(self) -> None:
        self._stream = self._library = None

    def _try_out(self, folder: Path) -> None:
        """Decode silence: networks that do not fit together must fail before the session starts."""
        try:
            self._decode(self._end_padding)
        except RuntimeError as error:  # raised by ONNX Runtime
            raise ModelFormatError(folder, own_words(error)) from error
        self._stream = self._new_stream()

    def _decode(self, samples: bytes) -> None:
        if samples:
            sound = np.frombuffer(samples, "<i2").astype(np.float32) / 32_768
            self._stream.accept_waveform(SAMPLE_RATE_HZ, sound)
        while self._library.is_ready(self._stream):
            self._library.decode_stream(self._stream)

    @property
    def _now_s(self) -> float:
        heard_s = self._heard_bytes / (BYTES_A_SAMPLE * SAMPLE_RATE_HZ)
        return (self._start_s or 0.0) + heard_s

    @property
    def _segment_start_s(self) -> float:
        return (self._start_s or 0.0) + float(self._library.start_time(self._stream))

    def _words(self) -> tuple[Word, ...]:
        heard = self._library.get_result_all(self._stream)
        texts, times_s, scores = heard.tokens, heard.timestamps, heard.ys_probs
        start_s = self._segment_start_s
        if len(times_s) != len(texts):
            seen_s = self._first_seen.times_s(len(texts), self._now_s)
            times_s = [time_s - start_s for time_s in seen_s]
        known = scores if len(scores) == len(texts) else [None] * len(texts)
        tokens = map(Token, texts, times_s, known)
        return words_of(tokens, self._spelling, start_s)

    def _is_endpoint(self, words: Sequence[Word]) -> bool:
        """Whether to end the segment, which the library alone would do too late.

        Ends a long segment in a short silence, before the library cuts it within a word; and any
        segment in a pause, since for some families the library counts silence in wrong units.
        """
        if self._library.is_endpoint(self._stream):
            return True
        end_s = words[-1].end_s if words else None
        is_long = self._now_s - self._segment_start_s > _LONG_SEGMENT_S
        # the sound of an incomplete chunk has not been heard
        least_s = max(_SHORT_SILENCE_S, self._chunk_s) if is_long else _PAUSE_S + self._chunk_s
        return end_s is not None and self._now_s - end_s > least_s

    def _partial(self, words: tuple[Word, ...]) -> Iterator[Hypothesis]:
        texts = [word.text for word in words]
        if texts != self._last_partial:
            self._last_partial = texts
            yield Hypothesis(words, is_final=False, ends_segment=False, time_s=self._now_s)

    def _final(self, words: tuple[Word, ...], time_s: float) -> Hypothesis:
        self._last_partial = []
        self._first_seen.new_segment()
        words = tuple(_until(word, time_s) for word in words)  # not into the padding at the end
        return Hypothesis(words, is_final=True, time_s=time_s)

    def _new_stream(self) -> Any:  # noqa: ANN401  sherpa-onnx is untyped
        options = {"hotwords": self._hot_words} if self._hot_words else {}
        stream = self._library.create_stream(**options)
        if self._language:
            stream.set_option("language", self._language)
        return stream


def _silence(length_s: float) -> bytes:
    return bytes(round(length_s * SAMPLE_RATE_HZ) * BYTES_A_SAMPLE)


def _until(word: Word, end_s: float) -> Word:
    if word.start_s is None or word.end_s is None:
        return word
    return replace(word, start_s=min(word.start_s, end_s), end_s=min(word.end_s, end_s))
