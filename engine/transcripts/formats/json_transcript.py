"""JSON transcripts: written back with the same structure, and new text and words."""

from __future__ import annotations

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, permutations
from typing import TextIO

from engine.errors import TranscriptFormatError
from engine.messages import Message, own_words
from engine.text.scripts import is_cjk
from engine.text.spacing import joined_texts
from engine.transcripts.formats.amazon_items import AmazonItems
from engine.transcripts.formats.cue_layout import timed_words
from engine.transcripts.formats.json_literals import (
    Holder,
    Literals,
    NotKeptError,
    Row,
    Table,
    decoded,
)
from engine.transcripts.formats.json_mirrors import Mirror, renewed, words_of
from engine.transcripts.formats.json_segment import Segment, renamed_speakers
from engine.transcripts.formats.json_speech import FoundSpeech, find_speech, is_silent
from engine.transcripts.passages import (
    Change,
    Passage,
    Places,
    in_order,
    spliced,
)
from engine.transcripts.recutting import LetterCounts, end_of_letters, letters
from engine.transcripts.registry import Format
from engine.transcripts.restored import Layout, RestoredText, times_of
from engine.transcripts.source import Source
from engine.transcripts.transcript import Transcript
from engine.transcripts.writer import SentenceWriter
from engine.types import Sentence

_SIZE_LIMIT_CHARACTERS = 64 << 20
_DEPTH_LIMIT = 64
_MOST_VALUES = 2_000_000  # twenty hours of timed words have fewer
_WARNINGS_LIMIT = 20
_UNREADABLE_LIMIT = 1000
_VAIN_CHARACTERS = 4 << 20  # to parse before giving up on unreadable values
_COUNTED_CHARACTERS = 256 << 20  # json counts the lines before each failure
_MOST_PLACES = 8
_SPACE = re.compile(r"\s*")


