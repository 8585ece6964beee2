"""What a model that hears a whole stretch of sound at once is asked, and what it tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from engine.recognisers.voice_activity import Sound


@dataclass(frozen=True, slots=True)
class RecognisedWord:
    """A word as the model writes it, and its place in the sound that was heard.

    Attributes:
        text: with its marks; it may begin with a space.
        start_s, end_s: since the stretch began; None where the model does not tell.
        probability: None where the model does not tell.
        mark_probability: of the mark behind it.
        tokens: the ids of its pieces, for a model that can be told the words it begins with.
    """

    text: str
    start_s: float | None = None
    end_s: float | None = None
    probability: float | None = None
    mark_probability: float | None = None
    tokens: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Hearing:
    """The words of a stretch, none where nobody speaks in it.

    Attributes:
        language: code of the one it was recognised in; None where the model does not tell.
        is_foreign: somebody speaks a language that is not to be written, or that the model does not
            write: there are no words then, since it would make some up.
    """

    words: tuple[RecognisedWord, ...] = ()
    language: str | None = None
    is_foreign: bool = False


@dataclass(frozen=True, slots=True)
class Spoken:
    """Which language is spoken in a stretch.

    Attributes:
        language: its code; empty where nobody speaks, or the model does not tell.
        chance: how likely it is that one, 0..1.
        is_foreign: the model writes one language only, and this is another.
    """

    language: str = ""
    chance: float = 0.0
    is_foreign: bool = False


NOTHING = Hearing()


class StretchDecoder(Protocol):
    """A loaded model.

    Attributes:
        longest_s: a longer utterance is given to it in parts.
        writes_marks: it punctuates.
        tells_times: of its words.
    """

    longest_s: float
    writes_marks: bool
    tells_times: bool

    def hear(self, sound: Sound, known: Hearing = NOTHING, *, is_final: bool = True) -> Hearing:
        """Return the words of a stretch, the known ones among them.

        Args:
            sound: samples of -1..1 at 16 kHz.
            known: its first words, on which two hearings agreed, and their language. A model that
                takes no prefix may hear them otherwise; one that finds another language starts
                afresh.
            is_final: nothing follows: take the time to hear well.

        Raises:
            RecogniserError: the model failed.
        """
        ...

    def branches(self, sound: Sound, before: str) -> Sequence[str]:
        """Return how the text may go on behind `before`, the likeliest first.

        Nothing where the model follows one reading only.
        """
        ...


@runtime_checkable
class TellsSpoken(Protocol):
    """A decoder that can be asked which language is spoken."""

    def spoken_in(self, sound: Sound) -> Spoken:
        """Return which of all languages is spoken in a stretch of at most 30 s."""
        ...
