"""Applies inline commands to the words beside them: signs, capitals and line breaks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from engine.formatting.fields import LINE
from engine.punctuation.labels import Mark, capitalised
from engine.spoken_commands.actions import Action
from engine.spoken_commands.finder import FoundCommand
from engine.text.markup import ITEM
from engine.types import MarkSource, Spelling, Word, merged_word

_MARKS = {sign: mark for mark in Mark if mark for sign in (mark.text, mark.wide_text)}
_LONGEST_READ = 12  # longest text, in words, to show the punctuator
_BRACKETS = frozenset("([{（［【《")
_BEFORE_MARKS = ")]）］》%"
_BREAKS = {
    Action.LINE: "\n",
    Action.PARAGRAPH: "\n\n",
    Action.BULLET: f"\n{ITEM}",
    Action.HEADING: "\n\n# ",
}
_CASES = {
    Action.CAPITAL: capitalised,
    Action.CAPITALS: str.upper,
    Action.SMALL: str.lower,
    Action.LITERAL: None,
}


@dataclass(slots=True)
class Spelled:
    """A word to write, and all words that were said for it, in order of time.

    `sign`: Its spoken mark; "" if another sign takes its place, None if there is none.
    """

    word: Word
    said: list[Word] = field(default_factory=list)
    sign: str | None = None

    @property
    def spelling(self) -> Spelling:
        return self.word.spelling or Spelling()

    def spell(self, **changes: str | None) -> None:
        self.word = replace(self.word, spelling=replace(self.spelling, **changes))  # type: ignore[arg-type]

    def mark(
        self, mark: Mark, sign: str | None = None, *, mark_source: MarkSource = MarkSource.CERTAIN
    ) -> None:
        """Give it a mark instead of its recogniser's; `sign` is what was said."""
        self.sign = sign
        self.word = replace(self.word, source_mark=mark, source_case=None, mark_source=mark_source)

    def take_no_comma(self) -> None:
        """Allow no comma after it unless spoken; its sentence may end there."""
        is_said = self.sign is not None or self.word.mark_source is MarkSource.CERTAIN
        mark = self.word.source_mark or Mark.NONE
        if not is_said and not mark.ends_sentence:
            self.word = replace(self.word, source_mark=Mark.NONE, mark_source=MarkSource.LAYOUT)


@dataclass(slots=True)
class Ahead:
    """What was said for the next word, and what to write before it."""

    said: list[Word] = field(default_factory=list)
    before: str = ""
    case: Action | None = None
    sign: str | None = None  # joins it to the previous word


def spelled_words(
    words: Sequence[Word], found: Iterable[FoundCommand], *, marks_itself: bool
) -> tuple[list[Spelled], Ahead]:
    """Return the words to write, and commands still waiting for their word.

    `marks_itself`: Whether the punctuator sets marks that were not spoken.
    """
    line: list[Spelled] = []
    ahead = Ahead()
    for item in _in_order(words, found):
        if isinstance(item, Word):
            _add(item, [item], line, ahead, marks_itself=marks_itself)
            ahead = Ahead()
            continue
        one, said = item
        if one.command.action is Action.WRITE:
            _add(_written(one.command.sign, said), said, line, ahead, marks_itself=marks_itself)
            ahead = Ahead()
        else:
            _command(one, said, line, ahead)
    return line, ahead


def _in_order(
    words: Sequence[Word], found: Iterable[FoundCommand]
) -> Iterator[Word | tuple[FoundCommand, Sequence[Word]]]:
    at = 0
    for one in found:
        yield from words[at : one.first]
        yield one, words[one.first : one.end]
        at = one.end
    yield from words[at:]


def _written(text: str, said: Sequence[Word]) -> Word:
    """Return one word for several spoken ones, with the mark of the last.

    A text that ends in a mark keeps that one; one with line breaks gets none.
    """
    last, whole = said[-1], merged_word(said)
    if LINE in text or text[-1:] in _MARKS:
        mark = _MARKS.get(text[-1:])
        spelling = Spelling(text=text) if mark is None else Spelling(text=text[:-1])
        own = replace(whole, source_case=None, spelling=spelling)
        own = replace(own, source_mark=mark or Mark.PERIOD, mark_source=MarkSource.CERTAIN)
        return own if mark else replace(own, spelling=replace(spelling, mark=""))
    is_short = len(text.split()) <= _LONGEST_READ
    return replace(
        whole,
        text=text.lower() if is_short else whole.text,
        source_mark=last.source_mark,
        mark_source=last.mark_source,
        mark_confidence=last.mark_confidence,
        source_case=None,
        spelling=Spelling(text=text),
    )


