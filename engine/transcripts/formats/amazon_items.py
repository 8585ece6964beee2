"""The items of Amazon Transcribe: a single list of words and marks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from engine.transcripts.formats.json_columns import Leaf, Node
from engine.transcripts.formats.json_literals import Literals, Table
from engine.transcripts.formats.json_segment import SaidWord, Segment
from engine.transcripts.formats.json_times import number_in
from engine.transcripts.passages import Change
from engine.transcripts.recutting import LetterCounts, end_of_letters, letters, like

_MARKS_AFTER = ".,?!;:。，？！、；："


def amazon_items(value: Table) -> AmazonItems | None:
    """Return the words of a transcription job; None if the JSON is something else."""
    results = value.get("results")
    items = results.get("items") if isinstance(results, Table) else None
    if not isinstance(results, Table) or not isinstance(items, list):
        return None
    if not all(isinstance(item, Table) and _content(item) is not None for item in items):
        return None
    told = _transcript(results)
    text = _joined(items) if told is None else told["transcript"]
    speakers = _labelled_speakers(results)
    words = [_word(item, speakers) for item in items if _is_word(item)]
    leaf = None if told is None else Leaf(Node(told, (), None), "transcript", text)
    return AmazonItems(text, leaf, words=words, results=results, items=items)


@dataclass(slots=True)
class AmazonItems(Segment):
    """The results of a job, in which a mark is an item of its own.

    The `items` of `channel_labels` and `segments` are left alone.
    """

    results: Table = field(default_factory=Table)
    items: list[Table] = field(default_factory=list)

    def changes(
        self, text: str, counts: LetterCounts, names: Mapping[str, str], literals: Literals
    ) -> Iterator[Change]:
        """Yield what changes besides the text when it becomes `text`: words, marks and ids."""
        if not (self.words and self.words_agree):
            return
        between = self._between(literals)
        groups = self._groups()
        at = len(self.items) - sum(map(len, groups))  # marks before the first word
        numbers: dict[int, range] = {}
        pieces = _cut(text, [word.text for word in self.words], counts)
        for (word, *marks), piece in zip(groups, pieces, strict=True):
            content, after = _taken_apart(_content(word) or "", piece.strip())
            told = [_content(mark) or "" for mark in marks]
            signs = told if "".join(told) == after else list(after)
            kept = [word, *marks[: len(signs)]]
            for item, new in zip(kept, [content, *signs], strict=False):
                yield from literals.reworded(item["alternatives"][0], "content", new)
            for number_, item in enumerate(kept, at):
                yield from literals.replaced(item, "id", number_) if "id" in item else ()
            end = kept[-1].place[1]
            if len(kept) <= len(marks):
                yield Change(end, marks[-1].place[1], "")
            for number_, sign in enumerate(signs[len(marks) :], at + len(kept)):
                new_item = _mark_item(word, number_, sign, names)
                yield Change(end, end, between + literals.spelt(new_item))
            if isinstance(word.get("id"), int):
                numbers[word["id"]] = range(at, at + 1 + len(signs))
            at += 1 + len(signs)
        yield from self._changed_segments(text, counts, numbers, literals)

    def _groups(self) -> list[list[Table]]:
        """Return each word with the marks after it."""
        groups: list[list[Table]] = []
        for item in self.items:
            if _is_word(item):
                groups.append([item])
            elif groups:
                groups[-1].append(item)
        return groups

    def _between(self, literals: Literals) -> str:
        """Return the text between two items."""
        if len(self.items) < 2:
            return ", "
        return literals.file[self.items[0].place[1] : self.items[1].place[0]]

    def _changed_segments(
        self,
        text: str,
        counts: LetterCounts,
        numbers: Mapping[int, Iterable[int]],
        literals: Literals,
    ) -> Iterator[Change]:
        """Yield the changes to stretches of speech, which have their own texts and item ids."""
        found = self.results.get("audio_segments")
        if not isinstance(found, list) or not all(isinstance(it, Table) for it in found):
            return
        texts = [str(segment.get("transcript", "")) for segment in found]
        if "".join(map(letters, texts)) != letters(self.text):
            return
        for segment, old, piece in zip(found, texts, _cut(text, texts, counts), strict=True):
            if letters(old) and isinstance(segment["transcript"], str):
                yield from literals.reworded(segment, "transcript", like(old, piece.strip()))
            if isinstance(segment.get("items"), list):
                words = (at for at in segment["items"] if isinstance(at, int))
                told = [number_ for at in words for number_ in numbers.get(at, ())]
                yield from literals.replaced(segment, "items", told)


def _cut(text: str, old: Iterable[str], counts: LetterCounts) -> Iterator[str]:
    """Yield the pieces of a text that correspond to the old ones."""
    begin = count = 0
    for piece in old:
        first, count = count, count + len(letters(piece))
        end = end_of_letters(text, begin, counts.now(count) - counts.now(first))
        yield text[begin:end]
        begin = end


def _is_word(item: Table) -> bool:
    return item.get("type") != "punctuation"


def _content(item: Table) -> str | None:
    alternatives = item.get("alternatives")
    if not isinstance(alternatives, list) or not alternatives:
        return None
    best = alternatives[0]
    content = best.get("content") if isinstance(best, dict) else None
    return content if isinstance(content, str) else None


def _labelled_speakers(results: Table) -> dict[object, object]:
    """Return speakers by the start of each word, for older jobs that list them separately."""
    told: dict[object, object] = {}
    labels = results.get("speaker_labels")
    for segment in _objects(labels.get("segments") if isinstance(labels, dict) else None):
        for word in _objects(segment.get("items")):
            told[str(word.get("start_time"))] = word.get("speaker_label")
    return told


def _objects(values: object) -> list[Table]:
    return [it for it in values if isinstance(it, Table)] if isinstance(values, list) else []


def _word(item: Table, speakers: dict[object, object]) -> SaidWord:
    start_s, end_s, confidence = (
        None if number is None else number.value
        for number in (
            number_in(item.get("start_time")),
            number_in(item.get("end_time")),
            number_in(item["alternatives"][0].get("confidence")),
        )
    )
    begin = item.get("start_time")
    told = item.get("speaker_label") or (speakers.get(begin) if isinstance(begin, str) else None)
    speaker = told if isinstance(told, str) else ""
    return SaidWord(_content(item) or "", None, (start_s, end_s), confidence, speaker)


def _transcript(holder: Table) -> Table | None:
    transcripts = holder.get("transcripts")
    first = transcripts[0] if isinstance(transcripts, list) and transcripts else None
    is_told = isinstance(first, Table) and isinstance(first.get("transcript"), str)
    return first if is_told else None


def _joined(items: list[Table]) -> str:
    texts = ((" " if _is_word(item) else "") + (_content(item) or "") for item in items)
    return "".join(texts).strip()


def _taken_apart(old: str, word: str) -> tuple[str, str]:
    """Split a word from its marks; the dot of `Mr.` stays part of the word."""
    cut = len(word.rstrip(_MARKS_AFTER))
    if old.endswith(".") and word.startswith(".", cut):
        cut += 1
    return word[:cut], word[cut:]


def _mark_item(word: Table, number_: int, mark: str, names: Mapping[str, str]) -> dict[str, object]:
    speaker = str(word.get("speaker_label"))
    told = {**word, "id": number_}
    told |= {"speaker_label": names[speaker]} if speaker in names else {}
    kept = ("id", "speaker_label", "language_code")
    return {
        **{str(key): told[key] for key in kept if key in word},
        "alternatives": [{"confidence": "0.0", "content": mark}],
        "type": "punctuation",
    }
