"""Tiny networks of every architecture, and what they are trained on."""

from __future__ import annotations

from dataclasses import replace

from engine.punctuation.labels import PLAIN_MARKS
from tests.support.training.tiny import VOCABULARY, bert_config, quiet_sampler, spoken_corpus
from training.architectures.sizes import (
    LstmSizes,
    PhoneticSizes,
    SlotSizes,
    TokenSizes,
    WindowSizes,
)

MASK = len(VOCABULARY)
WIDTH = 32
SIZES = {
    "token": TokenSizes(),
    "window": WindowSizes(window=32, hidden=8, over="states"),
    "window over vocabulary": WindowSizes(window=32, hidden=8),
    "lstm": LstmSizes(embedding=32, hidden=48),
    "slot": SlotSizes(hidden=48),
    "phonetic": PhoneticSizes(hidden=24),
    "phonetic without style": PhoneticSizes(style=False),
}
SPOKEN = 1
PLAIN = len(PLAIN_MARKS)


def tagger_of(sizes, seed=1, phones=0, marks=PLAIN, sounds=None):
    """Return a randomly initialised tagger over an encoder of two layers."""
    import torch

    from training.architectures.registry import build_tagger, random_body

    torch.manual_seed(seed)
    body = random_body(bert_config(vocab_size=MASK + 1), sizes)
    return build_tagger(
        sizes, body, dropout=0.0, slot_token=MASK, phones=phones, sounds=sounds, marks=marks
    )


def encoder_shape():
    from training.export.bundle import _encoder_shape

    shape = _encoder_shape(bert_config(vocab_size=MASK + 1).to_dict() | {"model_type": "bert"})
    return replace(shape, timing=True)


def sampler_for(model, tokenizer, seed=1, sentences=200):
    from training.data.corpus import with_slots

    corpus = with_slots(spoken_corpus(tokenizer, sentences), model.layout)
    return quiet_sampler(corpus, seed, styles=[SPOKEN], layout=model.layout)


def inputs_of(batch, *more):
    import torch

    return tuple(torch.from_numpy(one) for one in (batch.ids, batch.attention, batch.timing, *more))


def timed(batch, seed=3):
    """Return the batch with features at every token, so that ignoring them is noticed."""
    import numpy as np

    features = np.random.default_rng(seed).random(batch.timing.shape, dtype=np.float32)
    return replace(batch, timing=features * (batch.attention[..., None] > 0))
