"""Writes stretches of sentences in another way: numbers in digits, names as they are.

What was said stays: the first word of a stretch has all of its text, the others have none. In the
tail a stretch is shown as it will be committed once so many words follow that it is at its end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Protocol

from engine.formatting.rewrite import Rewrite
from engine.text.scripts import WIDE_CLOSING, WIDE_MARKS, WIDE_OPENING
from engine.text.units import unit_spans
from engine.types import Sentence, SessionEvent, Update, VoiceCommand

_OPENING = re.escape("“‘\"'([{" + WIDE_OPENING)
_CLOSING = re.escape("”’\"')]}.,;:?!…–—•" + WIDE_CLOSING + WIDE_MARKS)
_TAKEN_APART = re.compile(
    rf"(?P<lead>[\s•{_OPENING}]*)(?P<core>.*?)(?P<trail>[\s{_CLOSING}]*)", re.DOTALL
)


_OTHER_MARKS = frozenset(",;:?!")
_SETTLED_BEHIND = 1  # words; the last one is often continued: "twenty", "twenty five"


class Rewriter(Protocol):
    """Says how stretches of a sentence are written: numbers, or a vocabulary."""

    def rewrites(self, words: Sequence[str], marks: Sequence[str]) -> list[Rewrite]:
        """Return stretches that do not overlap, in order.

        Args:
            words: the units of a sentence as they were said, bare.
            marks: the signs behind each of them, none or some.
        """


class Formatter:
    """A stage that passes everything on, sentences and tails with their stretches rewritten.

    A command about words is about the stretches whole that they are written in.
    """

    def __init__(self, *rewriters: Rewriter) -> None:
        """Args: rewriters: what one has written, those behind it leave alone."""
        self._rewriters = rewriters
        self._firsts: dict[int, int] = {}  # of the stretch that a word is written in, by their ids

    def push(self, event: SessionEvent) -> Iterator[SessionEvent]:
        if isinstance(event, Update):
            sentences = tuple(map(self._formatted, event.sentences))
            event = replace(event, sentences=sentences, tail=self._formatted_tail(event.tail))
        elif isinstance(event, VoiceCommand) and event.words is not None:
            first, last = event.words  # no part of what is written as one can go alone
            event = replace(event, words=(self._firsts.get(first, first), last))
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
        found = self.rewrites(units, trails)
        for it in found:
            first = parts[it.first]
            lead = first["lead"] if first else ""
            last = units[it.end - 1] if it.end < len(units) else ""
            surfaces[heads[it.first]] = lead + it.text + _behind(it, last, trails[it.end - 1])
            for at in range(it.first + 1, it.end):
                surfaces[heads[at]] = ""
            end = heads[it.end] if it.end < len(heads) else len(sentence.words)
            ids = [word.id for word in sentence.words[heads[it.first] : end]]
            self._firsts.update(dict.fromkeys(ids, ids[0]))
        return replace(sentence, surfaces=tuple(surfaces)) if found else sentence

    def _formatted_tail(self, tail: str) -> str:
        """Return the tail with those stretches rewritten that the next words cannot lengthen."""
        spans = [*unit_spans(tail)]
        if len(spans) <= _SETTLED_BEHIND:
            return tail
        parts = [_TAKEN_APART.fullmatch(tail, *span) for span in spans]
        units = [part["core"].lower() if part else "" for part in parts]
        between = [tail[end:begin] for (_, end), (begin, _) in pairwise(spans)]
        trails = [part["trail"] if part else "" for part in parts]
        marks = [trail + gap.strip(" ") for trail, gap in zip(trails, [*between, ""], strict=True)]
        for it in reversed(self.rewrites(units, marks)):
            first, last = parts[it.first], parts[it.end - 1]
            if first and last and it.end <= len(units) - _SETTLED_BEHIND:
                goes_on = tail[spans[it.end][0]].islower()
                unit = units[it.end - 1] if goes_on else ""
                trail = _behind(it, unit, last["trail"])
                tail = tail[: first.start("core")] + it.text + trail + tail[last.end("trail") :]
        return tail

    def rewrites(self, units: Sequence[str], marks: Sequence[str]) -> list[Rewrite]:
        """Return what is written otherwise, in order; what an earlier rewriter took is taken."""
        found: list[Rewrite] = []
        taken: set[int] = set()
        for rewriter in self._rewriters:
            for it in rewriter.rewrites(units, marks):
                stretch = range(it.first, it.end)
                if taken.isdisjoint(stretch):
                    taken.update(stretch)
                    found.append(it)
        return sorted(found, key=lambda it: it.first)


def _behind(rewrite: Rewrite, unit: str, trail: str) -> str:
    """Return the signs behind a stretch, but for a full stop that is none.

    Args:
        rewrite: what is written.
        unit: the last one of the stretch; empty where a sentence may end there.
        trail: the signs behind it.
    """
    is_part = "." in unit.rstrip(".") or trail[1:2] in _OTHER_MARKS  # "p.m. on", "p.m.,"
    is_there = rewrite.text.endswith(".")  # "Acme Inc."
    return trail[1:] if trail.startswith(".") and (is_part or is_there) else trail