class JsonTranscript(Transcript):
    """One JSON value, or several in a row: JSON lines, Vosk's printed messages.

    An unreadable value in between is kept as it is, with a warning.
    """

    layout = Layout.SEGMENTS
    places: Places

    def __init__(self, source: Source, form: Format) -> None:
        """Read the whole file, as JSON requires.

        Raises:
            TranscriptFormatError: malformed, too large, too deep, or not a transcript.
        """
        super().__init__(source, form)
        self._counted_to, self._line = 0, 1
        self._failures: dict[int, TranscriptFormatError] = {}
        self._vain = self._counted = 0
        if len(self.file) > _SIZE_LIMIT_CHARACTERS:
            raise TranscriptFormatError(self.path, "more than 64 million characters of JSON")
        if sum(map(self.file.count, "[{,")) > _MOST_VALUES:  # they would fill the memory
            raise TranscriptFormatError(self.path, "more than two million JSON values")
        self._values = list(self._read_values())
        self._speeches = list(self._find_speeches())
        self._literals = Literals(self.file)
        self.places = Places(self._literals.within)
        self._read()

    def passages(self) -> Iterator[Passage]:
        """Yield the lines of every segment; the words of the file are one document."""
        speaking = ""
        for speech in self._speeches:
            for segment, start in zip(speech.found.segments, speech.starts, strict=True):
                for passage in segment.passages(start, speaking):
                    speaking = passage.speaker
                    yield passage

    def in_file(self, changes: Iterable[Change], names: Mapping[str, str]) -> list[Change]:
        changes = list(changes)
        others = (self._changes(speech, changes, names) for speech in self._speeches)
        return in_order(chain(self.places.in_file(changes), *others, self._renamed(names)))

    def _read(self) -> None:
        """Join the texts of all segments into one."""
        places = self.places
        for speech in self._speeches:
            for segment in speech.found.segments:
                speech.starts.append(places.length)
                for space, leaf in segment.parts:
                    places.add(space)
                    self._literals.read(places, *leaf.place)
                places.add(("" if segment.parts else segment.text) + "\n")
        self.text = places.text

    def _renamed(self, names: Mapping[str, str]) -> Iterator[Change]:
        for value in self._values if names else ():
            for start, end, name in renamed_speakers(value.content, names):
                yield Change(start, end, self._literals.spelt(name))

    def _changes(
        self, speech: _Speech, changes: Sequence[Change], names: Mapping[str, str]
    ) -> Iterator[Change]:
        """Yield what changes besides the texts of the segments."""
        segments = speech.found.segments
        old = [segment.text for segment in segments]
        own = [_within(changes, *it) for it in zip(speech.starts, old, strict=True)]
        new = ["".join(spliced(*it)) for it in zip(old, own, strict=True)]
        for segment, text, its_own in zip(segments, new, own, strict=True):
            counts = LetterCounts([(segment.text, its_own)])
            if isinstance(segment, AmazonItems) and text != segment.text:
                yield from segment.changes(text, counts, names, self._literals)
            elif text != segment.text and segment.words_agree and not segment.keeps_words:
                yield from self._offsets(segment, text, counts)
        if new == old and not names:
            return
        repeats = (*speech.found.mirrors, *speech.words)
        mirrors = {it.leaf.place: it for it in repeats}
        counts = LetterCounts(zip(old, own, strict=True))
        for mirror, text in renewed(mirrors.values(), old, new, counts, names):
            yield from self._literals.reworded(mirror.leaf.node.value, mirror.leaf.key, text)

    def _offsets(self, segment: Segment, text: str, counts: LetterCounts) -> Iterator[Change]:
        """Yield the new place of each word in the text, if its record has it (Otter)."""
        tables = [word.leaf.node.value for word in segment.words if word.leaf]
        keys = _place_keys(segment, tables)
        if keys is None:
            return
        begin = count = 0
        for word, holder in zip(segment.words, tables, strict=True):
            first, count = count, count + len(letters(word.text))
            end = end_of_letters(text, begin, counts.now(count) - counts.now(first))
            is_said = end > begin or count > first
            written = text[begin:end].strip() if is_said else word.text.strip()
            begin = max(begin, text.find(written, begin))
            for key, place in zip(keys, (begin, begin + len(written)), strict=True):
                yield from self._literals.replaced(holder, key, place)
            begin += len(written)

    def _find_speeches(self) -> Iterator[_Speech]:
        """Yield the speech found; values of other shapes are searched separately."""
        rest = [value for value in self._values if not value.is_unreadable]
        is_known = False
        while rest:
            contents = Row(it.content for it in rest if isinstance(it.content, Table | Row))
            found = find_speech(contents[0] if len(contents) == 1 else contents)
            if not found.segments:
                break
            is_known = True
            yield self._speech(found)
            places = sorted(it.place[0] for it in found.segments if it.place)
            others = [it for it in rest if not it.holds_any(places)]
            rest = others if len(others) < len(rest) else []
        unknown = [value for value in rest if not is_silent(value.content)]
        is_known |= len(unknown) < len(rest)
        for value in unknown:
            value.warning = self._format_error(Message("JSON, but not a transcript"), value.start)
        self._tell([value.warning for value in self._values if value.warning])
        if self._values and not is_known:
            reason = Message("JSON, but not a kind of transcript that Fermata knows")
            raise TranscriptFormatError(self.path, reason)

    def _speech(self, found: FoundSpeech) -> _Speech:
        at = found.segments[0].place[0] if found.segments[0].place else 0
        if not found.is_whole:
            reason = Message("a text differs from the words beside it and is left alone")
            self._tell([self._format_error(reason, at)])
        differing = (it for it in found.segments if it.words and not it.keeps_words)
        if (segment := next((it for it in differing if not it.words_agree), None)) is not None:
            reason = Message("words and text differ, so the words are left alone")
            self._tell([self._format_error(reason, segment.place[0] if segment.place else at)])
        return _Speech(found, tuple(words_of(found.segments)))

    def _tell(self, warnings: Iterable[TranscriptFormatError]) -> None:
        self.warnings = [*self.warnings, *warnings][:_WARNINGS_LIMIT]

    def _read_values(self) -> Iterator[_Value]:
        at = first = _skip_space(self.file, 0)
        unreadable = 0
        while at < len(self.file):
            value, end = self._value(at, is_first=at == first)
            unreadable += value.is_unreadable
            if unreadable > _UNREADABLE_LIMIT:  # each takes time to locate
                raise value.warning or self._format_error(Message("JSON, but not a transcript"), at)
            at = _skip_space(self.file, end)
            yield value

    def _value(self, at: int, *, is_first: bool) -> tuple[_Value, int]:
        if at in self._failures:
            return self._unreadable(at)
        try:
            content, end = decoded(self.file, at)
        except json.JSONDecodeError as error:
            reason = Message("malformed JSON: {detail}", detail=error.msg)
            failure = TranscriptFormatError(self.path, reason, error.lineno)
            if is_first or self._costs_too_much(error.pos, at):
                raise failure from error
            self._failures[at] = failure
            return self._unreadable(at)
        except NotKeptError as error:
            raise self._format_error(own_words(error), at) from error
        except (ValueError, RecursionError) as error:
            reason = Message("the JSON is nested too deeply or has a huge number")
            raise TranscriptFormatError(self.path, reason) from error
        if _depth_exceeds(content, _DEPTH_LIMIT):
            raise TranscriptFormatError(self.path, "the JSON is nested too deeply")
        return _Value(content, at, end), end

    def _unreadable(self, at: int) -> tuple[_Value, int]:
        end = self.file.find("\n", at)
        end = len(self.file) if end < 0 else end
        value = _Value(None, at, end, self._failures[at], is_unreadable=True)
        return value, end

    def _costs_too_much(self, failed_at: int, begin: int) -> bool:
        self._vain += failed_at - begin
        self._counted += failed_at
        return self._vain > _VAIN_CHARACTERS or self._counted > _COUNTED_CHARACTERS

    def _format_error(self, reason: Message, at: int) -> TranscriptFormatError:
        if at < self._counted_to:
            self._counted_to, self._line = 0, 1
        self._line += self.file.count("\n", self._counted_to, at)
        self._counted_to = at
        return TranscriptFormatError(self.path, reason, self._line)


