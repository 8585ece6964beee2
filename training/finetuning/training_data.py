"""What a run learns from and is measured on: the user's checked texts and the general samples."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.errors import TrainingError
from engine.messages import Message
from engine.network.bundle import Bundle
from engine.network.tokenizer import WordTokenizer
from engine.text.language_check import is_known, language_of
from training.data.corpus import Corpus, build_corpus
from training.data.spoken_form import (
    IGNORE,
    ReferenceWord,
    read_marked_words,
    with_known_marks,
)
from training.finetuning.parts import TextParts, split
from training.finetuning.reports import TextRead
from training.finetuning.texts import (
    UserText,
    Words,
    knows_case,
    read_user_text,
    without_repeats,
)

REPLAY, HELD_OUT = "general_replay.txt", "general_held_out.txt"

_LEAST_MARKED_SHARE, _LEAST_NEW_SHARE = 0.5, 0.1
_FEWEST_WORDS, _MOST_WORDS = 300, 2_000_000
_GENERAL_TUNING = 0.25


@dataclass(frozen=True, slots=True)
class TrainingData:
    """All words of a run.

    Attributes:
        replay: the replay sample; its held-out part is empty.
        general: what general quality is measured on.
    """

    own: TextParts
    replay: TextParts
    general: tuple[Words, ...]


def read_training_data(texts: Sequence[UserText], samples: Path, seed: int) -> TrainingData:
    """Split the texts, and read the general samples from their folder."""
    documents = [document for text in texts for document in text.documents]
    replay = read_user_text(samples / REPLAY).documents
    return TrainingData(
        split(documents, seed),
        split(replay, seed, held_out=0.0, tuning=_GENERAL_TUNING),
        read_user_text(samples / HELD_OUT).documents,
    )


def check_texts(paths: Sequence[Path], bundle: Bundle) -> Iterator[tuple[UserText, TextRead]]:
    """Read the files and report what was found in each; see `TextRead.problem`.

    Raises:
        TranscriptFormatError: a file cannot be read.
    """
    texts = [read_user_text(path) for path in dict.fromkeys(paths)]
    for text, new in zip(texts, without_repeats(texts), strict=True):
        problem = _problem(text, new, bundle)
        share = round(text.marked_share, 4)
        report = TextRead(
            str(text.path), text.words, share, text.encoding, problem or "", text.remarks
        )
        yield new, report


def usable(checked: Iterable[tuple[UserText, TextRead]]) -> list[UserText]:
    """Return the texts without a problem.

    Raises:
        TrainingError: there is none, or there are too few or too many words in them.
    """
    pairs = list(checked)
    texts = [text for text, report in pairs if not report.problem]
    if not texts:
        first = pairs[0][1] if pairs else None
        if first is None:
            raise TrainingError("", "no texts were given")
        if len(pairs) == 1:
            raise TrainingError(first.path, first.problem)
        reason = Message(
            "none of the {number} texts can be used: {reason}",
            number=len(pairs),
            reason=first.problem,
        )
        raise TrainingError("", reason)
    words = sum(text.words for text in texts)
    if words < _FEWEST_WORDS:
        reason = Message(
            "the texts have {words} words to learn from; at least {least} are needed, and"
            " 10,000 work well",
            words=words,
            least=_FEWEST_WORDS,
        )
        raise TrainingError("", reason)
    if words > _MOST_WORDS:
        numbers = {"words": f"{words:,}", "most": f"{_MOST_WORDS:,}"}
        reason = Message("the texts have {words} words; the limit is {most}", **numbers)
        raise TrainingError("", reason)
    return texts


def corpus_of(
    name: str, blocks: Sequence[Words], tokenizer: WordTokenizer, seed: int, marks: int
) -> Corpus:
    """Return the words of blocks with their labels, for a network with this many marks."""
    spoken = with_known_marks(_spoken(blocks, random.Random(seed)), marks)
    return build_corpus(name, spoken, tokenizer, _MOST_WORDS * 10)


def _spoken(blocks: Sequence[Words], rng: random.Random) -> Iterator[ReferenceWord]:
    for block in blocks:
        words = read_marked_words(block, rng=rng)
        yield from words if knows_case(block) else (replace(w, case=IGNORE) for w in words)


def _problem(text: UserText, new: UserText, bundle: Bundle) -> Message | None:
    if not text.words:
        return Message("there are no words in it to learn from")
    if not is_known(language_of(text.spoken_words()), bundle.languages):
        return Message(
            "it does not seem to be in a language the model knows ({languages})",
            languages=", ".join(bundle.languages),
        )
    if text.marked_share < _LEAST_MARKED_SHARE:
        return Message(
            "only {percent} % of its words are in punctuated sentences, so there is"
            " nothing to learn from it",
            percent=round(100 * text.marked_share),
        )
    is_new = new.words > _LEAST_NEW_SHARE * text.words
    return None if is_new else Message("it is already among the other texts")
