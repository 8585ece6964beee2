"""First embeddings for characters that an encoder has never seen.

A character is described by what stands left and right of it in texts. The principal directions of
these descriptions are laid on those of the encoder's own embeddings, so that new rows are as long
and as spread as the old ones, and characters that are used alike begin alike.
Ref: Levy & Goldberg (2014), "Neural Word Embedding as Implicit Matrix Factorization".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
_SIGNS = "，。？！、：；,.?!\n "
_NOISE_SHARE = 0.5


def noise_rows(embeddings: Floats, rows: int, rng: np.random.Generator) -> Floats:
    """Return rows about the mean of the encoder's, with half of their spread.

    Shapes: embeddings (pieces, width) → (rows, width).
    """
    mean, spread = embeddings.mean(axis=0), embeddings.std(axis=0)
    drawn = rng.standard_normal((rows, embeddings.shape[1]))
    return np.asarray(mean + _NOISE_SHARE * spread * drawn, dtype=np.float32)


def neighbour_rows(
    lines: Iterable[str], rows: Mapping[str, int], embeddings: Floats, rng: np.random.Generator
) -> Floats:
    """Return rows that are alike where the characters' neighbours in the lines are alike.

    Args:
        rows: row of each character, several may share one.
        embeddings: of the encoder, (pieces, width).
        rng: fills directions that the texts say nothing of.
    """
    described = _information(_neighbour_counts(lines, rows))
    described -= described.mean(axis=0)  # or the first direction would be the same for all
    width = embeddings.shape[1]
    values, vectors = np.linalg.eigh(described @ described.T)
    kept = np.flatnonzero(values > 1e-6 * max(float(values[-1]), 1e-12))[::-1][:width]
    scores = rng.standard_normal((len(described), width))
    scores[:, : len(kept)] = vectors[:, kept] * np.sqrt(len(described))
    return _laid_on(scores, embeddings)


def _neighbour_counts(lines: Iterable[str], rows: Mapping[str, int]) -> Floats:
    """Count neighbours, (rows, left and right neighbours); signs are neighbours too."""
    kinds = max(rows.values()) + 1
    places = {**rows, **{sign: kinds + at for at, sign in enumerate(_SIGNS)}}
    contexts = kinds + len(_SIGNS) + 1  # the last is anything else
    counts = np.zeros(kinds * 2 * contexts, dtype=np.float32)
    for line in lines:
        found = np.array([places.get(one, contexts - 1) for one in f"\n{line}\n"])
        left, middle, right = found[:-2], found[1:-1], found[2:]
        known = middle < kinds
        np.add.at(counts, (middle * 2 * contexts + left)[known], 1)
        np.add.at(counts, (middle * 2 * contexts + contexts + right)[known], 1)
    return counts.reshape(kinds, 2 * contexts)


def _information(counts: Floats) -> Floats:
    """Return the positive pointwise mutual information of counts, of the same shape."""
    total = max(float(counts.sum()), 1.0)
    expected = counts.sum(axis=1, keepdims=True) * counts.sum(axis=0, keepdims=True) / total
    with np.errstate(divide="ignore", invalid="ignore"):
        information = np.log(counts / expected)
    return np.asarray(np.where(np.isfinite(information), information, 0.0).clip(min=0.0))


def _laid_on(scores: npt.NDArray[np.float64], embeddings: Floats) -> Floats:
    """Lay columns of unit spread on the principal directions of embeddings, largest first."""
    mean = embeddings.mean(axis=0)
    _, lengths, directions = np.linalg.svd(embeddings - mean, full_matrices=False)
    used = min(scores.shape[1], len(lengths))
    spread = lengths[:used] / np.sqrt(len(embeddings))
    return np.asarray(mean + (scores[:, :used] * spread) @ directions[:used], dtype=np.float32)
