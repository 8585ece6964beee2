"""Corpora on a device, and the words of many windows before they are laid out as tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from training.data.corpus import Corpus
from training.data.spoken_form import IGNORE


@dataclass(frozen=True, slots=True)
class PackedCorpora:
    """Corpora on a device, one after another.

    Shapes: ids (tokens,) int32; bounds (words + 1,) int64, where each word begins in `ids`; marks,
    cases (words,) int8; starts, ends (words,) float32 seconds, NaN where unknown; firsts, counts,
    styles (corpora,) int64: the first word of each corpus, its words, its style; weights
    (corpora,) float64, multiplied by their words.
    """

    ids: Tensor
    bounds: Tensor
    marks: Tensor
    cases: Tensor
    starts: Tensor
    ends: Tensor
    firsts: Tensor
    counts: Tensor
    styles: Tensor
    weights: Tensor

    @property
    def device(self) -> torch.device:
        return self.ids.device

    def any_words(self, source: Tensor, words: int) -> Tensor:
        """Return words from anywhere in the sources (windows,), shape (windows, words)."""
        share = torch.rand(len(source), words, dtype=torch.float64, device=self.device)
        return self.firsts[source, None] + (share * self.counts[source, None]).long()

    def tokens_of(self, words: Tensor) -> Tensor:
        """Return how many tokens words have."""
        return self.bounds[words + 1] - self.bounds[words]


def pack_corpora(
    corpora: Sequence[Corpus],
    device: torch.device,
    weights: Sequence[float] = (),
    styles: Sequence[int] = (),
) -> PackedCorpora:
    """Copy corpora to a device; weights and styles as in `WindowSampler`.

    Raises:
        ValueError: the corpora have no words.
    """
    counts = np.array([len(corpus) for corpus in corpora], dtype=np.int64)
    if not counts.sum():
        raise ValueError("there is not a word in the corpora")

    def joined(name: str, kind: type[np.generic]) -> Tensor:
        parts = [getattr(corpus, name) for corpus in corpora]
        unknown = [
            np.full(n, np.nan) if p is None else p for p, n in zip(parts, counts, strict=True)
        ]
        return torch.from_numpy(np.concatenate(unknown, dtype=kind, casting="unsafe")).to(device)

    lengths = [np.diff(corpus.word_ends, prepend=0) for corpus in corpora]
    table = {
        "bounds": np.cumsum(np.concatenate([[0], *lengths])),
        "firsts": np.cumsum(counts) - counts,
        "counts": counts,
        "styles": np.array(styles or [IGNORE] * len(corpora)),
        "weights": counts * np.array(weights or [1.0] * len(corpora)),
    }
    return PackedCorpora(
        ids=joined("ids", np.int32),
        **{name: joined(name, np.int8) for name in ("marks", "cases")},
        **{name: joined(name, np.float32) for name in ("starts", "ends")},
        **{name: torch.from_numpy(array).to(device) for name, array in table.items()},
    )


@dataclass(frozen=True, slots=True)
class Words:
    """The words of windows.

    Shapes: all (windows, words); at int64, the words of the packed corpora whose tokens they have;
    lengths int64, of these tokens, 0 where there is no word; marks, cases int64, -100 if unknown;
    starts, ends float64 seconds, NaN where unknown; is_error bool, misheard.
    """

    at: Tensor
    lengths: Tensor
    marks: Tensor
    cases: Tensor
    starts: Tensor
    ends: Tensor
    is_error: Tensor

    def fitting(self, room: int) -> Words:
        """Return the words that fit into `room` tokens, without gaps, in as many columns."""
        order = (self.lengths == 0).to(torch.uint8).argsort(dim=1, stable=True)[:, :room]
        taken = {name: getattr(self, name).gather(1, order) for name in self.__slots__}
        taken["lengths"] = taken["lengths"] * (taken["lengths"].cumsum(1) <= room)
        return Words(**taken)

    def before_each(self, others: Words) -> Words:
        """Return these words alternating with others."""
        pairs = {n: (getattr(self, n), getattr(others, n)) for n in self.__slots__}
        return Words(**{name: torch.stack(pair, -1).flatten(1) for name, pair in pairs.items()})
