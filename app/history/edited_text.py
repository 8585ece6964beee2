"""The edited text of a session with those spoken words that are still in it, and their times."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import accumulate

from app.dictation.stored_sound import StoredSound
from app.document.spoken_words import SpokenWords
from app.document.word_span import PackedSentence, WordSpan
from app.history.records import StoredSession
from engine.text.units import split_units, unit_spans
from engine.transcripts.restored import (
    Layout,
    RestoredText,
    RestoredWord,
    Stretch,
    StretchPiece,
    from_sentences,
)
from engine.types import Word

RECORDING = -1  # of all words that were spoken before; new recordings count from one
_GRAM = 3
_LARGEST_GAP = 250_000  # words on one side times words on the other that are compared one by one


@dataclass(frozen=True, slots=True)
class ReopenedSession:
    """What becomes the document; `sound` is None where the person keeps none."""

    session: StoredSession
    words: SpokenWords
    sound: StoredSound | None


def session_text(session: StoredSession) -> RestoredText:
    if session.document is None:
        return from_sentences(session.sentences)
    spoken = [word for sentence in session.sentences for word in sentence.words]
    return _timed(session.document, spoken)


def reopened(session: StoredSession) -> ReopenedSession:
    """Find the spoken words in a text that was edited; takes a second for ten hours of it."""
    audio = session.info.audio
    sound = StoredSound(audio) if audio is not None and audio.exists() else None
    return ReopenedSession(session, SpokenWords.of(_word_spans(session)), sound)


def _timed(document: str, spoken: Sequence[Word]) -> RestoredText:
    written = split_units(document)
    partner_of = dict(_partners(written, [word.text for word in spoken]))
    place = 0
    stretches = []
    for line in document.splitlines(keepends=True):
        pieces: list[StretchPiece] = []
        end = 0
        for start, stop in unit_spans(line):
            pieces += [line[end:start]] if start > end else []
            end = stop
            partner = partner_of.get(place)
            said = Word("") if partner is None else spoken[partner]
            text = line[start:stop]
            heard = text if partner is None else said.text
            pieces.append(RestoredWord(text, heard, said.start_s, said.end_s, said.confidence))
            place += 1
        pieces += [line[end:]] if end < len(line) else []
        stretches.append(Stretch(tuple(pieces)))
    return RestoredText(Layout.LINES, tuple(stretches))


def _word_spans(session: StoredSession) -> Iterator[WordSpan]:
    text = session.text
    spans = list(unit_spans(text))
    places = [0, *accumulate(1 + (sign > "\uffff") for sign in text)]  # in Qt's code units
    spoken = [
        word
        for sentence in session.sentences
        for word in PackedSentence(sentence, RECORDING).spoken()
    ]
    written = [text[start:end] for start, end in spans]
    for place, partner in _partners(written, [one.word.text for one in spoken]):
        start, end = spans[place]
        yield WordSpan(places[start], places[end], spoken[partner])


def _key(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalnum()) or text


def _partners(written: Sequence[str], said: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield pairs of places that hold the same word, both in rising order.

    Runs of words that occur once on either side are anchors; what lies between is compared word
    by word, unless it is so large that nothing of it is likely to have stayed.
    """
    written, said = list(map(_key, written)), list(map(_key, said))
    begin_w = begin_s = 0
    for at_w, at_s in (*_anchors(written, said), (len(written), len(said))):
        gap_w, gap_s = written[begin_w:at_w], said[begin_s:at_s]
        if len(gap_w) * len(gap_s) <= _LARGEST_GAP:
            for block in SequenceMatcher(None, gap_w, gap_s, autojunk=False).get_matching_blocks():
                for at in range(block.size):
                    yield begin_w + block.a + at, begin_s + block.b + at
        if at_w < len(written):
            yield at_w, at_s
        begin_w, begin_s = at_w + 1, at_s + 1


def _anchors(written: Sequence[str], said: Sequence[str]) -> list[tuple[int, int]]:
    """Return the longest rising row of places where the same unique run of words begins."""
    ours, theirs = _unique_grams(written), _unique_grams(said)
    pairs = sorted((at, theirs[gram]) for gram, at in ours.items() if gram in theirs)
    tails: list[int] = []
    tail_numbers: list[int] = []
    before: list[int] = []  # number of the pair before each, -1 for the first of a row
    for number, (_, place) in enumerate(pairs):
        length = bisect_left(tails, place)
        before.append(tail_numbers[length - 1] if length else -1)
        tails[length : length + 1] = [place]
        tail_numbers[length : length + 1] = [number]
    chosen = []
    number = tail_numbers[-1] if tail_numbers else -1
    while number >= 0:
        chosen.append(pairs[number])
        number = before[number]
    return chosen[::-1]


def _unique_grams(words: Sequence[str]) -> dict[tuple[str, ...], int]:
    places: dict[tuple[str, ...], int] = {}
    for at in range(len(words) - _GRAM + 1):
        gram = tuple(words[at : at + _GRAM])
        places[gram] = -1 if gram in places else at
    return {gram: at for gram, at in places.items() if at >= 0}