def _add(
    word: Word, said: Sequence[Word], line: list[Spelled], ahead: Ahead, *, marks_itself: bool
) -> None:
    own = word.spelling.text if word.spelling else None
    if ahead.sign is not None and line and not line[-1].spelling.after.endswith("\n"):
        last = line[-1]
        text = last.word.text + ahead.sign + word.text
        last.word = replace(last.word, text=text, end_s=word.end_s)
        if last.spelling.text is not None or own is not None:
            ahead_of = last.spelling.text or text.removesuffix(ahead.sign + word.text)
            last.spell(text=ahead_of + ahead.sign + (own or word.text))
        last.said += [*ahead.said, *said]
        return
    spelled = Spelled(word, [*ahead.said, *said])
    if not marks_itself:
        spelled.mark(Mark.NONE)
    if ahead.before:
        spelled.spell(before=ahead.before)
    if (change := _CASES[ahead.case] if ahead.case else None) is not None:
        spelled.spell(text=change(own or word.text))
    line.append(spelled)


def _command(one: FoundCommand, said: Sequence[Word], line: list[Spelled], ahead: Ahead) -> None:
    action, sign = one.command.action, one.command.sign
    last = line[-1] if line and not ahead.said else None
    if action is Action.FILLER and last is not None:
        _leave_out(last, said)
        return
    if action is Action.FILLER:
        pass
    elif action is Action.OPEN:
        ahead.before += sign
        if last is not None and (one.until or sign in _BRACKETS):
            last.take_no_comma()
    elif action is Action.JOIN:
        ahead.sign = sign
    elif action in _CASES:
        ahead.case = action
    elif last is None:
        ahead.before += _BREAKS.get(action) or f"{sign} "
    else:
        _set_after(last, action, sign)
        last.said += said
        return
    ahead.said += said


def _leave_out(last: Spelled, said: Sequence[Word]) -> None:
    """Attach words that are not written to another, which takes over their last sentence end."""
    last.said += said
    marks = {word.source_mark or Mark.NONE for word in said}
    ends = [word for word in said if word.source_mark and word.source_mark.ends_sentence]
    if last.sign is not None:
        return  # it was spoken
    if ends:
        end = ends[-1]
        last.word = replace(
            last.word,
            source_mark=end.source_mark,
            mark_source=end.mark_source,
            mark_confidence=end.mark_confidence,
        )
    elif Mark.COMMA in marks and last.word.source_mark is Mark.COMMA:
        last.word = replace(last.word, source_mark=None)  # the commas enclosed the filler


def _set_after(last: Spelled, action: Action, sign: str) -> None:
    """Write a sign or a break after a word; marks are never doubled."""
    spelling = last.spelling
    match action:
        case Action.MARK if sign in _MARKS and (not spelling.after or len(last.said) == 1):
            last.mark(_MARKS[sign], sign)
        case Action.MARK if sign in _MARKS:  # after a spoken closing quotation mark
            last.mark(_MARKS[sign], sign)
            last.spell(mark="", after=spelling.after + sign)
        case Action.MARK if sign in _BEFORE_MARKS:
            last.spell(inner=spelling.inner + sign)
        case Action.MARK:
            last.mark(Mark.NONE, "")
            last.spell(inner=spelling.inner + sign)
        case Action.BETWEEN:
            last.mark(Mark.NONE, "")
            last.spell(inner=f"{spelling.inner} {sign}")
        case Action.CLOSE:
            last.take_no_comma()
            last.spell(after=spelling.after + sign)
        case _:
            _end(last, action)
            last.spell(after=last.spelling.after + _BREAKS[action])


def _end(last: Spelled, action: Action) -> None:
    """End a sentence at a break, so that the next word has a capital.

    A line may break within a sentence; list items have no marks unless spoken.
    """
    sign, is_open = last.sign, last.word.mark_source is not MarkSource.CERTAIN
    if sign is None and action is Action.LINE:
        last.take_no_comma()
        return
    if sign is None and action in {Action.PARAGRAPH, Action.HEADING} and is_open:
        last.mark(Mark.PERIOD, mark_source=MarkSource.BOUNDARY)
    elif sign is None or not _MARKS.get(sign, Mark.NONE).ends_sentence:
        last.mark(Mark.PERIOD, sign)
        last.spell(mark=sign or "")
