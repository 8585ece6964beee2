"""The tagger as a plain torch module: a BERT-like encoder and a linear head.

It depends on torch alone, so a GPU runs it without transformers, and export can trace it. Weights
have Hugging Face's names for BERT.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from engine.network.timing import TIMING_FEATURES

_FURTHEST = 128  # tokens; MPNet treats all longer distances alike


@dataclass(frozen=True, slots=True)
class EncoderShape:
    """Sizes of the encoder; `first_position` is 0 for BERT, 2 for RoBERTa and MPNet.

    `timing`: The network takes `engine.network.timing` features beside the tokens.
    `relative_buckets`: Kinds of token distance that MPNet distinguishes; 0 for none.
    """

    vocabulary: int
    width: int
    layers: int
    heads: int
    inner_width: int
    positions: int
    first_position: int = 0
    token_types: int = 2
    epsilon: float = 1e-12
    timing: bool = False
    relative_buckets: int = 0


class TaggerNetwork(nn.Module):
    """Encoder and head; Ref: Behre et al. (2022), §3.1."""

    def __init__(self, shape: EncoderShape, labels: int) -> None:
        super().__init__()
        self.encoder = _Encoder(shape)
        self.timing = TimingEmbedding(shape.width) if shape.timing else None
        self.head = nn.Linear(shape.width, labels)

    def forward(self, ids: Tensor, attention: Tensor, timing: Tensor | None = None) -> Tensor:
        """Shapes: ids, attention (windows, tokens), timing (…, 6) → (windows, tokens, labels)."""
        beside = None if self.timing is None or timing is None else self.timing(timing)
        scores: Tensor = self.head(self.encoder(ids, attention, beside))
        return scores


class TimingEmbedding(nn.Module):
    """Embeds pauses and confidence, to be added to the word's embedding; zero at first."""

    def __init__(self, width: int, inner: int = 32) -> None:
        super().__init__()
        self.inner = nn.Linear(TIMING_FEATURES, inner, bias=False)
        self.outer = nn.Linear(inner, width, bias=False)
        nn.init.zeros_(self.outer.weight)

    def forward(self, timing: Tensor) -> Tensor:
        """Shapes: timing (windows, tokens, 6) → (windows, tokens, width); zeros give zeros."""
        embedded: Tensor = self.outer(functional.gelu(self.inner(timing)))
        return embedded


class _Encoder(nn.Module):
    def __init__(self, shape: EncoderShape) -> None:
        super().__init__()
        self.embeddings = _Embeddings(shape)
        self.encoder = nn.Module()
        self.encoder.layer = nn.ModuleList(_Layer(shape) for _ in range(shape.layers))
        self.is_relative = shape.relative_buckets > 0
        if self.is_relative:
            self.encoder.relative_attention_bias = _RelativeBias(shape)

    def forward(self, ids: Tensor, attention: Tensor, beside: Tensor | None) -> Tensor:
        hidden: Tensor = self.embeddings(ids, beside)
        mask = (1.0 - attention[:, None, None, :].to(hidden.dtype)) * -10_000.0
        if self.is_relative:
            mask = mask + self.encoder.relative_attention_bias(ids)  # type: ignore[operator]
        for layer in self.encoder.layer:  # type: ignore[union-attr]
            hidden = layer(hidden, mask)
        return hidden


class _Embeddings(nn.Module):
    def __init__(self, shape: EncoderShape) -> None:
        super().__init__()
        self.first_position = shape.first_position
        self.word_embeddings = nn.Embedding(shape.vocabulary, shape.width)
        self.position_embeddings = nn.Embedding(shape.positions, shape.width)
        self.has_types = shape.token_types > 0
        if self.has_types:
            self.token_type_embeddings = nn.Embedding(shape.token_types, shape.width)
        self.LayerNorm = nn.LayerNorm(shape.width, eps=shape.epsilon)

    def forward(self, ids: Tensor, beside: Tensor | None) -> Tensor:
        places = torch.arange(ids.shape[1], device=ids.device) + self.first_position
        words = self.word_embeddings(ids) if beside is None else self.word_embeddings(ids) + beside
        total = words + self.position_embeddings(places)[None]
        if self.has_types:
            total = total + self.token_type_embeddings.weight[0]
        normalised: Tensor = self.LayerNorm(total)
        return normalised


