"""The live loop of models that hear whole stretches: an utterance is heard again while it grows."""

from __future__ import annotations

import re
import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, takewhile

import numpy as np

from engine.recognisers.alternatives import UncertainWord, alternatives
from engine.recognisers.settled_words import aligned_length
from engine.recognisers.stretch_decoder import Hearing, RecognisedWord, Spoken, StretchDecoder
from engine.recognisers.voice_activity import FRAME_SAMPLES, Sound, VoiceActivity
from engine.types import BYTES_A_SAMPLE, SAMPLE_RATE_HZ, AudioChunk, Hypothesis, Word

_FRAME_S = FRAME_SAMPLES / SAMPLE_RATE_HZ
_FULL_SCALE = 32_768  # of int16 samples
_SPEECH = 0.5  # probability of voice from which speech begins
_STILL_SPEECH = 0.35
_ONSET_FRAMES = 3
_BEFORE_FRAMES = 14  # heard before speech is noticed
_END_S = 0.7  # silence that ends an utterance, live
_FILE_END_S = 2.5  # in a file: what follows a thinking pause is heard with what was before it
_BEHIND_S = 0.3  # of which so much is heard
_EVERY_S = 0.5
_PACE = 2.0  # one hearing waits for as much sound as it took time, so often
_FIRST_CUT, _LAST_CUT = 0.4, 0.85  # where a long utterance is cut, as shares
_LEAST_TELLING_S = 1.0  # of speech; less does not tell its language
_LIKELY = 0.65  # below it most words change in the next hearing
_SIGNS = re.compile(r"[^\w']+")


@dataclass(slots=True)
class _Utterance:
    """Sound from shortly before somebody speaks until shortly after.

    Attributes:
        start_s: when it begins, since the session's beginning.
        frames: its sound.
        speech: of each frame, whether it is speech.
        firm: its first words, on which two hearings agreed.
        last: what the last hearing had behind them.
        language: of the last hearing; None where the model does not tell.
    """

    start_s: float
    frames: list[Sound] = field(default_factory=list)
    speech: list[bool] = field(default_factory=list)
    firm: list[RecognisedWord] = field(default_factory=list)
    last: list[RecognisedWord] = field(default_factory=list)
    language: str | None = None

    @property
    def known(self) -> Hearing:
        return Hearing(tuple(self.firm), self.language)

    @property
    def duration_s(self) -> float:
        return len(self.frames) * _FRAME_S

    @property
    def silent_s(self) -> float:
        """How long it has been silent at its end."""
        silent = next((n for n, is_on in enumerate(reversed(self.speech)) if is_on), 0)
        return silent * _FRAME_S

    def sound(self) -> Sound:
        spare = max(0, round((self.silent_s - _BEHIND_S) / _FRAME_S))
        return np.concatenate(self.frames[: len(self.frames) - spare])

    def agree(self, hearing: Hearing) -> None:
        """Take a hearing: what two in a row have alike is firm, but for the last word."""
        if hearing.language != self.language:
            self.firm, self.last, self.language = [], [], hearing.language
        reached = aligned_length([*map(_bare, self.firm)], [*map(_bare, hearing.words)])
        fresh = list(hearing.words[reached:])
        count = min(_common(self.last, fresh), len(fresh) - 1)
        self.firm += fresh[: max(0, count)]
        self.last = fresh[max(0, count) :]

    def likely(self) -> list[RecognisedWord]:
        """Return the words behind the firm ones that the last hearing is fairly sure of.

        One that does not say how sure it is may have heard half of the last word.
        """
        words = [*takewhile(_is_likely, self.last)]
        is_open = bool(words) and words[-1].probability is None and not self.silent_s
        return words[:-1] if is_open else words

    def cut(self, at_s: float, hearing: Hearing, count: int) -> _Utterance:
        """Return what follows a time and the first `count` of its words, which begin before it."""
        place = round(at_s / _FRAME_S)
        shift_s = place * _FRAME_S
        rest = [
            replace(
                it,
                start_s=max(0.0, (it.start_s or 0.0) - shift_s),
                end_s=max(0.0, (it.end_s or 0.0) - shift_s),
            )
            for it in hearing.words[count:]
        ]
        firm = max(0, len(self.firm) - count)
        start_s = self.start_s + shift_s
        frames, speech = self.frames[place:], self.speech[place:]
        return _Utterance(start_s, frames, speech, rest[:firm], rest[firm:], hearing.language)

    def words(self, heard: Sequence[RecognisedWord]) -> tuple[Word, ...]:
        """Return words; how sure the model is of the first one is not known.

        The probability of a beginning is shared among its spellings: of 48 right words below 45 %
        on the recordings of `bench low_confidence`, 20 were first ones, and of 26 wrong words one.
        """
        words = [
            self._word(word, *span) for word, span in zip(heard, self._spans(heard), strict=True)
        ]
        return (*(replace(word, confidence=None) for word in words[:1]), *words[1:])

    def _spans(self, heard: Sequence[RecognisedWord]) -> list[tuple[float, float]]:
        """Return when words begin and end; where one does not tell, all are spread over the speech.

        A guess: each takes as much of the speech as it has of the letters.
        """
        known = [(it.start_s, it.end_s) for it in heard]
        told = [(a, b) for a, b in known if a is not None and b is not None]
        if len(told) == len(known):
            return told
        spoken = [n for n, is_on in enumerate(self.speech) if is_on] or [*range(len(self.frames))]
        ends = np.cumsum([0, *(len(it.text) for it in heard)])
        places = ends * (len(spoken) - 1) // max(1, ends[-1])
        times_s = [spoken[place] * _FRAME_S for place in places]
        return [*pairwise(times_s)]

    def _word(self, heard: RecognisedWord, begin_s: float, end_s: float) -> Word:
        """Return a word with its times in the session: those of its speech, without pauses."""
        first, end = int(begin_s / _FRAME_S), round(end_s / _FRAME_S)
        run = max(_runs(self.speech[first:end]), key=len, default=range(0))
        if run:
            begin_s = max(begin_s, (first + run.start) * _FRAME_S)
            end_s = max(begin_s, min(end_s, (first + run.stop) * _FRAME_S))
        sure = heard.probability
        return Word(
            heard.text.strip(),
            round(self.start_s + begin_s, 3),
            round(self.start_s + end_s, 3),
            None if sure is None else min(1.0, max(0.0, sure)),
            mark_confidence=heard.mark_probability,
        )


