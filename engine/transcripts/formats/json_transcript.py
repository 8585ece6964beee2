"""JSON transcripts: the same structure comes out, with new text and new words."""

from __future__ import annotations

import json
import math
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, TextIO

from engine.errors import TranscriptFormatError
from engine.messages import Message, own_words
from engine.text.scripts import is_cjk
from engine.text.spacing import joined_texts
from engine.transcripts.formats.amazon_items import AmazonItems
from engine.transcripts.formats.cue_layout import timed_words
from engine.transcripts.formats.json_literals import Literals, Table, place_of
from engine.transcripts.formats.json_mirrors import Mirror, renewed, words_of
from engine.transcripts.formats.json_segment import (
    Segment,
    renamed_speakers,
)
from engine.transcripts.formats.json_shapes import FoundText, find_text
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
_MOST_VALUES = 2_000_000  # twenty hours of words with their times have less
_WARNINGS_LIMIT = 20
_UNREADABLE_LIMIT = 1000
_VAIN_CHARACTERS = 4 << 20  # read of values that then turn out to be none
_COUNTED_CHARACTERS = 256 << 20  # json counts the lines before each failure
_SPACE = re.compile(r"\s*")


class JsonTranscript(Transcript):
    """One JSON value, or several one behind another: JSON lines, Vosk's printed messages.

    A value in the middle that cannot be read is kept as it stands, with a warning.
    """

    layout = Layout.SEGMENTS
    places: Places

    def __init__(self, source: Source, form: Format) -> None:
        """Read the file whole; JSON has no other way.

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
            raise TranscriptFormatError(self.path, "more than two million values of JSON")
        self._known: list[_Value] = []
        self._warn_and_check()
        self._literals = Literals(self.file)
        self.places = Places(self._literals.within)
        self._read()

    def passages(self) -> Iterator[Passage]:
        """Yield the lines of every segment; the words of the file are one document."""
        speaking = ""
        for value in self._known:
            for segment, start in zip(value.text.segments, value.starts, strict=True):
                for passage in segment.passages(start, speaking):
                    speaking = passage.speaker
                    yield passage

    def in_file(self, changes: Iterable[Change], names: Mapping[str, str]) -> list[Change]:
        changes = list(changes)
        others = (self._changes(value, changes, names) for value in self._known)
        return in_order(chain(self.places.in_file(changes), *others))

    def _read(self) -> None:
        """Put the texts of all segments into one."""
        places = self.places
        for value in self._known:
            for segment in value.text.segments:
                value.starts.append(places.length)
                if segment.text_key in segment.holder:
                    self._literals.read(places, *place_of(segment.holder, segment.text_key))
                else:
                    places.add(segment.text)
                places.add("\n")
        self.text = places.text

    def _changes(
        self, value: _Value, changes: Sequence[Change], names: Mapping[str, str]
    ) -> Iterator[Change]:
        """Yield what changes in a value besides the texts of its segments."""
        segments, old = value.text.segments, [it.text for it in value.text.segments]
        own = [_within(changes, *it) for it in zip(value.starts, old, strict=True)]
        new = ["".join(spliced(*it)) for it in zip(old, own, strict=True)]
        for segment, text, its_own in zip(segments, new, own, strict=True):
            counts = LetterCounts([(segment.text, its_own)])
            if isinstance(segment, AmazonItems) and text != segment.text:
                yield from segment.changes(text, counts, names, self._literals)
            elif text != segment.text and segment.entries_agree and not segment.keeps_words:
                yield from self._offsets(segment, text, counts)
        if new == old and not names:
            return
        for start, end, name in renamed_speakers(value.content, names):
            yield Change(start, end, self._literals.spelt(name))
        mirrors = {place_of(it.holder, it.key): it for it in (*value.text.mirrors, *value.words)}
        counts = LetterCounts(zip(old, own, strict=True))
        for mirror, text in renewed(mirrors.values(), old, new, counts, names):
            yield from self._literals.reworded(mirror.holder, mirror.key, text)

    def _offsets(self, segment: Segment, text: str, counts: LetterCounts) -> Iterator[Change]:
        """Yield where each word now stands in the text, where the entries tell it (Otter)."""
        if not all("startOffset" in entry and "endOffset" in entry for entry in segment.entries):
            return
        begin = count = 0
        for entry in segment.entries:
            first, count = count, count + len(letters(entry[segment.word_key]))
            end = end_of_letters(text, begin, counts.now(count) - counts.now(first))
            is_said = end > begin or count > first
            word = text[begin:end].strip() if is_said else entry[segment.word_key].strip()
            begin = max(begin, text.find(word, begin))
            for key, place in (("startOffset", begin), ("endOffset", begin + len(word))):
                yield from self._literals.replaced(entry, key, place)
            begin += len(word)

    def _warn_and_check(self) -> None:
        has_values = is_known = False
        for value in self._values():
            has_values = True
            is_known |= value.is_known
            self._known += [value] if value.is_known else []
            if value.warning and len(self.warnings) < _WARNINGS_LIMIT:
                self.warnings.append(value.warning)
        if has_values and not is_known:
            reason = Message("JSON, but not a transcript of a shape that is known")
            raise TranscriptFormatError(self.path, reason)

    def _values(self) -> Iterator[_Value]:
        at = first = _skip_space(self.file, 0)
        unreadable = 0
        while at < len(self.file):
            value, end = self._value(at, is_first=at == first)
            unreadable += value.is_unreadable
            if unreadable > _UNREADABLE_LIMIT:  # each costs the time to tell its place
                raise value.warning or self._told(Message("JSON that is no transcript"), at)
            at = _skip_space(self.file, end)
            yield value

    def _value(self, at: int, *, is_first: bool) -> tuple[_Value, int]:
        if at in self._failures:
            return self._unreadable(at)
        try:
            content, end = _DECODER.raw_decode(self.file, at)
        except json.JSONDecodeError as error:
            reason = Message("malformed JSON: {detail}", detail=error.msg)
            failure = TranscriptFormatError(self.path, reason, error.lineno)
            if is_first or self._costs_too_much(error.pos, at):
                raise failure from error
            self._failures[at] = failure
            return self._unreadable(at)
        except _NotKeptError as error:
            raise self._told(own_words(error), at) from error
        except (ValueError, RecursionError) as error:
            reason = Message("JSON that is nested too deeply or a huge number")
            raise TranscriptFormatError(self.path, reason) from error
        if _depth_exceeds(content, _DEPTH_LIMIT):
            raise TranscriptFormatError(self.path, "JSON that is nested too deeply")
        text = find_text(content)
        if text is None:
            told = self._told(Message("JSON that is no transcript"), at)
            return _Value(None, warning=told), end
        value = _Value(content, text, is_known=True, words=tuple(words_of(text.segments)))
        if not text.is_whole:
            reason = Message("a text that differs from the words beside it is left alone")
            value.warning = self._told(reason, at)
        if not all(s.entries_agree for s in text.segments if s.entries and not s.keeps_words):
            reason = Message("words and text differ; the words are left alone")
            value.warning = self._told(reason, at)
        return value, end

    def _unreadable(self, at: int) -> tuple[_Value, int]:
        end = self.file.find("\n", at)
        end = len(self.file) if end < 0 else end
        value = _Value(None, warning=self._failures[at], is_unreadable=True)
        return value, end

    def _costs_too_much(self, failed_at: int, begin: int) -> bool:
        self._vain += failed_at - begin
        self._counted += failed_at
        return self._vain > _VAIN_CHARACTERS or self._counted > _COUNTED_CHARACTERS

    def _told(self, reason: Message, at: int) -> TranscriptFormatError:
        if at < self._counted_to:
            self._counted_to, self._line = 0, 1
        self._line += self.file.count("\n", self._counted_to, at)
        self._counted_to = at
        return TranscriptFormatError(self.path, reason, self._line)


class JsonWriter(SentenceWriter):
    """As Whisper writes it: `{"segments": [{"id", "start", "end", "text", "words"}], "text"}`.

    A word has `word`, with the space before it, `start`, `end` and `probability`; times in seconds,
    null where unknown; those of a segment are then estimated from others. `speaker`, as WhisperX
    has it, stands in segments whose speaker is known. A segment a line: a sentence, or a cue, whose
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
            speaker = next((word.speaker for word in cue.words), "")
            self._add(cue.plain_text, (cue.start_s, cue.end_s), speaker)

    def close(self) -> None:
        begin = '{"segments": [' if not self.files else ""
        text = json.dumps(joined_texts(self.files), ensure_ascii=False)
        self._stream.write(f'{begin}\n], "text": {text}}}\n')

    def _times_of(self, sentence: Sentence) -> tuple[float, float] | tuple[None, None]:
        """Return when a sentence is said, as subtitles would show it where no word of it tells."""
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
    """A JSON value of the file.

    Attributes:
        is_known: it is a transcript; else it is kept as it stands.
        starts: where the text of each segment begins in the text of the file.
        words: of the segments, where they are objects.
    """

    content: object
    text: FoundText = field(default_factory=lambda: FoundText([]))
    is_known: bool = False
    warning: TranscriptFormatError | None = None
    is_unreadable: bool = False
    starts: list[int] = field(default_factory=list)
    words: tuple[Mirror, ...] = ()


