"""Builds the tagger that a recipe asks for, over an encoder on disk or over given sizes."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from torch import Tensor, nn
from transformers import AutoConfig, AutoModel, AutoModelForMaskedLM

from engine.network.layout import PLAIN, Layout
from engine.network.tokenizer import WordTokenizer
from engine.punctuation.labels import PLAIN_MARKS
from training.architectures.joint import JointTagger
from training.architectures.lstm import LstmTagger
from training.architectures.phonetic import PhoneticTagger
from training.architectures.sizes import LstmSizes, PhoneticSizes, Sizes, SlotSizes, WindowSizes
from training.architectures.slot import SlotTagger
from training.architectures.tagger import Tagger
from training.architectures.token import TokenTagger
from training.architectures.window import VocabularyHead, WindowTagger

_OPTIONS = {
    "hidden_dropout_prob": 0.0,
    "attention_probs_dropout_prob": 0.0,
}


@dataclass(frozen=True, slots=True)
class Body:
    """What a tagger is built over.

    Attributes:
        encoder: a Hugging Face encoder, or the engine's own; None for `lstm`.
        vocabulary_head: its masked-language head, where the architecture wants it.
    """

    encoder: nn.Module | None
    width: int
    vocabulary: int
    epsilon: float = 1e-12
    vocabulary_head: VocabularyHead | None = None


def build_tagger(  # noqa: PLR0913  a tagger is made of just these
    sizes: Sizes,
    body: Body,
    *,
    dropout: float,
    slot_token: int | None = None,
    phones: int = 0,
    sounds: Tensor | None = None,
    marks: int = len(PLAIN_MARKS),
    has_beside: bool = False,
) -> Tagger:
    """Put fresh heads on an encoder.

    Args:
        has_beside: the `token` tagger learns more than its labels, see `JointTagger`.
        slot_token: id of the tokenizer's mask, for `slot`.
        sounds: phones of each token, see `PhoneticTagger`.

    Raises:
        ValueError: the tokenizer has no mask token.
    """
    if isinstance(sizes, PhoneticSizes):
        encoder, width = _encoder_of(body)
        tagger: Tagger = PhoneticTagger(
            encoder, width, dropout, sizes, marks=marks, phones=phones, sounds=sounds
        )
    elif has_beside:
        encoder, width = _encoder_of(body)
        tagger = JointTagger(encoder, width, dropout, marks, vocabulary=body.vocabulary)
    else:
        tagger = _tagger(sizes, body, dropout, slot_token, marks)
    tagger.layout = layout_of(sizes, slot_token)
    return tagger


def _tagger(sizes: Sizes, body: Body, dropout: float, slot_token: int | None, marks: int) -> Tagger:
    if isinstance(sizes, LstmSizes):
        return LstmTagger(body.vocabulary, dropout, sizes, marks)
    encoder, width = _encoder_of(body)
    if isinstance(sizes, WindowSizes):
        return WindowTagger(
            encoder, width, dropout, sizes, marks=marks, vocabulary_head=body.vocabulary_head
        )
    if isinstance(sizes, SlotSizes):
        if slot_token is None:
            raise ValueError("the tokenizer has no mask token to put after the words")
        return SlotTagger(encoder, width, dropout, sizes, marks)
    return TokenTagger(encoder, width, dropout, marks)


def _encoder_of(body: Body) -> tuple[nn.Module, int]:
    if body.encoder is None:
        raise ValueError("this architecture stands on an encoder")
    return body.encoder, body.width


def load_body(folder: Path, sizes: Sizes, dropout: float = 0.0) -> Body:
    """Load an encoder from a local folder, never from the hub.

    Args:
        dropout: within the encoder, after its embeddings and the halves of each layer.

    Raises:
        ValueError: it has no masked-language head where one is wanted.
    """
    if isinstance(sizes, LstmSizes):
        config = AutoConfig.from_pretrained(folder, local_files_only=True)
        return Body(None, 0, config.vocab_size)
    logging.getLogger("transformers.modeling_utils").setLevel(logging.ERROR)  # unused heads
    options = {"local_files_only": True, "use_safetensors": True, **_OPTIONS}
    options["hidden_dropout_prob"] = dropout
    if not _wants_vocabulary(sizes):
        return _body(AutoModel.from_pretrained(folder, add_pooling_layer=False, **options))
    model, report = AutoModelForMaskedLM.from_pretrained(
        folder, output_loading_info=True, **options
    )
    if any(not key.endswith("decoder.bias") for key in report["missing_keys"]):
        raise ValueError(f"{folder} has no masked-language head: set model.over = 'states'")
    return _body(model.base_model, _trained_head(model))


def random_body(config: Any, sizes: Sizes) -> Body:  # noqa: ANN401  a Hugging Face config
    """Make an encoder of the sizes in a Hugging Face config with random weights."""
    if isinstance(sizes, LstmSizes):
        return Body(None, 0, config.vocab_size)
    for name, value in _OPTIONS.items():
        setattr(config, name, value)
    if not _wants_vocabulary(sizes):
        return _body(AutoModel.from_config(config, add_pooling_layer=False))
    model = AutoModelForMaskedLM.from_config(config)
    return _body(model.base_model, _trained_head(model))


def slot_token_of(tokenizer: WordTokenizer, sizes: Sizes) -> int | None:
    """Return the token that the architecture puts after each word, None if it puts none."""
    return tokenizer.mask_id if isinstance(sizes, SlotSizes) else None


def layout_of(sizes: Sizes, slot_token: int | None) -> Layout:
    """Return how the architecture lays out words as tokens."""
    if isinstance(sizes, LstmSizes):
        return Layout(lookahead_words=sizes.lookahead_words)
    return Layout(slot_token=slot_token) if isinstance(sizes, SlotSizes) else PLAIN


def _wants_vocabulary(sizes: Sizes) -> bool:
    return isinstance(sizes, WindowSizes) and sizes.over == "vocabulary"


def _body(encoder: Any, head: VocabularyHead | None = None) -> Body:  # noqa: ANN401
    config = encoder.config
    return Body(encoder, config.hidden_size, config.vocab_size, config.layer_norm_eps, head)


def _trained_head(model: Any) -> VocabularyHead:  # noqa: ANN401
    """Copy the head of a RoBERTa-like or BERT-like model; its matrix is the embeddings."""
    config = model.config
    head = VocabularyHead(config.hidden_size, config.vocab_size, config.layer_norm_eps)
    if hasattr(model, "lm_head"):
        dense, norm, bias = model.lm_head.dense, model.lm_head.layer_norm, model.lm_head.bias
    else:
        found = model.cls.predictions
        dense, norm, bias = found.transform.dense, found.transform.LayerNorm, found.bias
    head.dense.load_state_dict(dense.state_dict())
    head.layer_norm.load_state_dict(norm.state_dict())
    head.bias.data.copy_(bias.data)
    return head
