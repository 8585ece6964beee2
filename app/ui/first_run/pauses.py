"""What becomes of pauses: how a text would read with a full stop at each of them."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.text.scripts import is_cjk
from engine.text.spacing import joined_texts
from engine.types import Sentence, Word

PAUSE_S = 0.6  # recognisers close a segment after about as much silence


@dataclass(frozen=True, slots=True)
class Pauses:
    """The pauses of a text.

    Attributes:
        bridged: the words in front of those inside a sentence.
        ended: how many stand where a sentence ends.
        cut_text: the text with a full stop at each pause.
    """

    bridged: tuple[str, ...]
    ended: int
    cut_text: str


def pauses_of(sentences: Sequence[Sentence], refined: Mapping[int, Word]) -> Pauses:
    """Return the pauses; `refined` holds words whose times were known only later, by their ids."""
    bridged: list[str] = []
    ended, last_s = 0, None
    texts: list[str] = []
    for sentence in (it.merged for it in sentences):
        text, begins = "", False
        for at, (surface, spoken) in enumerate(zip(sentence.surfaces, sentence.words, strict=True)):
            word = refined.get(spoken.id, spoken)
            if _is_pause(last_s, word.start_s):
                if at:
                    bridged.append(_bare(sentence.surfaces[at - 1]))
                    text, begins = _ended(text), True
                else:
                    ended += 1
            text += sentence.gaps[at] + (surface[:1].upper() + surface[1:] if begins else surface)
            begins, last_s = False, word.end_s if word.end_s is not None else last_s
        texts.append(text)
    return Pauses(tuple(bridged), ended, joined_texts(texts))


def _is_pause(from_s: float | None, to_s: float | None) -> bool:
    return from_s is not None and to_s is not None and to_s - from_s >= PAUSE_S


def _bare(surface: str) -> str:
    """Return a word without what stands behind it."""
    while surface and unicodedata.category(surface[-1]).startswith("P"):
        surface = surface[:-1]
    return surface


def _ended(text: str) -> str:
    bare = _bare(text)
    return bare + ("。" if is_cjk(bare[-1:]) else ".")
