"""An utterance while it is being heard: its sound, its speech frames, and its words so far."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, takewhile

import numpy as np

from engine.recognisers.settled_words import aligned_length
from engine.recognisers.stretch_decoder import Hearing, RecognisedWord
from engine.recognisers.voice_activity import FRAME_SAMPLES, Sound
from engine.types import SAMPLE_RATE_HZ, Word

FRAME_S = FRAME_SAMPLES / SAMPLE_RATE_HZ
_TRAILING_SILENCE_S = 0.3  # how much of the silence at its end is heard
_FIRST_CUT, _LAST_CUT = 0.4, 0.85  # where to cut a long utterance, as shares
_SMOOTHED_FRAMES = 5
_LIKELY = 0.65  # less likely words mostly change in the next hearing
_SIGNS = re.compile(r"[^\w']+")


@dataclass(slots=True)
class Utterance:
    """Sound from shortly before somebody speaks until shortly after.

    Attributes:
        start_s: When it begins in the session.
        frames: Its sound.
        voice: Probability of speech in each frame.
        speech: Whether each frame counts as speech.
        firm: Its first words, on which two hearings agreed.
        last: Words after them in the last hearing.
        language: Language of the last hearing; None if the model does not report it.
        in_pause: The words up to the silence at its end, heard well; None once speech goes on.
    """

    start_s: float
    frames: list[Sound] = field(default_factory=list)
    voice: list[float] = field(default_factory=list)
    speech: list[bool] = field(default_factory=list)
    firm: list[RecognisedWord] = field(default_factory=list)
    last: list[RecognisedWord] = field(default_factory=list)
    language: str | None = None
    in_pause: Hearing | None = None

    @property
    def known(self) -> Hearing:
        return Hearing(tuple(self.firm), self.language)

    @property
    def duration_s(self) -> float:
        return len(self.frames) * FRAME_S

    @property
    def silent_s(self) -> float:
        """How long the silence at its end is."""
        return self._silent_frames * FRAME_S

    @property
    def _silent_frames(self) -> int:
        return next((n for n, is_on in enumerate(reversed(self.speech)) if is_on), 0)

    def add(self, frame: Sound, voice: float, *, is_speech: bool) -> None:
        self.frames.append(frame)
        self.voice.append(voice)
        self.speech.append(is_speech)
        if is_speech:
            self.in_pause = None

    def sound(self) -> Sound:
        spare = max(0, round((self.silent_s - _TRAILING_SILENCE_S) / FRAME_S))
        return np.concatenate(self.frames[: len(self.frames) - spare])

    def silence(self) -> Iterator[tuple[Sound, float, bool]]:
        """Yield the frames after the last one of speech: the next utterance may begin in them."""
        first = len(self.frames) - self._silent_frames
        return zip(self.frames[first:], self.voice[first:], self.speech[first:], strict=True)

    def agree(self, hearing: Hearing) -> None:
        """Add a hearing: what two in a row have in common is firm, except the last word."""
        if hearing.language != self.language:
            self.firm, self.last, self.language = [], [], hearing.language
        reached = aligned_length([*map(_bare, self.firm)], [*map(_bare, hearing.words)])
        fresh = list(hearing.words[reached:])
        count = min(_common(self.last, fresh), len(fresh) - 1)
        self.firm += fresh[: max(0, count)]
        self.last = fresh[max(0, count) :]

    def likely(self) -> list[RecognisedWord]:
        """Return the words after the firm ones that the last hearing is fairly sure of.

        Leaves out the last word if its confidence is unknown, since only half of it may have been
        heard.
        """
        words = [*takewhile(_is_likely, self.last)]
        is_open = bool(words) and words[-1].probability is None and not self.silent_s
        return words[:-1] if is_open else words

    def cut(self, at_s: float, hearing: Hearing, count: int) -> Utterance:
        """Return what follows a time and the first `count` words, which begin before it."""
        rest = self.after(at_s)
        shift_s = rest.start_s - self.start_s
        words = [
            replace(
                it,
                start_s=max(0.0, (it.start_s or 0.0) - shift_s),
                end_s=max(0.0, (it.end_s or 0.0) - shift_s),
            )
            for it in hearing.words[count:]
        ]
        firm = max(0, len(self.firm) - count)
        rest.firm, rest.last, rest.language = words[:firm], words[firm:], hearing.language
        return rest

    def after(self, at_s: float) -> Utterance:
        """Return the sound after a time, with nothing recognised in it."""
        place = round(at_s / FRAME_S)
        start_s = self.start_s + place * FRAME_S
        return Utterance(start_s, self.frames[place:], self.voice[place:], self.speech[place:])

    def before(self, at_s: float) -> Utterance:
        """Return the sound before a time, with nothing recognised in it."""
        place = round(at_s / FRAME_S)
        return Utterance(self.start_s, self.frames[:place], self.voice[:place], self.speech[:place])

    def quietest_s(self) -> float:
        """Return the place with least speech, away from beginning and end."""
        first, last = (round(share * len(self.voice)) for share in (_FIRST_CUT, _LAST_CUT))
        around = np.convolve(self.voice, np.ones(_SMOOTHED_FRAMES), "same")
        return (first + int(around[first:last].argmin()) + 0.5) * FRAME_S

    def widest_gap_s(self, words: Sequence[Word]) -> float:
        """Return the middle of the widest pause between words, away from beginning and end."""
        first_s, last_s = (share * self.duration_s for share in (_FIRST_CUT, _LAST_CUT))
        times = [
            ((it.start_s or 0.0) - self.start_s, (it.end_s or 0.0) - self.start_s) for it in words
        ]
        gaps = [
            (end_s, begin_s)
            for (_, end_s), (begin_s, _) in pairwise(times)
            if first_s <= begin_s <= last_s
        ]
        end_s, begin_s = max(gaps, key=lambda gap: gap[1] - gap[0], default=(last_s, last_s))
        return (end_s + begin_s) / 2

    def words(self, heard: Sequence[RecognisedWord]) -> tuple[Word, ...]:
        """Return words; the confidence of the first one is left out.

        The probability of a beginning is shared among its spellings: of 48 right words below 45 %
        on the recordings of `bench low_confidence`, 20 were first ones, of 26 wrong words one.
        """
        words = [
            self._word(word, *span) for word, span in zip(heard, self._spans(heard), strict=True)
        ]
        return (*(replace(word, confidence=None) for word in words[:1]), *words[1:])

    def _spans(self, heard: Sequence[RecognisedWord]) -> list[tuple[float, float]]:
        """Return when words begin and end; if one has no times, spread all of them over the speech.

        A guess: each gets a share of the speech in proportion to its letters.
        """
        known = [(it.start_s, it.end_s) for it in heard]
        told = [(a, b) for a, b in known if a is not None and b is not None]
        if len(told) == len(known):
            return told
        spoken = [n for n, is_on in enumerate(self.speech) if is_on] or [*range(len(self.frames))]
        ends = np.cumsum([0, *(len(it.text) for it in heard)])
        places = ends * (len(spoken) - 1) // max(1, ends[-1])
        times_s = [spoken[place] * FRAME_S for place in places]
        return [*pairwise(times_s)]

    def _word(self, heard: RecognisedWord, begin_s: float, end_s: float) -> Word:
        """Return a word with session times, trimmed to its speech."""
        first, end = int(begin_s / FRAME_S), round(end_s / FRAME_S)
        run = max(_runs(self.speech[first:end]), key=len, default=range(0))
        if run:
            begin_s = max(begin_s, (first + run.start) * FRAME_S)
            end_s = max(begin_s, min(end_s, (first + run.stop) * FRAME_S))
        sure = heard.probability
        return Word(
            heard.text.strip(),
            round(self.start_s + begin_s, 3),
            round(self.start_s + end_s, 3),
            None if sure is None else min(1.0, max(0.0, sure)),
            mark_confidence=heard.mark_probability,
        )


def _common(one: Sequence[RecognisedWord], other: Sequence[RecognisedWord]) -> int:
    pairs = zip(one, other, strict=False)
    length = min(len(one), len(other))
    return next((n for n, (a, b) in enumerate(pairs) if _bare(a) != _bare(b)), length)


def _is_likely(word: RecognisedWord) -> bool:
    return word.probability is None or word.probability > _LIKELY


def _bare(word: RecognisedWord) -> str:
    return _SIGNS.sub("", word.text.casefold())


def _runs(speech: Sequence[bool]) -> Iterator[range]:
    """Yield each run of speech."""
    first: int | None = None
    for place, is_on in enumerate([*speech, False]):
        if is_on and first is None:
            first = place
        elif not is_on and first is not None:
            yield range(first, place)
            first = None
