"""Lines of plain text treated as dictated, one utterance each: spoken commands, numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, Self

from app.document.document import Document
from app.document.text import to_units
from engine.formatting.fields import filled, plain_value
from engine.punctuation.labels import Case
from engine.session import through
from engine.spoken_commands.actions import Action
from engine.text.marked_text import MarkedWord, read_marked_text, straightened
from engine.text.units import split_units
from engine.transcripts.treatment import Treatment
from engine.types import (
    Break,
    Context,
    Hypothesis,
    MarkSource,
    SessionEvent,
    Spelling,
    Stage,
    Update,
    VoiceCommand,
    Word,
)


def dictated(lines: Iterable[str], stages: Sequence[Stage[Any, Any]], treatment: Treatment) -> str:
    """Return the result; each line is a text of its own, but a correction can reach back.

    Args:
        lines: With or without line ends.
        stages: From `LanguageModel.dictated_text_stages`.
        treatment: What happens to the marks and capitals already there.
    """
    lines = [line.strip() for line in lines]
    document, ids, needs_break = Document(longest_paragraph=None), count(), False
    reader = _Reader.of(lines, treatment)
    document.begin_session(0)
    for line in lines:
        words = tuple(reader.words(line, ids))
        said = (Hypothesis(words, is_final=True), Break.TEXT_ENDS) if words else ()
        events = [*through(said, stages)]
        is_command = any(_is_done(event) for event in events)
        if needs_break and not is_command:
            document.edited(document.cursor, 0, "\n")
        for event in events:
            apply(document, event)
        has_break = is_command and document.text[-1:] in {"", "\n"}
        needs_break = document.selection is None and not has_break
    return document.text


def dictated_into(
    context: Context,
    lines: Sequence[str],
    stages: Sequence[Stage[Any, Any]],
    treatment: Treatment,
) -> str:
    """Return the text of a context with the lines dictated between its halves."""
    document, reader = Document(longest_paragraph=None), _Reader.of(lines, treatment)
    before = context.before or ""
    document.replace_all(before + (context.after or ""))
    document.begin_session(len(to_units(before)))
    ids, is_told = count(), False
    for line in lines:
        words = [*reader.words(line, ids)]
        if words and words[0].source_case is Case.CAPITALISED:  # every line begins like that
            words[0] = replace(words[0], source_case=None)
        if not is_told:
            _applied(document, through([document.context], stages))
        said = through([Hypothesis(tuple(words), is_final=True)], stages)
        is_told = not any(_applied(document, said))
    _applied(document, through([Break.TEXT_ENDS], stages))
    return document.text


def _applied(document: Document, events: Iterable[SessionEvent]) -> list[bool]:
    """Apply the events to the document; return for each whether it was a command."""
    commands = []
    for event in events:
        apply(document, event)
        commands.append(_is_done(event))
    return commands


def _is_done(event: SessionEvent) -> bool:
    return isinstance(event, VoiceCommand) and event.action is not Action.NOTHING


def apply(document: Document, event: SessionEvent) -> None:
    """Apply a session's event to the document."""
    match event:
        case Update():
            document.apply(filled(event, plain_value))
        case VoiceCommand():
            document.do(event)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads words and their signs; without any marks or capitals, a missing one says nothing."""

    treatment: Treatment
    has_marks: bool
    has_capitals: bool

    @classmethod
    def of(cls, lines: Iterable[str], treatment: Treatment) -> Self:
        words = [word for line in lines for word in read_marked_text(line)]
        has_capitals = any(word.case is not Case.LOWER for word in words)
        return cls(treatment, any(word.mark for word in words), has_capitals)

    def words(self, line: str, ids: Iterator[int]) -> Iterator[Word]:
        for unit in split_units(line):
            for marked in self._marked(unit):
                yield self._word(marked, unit, next(ids))

    def _marked(self, unit: str) -> list[MarkedWord]:
        """Return the words of a unit: just one, if the dashes between several are to stay."""
        words = read_marked_text(unit)
        if len(words) < 2 or self.treatment is not Treatment.ONLY_ADD:
            return words
        first, last = words[0], words[-1]
        text = straightened(unit)
        core = text[text.index(first.core) : text.rindex(last.core) + len(last.core)]
        return [replace(last, prefix=first.prefix, core=core)]

    def _word(self, marked: MarkedWord, unit: str, number: int) -> Word:
        text = marked.core if marked.case is Case.MIXED else marked.core.lower()
        ahead, core, _ = straightened(unit).partition(marked.core)
        before = _kept(unit[: len(ahead)], marked.prefix)
        trail = unit[len(ahead) + len(core) :]
        after = _kept(trail, marked.suffix)
        is_within = marked.mark and not trail.startswith(after)  # its mark: “home.” and not (home)
        spelling = Spelling(before=before, **{"after" if is_within else "inner": after})
        word = Word(text, id=number, spelling=spelling if spelling != Spelling() else None)
        if self.treatment is Treatment.FROM_SCRATCH:
            return word
        case = marked.case if self.has_capitals and marked.case is not Case.LOWER else None
        if self.treatment is Treatment.REPAIR:
            mark = marked.mark if self.has_marks else None
            return replace(
                word, source_mark=mark, source_case=case, mark_source=MarkSource.TRANSCRIPT
            )
        if marked.mark:
            kept = Spelling(before=before, mark=trail)
            word = replace(word, source_mark=marked.mark, spelling=kept)
        return replace(word, source_case=case, mark_source=MarkSource.CERTAIN)


def _kept(signs: str, wanted: str) -> str:
    """Return those of `signs` that are in `wanted`, which has straight quotation marks."""
    return "".join(sign for sign in signs if straightened(sign) in wanted)