class JsonWriter(SentenceWriter):
    """Writes Whisper's format: `{"segments": [{"id", "start", "end", "text", "words"}], "text"}`.

    A word has `word`, with the space before it, `start`, `end` and `probability`; times are in
    seconds, null if unknown; those of a segment are then estimated from others. Segments with a
    known speaker have `speaker`, as in WhisperX. A line per segment: a sentence, or a cue, whose
    words have no times.
    """

    def __init__(self, stream: TextIO, form: Format) -> None:
        super().__init__(stream, form)
        self.files: list[str] = []
        self._end_s: float | None = None

    def write(self, sentence: Sentence) -> None:
        first, *others = sentence.gaps
        gaps = (first if is_cjk(sentence.surfaces[0]) else " ", *others)
        words = [
            {"word": gap + text, "start": w.start_s, "end": w.end_s, "probability": w.confidence}
            for w, gap, text in zip(sentence.words, gaps, sentence.surfaces, strict=True)
        ]
        self._add(sentence.text, self._times_of(sentence), sentence.speaker, words=words)

    def write_text(self, text: RestoredText, title: str = "") -> None:
        if text.layout is not Layout.CUES:
            super().write_text(text, title)
            return
        for cue in text.stretches:
            self._add(cue.plain_text, (cue.start_s, cue.end_s), cue.speaker)

    def close(self) -> None:
        begin = '{"segments": [' if not self.files else ""
        text = json.dumps(joined_texts(self.files), ensure_ascii=False)
        self._stream.write(f'{begin}\n], "text": {text}}}\n')

    def _times_of(self, sentence: Sentence) -> tuple[float, float] | tuple[None, None]:
        """Return when a sentence is said; with unknown word times, when subtitles would show it."""
        if times_of(sentence) == (None, None) and self._end_s is None:
            return None, None
        words = timed_words(sentence, self._end_s or 0.0)
        self._end_s = words[-1].end_s
        return words[0].start_s, words[-1].end_s

    def _add(
        self,
        text: str,
        times_s: tuple[float | None, float | None],
        speaker: str,
        **more: object,
    ) -> None:
        start_s, end_s = times_s
        named = {"speaker": speaker} if speaker else {}
        segment = {
            "id": len(self.files),
            "start": start_s,
            "end": end_s,
            "text": text,
            **named,
            **more,
        }
        before = ",\n" if self.files else '{"segments": [\n'
        self._stream.write(before + json.dumps(segment, ensure_ascii=False))
        self.files.append(text)


@dataclass(slots=True)
class _Value:
    """A JSON value of the file, and its place."""

    content: object
    start: int
    end: int
    warning: TranscriptFormatError | None = None
    is_unreadable: bool = False

    def holds_any(self, places: Sequence[int]) -> bool:
        at = bisect_left(places, self.start)
        return at < len(places) and places[at] < self.end


@dataclass(slots=True)
class _Speech:
    """Speech in the file, or in its values of one shape.

    Attributes:
        words: Words of the segments, if they have their own literals.
        starts: Where each segment's text begins in the text of the file.
    """

    found: FoundSpeech
    words: tuple[Mirror, ...]
    starts: list[int] = field(default_factory=list)


def _place_keys(segment: Segment, records: Sequence[Holder]) -> tuple[str, str] | None:
    """Return the keys under which all words have their start and end in the text."""
    tables = [it for it in records if isinstance(it, Table)]
    if not tables or len(tables) < len(segment.words):
        return None
    whole = [key for key, value in tables[0].items() if type(value) is int]
    for begin, end in permutations(whole[:_MOST_PLACES], 2):
        rows = zip(segment.words, tables, strict=True)
        if all(segment.text[_slice(it, begin, end)] == word.text.strip() for word, it in rows):
            return begin, end
    return None


def _slice(holder: Table, begin: str, end: str) -> slice:
    first, last = holder.get(begin), holder.get(end)
    is_place = type(first) is int and type(last) is int and 0 <= first < last
    return slice(first, last) if is_place else slice(0, 0)


def _within(changes: Sequence[Change], start: int, text: str) -> list[Change]:
    """Return the changes in a text at `start`, relative to it."""
    first = bisect_left(changes, start, key=lambda it: it.start)
    last = bisect_right(changes, start + len(text), key=lambda it: it.start)
    return [Change(it.start - start, it.end - start, it.new) for it in changes[first:last]]


def _skip_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _depth_exceeds(content: object, limit: int) -> bool:
    """Whether lists and objects are nested more than `limit` deep."""
    level: list[object] = [content]
    for _ in range(limit):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return False
    return True


def _inside(outer: object) -> Iterable[object]:
    if isinstance(outer, dict):
        return outer.values()
    return outer if isinstance(outer, list) else ()
