"""PocketSphinx: the recogniser whose model comes with it, so that nothing need be downloaded."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from engine.types import BYTES_A_SAMPLE, SAMPLE_RATE_HZ, AudioChunk, Hypothesis, Word

_PARTIAL_EVERY_S = 0.2
_REDECODE_FROM_WORDS = 4  # shorter utterances come out better in one pass
_LONGEST_UTTERANCE_S = 20.0  # noise may hide every pause
_FRAMES_A_SECOND = 100  # of the decoder
_FRAME_SAMPLES = 480  # of what finds utterances
_SILENCE_FRAMES = 5
_FILLER = re.compile(r"[<\[+].*")
_PRONUNCIATION = re.compile(r"\(\d+\)$")


class PocketSphinxRecogniser:
    """One PocketSphinx decoder; it holds the interpreter's lock for seconds.

    Partials come from the stream; when an utterance has ended, it is decoded once more in full,
    so its final hypothesis may revise them.
    """

    def __init__(self) -> None:
        from pocketsphinx import Decoder

        self._decoder: Any = Decoder(
            samprate=SAMPLE_RATE_HZ, loglevel="FATAL", logfn=os.devnull, bestpath=True
        )
        self._utterances = Utterances()
        self._pcm = bytearray()
        self._is_open = False
        self._start_s = 0.0
        self._since_partial_s = 0.0
        self._last_partial: list[str] = []

    def push(self, chunk: AudioChunk) -> Iterator[Hypothesis]:
        for speech in self._utterances.push(chunk):
            yield from self._decode_block(speech)

    def flush(self) -> Iterator[Hypothesis]:
        for speech in self._utterances.flush():
            yield from self._decode_block(speech)
        if self._is_open:  # the sound ended in a silence, of which nothing is left to pass on
            yield self._final()

    def close(self) -> None:
        self._decoder = None

    def _decode_block(self, speech: bytes) -> Iterator[Hypothesis]:
        if not self._is_open:
            self._open(self._utterances.start_s)
        self._pcm += speech
        self._decoder.process_raw(speech, no_search=False, full_utt=False)
        if not self._utterances.in_speech:
            yield self._final()
        elif _seconds(self._pcm) >= _LONGEST_UTTERANCE_S:
            yield self._final_of_first_part()
        else:
            yield from self._partial(_seconds(speech))

    def _open(self, start_s: float) -> None:
        self._decoder.start_utt()
        self._is_open = True
        self._start_s = start_s
        self._pcm.clear()
        self._since_partial_s, self._last_partial = 0.0, []

    def _partial(self, heard_s: float) -> Iterator[Hypothesis]:
        self._since_partial_s += heard_s
        if self._since_partial_s < _PARTIAL_EVERY_S:
            return
        self._since_partial_s = 0.0
        words = self._decoder.hyp().hypstr.split() if self._decoder.hyp() else []
        if words != self._last_partial:
            self._last_partial = words
            heard = tuple(Word(text) for text in words)
            yield Hypothesis(heard, False, False, self._utterances.now_s)  # noqa: FBT003

    def _final(self) -> Hypothesis:
        self._decoder.end_utt()
        self._is_open = False
        words = self._words()
        if len(words) >= _REDECODE_FROM_WORDS:
            words = self._decode_in_full() or words
        return Hypothesis(words, is_final=True, time_s=self._utterances.now_s)

    def _final_of_first_part(self) -> Hypothesis:
        place = quietest_place(self._pcm)
        rest = bytes(self._pcm[place:])
        del self._pcm[place:]
        self._decoder.end_utt()
        words = self._decode_in_full()
        self._open(self._start_s + _seconds(self._pcm))
        self._pcm += rest
        self._decoder.process_raw(rest, no_search=False, full_utt=False)
        return Hypothesis(words, is_final=True, time_s=self._start_s)

    def _decode_in_full(self) -> tuple[Word, ...]:
        mean = self._decoder.get_cmn()
        self._decoder.reinit_feat()  # else the stream's mean and noise floor are used once more
        self._decoder.start_utt()
        self._decoder.process_raw(bytes(self._pcm), no_search=False, full_utt=True)
        self._decoder.end_utt()
        words = self._words()
        self._decoder.set_cmn(mean)
        return words

    def _words(self) -> tuple[Word, ...]:
        segments = self._decoder.seg() or ()
        return tuple(self._word(item) for item in segments if not _FILLER.match(item.word))

    def _word(self, segment: Any) -> Word:  # noqa: ANN401  PocketSphinx is untyped
        start_s = self._start_s
        return Word(
            _PRONUNCIATION.sub("", segment.word),
            round(start_s + segment.start_frame / _FRAMES_A_SECOND, 2),
            round(start_s + (segment.end_frame + 1) / _FRAMES_A_SECOND, 2),
            min(1.0, max(0.0, segment.prob)),
        )


class Utterances:
    """Voice activity in 30 ms frames: what is speech is passed on, silence is left out.

    After each block, `in_speech` tells whether the utterance goes on; when it does not, `start_s`
    says where that utterance began.
    """

    def __init__(self) -> None:
        from pocketsphinx import Endpointer

        self._endpointer: Any = Endpointer(sample_rate=SAMPLE_RATE_HZ)
        self._held = bytearray()
        self._offset_s: float | None = None
        self._heard_bytes = 0

    def push(self, chunk: AudioChunk) -> Iterator[bytes]:
        if self._offset_s is None:
            self._offset_s = chunk.start_s
        self._held += chunk.samples
        size_bytes = self._endpointer.frame_bytes
        while len(self._held) > size_bytes:
            frame = bytes(self._held[:size_bytes])
            del self._held[:size_bytes]
            self._heard_bytes += size_bytes
            if speech := self._endpointer.process(frame):
                yield speech

    def flush(self) -> Iterator[bytes]:
        if not self._held:  # nothing was ever heard, and no frame may be empty
            return
        rest = bytes(self._held)
        self._held.clear()
        self._heard_bytes += len(rest)
        if speech := self._endpointer.end_stream(rest):
            yield speech

    @property
    def in_speech(self) -> bool:
        return bool(self._endpointer.in_speech)

    @property
    def start_s(self) -> float:
        return (self._offset_s or 0.0) + float(self._endpointer.speech_start)

    @property
    def now_s(self) -> float:
        return (self._offset_s or 0.0) + self._heard_bytes / (BYTES_A_SAMPLE * SAMPLE_RATE_HZ)


def quietest_place(samples: bytes | bytearray) -> int:
    """Return the byte offset of the quietest 150 ms in the second half, in mid-silence."""
    frames = len(samples) // (_FRAME_SAMPLES * BYTES_A_SAMPLE)
    kept = np.frombuffer(bytes(samples), "<i2")[: frames * _FRAME_SAMPLES].astype(np.float64)
    energy = (kept.reshape(frames, _FRAME_SAMPLES) ** 2).sum(axis=1)
    energies = np.convolve(energy, np.ones(_SILENCE_FRAMES), mode="valid")
    first = frames // 2
    middle = first + int(np.argmin(energies[first:])) + _SILENCE_FRAMES // 2
    return middle * _FRAME_SAMPLES * BYTES_A_SAMPLE


def _seconds(samples: bytes | bytearray) -> float:
    return len(samples) / (BYTES_A_SAMPLE * SAMPLE_RATE_HZ)
