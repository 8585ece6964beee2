"""Splits texts into what is learnt from, tuned on and held out."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from training.finetuning.texts import Words, sentences

_FEWEST_BLOCKS, _SHORTEST_BLOCK, _LONGEST_BLOCK = 60, 25, 200
_MOST_HELD_OUT, _MOST_TUNED_ON = 10_000, 4_000  # words; more would only take longer


@dataclass(frozen=True, slots=True)
class TextParts:
    """Blocks of words: whole documents, or stretches of sentences of a long one."""

    learning: tuple[Words, ...]
    tuning: tuple[Words, ...]
    held_out: tuple[Words, ...]


def split(
    documents: Sequence[Words], seed: int, *, held_out: float = 0.1, tuning: float = 0.1
) -> TextParts:
    """Draw blocks at random; shares are of the words.

    Blocks that are learnt from stay in order, so that their words keep their context.
    """
    blocks = list(_blocks(documents))
    order = list(range(len(blocks)))
    random.Random(seed).shuffle(order)
    total = sum(len(block) for block in blocks)
    held = set(_take(order, blocks, min(held_out * total, _MOST_HELD_OUT)))
    left = [at for at in order if at not in held]
    tuned = set(_take(left, blocks, min(tuning * total, _MOST_TUNED_ON)))
    return TextParts(
        tuple(block for at, block in enumerate(blocks) if at not in held | tuned),
        tuple(blocks[at] for at in sorted(tuned)),
        tuple(blocks[at] for at in sorted(held)),
    )


def count_words(blocks: Iterable[Words]) -> int:
    return sum(len(block) for block in blocks)


def _take(order: Sequence[int], blocks: Sequence[Words], words: float) -> Iterator[int]:
    for at in order:
        if words <= 0:
            return
        yield at
        words -= len(blocks[at])


def _blocks(documents: Sequence[Words]) -> Iterator[Words]:
    least = count_words(documents) // _FEWEST_BLOCKS
    least = min(max(least, _SHORTEST_BLOCK), _LONGEST_BLOCK)
    for document in documents:
        block: Words = ()
        for sentence in sentences(document):
            block += sentence
            if len(block) >= least:
                yield block
                block = ()
        if block:
            yield block
