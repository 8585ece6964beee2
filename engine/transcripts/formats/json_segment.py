"""A piece of a JSON transcript: its text, words, speaker and times."""

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
    """A word with its own record.

    Attributes:
        text: As written there.
        leaf: Its place; None if it is not in a literal.
        times_s: Start and end.
        speaker: Who says it; empty if the record does not say.
    """

    text: str
    leaf: Leaf | None = None
    times_s: Bounds = (None, None)
    confidence: float | None = None
    speaker: str = ""


@dataclass(slots=True)
class Segment:
    """A spoken text, and its words if they have records of their own.

    The words are rewritten along with the text if they have the same letters in the same order.

    Attributes:
        text: What is said.
        leaf: Its place; None if it is put together from pieces.
        pieces: The pieces it is put together from, each with its separator from the previous one.
        words: Its words.
        times_s: Start and end, if the segment itself has them.
        speaker: Who speaks, unless the words say.
        keeps_words: The words are spoken forms without marks, and stay.
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
        """The pieces of its text, or all of it as one; none if it is not in a literal."""
        return [("", self.leaf)] if self.leaf else self.pieces

    @property
    def place(self) -> tuple[int, int] | None:
        """The place in the file of what contains its text."""
        return next((leaf.node.value.place for _, leaf in self.parts), None)

    @property
    def words_agree(self) -> bool:
        """Whether text and words are the same except for their signs."""
        if self._agrees is None:
            said = "".join(letters(word.text) for word in self.words)
            self._agrees = letters(self.text) == said
        return self._agrees

    def passages(self, start: int, speaking: str) -> Iterator[Passage]:
        """Yield its lines, which begin at `start`, split where another speaker begins.

        `speaking` is who spoke before, and still does unless something says otherwise.
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
        """Return when each word is said, and where another speaker begins, and who."""
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
    """Return where the word of a letter begins, including its signs."""
    begin = letter
    while begin and not text[begin - 1].isspace() and not text[begin - 1].isalnum():
        begin -= 1
    return begin if not begin or text[begin - 1].isspace() else letter


def confidence_of(holder: Holder) -> float | None:
    """Return the recogniser's confidence in what the record says."""
    for key, value in holder.items() if isinstance(holder, Table) else ():
        if words_in(key) & _CONFIDENCES and (number := number_in(value)) is not None:
            return number.value
    return None


def speaker_of(holder: Holder) -> str:
    """Return the speaker's name, `Speaker 1` if there is only a number; "" if there is none."""
    return next(filter(None, (_name(value) for _, value in _named_speakers(holder))), "")


def renamed_speakers(value: object, names: Mapping[str, str]) -> Iterator[tuple[int, int, str]]:
    """Yield the places in a JSON value of speakers who have a new name, and that name."""
    if isinstance(value, Table):
        for key, told in _named_speakers(value):
            holder, own = (told, "name") if isinstance(told, Table) else (value, key)
            if (name := names.get(_name(told))) is not None:
                yield *holder.places[own], name
    inside = value.values() if isinstance(value, dict) else value
    for inner in inside if isinstance(inside, Iterable) and not isinstance(inside, str) else ():
        yield from renamed_speakers(inner, names)


def _named_speakers(holder: Holder) -> Sequence[tuple[str, object]]:
    """Return the fields that name the speaker, names before numbers."""
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
