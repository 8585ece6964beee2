"""A text with its new marks beside the original words: to show, compare and export."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import groupby, pairwise

from engine.text.marked_text import read_marked_text
from engine.text.markup import BOLD, MarkedLine, marked_line
from engine.text.spacing import gap, joined_texts
from engine.types import Sentence, Word, joined_sentences

MARKUP = re.compile(r"<[^<>\r\n]*>|\{\\[^{}\r\n]*\}")  # in subtitles
PARAGRAPH_PAUSE_S = 2.0


class Layout(Enum):
    """What a text's stretches are."""

    LINES = "lines"  # including all that is between words
    CUES = "cues"
    SEGMENTS = "segments"  # pieces from a recogniser; sentences cross them
    SENTENCES = "sentences"
    PARAGRAPHS = "paragraphs"  # as they are written


@dataclass(frozen=True, slots=True)
class RestoredWord:
    """A word as written now, and as it was; times in seconds, if known.

    `speaker` is the name of who said it, empty if unknown; `start` is its place in the transcript's
    text.
    """

    text: str
    source: str
    start_s: float | None = None
    end_s: float | None = None
    confidence: float | None = None
    speaker: str = ""
    start: int = 0


@dataclass(frozen=True, slots=True)
class SpeakerLabel:
    """Text between words where a speaker begins, such as `Ann: `."""

    text: str
    speaker: str


@dataclass(frozen=True, slots=True)
class Separator:
    """Changed text between words: a mark stood alone, or a space was added.

    It belongs after its word.
    """

    text: str
    source: str


StretchPiece = RestoredWord | SpeakerLabel | Separator | str


@dataclass(frozen=True, slots=True)
class Stretch:
    """Words and what is between them; a cue has times in seconds."""

    pieces: tuple[StretchPiece, ...]
    start_s: float | None = None
    end_s: float | None = None

    @property
    def text(self) -> str:
        return "".join(piece if isinstance(piece, str) else piece.text for piece in self.pieces)

    @property
    def words(self) -> tuple[RestoredWord, ...]:
        return tuple(piece for piece in self.pieces if isinstance(piece, RestoredWord))

    @property
    def shown_lines(self) -> list[str]:
        """The lines of a cue in any format, without tags and speaker names."""
        text = "".join(
            piece if isinstance(piece, str) else piece.text
            for piece in self.pieces
            if not (isinstance(piece, SpeakerLabel) and piece.speaker)
        )
        lines = html.unescape(MARKUP.sub("", text)).splitlines()
        return [" ".join(line.split()) for line in lines if line.strip()]

    @property
    def speaker(self) -> str:
        """The first speaker in it."""
        return next((word.speaker for word in self.words), "")

    @property
    def plain_text(self) -> str:
        return joined_texts(self.shown_lines)


@dataclass(frozen=True, slots=True)
class RestoredText:
    """A whole text, in order.

    Attributes:
        has_markup: Its lines may be headings and list items, with bold words; see
            `engine.text.markup`.
    """

    layout: Layout
    stretches: tuple[Stretch, ...]
    has_markup: bool = False

    @property
    def words(self) -> Iterator[RestoredWord]:
        return (word for stretch in self.stretches for word in stretch.words)

    @property
    def speakers(self) -> tuple[str, ...]:
        """Names of the speakers, in order of appearance."""
        return tuple(dict.fromkeys(word.speaker for word in self.words if word.speaker))

    @property
    def is_timed(self) -> bool:
        """Whether it can become subtitles."""
        return any(stretch.start_s is not None for stretch in self.stretches) or any(
            word.start_s is not None for word in self.words
        )

    def sentences(self) -> Iterator[Sentence]:
        """Yield its sentences; words of segments and lines are joined up to a sentence mark."""
        if self.layout is Layout.SENTENCES:
            for stretch in self.stretches:
                if stretch.words:
                    yield _sentence(stretch.words, _between_scripts([stretch]))
            return
        words: list[RestoredWord] = []
        between = _between_scripts(self.stretches)
        for word in self.words:
            if words and word.speaker != words[-1].speaker:
                yield _sentence(words, between)
                words = []
            words.append(word)
            if ends_sentence(word):
                yield _sentence(words, between)
                words = []
        if words:
            yield _sentence(words, between)

    def without_markup(self) -> RestoredText:
        """Return the text with the words of its headings and bold words alone."""
        return replace(self, stretches=tuple(map(_unmarked, self.stretches)), has_markup=False)

    def lines(self) -> Iterator[MarkedLine]:
        """Yield its paragraphs and what each is."""
        for paragraph in self.paragraphs():
            yield marked_line(paragraph) if self.has_markup else MarkedLine(((paragraph, False),))

    def paragraphs(self) -> Iterator[str]:
        """Yield its lines; for speech, a paragraph per turn, or else up to a long pause."""
        if self.layout is Layout.LINES:
            whole = "".join(stretch.text for stretch in self.stretches)
            yield from whole.removesuffix("\n").split("\n")
            return
        if self.layout is Layout.PARAGRAPHS:
            yield from (stretch.text for stretch in self.stretches)
            return
        if self.speakers:
            for speaker, turn in groupby(self.sentences(), key=lambda it: it.speaker):
                yield (f"{speaker}: " if speaker else "") + joined_sentences(turn)
            return
        for group in self.spoken_paragraphs():
            is_cues = self.layout is Layout.CUES
            parts = (s.plain_text if is_cues else s.text.strip() for s in group)
            yield joined_texts(part for part in parts if part)

    def spoken_paragraphs(self) -> Iterator[list[Stretch]]:
        """Yield stretches in groups: a sentence end before a long pause ends a paragraph."""
        group: list[Stretch] = []
        for stretch in self.stretches:
            if group and _is_long_pause(group[-1], stretch):
                yield group
                group = []
            group.append(stretch)
        if group:
            yield group


