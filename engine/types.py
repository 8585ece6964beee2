"""The values that travel from sound to text; stages import these, never each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Protocol, TypeVar

from engine.punctuation.labels import Case, Mark
from engine.spoken_commands.actions import Action
from engine.text.spacing import gap, gaps, joined

SAMPLE_RATE_HZ = 16_000
BYTES_A_SAMPLE = 2


@dataclass(frozen=True, slots=True)
class AudioChunk:
    """A block of 16 kHz mono sound: int16 little-endian samples, time since the session began."""

    samples: bytes
    start_s: float

    @property
    def duration_s(self) -> float:
        return len(self.samples) / (BYTES_A_SAMPLE * SAMPLE_RATE_HZ)


class MarkSource(Enum):
    """How much to trust marks and capitals that the source wrote itself."""

    RECOGNISER = "recogniser"
    EDGE = "edge"  # from a recogniser, where its sound ended: they reflect the pause, not the words
    TRANSCRIPT = "transcript"
    BOUNDARY = "boundary"  # a sentence certainly ends here; the words decide with which mark
    CERTAIN = "certain"  # they stand, whatever the words suggest
    LAYOUT = "layout"  # a line break or bracket follows: no comma here, perhaps a sentence end
    SEAM = "seam"  # Fermata's own, where dictation was stopped


@dataclass(frozen=True, slots=True)
class Spelling:
    """How a word is written if a spoken command says so.

    Attributes:
        before: Signs before it, such as an opening quotation mark.
        text: The word with its capitals; None to let the punctuator decide.
        inner: Signs between it and its mark.
        mark: Its mark; None for that of its label.
        after: Signs after its mark, including line breaks.
    """

    before: str = ""
    text: str | None = None
    inner: str = ""
    mark: str | None = None
    after: str = ""


@dataclass(frozen=True, slots=True)
class Word:
    """A recognised word; times in seconds since the session began, confidence 0..1 or unknown.

    `id` is unique within the session once the word is final; -1 before.

    Attributes:
        source_mark, source_case: What the source wrote (a recogniser that punctuates, or a
            transcript); evidence, never text. None if it says nothing.
        source_text: The word as the source wrote it, without its mark; used as is in languages that
            no punctuation model knows. None if it equals `text`.
        mark_source: How much to trust these two.
        mark_confidence: The recogniser's confidence in its mark, 0..1; None if unknown.
        spelling: Set by spoken commands.
    """

    text: str
    start_s: float | None = None
    end_s: float | None = None
    confidence: float | None = None
    id: int = field(default=-1, compare=False)
    source_mark: Mark | None = None
    source_case: Case | None = None
    source_text: str | None = None
    mark_source: MarkSource = MarkSource.RECOGNISER
    mark_confidence: float | None = None
    spelling: Spelling | None = None


@dataclass(frozen=True, slots=True)
class Context:
    """The text of the paragraph around the cursor; it is read, never written.

    Attributes:
        before: Text to the left; None if already known.
        after: Text to the right; None if already known.
        is_open: The sentence before the cursor was dictated and not touched since, so that it may
            go on and its last mark may change.
        elsewhere: Text further away that can be selected by voice.
    """

    before: str | None = ""
    after: str | None = ""
    is_open: bool = False
    elsewhere: str = ""


class Break(Enum):
    """A break that a source reports between two hypotheses."""

    TEXT_ENDS = "text ends"  # the recording was interrupted: a new text follows
    REST = "rest"  # a long silence; the text goes on


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """The recogniser's current words for the open segment.

    A partial or final hypothesis replaces the partial before it; words of a final one do not change
    again. After a final that does not end the segment (settled words of a partial), later
    hypotheses of the segment hold only the words that follow.

    Attributes:
        held: Number of last words of a final that may still be replaced: the next final begins with
            their replacements. Until then they are not committed.
        writes_marks: The recogniser writes marks, so the lack of one after the last word means
            something.
        is_cut: The sound went on after the last word, and was recognised with it.
        language: Code of the language it was recognised in; empty if the recogniser does not report
            it.
        is_foreign: Speech in a language that should not be written, or that the recogniser cannot
            write; it has no words. `language` is its code, if known.
    """

    words: tuple[Word, ...]
    is_final: bool
    ends_segment: bool = True
    time_s: float | None = None
    held: int = 0
    writes_marks: bool = False
    is_cut: bool = False
    language: str = ""
    is_foreign: bool = False


SourceEvent = Hypothesis | Context | Break  # a Context says where the next words go


@dataclass(frozen=True, slots=True)
class Sentence:
    """Committed words up to a sentence mark, or up to the hard cap if there was none.

    `surfaces` holds each of `words` as it is written, with its case and mark. A surface is empty if
    its word is written together with the words before it, like a number of several words or a
    spoken command; the first of them then has all of it. `between_scripts` separates a CJK
    character from a word of another script; `speaker` is the name of who said it, empty if unknown.
    """

    surfaces: tuple[str, ...]
    words: tuple[Word, ...]
    is_complete: bool = True
    between_scripts: str = " "
    speaker: str = ""

    @property
    def text(self) -> str:
        return joined(self.surfaces, self.between_scripts)

    @property
    def merged(self) -> Sentence:
        """The sentence with one word per surface: words written together are merged."""
        if all(self.surfaces):
            return self
        written: list[tuple[str, list[Word]]] = []
        for surface, word in zip(self.surfaces, self.words, strict=True):
            if surface or not written:
                written.append((surface, [word]))
            else:
                written[-1][1].append(word)
        pairs = [(surface, merged_word(words)) for surface, words in written if surface]
        return replace(self, surfaces=tuple(s for s, _ in pairs), words=tuple(w for _, w in pairs))

    @property
    def gaps(self) -> tuple[str, ...]:
        """What precedes each of its words in the text: white space or nothing."""
        return tuple(gaps(self.surfaces, self.between_scripts))


@dataclass(frozen=True, slots=True)
class Update:
    """Newly committed sentences and the tail that replaces the previous one.

    `seam` is the mark, or "", that now follows the word before them: the last one of an open
    context (`Context.is_open`). None leaves it as it is. `stays_open`: the last sentence may still
    get another mark in this way.
    """

    sentences: tuple[Sentence, ...]
    tail: str
    seam: str | None = None
    stays_open: bool = False

    @property
    def committed(self) -> str:
        return joined_sentences(self.sentences)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """This many words of a recording are done; the rest need no sound before `until_s`."""

    words: int = 0
    until_s: float = 0.0


@dataclass(frozen=True, slots=True)
class WordRefined:
    """A word committed before its time and confidence were known, now with both."""

    word: Word


@dataclass(frozen=True, slots=True)
class SegmentEnd:
    """What is known at the end of a segment."""

    refined: tuple[Word, ...]  # words settled before it, with times and confidences known only now
    checkpoint: Checkpoint  # for the words of this segment and all before it


@dataclass(frozen=True, slots=True)
class VoiceCommand:
    """A spoken request to do something, with the text as committed so far.

    Attributes:
        words: Ids of the first and last word to delete, or of what was said last.
        old: The words it is about; without an action, words that were taken for text because they
            were not found there.
        new: What to write instead, the number of an alternative, or what to say to be heard again.
    """

    action: Action
    words: tuple[int, int] | None = None
    old: str = ""
    new: str = ""


SessionEvent = Update | WordRefined | Checkpoint | VoiceCommand


def merged_word(words: Sequence[Word]) -> Word:
    """Return words that are written together as one word with the id of the first."""
    if len(words) == 1:
        return words[0]
    sure = [word.confidence for word in words if word.confidence is not None]
    text = joined([word.text for word in words])
    return replace(words[0], text=text, end_s=words[-1].end_s, confidence=min(sure, default=None))


def joined_sentences(sentences: Iterable[Sentence]) -> str:
    text = before = ""
    for sentence in sentences:
        if surfaces := [*filter(None, sentence.surfaces)]:
            text += gap(before, surfaces[0], sentence.between_scripts) + sentence.text
            before = surfaces[-1]
    return text


In_contra = TypeVar("In_contra", contravariant=True)
Out_co = TypeVar("Out_co", covariant=True)


class Stage(Protocol[In_contra, Out_co]):
    """One step of the data path."""

    def push(self, item: In_contra, /) -> Iterator[Out_co]: ...

    def flush(self) -> Iterator[Out_co]:
        """Yield what is still held back; call it last."""
        ...
