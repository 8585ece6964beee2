"""The text with its spoken words, dictation cursor, tail and undo."""

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
from app.document.markup_edits import as_heading, begin_edits, bold_edits
from app.document.open_sentence import OpenSentence, Stretch, mark_edit, mark_of
from app.document.search import heard_places
from app.document.spoken_words import SpokenWords
from app.document.text import from_units, joined, needs_space, paragraph_around, to_units
from app.document.word_span import PackedSentence, WordSpan, clipped
from engine.punctuation.labels import capitalised
from engine.spoken_commands.actions import Action
from engine.text.markup import BOLD, is_heading
from engine.text.units import split_units
from engine.types import Context, Sentence, Update, VoiceCommand, Word, joined_sentences

_CONTEXT_UNITS = 1_000  # of the text on either side of the cursor
_SELECTABLE_UNITS = 4_000  # beyond that paragraph
_MARKS = ".,;:?!…。，、；：？！"
_ABOUT_WORDS = frozenset(
    [
        *(Action.REPLACE, Action.SELECT, Action.CORRECT, Action.SPELL),
        *(Action.CAPITALISE, Action.BOLD),
    ]
)
_LONGEST_PARAGRAPH = 1_200  # text in a paragraph of a hundred pages cannot be laid out fluently


@dataclass(frozen=True, slots=True)
class Written:
    """What is to replace a stretch [start, end) of the text.

    Attributes:
        start: First code unit that is replaced.
        end: Code unit after the last one.
        units: The new text, in code units.
        words: The spoken words in `units`, with places relative to its start.
    """

    start: int
    end: int
    units: str
    words: tuple[WordSpan, ...] = ()


class DocumentEvent:
    """The text has changed, or what is known about its words."""


@dataclass(frozen=True, slots=True)
class Committed(DocumentEvent):
    """Sentences, the first with `number`, became text, with one edit each; the tail is new."""

    sentences: tuple[Sentence, ...]
    edits: tuple[Edit, ...]
    number: int

    @property
    def text(self) -> str:
        return joined_sentences(self.sentences)


@dataclass(frozen=True, slots=True)
class MarkChanged(DocumentEvent):
    """A stopped sentence goes on after all, or not, so the mark at its end has changed."""

    edit: Edit


@dataclass(frozen=True, slots=True)
class MarkDecided:
    """Fermata, not a person, has changed the end mark of a sentence: its number and the mark."""

    sentence: int
    mark: str


@dataclass(frozen=True, slots=True)
class Edited(DocumentEvent):
    """A person changed the text, or undid or redid a step.

    Attributes:
        edit: From the first place that differs to the last one.
        parts: The edits it consists of, in text order, each with places in the text before.
        is_written: The person wrote new text; False for undo, redo and `rewrite`.
        is_said: A spoken command made the change.
    """

    edit: Edit
    parts: tuple[Edit, ...] = ()
    is_written: bool = False
    is_said: bool = False


@dataclass(frozen=True, slots=True)
class Replaced(DocumentEvent):
    """Another text was opened."""

    edit: Edit


@dataclass(frozen=True, slots=True)
class Refined(DocumentEvent):
    """The time and confidence of a word are now known better."""

    word: Word


@dataclass(frozen=True, slots=True)
class Settled(DocumentEvent):
    """A person has confirmed a low-confidence word."""

    word: WordSpan


@dataclass(frozen=True, slots=True)
class Selection:
    """A stretch [start, end) that was selected by voice.

    Attributes:
        start: Its first code unit.
        end: Code unit after its last one.
        returns_to: The next speech replaces the stretch, then goes on here; None if it has already
            been corrected.
    """

    start: int
    end: int
    returns_to: int | None = None


@dataclass(frozen=True, slots=True)
class Selected:
    """Something was selected by voice, or the selection was removed."""

    selection: Selection | None


class TailChanged:
    """The uncommitted words have changed."""


class DictationMoved:
    """Speech continues elsewhere, or has begun or ended."""


Event = TypeVar(
    "Event",
    DocumentEvent,
    Committed,
    MarkChanged,
    MarkDecided,
    Edited,
    Replaced,
    Refined,
    Settled,
    TailChanged,
    DictationMoved,
    Selected,
)