class UtteranceRecogniser:
    """Voice activity opens and closes utterances; an open one is heard again at a pace it can keep.

    Words on which two hearings agree are firm: a model that takes a prefix goes on behind them. Of
    the others those are shown that are likely to stay. A long utterance is cut in a pause between
    words, so that an hour costs no more a second than a minute. Words stand as the model writes
    them, with marks and capitals.

    Ref: Macháček et al. (2023), "Turning Whisper into Real-Time Transcription System", §2
    (local agreement).
    """

    def __init__(self, decoder: StretchDecoder, *, is_live: bool = True) -> None:
        """Args: is_live: hear utterances while they are spoken; else once, when they have ended."""
        self._decoder = decoder
        self._voice = VoiceActivity()
        self._is_live = is_live
        self._end_s = _END_S if is_live else _FILE_END_S
        self._utterance: _Utterance | None = None
        self._is_begun = False

    def push(self, chunk: AudioChunk) -> Iterator[Hypothesis]:
        if not self._is_begun:
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
        self._is_begun = False

    def close(self) -> None:
        self._utterance = None

    def readings(self, uncertain: UncertainWord) -> tuple[str, ...]:
        sound = np.frombuffer(uncertain.samples, "<i2").astype(np.float32) / np.float32(_FULL_SCALE)
        return alternatives(uncertain, self._decoder.branches(sound, uncertain.before))

    def spoken_in(self, samples: bytes) -> Spoken:
        sound = np.frombuffer(samples, "<i2").astype(np.float32) / np.float32(_FULL_SCALE)
        self._voice.reset()
        places = range(0, len(sound) - FRAME_SAMPLES + 1, FRAME_SAMPLES)
        chances = [self._voice.probability(sound[at : at + FRAME_SAMPLES]) for at in places]
        voiced = [at for at, chance in zip(places, chances, strict=True) if chance > _SPEECH]
        if len(voiced) * _FRAME_S < _LEAST_TELLING_S:
            return Spoken()
        return self._decoder.spoken_in(sound[voiced[0] : voiced[-1] + FRAME_SAMPLES])

    def _begin(self, start_s: float) -> None:
        self._is_begun = True
        self._now_s = start_s
        self._held = bytearray()
        self._utterance = None
        self._before: deque[tuple[Sound, bool]] = deque(maxlen=_BEFORE_FRAMES)
        self._shown: list[str] = []
        self._voice.reset()
        self._new_utterance()

    def _new_utterance(self) -> None:
        self._heard_until_s = 0.0
        self._wait_s = _EVERY_S

    def _take(self, frame: Sound) -> Iterator[Hypothesis]:
        self._now_s += _FRAME_S
        likely = self._voice.probability(frame)
        if self._utterance is None:
            self._before.append((frame, likely > _SPEECH))
            if len(self._before) >= _ONSET_FRAMES and all(
                is_on for _, is_on in list(self._before)[-_ONSET_FRAMES:]
            ):
                self._open()
            return
        self._utterance.frames.append(frame)
        self._utterance.speech.append(likely > _STILL_SPEECH)
        if self._utterance.silent_s >= self._end_s:
            yield self._final(self._utterance)
        elif self._utterance.duration_s >= self._decoder.longest_s and not self._utterance.silent_s:
            yield self._final_of_first_part(self._utterance)

    def _open(self) -> None:
        start_s = self._now_s - len(self._before) * _FRAME_S
        frames, speech = zip(*self._before, strict=True)
        self._utterance = _Utterance(start_s, list(frames), list(speech))
        self._before.clear()
        self._new_utterance()

    def _is_due(self, utterance: _Utterance) -> bool:
        heard_s = utterance.duration_s - utterance.silent_s
        return self._is_live and heard_s - self._heard_until_s >= self._wait_s

    def _hear_again(self, utterance: _Utterance) -> Iterator[Hypothesis]:
        self._heard_until_s = utterance.duration_s
        utterance.agree(self._hear(utterance))
        words = utterance.words([*utterance.firm, *utterance.likely()])
        texts = [word.text for word in words]
        if texts != self._shown:
            self._shown = texts
            language = utterance.language or ""
            yield Hypothesis(
                words, is_final=False, ends_segment=False, time_s=self._now_s, language=language
            )

    def _hear(self, utterance: _Utterance, *, is_final: bool = False) -> Hearing:
        began_s = time.perf_counter()
        hearing = self._decoder.hear(utterance.sound(), utterance.known, is_final=is_final)
        self._wait_s = max(_EVERY_S, _PACE * (time.perf_counter() - began_s))
        return hearing

    def _final(self, utterance: _Utterance) -> Hypothesis:
        hearing = self._hear(utterance, is_final=True)
        self._utterance, self._shown = None, []
        for frame, is_on in zip(utterance.frames, utterance.speech, strict=True):
            self._before.append((frame, is_on))
        return Hypothesis(
            utterance.words(hearing.words),
            is_final=True,
            time_s=self._now_s,
            writes_marks=self._decoder.writes_marks,
            language=hearing.language or "",
            is_foreign=hearing.is_foreign,
        )

    def _final_of_first_part(self, utterance: _Utterance) -> Hypothesis:
        hearing = self._hear(utterance, is_final=True)
        words = utterance.words(hearing.words)
        cut_s = _widest_gap_s(words, utterance.start_s, utterance.duration_s)
        count = sum((word.start_s or 0.0) < cut_s for word in words)
        rest = utterance.cut(cut_s - utterance.start_s, hearing, count)
        self._utterance, self._shown = rest, []
        self._heard_until_s = 0.0
        return Hypothesis(
            words[:count],
            is_final=True,
            time_s=rest.start_s,
            writes_marks=self._decoder.writes_marks,
            is_cut=True,
            language=hearing.language or "",
            is_foreign=hearing.is_foreign,
        )