def _within(changes: Sequence[Change], start: int, text: str) -> list[Change]:
    """Return the changes in a text that stands at `start`, counted from there."""
    first = bisect_left(changes, start, key=lambda it: it.start)
    last = bisect_right(changes, start + len(text), key=lambda it: it.start)
    return [Change(it.start - start, it.end - start, it.new) for it in changes[first:last]]


def _skip_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


class _NotKeptError(ValueError):
    """It is read, but would not be written again as it was."""


def _depth_exceeds(content: object, limit: int) -> bool:
    """True where lists and objects stand within each other more than `limit` deep."""
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


def _number(written: str) -> float:
    number = float(written)
    if not math.isfinite(number):
        raise _NotKeptError("JSON with a number that is too large")
    return number


class _Decoder(json.JSONDecoder):
    """Reads objects as `Table`s, which know where in the file their values stand.

    NaN is no JSON, but Whisper's files have it.
    """

    def __init__(self) -> None:
        super().__init__(parse_float=_number)
        self.parse_object = _table
        self.scan_once = json.scanner.py_make_scanner(self)  # type: ignore[attr-defined]


def _table(  # called as json calls it
    at: tuple[str, int],
    strict: bool,  # noqa: FBT001
    scan: Callable[[str, int], tuple[Any, int]],
    *_: object,
) -> tuple[Table, int]:
    places: list[tuple[int, int]] = []

    def placed(text: str, begin: int) -> tuple[Any, int]:
        value, end = scan(text, begin)
        places.append((begin, end))
        return value, end

    pairs, end = json.decoder.JSONObject(at, strict, placed, None, list)  # type: ignore[attr-defined]
    table = Table(pairs)
    table.place = at[1] - 1, end
    if len(table) != len(pairs):
        raise _NotKeptError("JSON with an object that has one key twice")
    table.places = {key: place for (key, _), place in zip(pairs, places, strict=True)}
    return table, end


_DECODER = _Decoder()
