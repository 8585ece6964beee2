"""The values that travel from sound to text; every stage imports these and no other stage."""

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
    """How much the marks and capitals that a source wrote itself tell."""

    RECOGNISER = "recogniser"
    EDGE = "edge"  # a recogniser's, where its sound ended: of the pause rather than of the words
    TRANSCRIPT = "transcript"
    BOUNDARY = "boundary"  # a sentence surely ends; with which mark, the words say
    CERTAIN = "certain"  # they stand, whatever the words say
    LAYOUT = "layout"  # a line or a bracket follows: no comma stands there, an end may
    SEAM = "seam"  # Fermata's own, where a dictation was stopped


@dataclass(frozen=True, slots=True)
class Spelling:
    """How a word is written where a spoken command says so.

    Attributes:
        before: signs in front of it, such as an opening quotation mark.
        text: itself, its capitals included; None where the words say.
        inner: signs between it and its mark.
        mark: its mark; None for that of its label.
        after: signs behind its mark, line breaks among them.
    """

    before: str = ""
    text: str | None = None
    inner: str = ""
    mark: str | None = None
    after: str = ""


@dataclass(frozen=True, slots=True)
class Word:
    """A recognised word; times in seconds since the session began, confidence 0..1 or unknown.

    `id` is unique within its session once the word is final; -1 before.

    Attributes:
        source_mark, source_case: what the source wrote, a recogniser that punctuates itself or a
            transcript; evidence, never text. None where it tells nothing.
        source_text: how the source wrote it, but for its mark; what stands in languages that no
            punctuation model knows. None where that is its text.
        mark_source: how much the two tell.
        mark_confidence: how sure the recogniser is of the mark it wrote, 0..1; None where unknown.
        spelling: what spoken commands say of it.
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
    """The text of a paragraph around the place where words go; it is read, never written.

    Attributes:
        before: what stands left of the place; None where that is known already.
        after: what stands right of it; None where that is known already.
        is_open: the sentence that ends at the place was dictated, and nobody has touched it
            since: its last mark may still be changed, since it may go on.
        elsewhere: what stands beyond, as far as it can be selected by voice.
    """

    before: str | None = ""
    after: str | None = ""
    is_open: bool = False
    elsewhere: str = ""


class Break(Enum):
    """What a source tells between two hypotheses."""

    TEXT_ENDS = "text ends"  # the recording was interrupted: what follows is a text of its own
    REST = "rest"  # nobody has spoken for long; the text goes on


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """The recogniser's current words of the open segment.

    A partial hypothesis replaces the partial before it. So does a final one, and its words do not
    change again; after a final that does not end the segment (settled words of a partial),
    later hypotheses of the segment hold only the words that follow.

    Attributes:
        held: so many of a final's last words may still be replaced: the next final begins with
            those that stand in their place. Until then they are not committed.
        writes_marks: the recogniser writes marks, so that a last word without one tells something.
        is_cut: what follows its last word was heard with it.
        language: code of the one it was recognised in; empty where the recogniser does not tell.
        is_foreign: speech in a language that is not to be written, or that the recogniser does not
            write; it has no words. `language` says which, where that is known.
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


SourceEvent = Hypothesis | Context | Break  # a context: where the words to come go


@dataclass(frozen=True, slots=True)
class Sentence:
    """Committed words up to a sentence mark, or up to the hard cap where none was found.

    `surfaces` holds each word as it is written, with its case and mark; one for each of `words`.
    One is empty where a word is written together with the words before it, as a number of several
    words and a spoken command are: then the first of them has all of it.
    `between_scripts` stands between a CJK character and a word of another script; `speaker` is the
    name of who said it, empty where nobody told.
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
        """The sentence with one word for each surface: those that are written together are one."""
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
        """What stands before each of its words in its text: white space or nothing."""
        return tuple(gaps(self.surfaces, self.between_scripts))


@dataclass(frozen=True, slots=True)
class Update:
    """Newly committed sentences and the tail that replaces the tail before it.

    `seam` is the mark, or "", that now stands behind the word before them: the last one of an open
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
    """So many words of a recording are done; those that follow need no sound before `until_s`."""

    words: int = 0
    until_s: float = 0.0


@dataclass(frozen=True, slots=True)
class WordRefined:
    """A word that was committed before its time and confidence were known, now with them."""

    word: Word


@dataclass(frozen=True, slots=True)
class SegmentEnd:
    """What the end of a segment tells."""

    refined: tuple[Word, ...]  # settled before it; times and confidences known only now
    checkpoint: Checkpoint  # of the words of this segment and of all before it


@dataclass(frozen=True, slots=True)
class VoiceCommand:
    """Something that was said to be done, with the text as far as it is committed by now.

    Attributes:
        words: ids of the first and the last word to delete, or of what was said last.
        old: the words that it is about; with no action, words that were taken for text, since
            they do not stand there.
        new: what to write in place of words, the number of a reading, or what to say to be
            listened to again.
    """

    action: Action
    words: tuple[int, int] | None = None
    old: str = ""
    new: str = ""


SessionEvent = Update | WordRefined | Checkpoint | VoiceCommand


def merged_word(words: Sequence[Word]) -> Word:
    """Return words that are written together as one, with the identity of the first."""
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
        """Yield what is still held back; nothing more will come."""
        ...
