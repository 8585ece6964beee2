"""The text with its spoken words, its dictation cursor and its undo."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.document.code_units import to_units
from app.document.edit import Edit
from app.document.joining import joined
from app.document.spoken_words import SpokenWords
from app.document.undo_history import Source, UndoHistory
from app.document.utterance import PackedSentence
from app.document.word_span import WordSpan, clipped
from engine.types import Sentence


@dataclass(frozen=True, slots=True)
class Paragraphs:
    """When speech begins a new paragraph: behind a sentence, once so much stands in the old one.

    Attributes:
        longest: in signs; no text is laid out fluently in a paragraph of a hundred pages.
    """

    longest: int = 1_200


class Document:
    """Everything that a person and a voice wrote; the tail is no part of it.

    Places are UTF-16 code units, as Qt's. `edited` is told what a person did, everything else
    returns the `Edit` that whoever shows the text has to make there too.
    """

    def __init__(self, paragraphs: Paragraphs | None = None) -> None:
        self.text = ""
        self.words = SpokenWords()
        self.cursor = 0
        self._paragraphs = paragraphs or Paragraphs()
        self._history = UndoHistory()
        self._session = 0

    @property
    def session(self) -> int:
        """Number of the recording that spoken words belong to now."""
        return self._session

    @property
    def can_undo(self) -> bool:
        """Whether anything can be taken back."""
        return self._history.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether anything was taken back."""
        return self._history.can_redo

    def begin_session(self, place: int) -> None:
        """Let speech continue at a place; it belongs to a new recording."""
        self._session += 1
        self.dictate_at(place)

    def dictate_at(self, place: int) -> None:
        """Choose where speech continues."""
        self.cursor = min(max(0, place), len(self.text))

    def replace_all(self, text: str, words: SpokenWords | None = None) -> Edit:
        """Begin another text without undo; `words` are those of it that were spoken."""
        edit = Edit(0, self.text, to_units(text))
        self.text = edit.added
        self.words = words or SpokenWords()
        self.cursor = len(self.text)
        self._history.clear()
        return edit

    def edited(self, place: int, removed: int, added: str) -> None:
        """Follow what a person did; it is theirs, and a step that can be undone."""
        touched = self.words.between(place, place + removed)
        edges = touched[:1] + touched[1:][-1:]  # nothing is left of a word between them
        left = [clipped(word, place, removed, added) for word in edges]
        edit = Edit(
            place,
            self.text[place : place + removed],
            added,
            tuple(touched),
            tuple(word for word in left if word is not None),
        )
        self._apply(edit)
        self._history.add(edit, Source.PERSON)

    def end_step(self) -> None:
        """Let the next edit be undone on its own."""
        self._history.end_step()

    def commit(self, sentences: Sequence[Sentence]) -> Edit | None:
        """Put sentences at the dictation cursor, as one step; None where there are none."""
        if not sentences:
            return None
        place = self.cursor
        text, starts = self._laid_out(sentences)
        touched = self.words.between(place, place)
        kept = [clipped(word, place, 0, "") for word in touched]
        spoken = [
            word for item in zip(sentences, starts, strict=True) for word in self._said(*item)
        ]
        added = [WordSpan(word.start, place, word.spoken, word.is_edited) for word in kept if word]
        edit = Edit(place, "", text, tuple(touched), (*added, *spoken))
        self._apply(edit)
        self._history.add(edit, Source.VOICE)
        return edit

    def shown_tail(self, tail: str) -> str:
        """Return the tail as it stands at the dictation cursor, with the spaces around it."""
        return joined(self._before(), to_units(tail), self._after())

    def undo(self) -> Edit | None:
        """Take back the last step; None where there is none."""
        return self._done_again(self._history.undo())

    def redo(self) -> Edit | None:
        """Do again what was taken back; None where nothing was."""
        return self._done_again(self._history.redo())

    def _done_again(self, edit: Edit | None) -> Edit | None:
        if edit is not None:
            self._apply(edit)
        return edit

    def _apply(self, edit: Edit) -> None:
        end = edit.place + len(edit.removed)
        self.text = self.text[: edit.place] + edit.added + self.text[end:]
        self.words.replace(edit)
        if self.cursor >= end:
            self.cursor += edit.growth
        elif self.cursor > edit.place:
            self.cursor = edit.place + len(edit.added)

    def _laid_out(self, sentences: Sequence[Sentence]) -> tuple[str, list[int]]:
        """Return the text of sentences, and where in the document each begins."""
        text, starts = "", []
        before, filled = self._before(), self._paragraph_length()
        for sentence in sentences:
            said = to_units(sentence.text)
            piece = joined(before, said, "")
            if before and filled >= self._paragraphs.longest and before in "。？！.?!":
                piece, filled = "\n" + said, 0
            starts.append(self.cursor + len(text) + len(piece) - len(said))
            text += piece
            filled += len(piece)
            before = said[-1:] or before
        return text + self._space_behind(before), starts

    def _space_behind(self, last: str) -> str:
        spaced = joined("", last, self._after())
        return spaced[len(last) :]

    def _said(self, sentence: Sentence, start: int) -> Iterator[WordSpan]:
        """Place the words of a sentence that begins at `start`."""
        words = PackedSentence(sentence, self._session).spoken()
        rows = zip(sentence.gaps, sentence.surfaces, words, strict=True)
        for space, surface, word in rows:
            start += len(space)
            end = start + len(to_units(surface))
            yield WordSpan(start, end, word)
            start = end

    def _before(self) -> str:
        return self.text[self.cursor - 1 : self.cursor] if self.cursor else ""

    def _after(self) -> str:
        return self.text[self.cursor : self.cursor + 1]

    def _paragraph_length(self) -> int:
        return self.cursor - (self.text.rfind("\n", 0, self.cursor) + 1)
