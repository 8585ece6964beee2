"""A text with its new marks beside the words as they stood: to be shown, compared and exported."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby, pairwise

from engine.text.marked_text import read_marked_text
from engine.text.spacing import gap, joined_texts
from engine.types import Sentence, Word, joined_sentences

MARKUP = re.compile(r"<[^<>\r\n]*>|\{\\[^{}\r\n]*\}")  # of subtitles
PARAGRAPH_PAUSE_S = 2.0


class Layout(Enum):
    """What the stretches of a text are."""

    LINES = "lines"  # with all that stands between the words
    CUES = "cues"
    SEGMENTS = "segments"  # what a recogniser took for one piece; sentences cross them
    SENTENCES = "sentences"


@dataclass(frozen=True, slots=True)
class RestoredWord:
    """A word as it is written now, and as it stood; times in seconds, where they are known.

    `speaker` is the name of who said it, empty where nobody told; `start` is where it stands in the
    text of its transcript.
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
    """What stands between words where someone begins to speak, such as `Ann: `."""

    text: str
    speaker: str


@dataclass(frozen=True, slots=True)
class Separator:
    """What stands between words, other than in the source: a mark stood alone, a space was added.

    It follows the word that it stands behind.
    """

    text: str
    source: str


StretchPiece = RestoredWord | SpeakerLabel | Separator | str


@dataclass(frozen=True, slots=True)
class Stretch:
    """Words and what stands between them; a cue has its times in seconds."""

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
        """The lines of a cue of any format without tags and names of speakers."""
        text = "".join(
            piece if isinstance(piece, str) else piece.text
            for piece in self.pieces
            if not (isinstance(piece, SpeakerLabel) and piece.speaker)
        )
        lines = html.unescape(MARKUP.sub("", text)).splitlines()
        return [" ".join(line.split()) for line in lines if line.strip()]

    @property
    def speaker(self) -> str:
        """Who speaks first in it."""
        return next((word.speaker for word in self.words), "")

    @property
    def plain_text(self) -> str:
        return joined_texts(self.shown_lines)


@dataclass(frozen=True, slots=True)
class RestoredText:
    """A whole text in its order."""

    layout: Layout
    stretches: tuple[Stretch, ...]

    @property
    def words(self) -> Iterator[RestoredWord]:
        return (word for stretch in self.stretches for word in stretch.words)

    @property
    def speakers(self) -> tuple[str, ...]:
        """The names of those who speak, in the order in which they begin."""
        return tuple(dict.fromkeys(word.speaker for word in self.words if word.speaker))

    @property
    def is_timed(self) -> bool:
        """True where it can become subtitles."""
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
            if _ends_sentence(word):
                yield _sentence(words, between)
                words = []
        if words:
            yield _sentence(words, between)

    def paragraphs(self) -> Iterator[str]:
        """Yield its lines; of what was spoken, a paragraph a turn, else up to a long pause."""
        if self.layout is Layout.LINES:
            whole = "".join(stretch.text for stretch in self.stretches)
            yield from whole.removesuffix("\n").split("\n")
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
        """Yield stretches in groups: a sentence's end before a long pause ends a paragraph."""
        group: list[Stretch] = []
        for stretch in self.stretches:
            if group and _is_long_pause(group[-1], stretch):
                yield group
                group = []
            group.append(stretch)
        if group:
            yield group


def from_sentences(sentences: Iterator[Sentence] | tuple[Sentence, ...]) -> RestoredText:
    """Return sentences as a text whose source is what was recognised."""
    return RestoredText(Layout.SENTENCES, tuple(map(_stretch, sentences)))


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
    """Return the first begin and the last end of its words, in seconds, that are known."""
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


def _ends_sentence(word: RestoredWord) -> bool:
    read = read_marked_text(word.text)
    return bool(read) and read[-1].mark.ends_sentence
