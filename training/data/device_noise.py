"""Noise of windows drawn on a device: what `noise` does word by word, all at once."""

from __future__ import annotations

import math
from dataclasses import replace

import torch
from torch import Tensor
from torch.distributions import Beta

from engine.network.timing import LONGEST_S, SHORT_S, TIMING_FEATURES
from engine.punctuation.labels import Mark, stronger
from training.data.device_words import PackedCorpora, Words
from training.data.noise import Noise, TimingNoise
from training.data.spoken_form import IGNORE

# where marks meet in one gap the strongest stays; if one is unknown, the gap is
_BY_STRENGTH = [
    *sorted(Mark, key=lambda mark: sum(stronger(mark, o) == mark for o in Mark)),
    IGNORE,
]


def with_errors(words: Words, source: Tensor, packed: PackedCorpora, noise: Noise) -> Words:
    """Return words with recognition errors; they may leave gaps and need twice the columns.

    Args:
        source: (windows,) the corpora the words are from.
    """
    columns = words.at.shape[1]
    is_noisy = _draw(words.at[:, :1]) < noise.share_of_windows
    rate = _draw(words.at[:, :1]) * noise.max_word_error_rate * is_noisy
    draw = _draw(words.at) / rate  # of nothing: never below a share
    is_deleted = draw < noise.deletion
    is_inserted = ~is_deleted & (draw < noise.deletion + noise.insertion)
    wrong = noise.deletion + noise.insertion + noise.substitution
    is_substituted = ~is_deleted & ~is_inserted & (draw < wrong)
    other = packed.any_words(source, columns)
    other_lengths = packed.tokens_of(other)
    joined = _joined(words, is_deleted)
    is_there = joined.lengths > 0
    heard = replace(
        joined,
        at=torch.where(is_substituted, other, words.at),
        lengths=torch.where(is_substituted & is_there, other_lengths, joined.lengths),
        cases=words.cases.masked_fill(is_substituted, IGNORE),
        is_error=joined.is_error | is_substituted,
    )
    inserted = Words(
        other,
        other_lengths * (is_inserted & is_there),
        torch.full_like(words.marks, int(Mark.NONE)),
        torch.full_like(words.cases, IGNORE),
        words.starts,
        words.starts,
        torch.ones_like(is_deleted),
    )
    return inserted.before_each(heard)


def _joined(words: Words, is_deleted: Tensor) -> Words:
    """Return words without the deleted ones, whose marks and sounds go to the word before."""
    number = torch.arange(words.at.shape[1], device=words.at.device).expand_as(words.at)
    is_there = words.lengths > 0
    keeper = number.masked_fill(is_deleted, -1).cummax(1).values
    is_kept_by = is_there & (keeper >= 0)  # a word deleted at the beginning leaves nothing
    keeper = keeper.clamp(min=0)
    order = torch.tensor(_BY_STRENGTH, device=number.device)
    strength = (words.marks[..., None] == order).long().argmax(-1)
    strongest = torch.zeros_like(strength).scatter_reduce(1, keeper, strength * is_kept_by, "amax")
    last = number.scatter_reduce(1, keeper, number * is_kept_by, "amax")
    return replace(
        words,
        lengths=words.lengths * ~is_deleted,
        marks=torch.where(is_there, order[strongest], words.marks),
        ends=words.ends.gather(1, last),
        is_error=words.is_error | (last > number),
    )


def timing_features(words: Words, noise: TimingNoise) -> Tensor:
    """Return perturbed features (windows, words, 6) as in `engine.network.timing`, float32."""
    window = words.at[:, :1]
    is_lost = words.starts.isnan() | words.ends.isnan() | (words.lengths == 0)
    is_lost |= _draw(window) < noise.dropped_windows
    is_lost |= _draw(words.at) < noise.dropped_words
    is_false = (words.marks == Mark.NONE) & (_draw(words.at) < noise.false_pauses)
    is_false &= _draw(window) < noise.misleading_windows
    added = (0.5 + _draw(words.at) * (noise.longest_false_pause_s - 0.5)) * is_false
    factor = noise.slowest ** (2.0 * _draw(window) - 1.0)
    pauses = (words.starts[:, 1:] - words.ends[:, :-1]).clamp(min=0.0) * factor + added[:, :-1]
    is_known = ~(is_lost[:, 1:] | is_lost[:, :-1])
    pauses = torch.where(is_known, pauses, 0.0).clamp(max=LONGEST_S)
    lengths = torch.log1p(pauses / SHORT_S) / math.log1p(LONGEST_S / SHORT_S)
    features = torch.zeros(*words.at.shape, TIMING_FEATURES, device=window.device)
    features[:, 1:, 0] = features[:, :-1, 2] = is_known.float()
    features[:, 1:, 1] = features[:, :-1, 3] = lengths.float()
    is_sure = (_draw(window) < noise.confident_windows) & (words.lengths > 0)
    features[..., 4] = is_sure
    features[..., 5] = is_sure * torch.where(
        words.is_error, _beta(2.0, 2.0, words.at), _beta(6.0, 0.8, words.at)
    )
    return features


def _draw(like: Tensor) -> Tensor:
    return torch.rand(like.shape, dtype=torch.float64, device=like.device)


def _beta(one: float, other: float, like: Tensor) -> Tensor:
    alpha, beta = torch.tensor([one, other], device=like.device)
    found: Tensor = Beta(alpha, beta, validate_args=False).sample(like.shape)
    return found
