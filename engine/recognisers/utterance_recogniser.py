"""The live loop for models that hear whole stretches: it decodes a growing utterance repeatedly."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from engine.recognisers.alternatives import UncertainWord, alternatives
from engine.recognisers.stretch_decoder import Hearing, Spoken, StretchDecoder, TellsSpoken
from engine.recognisers.utterance import FRAME_S, Utterance
from engine.recognisers.voice_activity import FRAME_SAMPLES, Sound, VoiceActivity
from engine.types import BYTES_A_SAMPLE, AudioChunk, Hypothesis

_FULL_SCALE = 32_768  # of int16 samples
_SPEECH = 0.5  # probability of voice at which speech begins
_STILL_SPEECH = 0.35
_ONSET_FRAMES = 3
_BEFORE_FRAMES = 14  # sound heard from before speech is noticed
_END_S = 0.7  # silence that ends an utterance, live
_SURE_END_S = 0.3  # after a sentence that surely ends; in between, the surer the shorter
_FILE_END_S = 2.5  # in a file: speech after a thinking pause is heard with what was before it
_EVERY_S = 0.5
_LEAST_TELLING_S = 0.8  # of speech; less is too little to tell its language
_PACE = 2.0  # a hearing waits for this many times as much sound as the last one took
_SURE_MARK = 0.65  # probability of the mark that ends a sentence
_ENDS = frozenset(".?!。？！")


class UtteranceRecogniser:
    """Voice activity opens and closes utterances; an open one is decoded as often as time allows.

    Words on which two hearings agree are firm: a model that takes a prefix continues after them. Of
    the others, those likely to stay are shown. The final hearing is done as soon as a pause begins,
    so that it is ready when the pause has lasted long enough to end the utterance; a sentence that
    surely ends does not wait that long. A long utterance is cut in a pause between words, so that
    an hour costs no more per second than a minute. Words stay as the model writes them, with marks
    and capitals.

    Ref: Macháček et al. (2023), "Turning Whisper into Real-Time Transcription System", §2 (local
    agreement).
    """

    def __init__(self, decoder: StretchDecoder, *, is_live: bool = True) -> None:
        """Args: is_live: Hear utterances while they are spoken; otherwise once they have ended."""
        self._decoder = decoder
        self._voice = VoiceActivity()
        self._is_live = is_live
        self._end_s = _END_S if is_live else _FILE_END_S
        self._utterance: Utterance | None = None
        self._has_started = False

    def push(self, chunk: AudioChunk) -> Iterator[Hypothesis]:
        if not self._has_started:
            self._begin(chunk.start_s)
        self._held += chunk.samples
        size = FRAME_SAMPLES * BYTES_A_SAMPLE
        while len(self._held) >= size:
            frame = np.frombuffer(bytes(self._held[:size]), "<i2").astype(np.float32)
            del self._held[:size]
            yield from self._take(frame / np.float32(_FULL_SCALE))
        if self._utterance is not None and self._is_due(self._utterance):
            yield from self._hear_again(self._utterance)

    def flush(self) -> Iterator[Hypothesis]:
        if self._utterance is not None:
            yield self._final(self._utterance)
        self._has_started = False

    def close(self) -> None:
        self._utterance = None

    def readings(self, uncertain: UncertainWord) -> tuple[str, ...]:
        sound = np.frombuffer(uncertain.samples, "<i2").astype(np.float32) / np.float32(_FULL_SCALE)
        return alternatives(uncertain, self._decoder.branches(sound, uncertain.before))

    def spoken_in(self, samples: bytes) -> Spoken:
        if not isinstance(self._decoder, TellsSpoken):
            return Spoken()
        sound = np.frombuffer(samples, "<i2").astype(np.float32) / np.float32(_FULL_SCALE)
        self._voice.reset()
        places = range(0, len(sound) - FRAME_SAMPLES + 1, FRAME_SAMPLES)
        chances = [self._voice.probability(sound[at : at + FRAME_SAMPLES]) for at in places]
        voiced = [at for at, chance in zip(places, chances, strict=True) if chance > _SPEECH]
        if len(voiced) * FRAME_S < _LEAST_TELLING_S:
            return Spoken()
        first = max(0, voiced[0] - _BEFORE_FRAMES * FRAME_SAMPLES)
        return self._decoder.spoken_in(sound[first : voiced[-1] + _BEFORE_FRAMES * FRAME_SAMPLES])

    def _begin(self, start_s: float) -> None:
        self._has_started = True
        self._now_s = start_s
        self._held = bytearray()
        self._utterance = None
        self._before: deque[tuple[Sound, float, bool]] = deque(maxlen=_BEFORE_FRAMES)
        self._shown: list[str] = []
        self._voice.reset()
        self._new_utterance()

    def _new_utterance(self) -> None:
        self._heard_until_s = 0.0
        self._wait_s = _EVERY_S
        self._took_s = 0.0

    def _take(self, frame: Sound) -> Iterator[Hypothesis]:
        self._now_s += FRAME_S
        voice = self._voice.probability(frame)
        utterance = self._utterance
        if utterance is None:
            self._before.append((frame, voice, voice > _SPEECH))
            if len(self._before) >= _ONSET_FRAMES and all(
                is_on for _, _, is_on in list(self._before)[-_ONSET_FRAMES:]
            ):
                self._open()
            return
        utterance.add(frame, voice, is_speech=voice > _STILL_SPEECH)
        if self._may_have_ended(utterance):
            yield from self._hear_in_pause(utterance)
        if utterance.silent_s >= self._ending_silence_s(utterance):
            yield self._final(utterance)
        elif utterance.duration_s >= self._decoder.longest_s and not utterance.silent_s:
            yield self._final_of_first_part(utterance)

    def _open(self) -> None:
        start_s = self._now_s - len(self._before) * FRAME_S
        self._utterance = Utterance(start_s)
        for frame, voice, is_speech in self._before:
            self._utterance.add(frame, voice, is_speech=is_speech)
        self._before.clear()
        self._new_utterance()

    def _may_have_ended(self, utterance: Utterance) -> bool:
        """Whether to do the final hearing now, in case nobody goes on.

        A model slower than the wait for the end saves its time for the end itself.
        """
        is_quick = self._took_s < _END_S
        is_new = utterance.in_pause is None
        return self._is_live and is_quick and is_new and utterance.silent_s >= _SURE_END_S

    def _hear_in_pause(self, utterance: Utterance) -> Iterator[Hypothesis]:
        self._heard_until_s = utterance.duration_s
        utterance.in_pause = self._hear(utterance, is_final=True)
        if utterance.silent_s < self._ending_silence_s(utterance):
            yield from self._shown_anew(utterance, utterance.in_pause)

    def _ending_silence_s(self, utterance: Utterance) -> float:
        """Return the silence that ends the utterance: the surer a sentence ends, the shorter."""
        if utterance.in_pause is None:
            return self._end_s
        is_sure = min(1.0, _end_probability(utterance.in_pause) / _SURE_MARK)
        return _END_S - is_sure * (_END_S - _SURE_END_S)

    def _is_due(self, utterance: Utterance) -> bool:
        heard_s = utterance.duration_s - utterance.silent_s
        return self._is_live and heard_s - self._heard_until_s >= self._wait_s

    def _hear_again(self, utterance: Utterance) -> Iterator[Hypothesis]:
        self._heard_until_s = utterance.duration_s
        yield from self._shown_anew(utterance, self._hear(utterance))

    def _shown_anew(self, utterance: Utterance, hearing: Hearing) -> Iterator[Hypothesis]:
        utterance.agree(hearing)
        words = utterance.words([*utterance.firm, *utterance.likely()])
        texts = [word.text for word in words]
        if texts != self._shown:
            self._shown = texts
            language = utterance.language or ""
            yield Hypothesis(
                words, is_final=False, ends_segment=False, time_s=self._now_s, language=language
            )

    def _hear(self, utterance: Utterance, *, is_final: bool = False) -> Hearing:
        began_s = time.perf_counter()
        hearing = self._decoder.hear(utterance.sound(), utterance.known, is_final=is_final)
        self._took_s = time.perf_counter() - began_s
        self._wait_s = max(_EVERY_S, _PACE * self._took_s)
        return hearing

    def _final(self, utterance: Utterance) -> Hypothesis:
        hearing = utterance.in_pause or self._hear(utterance, is_final=True)
        self._utterance = None
        self._before.extend(utterance.silence())
        return self._hypothesis(utterance, hearing, self._now_s)

    def _final_of_first_part(self, utterance: Utterance) -> Hypothesis:
        """Cut between words or, if the model has no word times, where there is least speech."""
        self._heard_until_s = 0.0
        if not self._decoder.tells_times:
            at_s = utterance.quietest_s()
            first, self._utterance = utterance.before(at_s), utterance.after(at_s)
            return self._hypothesis(
                first, self._hear(first, is_final=True), self._utterance.start_s
            )
        hearing = self._hear(utterance, is_final=True)
        words = utterance.words(hearing.words)
        cut_s = utterance.widest_gap_s(words)
        count = sum((word.start_s or 0.0) < utterance.start_s + cut_s for word in words)
        self._utterance = utterance.cut(cut_s, hearing, count)
        told = self._hypothesis(utterance, hearing, self._utterance.start_s)
        return replace(told, words=words[:count], is_cut=True)

    def _hypothesis(self, utterance: Utterance, hearing: Hearing, time_s: float) -> Hypothesis:
        self._shown = []
        return Hypothesis(
            utterance.words(hearing.words),
            is_final=True,
            time_s=time_s,
            writes_marks=self._decoder.writes_marks,
            language=hearing.language or "",
            is_foreign=hearing.is_foreign,
        )


def _end_probability(hearing: Hearing) -> float:
    """Return the probability that a sentence ends with the last word."""
    last = hearing.words[-1] if hearing.words else None
    return (last.mark_probability or 0.0) if last and last.text[-1:] in _ENDS else 0.0
