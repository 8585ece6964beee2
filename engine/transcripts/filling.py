"""Writes a word back into its slot."""

from __future__ import annotations

from dataclasses import dataclass

from engine.punctuation.labels import SENTENCE_MARKS, Mark, capitalised
from engine.text.scripts import WIDE_CLOSING, is_cjk
from engine.transcripts.transcript import Slot
from engine.transcripts.words import straightened

_MARKS = "".join(mark.text + mark.wide_text for mark in Mark)
_STAND_BEFORE_MARKS = frozenset(")]}>*_~.）〕］｝】〗》〉·・‧～")
_APOSTROPHES = frozenset({"'", "’"})
_ALWAYS_CAPITAL = frozenset({"I", "I'm", "I'd", "I'll", "I've"})


def spoken(slot: Slot) -> str:
    """Return the word as a recogniser would give it: lower case, without marks."""
    return straightened(slot.word.core).lower()


def fill(slot: Slot, surface: str) -> str:
    """Return the word as it is now written, with its quotation marks and brackets.

    Args:
        slot: where the word stands.
        surface: the word with its case and its mark, as a punctuator returns it.
    """
    cased, mark = _taken_apart(surface, spoken(slot))
    word = slot.word
    return word.prefix + _recased(word.core, cased) + _with_mark(slot, mark)


def _taken_apart(surface: str, pushed: str) -> tuple[str, str]:
    if surface[: len(pushed)].lower() == pushed:
        return surface[: len(pushed)], surface[len(pushed) :]
    cased = surface.rstrip(_MARKS)
    return cased, surface[len(cased) :]


def _recased(core: str, cased: str) -> str:
    """Take the case of `cased`; a word is never changed in anything but its case."""
    if len(cased) != len(core):
        return core
    is_address = "://" in core or "@" in core
    is_other = is_address or straightened(cased).lower() != straightened(core).lower()
    if is_other and not is_cjk(core):  # of a character, it is the other script's form
        return core
    return "".join(n if n.isalpha() else old for old, n in zip(core, cased, strict=True))


def _with_mark(slot: Slot, mark: str) -> str:
    """Put the mark before closing quotation marks and behind closing brackets."""
    suffix = slot.word.suffix
    behind = 1 + max((i for i, s in enumerate(suffix) if s in _STAND_BEFORE_MARKS), default=-1)
    if behind == 0 and _is_apostrophe(slot):
        behind = 1
    if mark in {"，", "、"}:  # 「甲」、「乙」
        behind = max(behind, len(suffix) - len(suffix.lstrip(WIDE_CLOSING)))
    if mark == "." and (slot.word.core + suffix[:behind]).endswith("."):
        mark = ""
    return suffix[:behind] + mark + suffix[behind:]


def _is_apostrophe(slot: Slot) -> bool:
    """True for the sign of `the dogs'` and `goin'`, which no quotation mark opened."""
    opened = any(sign in "'‘’" for sign in slot.word.prefix)
    ending = slot.word.core.lower().endswith(("s", "in"))
    return slot.word.suffix[:1] in _APOSTROPHES and ending and not opened


@dataclass(slots=True)
class KeepingFill:
    """Fills slots in order and keeps the marks and the capitals that are there.

    A word behind a kept sentence mark is capitalised; one behind a kept comma that the
    punctuator took for a sentence's end is not.
    """

    _ended_here: bool = False
    _ended_in_surface: bool = False

    def fill(self, slot: Slot, surface: str) -> str:
        """Return the word as it is now written; see `fill`."""
        cased, mark = _taken_apart(surface, spoken(slot))
        text = self._cased(slot, _recased(slot.word.core, cased))
        carries = slot.word.mark is not Mark.NONE
        self._ended_in_surface = mark[-1:] in SENTENCE_MARKS if mark else False
        self._ended_here = _ends_sentence(slot) if carries else self._ended_in_surface
        if carries:
            return slot.lead + text + slot.trail
        return slot.lead + text + _with_mark(slot, mark)

    def _cased(self, slot: Slot, cased: str) -> str:
        core = slot.word.core
        if core != core.lower():
            return core
        if self._ended_here:
            return capitalised(cased)
        if self._ended_in_surface and straightened(cased) not in _ALWAYS_CAPITAL:
            return core
        return cased


def _ends_sentence(slot: Slot) -> bool:
    trails_off = "…" in slot.trail or ".." in slot.trail
    return slot.word.mark.ends_sentence and not trails_off