def from_sentences(sentences: Iterator[Sentence] | tuple[Sentence, ...]) -> RestoredText:
    """Return sentences as a text whose source is the recognised words."""
    return RestoredText(Layout.SENTENCES, tuple(map(_stretch, sentences)))


def _unmarked(stretch: Stretch) -> Stretch:
    """Return a line without signs; what each stands beside keeps its times."""
    line = marked_line(stretch.text)
    pieces = list(stretch.pieces)
    while line.level and pieces and not _text(pieces[0]).strip(" #"):
        pieces.pop(0)
    if any(is_bold for _, is_bold in line.runs):
        pieces = list(map(_unsigned, pieces))
    return replace(stretch, pieces=tuple(pieces))


def _unsigned(piece: StretchPiece) -> StretchPiece:
    text = _text(piece).replace(BOLD, "")
    return text if isinstance(piece, str) else replace(piece, text=text)


def _text(piece: StretchPiece) -> str:
    return piece if isinstance(piece, str) else piece.text


def _is_long_pause(before: Stretch, after: Stretch) -> bool:
    is_end = before.text.rstrip().endswith((".", "?", "!", "。", "？", "！"))
    if before.end_s is None or after.start_s is None:
        return False
    return is_end and after.start_s - before.end_s >= PARAGRAPH_PAUSE_S


def _stretch(sentence: Sentence) -> Stretch:
    sentence = sentence.merged
    pieces: list[StretchPiece] = []
    rows = zip(sentence.gaps, sentence.words, sentence.surfaces, strict=True)
    for space, word, surface in rows:
        pieces += [space] if space else []
        times = (word.start_s, word.end_s, word.confidence)
        pieces.append(RestoredWord(surface, word.text, *times, sentence.speaker))
    return Stretch(tuple(pieces), *times_of(sentence))


def times_of(sentence: Sentence) -> tuple[float | None, float | None]:
    """Return the first known start and the last known end of its words, in seconds."""
    starts_s = [word.start_s for word in sentence.words if word.start_s is not None]
    ends_s = [word.end_s for word in sentence.words if word.end_s is not None]
    return (starts_s[0] if starts_s else None), (ends_s[-1] if ends_s else None)


def _sentence(words: Sequence[RestoredWord], between_scripts: str) -> Sentence:
    spoken = (Word(word.source, word.start_s, word.end_s, word.confidence) for word in words)
    surfaces = tuple(word.text for word in words)
    speaker = words[0].speaker
    return Sentence(surfaces, tuple(spoken), between_scripts=between_scripts, speaker=speaker)


def _between_scripts(stretches: Sequence[Stretch]) -> str:
    return "" if any(map(_sets_no_space, stretches)) else " "


def _sets_no_space(stretch: Stretch) -> bool:
    """Whether a CJK character and a word touch, with no mark between."""
    return any(
        isinstance(one, RestoredWord)
        and isinstance(other, RestoredWord)
        and gap(one.text, other.text, "") != gap(one.text, other.text)
        for one, other in pairwise(stretch.pieces)
    )


def ends_sentence(word: RestoredWord) -> bool:
    read = read_marked_text(word.text)
    return bool(read) and read[-1].mark.ends_sentence
