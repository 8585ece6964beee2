"""What a recogniser knows about its words once their segment has ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from app.dictation.events import WordRefined
from engine.recognisers.settled_words import aligned_length
from engine.types import Sentence, Update, Word


class WordRefiner:
    """Gives settled words the times and the confidence that only their segment's end tells.

    The words themselves stay; one that the recogniser hears otherwise in the end is as sure as
    the recogniser is unsure of the other.
    """

    def __init__(self) -> None:
        self._settled: list[Word] = []
        self._known: dict[int, Word] = {}
        self._missed: set[int] = set()

    def settled(self, words: Sequence[Word]) -> None:
        """Words were recognised before their segment's end."""
        self._settled += words

    def ended(self, words: Sequence[Word]) -> tuple[WordRefined, ...]:
        """The segment has ended, and these are its words; tell of those that were committed."""
        refined = {
            one.id: (one, _refined(one, other)) for one, other in _pairs(self._settled, words)
        }
        late = tuple(WordRefined(*refined.pop(key)) for key in [*refined] if key in self._missed)
        self._known |= {key: known for key, (_, known) in refined.items()}
        self._settled.clear()
        self._missed.clear()
        return late

    def completed(self, update: Update) -> Update:
        """Return an update with what is known about its words by now."""
        return replace(update, sentences=tuple(map(self._sentence, update.sentences)))

    def _sentence(self, sentence: Sentence) -> Sentence:
        keys = [word.id for word in sentence.words]
        self._missed.update(key for key in keys if key not in self._known)
        words = (self._known.pop(*item) for item in zip(keys, sentence.words, strict=True))
        return replace(sentence, words=tuple(words))


def _pairs(settled: Sequence[Word], words: Sequence[Word]) -> Iterator[tuple[Word, Word]]:
    """Pair settled words with those that stand for them in the end."""
    before, after = [word.text for word in settled], [word.text for word in words]
    after = after[: aligned_length(before, after)]
    for what, i, j, k, m in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if what in {"equal", "replace"}:
            yield from zip(settled[i:j], words[k:m], strict=False)


def _refined(word: Word, other: Word) -> Word:
    sure = other.confidence
    if sure is not None and other.text != word.text:
        sure = 1.0 - sure
    return replace(other, text=word.text, confidence=sure, id=word.id)
