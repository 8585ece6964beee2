"""Adds to settled words what is only known once their segment ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.types import SegmentEnd, Sentence, Update, VoiceCommand, Word, WordRefined


class WordRefiner:
    """A stage that passes updates on and adds times and confidences that came late."""

    def __init__(self) -> None:
        self._known: dict[int, Word] = {}
        self._late: list[WordRefined] = []
        self._last_committed = -1

    def segment_ended(self, end: SegmentEnd) -> None:
        for word in end.refined:
            if word.id <= self._last_committed:
                self._late.append(WordRefined(word))
            else:
                self._known[word.id] = word

    def push(self, event: Update | VoiceCommand) -> Iterator[Update | WordRefined | VoiceCommand]:
        yield from self.flush()
        if isinstance(event, Update):
            sentences = tuple(map(self._refined, event.sentences))
            yield replace(event, sentences=sentences)
        else:
            yield event

    def flush(self) -> Iterator[Update | WordRefined]:
        late, self._late = self._late, []
        yield from late

    def _refined(self, sentence: Sentence) -> Sentence:
        self._last_committed = max([self._last_committed, *(word.id for word in sentence.words)])
        words = tuple(self._known.pop(word.id, word) for word in sentence.words)
        return replace(sentence, words=words)
