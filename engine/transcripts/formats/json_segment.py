"""One piece of a JSON transcript: its text, its words, who speaks, and when it was said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from engine.transcripts.formats.json_columns import Leaf, words_in
from engine.transcripts.formats.json_literals import Holder, Table
from engine.transcripts.formats.json_times import Bounds, number_in
from engine.transcripts.passages import Cue, Passage, TimedWord
from engine.transcripts.recutting import letters

_CONFIDENCES = frozenset({"probability", "prob", "confidence", "conf", "score"})


@dataclass(frozen=True, slots=True)
class SaidWord:
    """A word with a record of its own.

    Attributes:
        text: how it stands there.
        leaf: where; None where it stands in no literal.
        times_s: begin and end.
        speaker: who says it, empty where that is not told beside it.
    """

    text: str
    leaf: Leaf | None = None
    times_s: Bounds = (None, None)
    confidence: float | None = None
    speaker: str = ""


@dataclass(slots=True)
class Segment:
    """A spoken text, and its words where they have records of their own.

    The words are rewritten along with the text when they hold the same letters in the same order.

    Attributes:
        text: what is said.
        leaf: where it stands; None where it is put together.
        pieces: of what it is put together, each behind what parts it from the one before.
        words: its words.
        times_s: begin and end, where the segment itself tells.
        speaker: who speaks where the words do not tell.
        keeps_words: the words are spoken forms without marks, and stay.
    """

    text: str
    leaf: Leaf | None = None
    pieces: Sequence[tuple[str, Leaf]] = ()
    words: Sequence[SaidWord] = ()
    times_s: Bounds = (None, None)
    speaker: str = ""
    keeps_words: bool = False
    _agrees: bool | None = field(default=None, repr=False)

    @property
    def parts(self) -> Sequence[tuple[str, Leaf]]:
        """The pieces of its text, or all of it as one; none where it stands in no literal."""
        return [("", self.leaf)] if self.leaf else self.pieces

    @property
    def place(self) -> tuple[int, int] | None:
        """Where what holds its text stands in the file."""
        return next((leaf.node.value.place for _, leaf in self.parts), None)

    @property
    def words_agree(self) -> bool:
        """True where text and words are the same but for their signs."""
        if self._agrees is None:
            said = "".join(letters(word.text) for word in self.words)
            self._agrees = letters(self.text) == said
        return self._agrees

    def passages(self, start: int, speaking: str) -> Iterator[Passage]:
        """Yield its lines, which stand at `start`, cut where another begins to speak.

        `speaking` is who spoke before; who speaks where nobody tells.
        """
        cue = Cue(*self._bounds_s())
        times: tuple[TimedWord, ...] = ()
        turns: list[tuple[int, str]] = []
        if self.words and self.words_agree:
            times, turns = self._words(start)
            is_timed = any(word.start_s is not None for word in times)
            times, cue = (times, Cue()) if is_timed else ((), cue)
        first = self.speaker or speaking
        for line in self.text.splitlines(keepends=True):
            end, at = start + len(line), start
            for begin, speaker in [*(it for it in turns if start <= it[0] < end), (end, "")]:
                if begin > at or (begin == end and at == start):
                    passage = Passage(at, begin, at, speaker=first, is_turn=first != speaking)
                    yield replace(passage, starts_line=at == start, cue=cue, times=times)
                    speaking = first
                first, at = speaker, begin
            first = speaking
            start = end

    def _bounds_s(self) -> Bounds:
        begin_s, end_s = self.times_s
        is_sound = begin_s is not None and end_s is not None and begin_s <= end_s
        return self.times_s if is_sound else (begin_s, None)

    def _words(self, start: int) -> tuple[tuple[TimedWord, ...], list[tuple[int, str]]]:
        """Return when each word is said, and where another begins to speak, and who."""
        places = (start + at for at, sign in enumerate(self.text) if sign.isalnum())
        speaking = ""
        times: list[TimedWord] = []
        turns: list[tuple[int, str]] = []
        for word in self.words:
            count = len(letters(word.text))
            if not count:
                continue
            at = next(islice(places, 0, 1))
            next(islice(places, count - 1, count - 1), None)
            times.append(TimedWord(at, *word.times_s, word.confidence))
            told = word.speaker or self.speaker
            if told != speaking:
                speaking = told
                turns.append((start + _begin(self.text, at - start), speaking))
        return tuple(times), turns


def _begin(text: str, letter: int) -> int:
    """Return where the word of a letter begins, with its signs."""
    begin = letter
    while begin and not text[begin - 1].isspace() and not text[begin - 1].isalnum():
        begin -= 1
    return begin if not begin or text[begin - 1].isspace() else letter


def confidence_of(holder: Holder) -> float | None:
    """Return how sure a recogniser was of what the record says."""
    for key, value in holder.items() if isinstance(holder, Table) else ():
        if words_in(key) & _CONFIDENCES and (number := number_in(value)) is not None:
            return number.value
    return None


def speaker_of(holder: Holder) -> str:
    """Return the name of who speaks, `Speaker 1` where there is a number alone; else empty."""
    return next(filter(None, (_name(value) for _, value in _told_speakers(holder))), "")


def renamed_speakers(value: object, names: Mapping[str, str]) -> Iterator[tuple[int, int, str]]:
    """Yield where in a JSON value a speaker is told who has a new name, and the name."""
    if isinstance(value, Table):
        for key, told in _told_speakers(value):
            holder, own = (told, "name") if isinstance(told, Table) else (value, key)
            if (name := names.get(_name(told))) is not None:
                yield *holder.places[own], name
    inside = value.values() if isinstance(value, dict) else value
    for inner in inside if isinstance(inside, Iterable) and not isinstance(inside, str) else ():
        yield from renamed_speakers(inner, names)


def _told_speakers(holder: Holder) -> Sequence[tuple[str, object]]:
    """Return what tells who speaks, names before numbers."""
    told = [
        (key, value)
        for key, value in (holder.items() if isinstance(holder, Table) else ())
        if key.lower().startswith(("speaker", "spk")) and not words_in(key) & _CONFIDENCES
    ]
    return sorted(told, key=lambda it: isinstance(it[1], int))


def _name(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return f"Speaker {value}"
    if isinstance(value, Table):
        value = value.get("name")
    return value if isinstance(value, str) else ""