class Document:
    """Everything written by hand or by voice, except the tail.

    Places are UTF-16 code units, like Qt's. What a person edited is theirs: speech is inserted at
    the dictation cursor, and replaces only what a person selected or named by voice. Whatever
    shows, stores or passes on the text observes it; observers are called on the thread of the
    change, in the order they were added. All changes are made on one thread.

    Attributes:
        units: The text in code units.
        words: Those of its words that were spoken.
        cursor: Where speech continues.
        tail: What was said but is not committed yet.
        session: Number of the recording that spoken words now belong to.
        sentences: How many sentences were committed to this text: the number of the next one.
        is_dictating: Whether a session is running.
        selection: What was selected by voice, until something changes or speech moves elsewhere.
    """

    def __init__(self, *, longest_paragraph: int | None = _LONGEST_PARAGRAPH) -> None:
        """Start with an empty text; speech breaks paragraphs that get longer, None for never."""
        self.units = ""
        self._longest_paragraph = longest_paragraph
        self.words = SpokenWords()
        self.cursor = 0
        self.tail = ""
        self.session = self.sentences = 0
        self.is_dictating = self._is_said = False
        self.selection: Selection | None = None
        self._history = UndoHistory()
        self._overtaken = 0  # number of words in the tail when something was typed
        self._sentence = OpenSentence()
        self._observers: list[tuple[type, Callable[[Any], object]]] = []

    @property
    def text(self) -> str:
        return from_units(self.units)

    @property
    def tail_place(self) -> int:
        """The dictation cursor, or the end of the selection that the next words replace."""
        one = self.selection
        return self.cursor if one is None or one.returns_to is None else one.end

    @property
    def shown_tail(self) -> str:
        """The tail in code units, with the spaces it needs where it is shown."""
        place = self.tail_place
        return joined(self.units[max(0, place - 2) : place], to_units(self.tail), self._after())

    @property
    def can_undo(self) -> bool:
        return self._history.can_undo

    @property
    def can_redo(self) -> bool:
        return self._history.can_redo

    def observe(self, kind: type[Event], do: Callable[[Event], object]) -> None:
        """Call `do` for each event of a kind, after observers that were added earlier."""
        self._observers.append((kind, do))

    def begin_session(self, place: int) -> None:
        """Let speech of a new recording continue at a place."""
        self.session += 1
        self.is_dictating = True
        self._sentence.resumed = None
        self.dictate_at(place)

    @property
    def context(self) -> Context:
        """The text around the dictation cursor in its paragraph."""
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
        before, after = (from_units(it).replace(BOLD, "") for it in (before, after))
        return Context(before, after, self._open is not None, text)

    def close_sentence(self) -> None:
        """Fix the last sentence's mark: another program has it by now."""
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
        """Let the next speech replace a stretch, until speech moves elsewhere."""
        before = self.selection.returns_to if self.selection else None
        selection = Selection(start, end, self.cursor if before is None else before)
        self.cursor = start
        self._select(selection)
        self._tell(DictationMoved())

    def mark_selected(self, start: int, end: int) -> None:
        """Make a stretch what the next command is about."""
        self._select(Selection(start, end))

    def deselect(self) -> None:
        """Let speech continue where it was before the selection."""
        if self.selection is not None:
            place = self.selection.returns_to
            self.dictate_at(self.cursor if place is None else place)

    def correct(self, text: str) -> None:
        """Replace the selection; speech continues where it was."""
        if self.selection is not None:
            self._put(self.selection.start, self.selection.end, text)

    def apply(self, update: Update) -> None:
        """Insert what was committed, each sentence as a step of its own, and set the new tail.

        A stopped sentence that goes on gets its mark first, also as a step of its own.
        """
        if update.seam is not None:
            self._set_mark(to_units(update.seam))
            self._sentence.open = None
        number = self.sentences
        written = [self._commit(it) for it in update.sentences]
        sentences = tuple(sentence for sentence, _ in written)
        edits = tuple(edit for _, edit in written)
        if update.stays_open:
            self._sentence.stop()
        self.tail = update.tail
        if self._overtaken:
            self._overtaken = min(self._overtaken, len(split_units(self.tail)))
        self._tell(Committed(sentences, edits, number) if edits else TailChanged())

    def do(self, command: VoiceCommand) -> bool:
        """Carry out a spoken command on the text, as one step that can be undone.

        Return False if the words it refers to are not in the text.
        """
        self._is_said = True
        try:
            return self._carry_out(command)
        finally:
            self._is_said = False

    def _carry_out(self, command: VoiceCommand) -> bool:
        found = self._meant(command) if command.action in _ABOUT_WORDS else (0, 0)
        if found is None:
            return False
        match command.action:
            case Action.UNDO:
                self.undo()
            case Action.CAPITALISE:
                self._capitalise(*found)
            case Action.BOLD:
                self.deselect()
                self.toggle_bold(*found)
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
        """Remove everything said in this recording, as one step that can be undone.

        Return False if a person has edited it: then all of it stays.
        """
        spans = self.words.of_recording(self.session)
        return not spans or self._delete(spans)

    def refine(self, word: Word) -> None:
        self.words.refine(self.session, word)
        self._tell(Refined(word))

    def settle(self, word: WordSpan) -> None:
        """Confirm a low-confidence word as it stands: a person has checked it."""
        self.words.settle(word.start)
        self._tell(Settled(word))

    def replace_all(self, text: str, words: SpokenWords | None = None, said: int = 0) -> None:
        """Open another text, without undo; `said` is its number of sentences so far."""
        units = to_units(text)
        self._replace(units, words or SpokenWords(), len(units), said, UndoHistory())

    def _replace(
        self, units: str, words: SpokenWords, cursor: int, said: int, history: UndoHistory
    ) -> None:
        edit = Edit(0, self.units, units)
        self._select(None)
        self._sentence.close()
        self.units, self.words, self.cursor = units, words, cursor
        self.sentences, self._history = said, history
        self._tell(Replaced(edit))

    def set_aside(self) -> Callable[[], None]:
        """Return a function that brings back the present text, with its undo."""
        units, words, cursor, said = self.units, self.words, self.cursor, self.sentences
        history, self._history = self._history, UndoHistory()

        def bring_back() -> None:
            self._replace(units, words, cursor, said, history)

        return bring_back

    def edited(self, place: int, removed: int, added: str) -> None:
        """Record what a person did, as a step that can be undone; it is theirs.

        `removed` is the number of code units removed, `added` the text inserted.
        """
        self._do(self._edit(place, place + removed, added))

    def replace(self, start: int, end: int, text: str) -> None:
        """Replace a stretch as a person would, in one step."""
        place, removed, added = exact(start, self.units[start:end], to_units(text))
        self.end_step()
        self.edited(place, len(removed), added)
        self.end_step()

    def replace_each(self, stretches: Iterable[tuple[int, int, str]]) -> None:
        """Replace stretches, given in text order, all in one step."""
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

    def toggle_bold(self, start: int, end: int) -> None:
        """Make a stretch bold, or what is bold no longer, in one step."""
        self.replace_each(bold_edits(self.units, start, end))

    def toggle_begin(self, start: int, end: int, begin: str) -> None:
        """Let the lines of a stretch begin with a sign, "" for none, or no longer; in one step."""
        self.replace_each(begin_edits(self.units, start, end, begin))

    def rewrite(self, stretches: Iterable[Written]) -> None:
        """Replace stretches with texts and their spoken words, all in one step.

        The stretches are in text order and cut no spoken word.
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
        """Make the next edit a separate undo step."""
        self._history.end_step()

    def undo(self) -> None:
        """Undo the last utterance, or the last thing typed.

        A sentence that was being spoken while something was typed is undone after that.
        """
        self._step(self._history.undo())

    def redo(self) -> None:
        self._step(self._history.redo())

    def _delete_spoken(self, first: int, last: int) -> None:
        """Delete this recording's words with ids `first` to `last`, and the space they leave.

        If a person has written between them, nothing is deleted.
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
        after = self.units[end : max(end, self.cursor)]
        end += len(after) if after.isspace() else 0
        if needs_space(self.units[:start].rstrip(" ")[-1:], self.units[end : end + 1]) is False:
            start = len(self.units[:start].rstrip(" "))
        continued = self._sentence.continued_at(self.units, start)
        step = [self._edit(start, end, "")]
        if continued is not None:
            step.insert(0, mark_edit(self.units, self.words, continued, self._sentence.changed[0]))
        self.end_step()
        self._do(*step)
        self.end_step()
        if continued is not None:  # as it was before
            self._tell_mark(step[0])
            self._sentence.open = Stretch(continued.start, continued.end + step[0].growth)
            self._tell(DictationMoved())
        return True

    def _select(self, selection: Selection | None) -> None:
        if selection != self.selection:
            self.selection = selection
            self._tell(Selected(selection))

    def _meant(self, command: VoiceCommand) -> tuple[int, int] | None:
        """Return the position of the words that a command is about; None if they are not there.

        Words it names are the last ones before the dictation cursor, else the last ones of all;
        without a name it is about the selection, or what was said last.
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
        """Write something, with a capital if what it replaces had one."""
        is_start = self.units[start].isupper() and not text[:1].isupper()
        text = capitalised(text) if is_start else text
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
        """Delete the selection, and the space it leaves."""
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
        edges = touched[:1] + touched[1:][-1:]  # of a word between them nothing is left
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
            self._tell(Edited(edit, step, is_written, self._is_said))

    def _tell(self, event: object) -> None:
        for kind, do in self._observers:
            if isinstance(event, kind):
                do(event)

    def _commit(self, sentence: Sentence) -> tuple[Sentence, Edit]:
        """Insert a sentence at the dictation cursor, as one step; return it as it was inserted.

        A new paragraph begins once the current one is long enough, and a heading gets no full stop.
        """
        is_of_heading = self._ends_heading(sentence)
        whole = sentence = self._as_heading(sentence) if is_of_heading else sentence
        place, before, after = self.cursor, self._before(), self._after()
        utterance = PackedSentence(sentence, self.session, self.sentences)
        sentence = sentence.merged
        self.sentences += 1
        said = to_units(sentence.text)
        if not said:
            return whole, Edit(place, "", "")
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
        is_settled = is_of_heading or (mark is not None and mark.mark is not None)
        self._sentence.said = None if is_settled else Stretch(start, start + len(said))
        return whole, edit

    def _as_heading(self, sentence: Sentence) -> Sentence:
        return as_heading(sentence, is_first=not self.units[: self.cursor].strip())

    def _ends_heading(self, sentence: Sentence) -> bool:
        """Whether a sentence that is said now ends a heading."""
        begin = self.units.rfind("\n", 0, self.cursor) + 1
        said = to_units(sentence.text).rstrip()
        line = f"{self.units[begin : self.cursor]} {said}"
        return is_heading(line.rpartition("\n")[2])

    @property
    def _open(self) -> Stretch | None:
        return self._sentence.before(self.units, self.cursor)

    def _set_mark(self, mark: str) -> None:
        """Change the mark of the open sentence, as one step."""
        one = self._open
        if one is None or mark_of(self.units, one) == mark:
            return
        edit = mark_edit(self.units, self.words, one, mark)
        self._apply((edit,))
        self._history.add_spoken(edit)
        self._sentence.resumed = Stretch(one.start, one.end + edit.growth)
        self._sentence.changed = edit.removed, mark
        self._tell(MarkChanged(edit))
        self._tell_mark(edit)

    def _tell_mark(self, edit: Edit) -> None:
        for word in edit.added_words:
            self._tell(MarkDecided(word.spoken.utterance.number, edit.added))

    def _apply(self, step: Step) -> None:
        if self.selection is not None and self.selection.returns_to is not None:
            self.cursor = self.selection.returns_to
        self._select(None)
        self.units = written(self.units, step)
        self.words.replace_each(step)
        self.cursor = place_after(self.cursor, step)

    @staticmethod
    def _said(sentence: Sentence, utterance: PackedSentence, start: int) -> Iterator[WordSpan]:
        """Yield the words at their positions, without line breaks that a command put beside one."""
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
        """Return what stands before the cursor; between signs of bold words, what is outside."""
        end = self.cursor
        end -= len(BOLD) * (self._is_in_bold and self.units.endswith(BOLD, 0, end))
        return self.units[max(0, end - 2) : end]

    def _after(self) -> str:
        start = self.tail_place
        start += len(BOLD) * (self._is_in_bold and self.units.startswith(BOLD, start))
        return self.units[start : start + 2]

    @property
    def _is_in_bold(self) -> bool:
        begin = self.units.rfind("\n", 0, self.cursor) + 1
        return self.units.count(BOLD, begin, self.cursor) % 2 == 1
