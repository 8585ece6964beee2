"""The text with its spoken words, its dictation cursor, its tail and its undo."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from app.document.edit import (
    Edit,
    Step,
    UndoHistory,
    as_one,
    exact,
    place_after,
    written,
)
from app.document.open_sentence import OpenSentence, Stretch, mark_edit, mark_of
from app.document.search import heard_places
from app.document.spoken_words import SpokenWords
from app.document.text import from_units, joined, needs_space, paragraph_around, to_units
from app.document.word_span import PackedSentence, WordSpan, clipped
from engine.punctuation.labels import capitalised
from engine.spoken_commands.actions import Action
from engine.text.units import split_units
from engine.types import Context, Sentence, Update, VoiceCommand, Word, joined_sentences

_CONTEXT_UNITS = 1_000  # of the text on either side of the cursor
_SELECTABLE_UNITS = 4_000  # beyond that paragraph
_MARKS = ".,;:?!…。，、；：？！"
_ABOUT_WORDS = frozenset(
    [Action.REPLACE, Action.SELECT, Action.CORRECT, Action.SPELL, Action.CAPITALISE]
)
_LONGEST_PARAGRAPH = 1_200  # no text is laid out fluently in a paragraph of a hundred pages


@dataclass(frozen=True, slots=True)
class Written:
    """What is to stand in place of a stretch [start, end) of the text.

    Attributes:
        words: the spoken ones in `units`, whose places count from its beginning.
    """

    start: int
    end: int
    units: str
    words: tuple[WordSpan, ...] = ()


class DocumentEvent:
    """The text is another, or what is known of its words."""


@dataclass(frozen=True, slots=True)
class Committed(DocumentEvent):
    """Sentences, the first of this number, have become text by an edit each; the tail is new."""

    sentences: tuple[Sentence, ...]
    edits: tuple[Edit, ...]
    number: int

    @property
    def text(self) -> str:
        return joined_sentences(self.sentences)


@dataclass(frozen=True, slots=True)
class MarkChanged(DocumentEvent):
    """A sentence that was stopped goes on, or does not: the mark at its end is another."""

    edit: Edit


@dataclass(frozen=True, slots=True)
class Edited(DocumentEvent):
    """A person has changed the text, undone or redone a step.

    Attributes:
        edit: from the first place that is another to the last one.
        parts: what it consists of, in order of place, each as in the text before.
        is_written: it is new text of the person's, neither undone, redone nor `rewrite`'s.
    """

    edit: Edit
    parts: tuple[Edit, ...] = ()
    is_written: bool = False


@dataclass(frozen=True, slots=True)
class Replaced(DocumentEvent):
    """Another text was begun."""

    edit: Edit


@dataclass(frozen=True, slots=True)
class Refined(DocumentEvent):
    """Time and confidence of a word are better known."""

    word: Word


@dataclass(frozen=True, slots=True)
class Settled(DocumentEvent):
    """A person has found a doubtful word right."""

    word: WordSpan


@dataclass(frozen=True, slots=True)
class Selection:
    """A stretch [start, end) that was selected by voice.

    Attributes:
        returns_to: what is said next stands in its place, and speech went on here before; None
            where it was corrected already.
    """

    start: int
    end: int
    returns_to: int | None = None


@dataclass(frozen=True, slots=True)
class Selected:
    """Something is selected by voice, or nothing any more."""

    selection: Selection | None


class TailChanged:
    """What is not committed yet is another."""


class DictationMoved:
    """Speech continues elsewhere, or it has begun or ended."""


Event = TypeVar(
    "Event",
    DocumentEvent,
    Committed,
    MarkChanged,
    Edited,
    Replaced,
    Refined,
    Settled,
    TailChanged,
    DictationMoved,
    Selected,
)


class Document:
    """Everything that a person and a voice wrote; the tail is no part of it.

    Places are UTF-16 code units, as Qt's. What a person edited is theirs: speech only ever inserts
    at the dictation cursor. Whoever shows, keeps or passes on the text observes it; observers are
    told on the thread of the change, in the order in which they came. All changes are made on one
    thread.

    Attributes:
        units: the text in code units.
        words: those of its words that were spoken.
        cursor: where speech continues.
        tail: what was said and is not committed yet.
        session: number of the recording that spoken words belong to now.
        sentences: how many were committed to this text: the number that the next one gets.
        is_dictating: whether a session runs.
        selection: what was selected by voice, until something changes or speech goes elsewhere.
    """

    def __init__(self, *, longest_paragraph: int | None = _LONGEST_PARAGRAPH) -> None:
        """Begin with an empty text; speech breaks a paragraph that is longer, None for never."""
        self.units = ""
        self._longest_paragraph = longest_paragraph
        self.words = SpokenWords()
        self.cursor = 0
        self.tail = ""
        self.session = self.sentences = 0
        self.is_dictating = False
        self.selection: Selection | None = None
        self._history = UndoHistory()
        self._overtaken = 0  # words that were in the tail when something was typed
        self._sentence = OpenSentence()
        self._observers: list[tuple[type, Callable[[Any], object]]] = []

    @property
    def text(self) -> str:
        return from_units(self.units)

    @property
    def tail_place(self) -> int:
        """The dictation cursor, or the end of what is selected for the words that come."""
        one = self.selection
        return self.cursor if one is None or one.returns_to is None else one.end

    @property
    def shown_tail(self) -> str:
        """The tail in code units, with the spaces that it needs where it is shown."""
        place = self.tail_place
        return joined(self.units[max(0, place - 2) : place], to_units(self.tail), self._after())

    @property
    def can_undo(self) -> bool:
        return self._history.can_undo

    @property
    def can_redo(self) -> bool:
        return self._history.can_redo

    def observe(self, kind: type[Event], do: Callable[[Event], object]) -> None:
        """Call somebody for each event of a kind, after those who came before."""
        self._observers.append((kind, do))

    def begin_session(self, place: int) -> None:
        """Let speech continue at a place; it belongs to a new recording."""
        self.session += 1
        self.is_dictating = True
        self._sentence.resumed = None
        self.dictate_at(place)

    @property
    def context(self) -> Context:
        """What stands around the dictation cursor in its paragraph."""
        start, end = self.cursor, self.tail_place
        before, _ = paragraph_around(self.units, start, _CONTEXT_UNITS)
        _, after = paragraph_around(self.units, end, _CONTEXT_UNITS)
        above, below = start - len(before), end + len(after)
        elsewhere = (
            self.units[max(0, above - _SELECTABLE_UNITS) : above],
            self.units[start:end],
            self.units[below : below + _SELECTABLE_UNITS],
        )
        text = from_units("\n".join(filter(None, elsewhere)))
        return Context(from_units(before), from_units(after), self._open is not None, text)

    def close_sentence(self) -> None:
        """Leave the last sentence's mark as it is: another program has it by now."""
        was_open = self._open is not None
        self._sentence.close()
        if was_open and self.is_dictating:
            self._tell(DictationMoved())

    def end_session(self) -> None:
        self.is_dictating = False
        self._select(None)
        self._sentence.stop()
        self.tail, self._overtaken = "", 0
        self._tell(DictationMoved())

    def dictate_at(self, place: int) -> None:
        self._select(None)
        self.cursor = min(max(0, place), len(self.units))
        self._tell(DictationMoved())

    def select(self, start: int, end: int) -> None:
        """Let what is said next stand in place of a stretch, until speech goes elsewhere."""
        before = self.selection.returns_to if self.selection else None
        selection = Selection(start, end, self.cursor if before is None else before)
        self.cursor = start
        self._select(selection)
        self._tell(DictationMoved())

    def mark_selected(self, start: int, end: int) -> None:
        """Take a stretch for what the next command is about."""
        self._select(Selection(start, end))

    def deselect(self) -> None:
        """Let speech go on where it was before something was selected."""
        if self.selection is not None:
            place = self.selection.returns_to
            self.dictate_at(self.cursor if place is None else place)

    def correct(self, text: str) -> None:
        """Write something in place of what is selected; speech goes on where it was."""
        if self.selection is not None:
            self._put(self.selection.start, self.selection.end, text)

    def apply(self, update: Update) -> None:
        """Add what was committed, each sentence as a step of its own, and take the new tail.

        A sentence that was stopped and goes on gets its mark first, a step of its own, too.
        """
        if update.seam is not None:
            self._set_mark(to_units(update.seam))
            self._sentence.open = None
        number = self.sentences
        edits = tuple(map(self._commit, update.sentences))
        if update.stays_open:
            self._sentence.stop()
        self.tail = update.tail
        if self._overtaken:
            self._overtaken = min(self._overtaken, len(split_units(self.tail)))
        self._tell(Committed(update.sentences, edits, number) if edits else TailChanged())

    def do(self, command: VoiceCommand) -> bool:
        """Do what was said to be done to the text, in one step that can be undone.

        Return False where the words that it is about do not stand there.
        """
        found = self._meant(command) if command.action in _ABOUT_WORDS else (0, 0)
        if found is None:
            return False
        match command.action:
            case Action.UNDO:
                self.undo()
            case Action.CAPITALISE:
                self._capitalise(*found)
            case it if it in _ABOUT_WORDS and command.new:
                self._put(*found, command.new)
            case it if it in _ABOUT_WORDS:
                self.select(*found)
            case Action.BEGINNING | Action.END:
                self.dictate_at(0 if command.action is Action.BEGINNING else len(self.units))
            case Action.SCRATCH if command.words is None and self.selection is not None:
                self._delete_selected()
            case Action.SCRATCH | Action.DELETE_WORD | Action.DELETE_SENTENCE if command.words:
                self._delete_spoken(*command.words)
        self._overtaken = 0  # it was said, not typed
        return True

    def unsay(self) -> bool:
        """Take out all that was said in this recording, in one step that can be undone.

        Return False where a person has written into it: then all of it stays.
        """
        spans = self.words.of_recording(self.session)
        return not spans or self._delete(spans)

    def refine(self, word: Word) -> None:
        self.words.refine(self.session, word)
        self._tell(Refined(word))

    def settle(self, word: WordSpan) -> None:
        """Take a doubtful word for right, as it stands: a person has looked at it."""
        self.words.settle(word.start)
        self._tell(Settled(word))

    def replace_all(self, text: str, words: SpokenWords | None = None, said: int = 0) -> None:
        """Begin another text without undo: its spoken words, how many sentences it has had."""
        self.sentences = said
        edit = Edit(0, self.units, to_units(text))
        self._select(None)
        self.units = edit.added
        self._sentence.close()
        self.words = words or SpokenWords()
        self.cursor = len(self.units)
        self._history.clear()
        self._tell(Replaced(edit))

    def edited(self, place: int, removed: int, added: str) -> None:
        """Follow what a person did; it is theirs, and a step that can be undone.

        `removed` is how many code units went, `added` those that came.
        """
        self._do(self._edit(place, place + removed, added))

    def replace(self, start: int, end: int, text: str) -> None:
        """Write something in place of a stretch, as a person would, in one step."""
        place, removed, added = exact(start, self.units[start:end], to_units(text))
        self.end_step()
        self.edited(place, len(removed), added)
        self.end_step()

    def replace_each(self, stretches: Iterable[tuple[int, int, str]]) -> None:
        """Write texts in place of stretches, in order of place, all in one step."""
        step: list[Edit] = []
        for start, end, text in stretches:
            place, removed, added = exact(start, self.units[start:end], to_units(text))
            if not removed and not added:
                continue
            edit = self._edit(place, place + len(removed), added)
            if (
                step
                and edit.removed_words[:1]
                and edit.removed_words[:1] == step[-1].removed_words[-1:]
            ):
                before = step.pop()  # within the same word
                between = self.units[before.end : edit.place]
                edit = self._edit(before.place, edit.end, before.added + between + added)
            step.append(edit)
        if step:
            self.end_step()
            self._do(*step)
            self.end_step()

    def rewrite(self, stretches: Iterable[Written]) -> None:
        """Put texts with their spoken words in place of stretches, all in one step.

        The stretches are in order of place, and cut no spoken word.
        """
        step = tuple(
            Edit(
                it.start,
                self.units[it.start : it.end],
                it.units,
                tuple(self.words.between(it.start, it.end)),
                tuple(word.moved(it.start) for word in it.words),
            )
            for it in stretches
        )
        if step:
            self.end_step()
            self._do(*step, is_written=False)
            self.end_step()

    def end_step(self) -> None:
        """Let the next edit be undone on its own."""
        self._history.end_step()

    def undo(self) -> None:
        """Take back the last utterance, or the last thing that was typed.

        A sentence that was being said when something was typed is taken back after that.
        """
        self._step(self._history.undo())

    def redo(self) -> None:
        self._step(self._history.redo())

    def _delete_spoken(self, first: int, last: int) -> None:
        """Delete the words of this recording with these ids, and the space that they leave.

        Where a person has written between them, nothing is deleted.
        """
        spans = self.words.of_ids(self.session, first, last)
        if spans:
            self._delete(spans)

    def _delete(self, spans: list[WordSpan]) -> bool:
        if any(span.is_edited for span in spans):
            return False
        start, end = spans[0].start, spans[-1].end
        others = self.units[start:end]
        for span in reversed(spans):
            others = others[: span.start - start] + others[span.end - start :]
        if others.strip():
            return False
        behind = self.units[end : max(end, self.cursor)]
        end += len(behind) if behind.isspace() else 0
        if needs_space(self.units[:start].rstrip(" ")[-1:], self.units[end : end + 1]) is False:
            start = len(self.units[:start].rstrip(" "))
        gone_on = self._sentence.gone_on_at(self.units, start)
        step = [self._edit(start, end, "")]
        if gone_on is not None:
            step.insert(0, mark_edit(self.units, self.words, gone_on, self._sentence.changed[0]))
        self.end_step()
        self._do(*step)
        self.end_step()
        if gone_on is not None:  # as it was before
            self._sentence.open = Stretch(gone_on.start, gone_on.end + step[0].growth)
            self._tell(DictationMoved())
        return True

    def _select(self, selection: Selection | None) -> None:
        if selection != self.selection:
            self.selection = selection
            self._tell(Selected(selection))

    def _meant(self, command: VoiceCommand) -> tuple[int, int] | None:
        """Return where the words stand that a command is about.

        Those that it names stand last before the dictation cursor, else last of all; where it
        names none, it is about what is selected, or what was said last.
        """
        if command.old:
            found = heard_places(self.units, self.words.all(), command.old)
            before = [it for it in found if it[0] < self.cursor] or found
            return before[-1] if before else None
        if self.selection is not None:
            return self.selection.start, self.selection.end
        spans = self.words.of_ids(self.session, *command.words) if command.words else []
        if not spans:
            return None
        start, end = spans[0].start, spans[-1].end
        return start, start + len(self.units[start:end].rstrip(_MARKS))

    def _put(self, start: int, end: int, text: str) -> None:
        """Write something with the capital of what stood there."""
        is_begun = self.units[start].isupper() and not text[:1].isupper()
        text = capitalised(text) if is_begun else text
        self.deselect()
        self.replace(start, end, text)
        self.mark_selected(start, start + len(to_units(text)))

    def _capitalise(self, start: int, end: int) -> None:
        found = [*re.finditer(r"\S+", self.units[start:end])]
        places = [(start + it.start(), start + it.end(), capitalised(it.group())) for it in found]
        self.deselect()
        self.replace_each(places)
        self.mark_selected(start, end)

    def _delete_selected(self) -> None:
        """Delete what is selected, and the space that it leaves."""
        one = self.selection
        if one is not None:
            before, following = self.units[: one.start], self.units[one.end : one.end + 1]
            start, end = len(before.rstrip(" ")), one.end
            if not before[:start] or before[start - 1] == "\n":
                start, end = one.start, end + following.isspace()
            elif following.strip() and following not in _MARKS:
                start = one.start
            self.replace(start, end, "")

    def _edit(self, start: int, end: int, added: str) -> Edit:
        touched = self.words.between(start, end)
        edges = touched[:1] + touched[1:][-1:]  # nothing is left of a word between them
        left = (clipped(word, start, end - start, added) for word in edges)
        return Edit(start, self.units[start:end], added, tuple(touched), tuple(filter(None, left)))

    def _do(self, *step: Edit, is_written: bool = True) -> None:
        self._overtaken = len(split_units(self.tail))
        self._history.add_typed(*step)
        self._step(step, is_written=is_written)

    def _step(self, step: Step, *, is_written: bool = False) -> None:
        if step:
            edit = as_one(self.units, step)
            self._sentence.follow(step)
            self._apply(step)
            self._tell(Edited(edit, step, is_written))

    def _tell(self, event: object) -> None:
        for kind, do in self._observers:
            if isinstance(event, kind):
                do(event)

    def _commit(self, sentence: Sentence) -> Edit:
        """Put a sentence at the dictation cursor, as one step.

        A new paragraph begins once enough stands in the old one.
        """
        place, before, after = self.cursor, self._before(), self._after()
        utterance = PackedSentence(sentence, self.session, self.sentences)
        sentence = sentence.merged
        self.sentences += 1
        said = to_units(sentence.text)
        if not said:
            return Edit(place, "", "")
        text = joined(before, said, after)
        filled = place - (self.units.rfind("\n", 0, place) + 1)
        is_long = self._longest_paragraph is not None and filled >= self._longest_paragraph
        if is_long and before[-1:] and before[-1] in "。？！.?!":
            text = "\n" + joined("", said, after)
        end, is_over = self.tail_place, self.tail_place > place
        touched = self.words.between(place, end)
        left = [clipped(word, place, end - place, "") for word in touched]
        kept = [replace(word, end=place) for word in left if word and word.start < place]
        spoken = self._said(sentence, utterance, place + text.index(said))
        edit = Edit(place, self.units[place:end], text, tuple(touched), (*kept, *spoken))
        self._select(None)
        self.cursor = end
        self._sentence.open = None
        self._sentence.follow((edit,))
        self._apply((edit,))
        if is_over:
            self._history.add_typed(edit)
        else:
            self._history.add_spoken(edit, is_overtaken=self._overtaken > 0)
        self._overtaken = max(0, self._overtaken - len(sentence.words))
        start, mark = place + text.index(said), sentence.words[-1].spelling
        is_said = mark is not None and mark.mark is not None
        self._sentence.said = None if is_said else Stretch(start, start + len(said))
        return edit

    @property
    def _open(self) -> Stretch | None:
        return self._sentence.before(self.units, self.cursor)

    def _set_mark(self, mark: str) -> None:
        """Change the mark of the sentence that was open, as one step."""
        one = self._open
        if one is None or mark_of(self.units, one) == mark:
            return
        edit = mark_edit(self.units, self.words, one, mark)
        self._apply((edit,))
        self._history.add_spoken(edit)
        self._sentence.resumed = Stretch(one.start, one.end + edit.growth)
        self._sentence.changed = edit.removed, mark
        self._tell(MarkChanged(edit))

    def _apply(self, step: Step) -> None:
        if self.selection is not None and self.selection.returns_to is not None:
            self.cursor = self.selection.returns_to
        self._select(None)
        self.units = written(self.units, step)
        self.words.replace_each(step)
        self.cursor = place_after(self.cursor, step)

    @staticmethod
    def _said(sentence: Sentence, utterance: PackedSentence, start: int) -> Iterator[WordSpan]:
        """Yield where the words stand, the line breaks left out that a command put beside one."""
        rows = zip(sentence.gaps, sentence.surfaces, utterance.spoken(), strict=True)
        for space, surface, word in rows:
            start += len(space)
            end = start + len(to_units(surface))
            core = (
                start + len(surface) - len(surface.lstrip()),
                end - len(surface) + len(surface.rstrip()),
            )
            if core[0] < core[1]:
                yield WordSpan(*core, word)
            start = end

    def _before(self) -> str:
        return self.units[max(0, self.cursor - 2) : self.cursor]

    def _after(self) -> str:
        return self.units[self.tail_place : self.tail_place + 2]
