"""Writes stretches of committed sentences in another way: numbers in digits, names as they are.

What was said stays: the first word of a stretch has all of its text, the others have none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from engine.formatting.rewrite import Rewrite
from engine.text.scripts import WIDE_CLOSING, WIDE_MARKS, WIDE_OPENING
from engine.types import Sentence, SessionEvent, Update

_OPENING = re.escape("“‘\"'([{" + WIDE_OPENING)
_CLOSING = re.escape("”’\"')]}.,;:?!…–—•" + WIDE_CLOSING + WIDE_MARKS)
_TAKEN_APART = re.compile(
    rf"(?P<lead>[\s•{_OPENING}]*)(?P<core>.*?)(?P<trail>[\s{_CLOSING}]*)", re.DOTALL
)


class Rewriter(Protocol):
    """Says how stretches of a sentence are written: numbers, or a vocabulary."""

    def rewrites(self, words: Sequence[str], marks: Sequence[str]) -> list[Rewrite]:
        """Return stretches that do not overlap, in order.

        Args:
            words: the units of a sentence as they were said, bare.
            marks: the signs behind each of them, none or some.
        """


class Formatter:
    """A stage that passes everything on, committed sentences with their stretches rewritten."""

    def __init__(self, *rewriters: Rewriter) -> None:
        """Args: rewriters: what one has written, those behind it leave alone."""
        self._rewriters = rewriters

    def push(self, event: SessionEvent) -> Iterator[SessionEvent]:
        if isinstance(event, Update):
            event = replace(event, sentences=tuple(map(self._formatted, event.sentences)))
        yield event

    def flush(self) -> Iterator[SessionEvent]:
        yield from ()

    def _formatted(self, sentence: Sentence) -> Sentence:
        merged = sentence.merged
        parts = [_TAKEN_APART.fullmatch(surface) for surface in merged.surfaces]
        trails = [part["trail"] if part else "" for part in parts]
        heads = [at for at, surface in enumerate(sentence.surfaces) if surface]
        units = [
            word.text.lower()
            if word is sentence.words[head] or part is None
            else part["core"].lower()
            for word, head, part in zip(merged.words, heads, parts, strict=True)
        ]
        surfaces = [*sentence.surfaces]
        taken: set[int] = set()
        for rewriter in self._rewriters:
            for it in rewriter.rewrites(units, trails):
                stretch = range(it.first, it.end)
                if taken.isdisjoint(stretch):
                    taken.update(stretch)
                    first = parts[it.first]
                    lead = first["lead"] if first else ""
                    surfaces[heads[it.first]] = lead + it.text + trails[it.end - 1]
                    for at in stretch[1:]:
                        surfaces[heads[at]] = ""
        return replace(sentence, surfaces=tuple(surfaces)) if taken else sentence
