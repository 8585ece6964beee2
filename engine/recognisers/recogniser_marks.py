"""Strips the marks and capitals off a recogniser's words and keeps them as evidence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.punctuation.labels import Case, Mark, stronger
from engine.text.marked_text import MarkedWord, read_marked_text
from engine.text.unit_words import even_shares, unit_words
from engine.types import Hypothesis, MarkSource, Word

_PLAIN = re.compile(r"[^\W_A-Z]+(?:'[a-z]+)?")
_MARKS = re.compile(r"[,.?!;:，。？！；：、…،؛؟।]+")
_GREEK_QUESTION = re.compile("(?<=[\u0370-\u03ff]);")
_TOKEN = re.compile(r"<\w+>|\[\w+\]")  # such as `<unk>`, which is not a word in brackets


class RecogniserMarks:
    """Splits the words of hypotheses into units and reads their marks and capitals.

    Nothing counts as evidence until the recogniser has written a mark: it might write none at all,
    or none for this voice. The exception is the end of its sound, if it says that it writes marks.
    """

    def __init__(self) -> None:
        self._writes_marks = False
        self._begins_sentence = True

    def read(self, hypothesis: Hypothesis) -> Hypothesis:
        """Return the hypothesis with bare words; the same one if they are bare already."""
        units = unit_words(hypothesis.words)
        is_bare = not self._writes_marks and all(_PLAIN.fullmatch(word.text) for word in units)
        words = units if is_bare else self._bare(units, hypothesis)
        if hypothesis.writes_marks and words and words[-1].source_mark is None:
            mark_source = MarkSource.RECOGNISER if hypothesis.is_cut else MarkSource.EDGE
            words = (
                *words[:-1],
                replace(words[-1], source_mark=Mark.NONE, mark_source=mark_source),
            )
        if hypothesis.is_final:
            ends = bool(words) and (words[-1].source_mark or Mark.NONE).ends_sentence
            self._begins_sentence = hypothesis.ends_segment or ends
        return hypothesis if words is hypothesis.words else replace(hypothesis, words=words)

    def _bare(self, units: Sequence[Word], hypothesis: Hypothesis) -> tuple[Word, ...]:
        read: list[tuple[Word, MarkedWord]] = []
        for unit in units:
            parts = list(_parts(unit))
            if not parts and read and _MARKS.fullmatch(unit.text):
                word, before = read[-1]
                mark = Mark(stronger(before.mark, _mark_alone(unit.text)))
                read[-1] = word, replace(before, mark=mark)
            read += parts
        self._writes_marks |= any(marked.mark for _, marked in read)
        if not self._writes_marks:
            return tuple(word for word, _ in read)
        return tuple(self._heard(read, hypothesis))

    def _heard(
        self, read: Sequence[tuple[Word, MarkedWord]], hypothesis: Hypothesis
    ) -> Iterator[Word]:
        begins = self._begins_sentence
        has_edge = (not hypothesis.is_final or hypothesis.ends_segment) and not hypothesis.is_cut
        for place, (word, marked) in enumerate(read, 1):
            mark_source = (
                MarkSource.EDGE if has_edge and place == len(read) else MarkSource.RECOGNISER
            )
            is_told = not begins or marked.case is not Case.CAPITALISED
            case = marked.case if is_told else None
            yield replace(word, source_mark=marked.mark, source_case=case, mark_source=mark_source)
            begins = marked.mark.ends_sentence


def _parts(unit: Word) -> Iterator[tuple[Word, MarkedWord]]:
    """Yield the bare words of a unit, each with how it was written; none if it is only signs."""
    if _TOKEN.fullmatch(unit.text):
        yield unit, MarkedWord("", unit.text, Mark.NONE, "")
        return
    marked = read_marked_text(_GREEK_QUESTION.sub("?", unit.text))
    for one, (start_s, end_s) in zip(marked, even_shares(unit, len(marked)), strict=True):
        text = one.core if one.case is Case.MIXED else one.core.lower()
        whole = one.prefix + one.core + one.suffix
        source_text = whole if whole != text else None
        yield replace(unit, text=text, start_s=start_s, end_s=end_s, source_text=source_text), one


def _mark_alone(signs: str) -> Mark:
    return read_marked_text(f"a{signs}")[-1].mark