def _widest_gap_s(words: Sequence[Word], start_s: float, duration_s: float) -> float:
    """Return the middle of the widest pause between two words, away from begin and end."""
    first_s, last_s = start_s + _FIRST_CUT * duration_s, start_s + _LAST_CUT * duration_s
    gaps = [
        (one.end_s or 0.0, two.start_s or 0.0)
        for one, two in pairwise(words)
        if first_s <= (two.start_s or 0.0) <= last_s
    ]
    end_s, begin_s = max(gaps, key=lambda gap: gap[1] - gap[0], default=(last_s, last_s))
    return (end_s + begin_s) / 2


def _common(one: Sequence[RecognisedWord], other: Sequence[RecognisedWord]) -> int:
    pairs = zip(one, other, strict=False)
    length = min(len(one), len(other))
    return next((n for n, (a, b) in enumerate(pairs) if _bare(a) != _bare(b)), length)


def _is_likely(word: RecognisedWord) -> bool:
    return word.probability is None or word.probability > _LIKELY


def _bare(word: RecognisedWord) -> str:
    return _SIGNS.sub("", word.text.casefold())


def _runs(speech: Sequence[bool]) -> Iterator[range]:
    """Yield each stretch of speech."""
    first: int | None = None
    for place, is_on in enumerate([*speech, False]):
        if is_on and first is None:
            first = place
        elif not is_on and first is not None:
            yield range(first, place)
            first = None