class _RelativeBias(nn.Embedding):
    """What each attention head adds to its scores for the distance between two tokens.

    Ref: Song et al. (2020), "MPNet", after Raffel et al. (2020), T5, §2.1: short distances have a
    bucket each, longer ones share buckets that grow logarithmically.
    """

    buckets: Tensor  # (distances,) int64

    def __init__(self, shape: EncoderShape) -> None:
        super().__init__(shape.relative_buckets, shape.heads)
        self.register_buffer("buckets", _buckets(shape.relative_buckets), persistent=False)

    def forward(self, ids: Tensor) -> Tensor:
        """Shapes: ids (windows, tokens) → (1, heads, tokens, tokens)."""
        places = torch.arange(ids.shape[1], device=ids.device)
        apart = (places[None, :] - places[:, None]).clamp(-_FURTHEST, _FURTHEST)
        return super().forward(self.buckets[apart + _FURTHEST]).permute(2, 0, 1)[None]


def _buckets(count: int) -> Tensor:
    """Return the bucket of each distance from -128 to 128; half of them look ahead.

    Looked up rather than computed in the network, since two libraries may round a logarithm to
    different sides of a boundary.
    """
    distances = torch.arange(-_FURTHEST, _FURTHEST + 1)
    far = distances.abs()
    a_side = count // 2
    exact = a_side // 2
    growth = torch.log(far.clamp(min=1).float() / exact) / math.log(_FURTHEST / exact)
    shared = (exact + (growth * (a_side - exact)).long()).clamp(max=a_side - 1)
    return (distances > 0).long() * a_side + torch.where(far < exact, far, shared)


class _Layer(nn.Module):
    def __init__(self, shape: EncoderShape) -> None:
        super().__init__()
        self.attention = nn.Module()
        self.attention.self = _SelfAttention(shape)
        self.attention.output = _Residual(shape.width, shape.width, shape.epsilon)
        self.intermediate = nn.Module()
        self.intermediate.dense = nn.Linear(shape.width, shape.inner_width)
        self.output = _Residual(shape.inner_width, shape.width, shape.epsilon)

    def forward(self, hidden: Tensor, mask: Tensor) -> Tensor:
        attended = self.attention.self(hidden, mask)  # type: ignore[operator]
        hidden = self.attention.output(attended, hidden)  # type: ignore[operator]
        inner = functional.gelu(self.intermediate.dense(hidden))  # type: ignore[operator]
        output: Tensor = self.output(inner, hidden)
        return output


class _SelfAttention(nn.Module):
    def __init__(self, shape: EncoderShape) -> None:
        super().__init__()
        self.heads = shape.heads
        self.query = nn.Linear(shape.width, shape.width)
        self.key = nn.Linear(shape.width, shape.width)
        self.value = nn.Linear(shape.width, shape.width)

    def forward(self, hidden: Tensor, mask: Tensor) -> Tensor:
        query, key, value = (self._split(f(hidden)) for f in (self.query, self.key, self.value))
        scores = query @ key.transpose(-1, -2) * (query.shape[-1] ** -0.5) + mask
        mixed = scores.softmax(dim=-1) @ value
        joined: Tensor = mixed.transpose(1, 2).flatten(2)
        return joined

    def _split(self, hidden: Tensor) -> Tensor:
        windows, tokens, width = hidden.shape
        return hidden.view(windows, tokens, self.heads, width // self.heads).transpose(1, 2)


class _Residual(nn.Module):
    def __init__(self, inner: int, width: int, epsilon: float) -> None:
        super().__init__()
        self.dense = nn.Linear(inner, width)
        self.LayerNorm = nn.LayerNorm(width, eps=epsilon)

    def forward(self, inner: Tensor, hidden: Tensor) -> Tensor:
        normalised: Tensor = self.LayerNorm(self.dense(inner) + hidden)
        return normalised
