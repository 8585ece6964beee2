"""The interface of models that hear a whole stretch of sound at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from engine.recognisers.voice_activity import Sound


@dataclass(frozen=True, slots=True)
class RecognisedWord:
    """A word as the model writes it, and its place in the sound.

    Attributes:
        text: With its marks; it may begin with a space.
        start_s, end_s: Since the stretch began; None if the model does not report times.
        probability: None if the model does not report it.
        mark_probability: Probability of the mark after it.
        tokens: Ids of its pieces, for models that can be given a prefix.
    """

    text: str
    start_s: float | None = None
    end_s: float | None = None
    probability: float | None = None
    mark_probability: float | None = None
    tokens: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Hearing:
    """The words of a stretch, none if nobody speaks.

    Attributes:
        language: Code of the language it was recognised in; None if the model does not report it.
        is_foreign: The speech is in a language that should not be written, or that the model cannot
            write; it has no words, since the model would make some up.
    """

    words: tuple[RecognisedWord, ...] = ()
    language: str | None = None
    is_foreign: bool = False


@dataclass(frozen=True, slots=True)
class Spoken:
    """Which language is spoken in a stretch.

    Attributes:
        language: Its code; empty if nobody speaks or the model cannot tell.
        chance: Its probability, 0..1.
        is_foreign: The model writes only one language, and this is another.
    """

    language: str = ""
    chance: float = 0.0
    is_foreign: bool = False


NOTHING = Hearing()


class StretchDecoder(Protocol):
    """A loaded model.

    Attributes:
        longest_s: Longer utterances are passed to it in parts.
        writes_marks: Whether it punctuates.
        tells_times: Whether it reports word times.
    """

    longest_s: float
    writes_marks: bool
    tells_times: bool

    def hear(self, sound: Sound, known: Hearing = NOTHING, *, is_final: bool = True) -> Hearing:
        """Return the words of a stretch, including the known ones.

        Args:
            sound: Samples of -1..1 at 16 kHz.
            known: Its first words, on which two hearings agreed, and their language. A model that
                takes no prefix may hear them differently; one that finds another language starts
                over.
            is_final: Nothing follows, so take the time to hear well.

        Raises:
            RecogniserError: the model failed.
        """
        ...

    def branches(self, sound: Sound, before: str) -> Sequence[str]:
        """Return ways the text may go on after `before`, likeliest first.

        Returns nothing if the model follows only one reading.
        """
        ...


@runtime_checkable
class TellsSpoken(Protocol):
    """A decoder that can identify the spoken language."""

    def spoken_in(self, sound: Sound) -> Spoken:
        """Return which of all languages is spoken in a stretch of at most 30 s."""
        ...
