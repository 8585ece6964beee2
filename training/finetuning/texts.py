"""The user's own texts: from transcripts or corrections to documents of marked words.

The application sends each correction as a line of JSON: a `text` and the `times` of its units,
begin and end in seconds, null where unknown.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from engine.punctuation.labels import Case
from engine.text.marked_text import read_marked_text, straightened
from engine.text.units import split_units
from engine.transcripts.passages import Part, PassageBreak, SpokenWord
from engine.transcripts.registry import read_transcript
from training.data.spoken_form import TimedMarkedWord

Words = tuple[TimedMarkedWord, ...]

CORRECTIONS = ".lessons"

_HEADING_WORDS = 12
_PARAGRAPH_SHARE = 0.6
_LONGEST_SENTENCE_WORDS = 80
_REPEATED_WORDS = 5


@dataclass(frozen=True, slots=True)
class UserText:
    """One file.

    Attributes:
        documents: its words by document; headings are left out.
        remarks: about places that could not be understood.
    """

    path: Path
    encoding: str
    documents: tuple[Words, ...]
    remarks: tuple[str, ...] = ()

    @property
    def words(self) -> int:
        return sum(len(document) for document in self.documents)

    @property
    def marked_share(self) -> float:
        """Share of the words that are in sentences with a final mark, 0..1."""
        marked = sum(_marked_words(document) for document in self.documents)
        return marked / max(1, self.words)

    def spoken_words(self) -> Iterator[str]:
        """Yield the words in lower case, without marks."""
        return (word.core.lower() for document in self.documents for word, _, _ in document)


def read_user_text(path: Path) -> UserText:
    """Read a text, Markdown, Word, SRT, WebVTT or JSON file.

    Raises:
        TranscriptFormatError: unreadable, binary, in no known encoding, or malformed.
    """
    if path.suffix == CORRECTIONS:
        return UserText(path, "utf-8", tuple(_corrections(path)))
    transcript = read_transcript(path)
    documents = [list(_lines(parts)) for parts in _by_document(transcript.parts())]
    lines = [line for document in documents for line in document]
    ended = sum(_is_ended(line) for line in lines)
    holds_paragraphs = ended >= _PARAGRAPH_SHARE * len(lines)
    kept = (_without_headings(document, by_line=holds_paragraphs) for document in documents)
    return UserText(
        path,
        transcript.encoding,
        tuple(document for document in kept if document),
        tuple(str(warning) for warning in transcript.warnings),
    )


def without_repeats(texts: Sequence[UserText]) -> list[UserText]:
    """Return the texts without passages already read: copies, one text in two formats."""
    seen: set[bytes] = set()
    return [replace(text, documents=tuple(_unseen(text.documents, seen))) for text in texts]


def sentences(words: Words) -> Iterator[Words]:
    """Yield the words up to each sentence mark, and those after the last one."""
    begin = 0
    for at, (word, _, _) in enumerate(words):
        if word.mark.ends_sentence:
            yield words[begin : at + 1]
            begin = at + 1
    if begin < len(words):
        yield words[begin:]


def knows_case(words: Words) -> bool:
    """False if capitals mean nothing: hardly any at sentence starts, or hardly anything else."""
    starts = [sentence[0][0].case for sentence in sentences(words)]
    loud = sum(word.case is Case.UPPER for word, _, _ in words)
    begun = sum(case is not Case.LOWER for case in starts)
    return begun * 2 >= len(starts) and loud * 2 < len(words)


def _corrections(path: Path) -> Iterator[Words]:
    for line in path.read_text(encoding="utf-8").splitlines():
        text, times = json.loads(line).values()
        owners = (at for at, unit in enumerate(split_units(text)) for _ in read_marked_text(unit))
        if words := tuple(
            (word, *times[at]) for word, at in zip(read_marked_text(text), owners, strict=True)
        ):
            yield _without_headings([words], by_line=True)


def _unseen(documents: Iterable[Words], seen: set[bytes]) -> Iterator[Words]:
    for document in documents:
        kept: list[TimedMarkedWord] = []
        for sentence in sentences(document):
            text = " ".join(word.core.lower() for word, _, _ in sentence)
            digest = hashlib.sha256(text.encode()).digest()
            if digest not in seen or len(sentence) < _REPEATED_WORDS:
                kept += sentence
            seen.add(digest)
        if kept:
            yield tuple(kept)


def _by_document(parts: Iterable[Part]) -> Iterator[list[Part]]:
    for is_break, group in groupby(parts, lambda part: part is PassageBreak.DOCUMENT):
        if not is_break:
            yield list(group)


def _lines(parts: Iterable[Part]) -> Iterator[Words]:
    line: list[TimedMarkedWord] = []
    for part in parts:
        if isinstance(part, SpokenWord):
            word = replace(part.word, core=straightened(part.word.core))
            line.append((word, part.start_s, part.end_s))
        elif part is PassageBreak.LINE and line:
            yield tuple(line)
            line = []
    if line:
        yield tuple(line)


def _without_headings(lines: Sequence[Words], *, by_line: bool) -> Words:
    """Leave out short unmarked lines if lines are paragraphs, or if there is only one."""
    if by_line or len(lines) == 1:
        lines = [line for line in lines if _is_ended(line) or len(line) > _HEADING_WORDS]
    return tuple(word for line in lines for word in line)


def _is_ended(line: Words) -> bool:
    return line[-1][0].mark.ends_sentence


def _marked_words(document: Words) -> int:
    found = (s for s in sentences(document) if _is_ended(s) and len(s) <= _LONGEST_SENTENCE_WORDS)
    return sum(len(sentence) for sentence in found)
