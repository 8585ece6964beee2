from __future__ import annotations

import json
import shutil

import numpy as np
import pytest
import torch
from safetensors.torch import save_file

from engine.network.tokenizer import WordTokenizer
from engine.network.torch_network import EncoderShape, TaggerNetwork
from engine.punctuation.labels import PLAIN_MARKS, Case, Mark
from tests.support.training.tiny import SPECIAL, VOCABULARY
from tests.training.export.test_bundle import export
from training.architectures.registry import build_tagger, load_body
from training.architectures.sizes import TokenSizes
from training.architectures.widening import (
    EMBEDDINGS,
    read_source_bundle,
    widened_tokenizer,
    widened_weights,
    write_encoder,
)
from training.export.bundle import write_description
from training.loop.checkpoints import start_from

CHARACTERS = {"國": 0, "国": 0, "人": 1, "嘅": 2, "𡃉": 3}


@pytest.fixture(scope="module")
def bundle(tmp_path_factory):
    return export(tmp_path_factory.mktemp("source"))


@pytest.fixture
def source(bundle):
    return read_source_bundle(bundle)


@pytest.fixture
def kept():
    """Every special token and letter, and all but the last five words."""
    return {old: new for new, old in enumerate(range(len(VOCABULARY) - 5))}


def widened(source, kept, folder, layers=1):
    rows = np.arange(4 * 32, dtype=np.float32).reshape(4, 32)
    weights = widened_weights(source, kept, rows, layers)
    write_encoder(folder, widened_tokenizer(source, kept, CHARACTERS), weights, 4)
    return weights


def test_pieces_keep_their_rows_before_the_characters_and_lower_layers_stay(source, kept, tmp_path):
    weights = widened(source, kept, tmp_path)
    old = source.weights[EMBEDDINGS]
    assert weights[EMBEDDINGS].shape == (len(kept) + 4, 32)
    assert (weights[EMBEDDINGS][: len(kept)] == old[: len(kept)]).all()
    assert weights[EMBEDDINGS][len(kept) + 1, 0] == 32.0
    name = "encoder.encoder.layer.{}.attention.self.query.weight"
    assert (weights[name.format(0)] == source.weights[name.format(0)]).all()
    assert name.format(1) not in weights
    assert json.loads((tmp_path / "config.json").read_text())["num_hidden_layers"] == 1


def test_words_and_characters_are_read(source, kept, tmp_path):
    widened(source, kept, tmp_path)
    tokenizer = WordTokenizer(tmp_path / "tokenizer.json")
    first = len(kept)
    assert tokenizer.encode_word("we") == (VOCABULARY.index("we"),)
    assert tokenizer.encode_word("ｗｅ") == tokenizer.encode_word("we")
    assert tokenizer.encode_word("國") == tokenizer.encode_word("国") == (first,)
    assert tokenizer.encode_word("𡃉") == (first + 3,)
    assert tokenizer.encode_word("龘") == (SPECIAL.index("[UNK]"),)
    assert len(tokenizer.encode_word("and")) == 3  # one of the words that are gone


def test_a_newer_mark_begins_as_a_rare_comma(source, kept, tmp_path):
    weights = widened(source, kept, tmp_path)
    old, new = source.weights["head.weight"], weights["head.weight"]
    assert new.shape == (len(Mark) + len(Case), 32)
    assert (new[: len(PLAIN_MARKS)] == old[: len(PLAIN_MARKS)]).all()
    assert (new[Mark.ENUMERATION] == old[Mark.COMMA]).all()
    assert (new[len(Mark) :] == old[len(PLAIN_MARKS) :]).all()
    bias, old_bias = weights["head.bias"], source.weights["head.bias"]
    assert bias[Mark.ENUMERATION] == old_bias[Mark.COMMA] - 2.0
    assert (bias[len(Mark) :] == old_bias[len(PLAIN_MARKS) :]).all()


def test_training_goes_on_from_the_encoder_and_its_weights(source, kept, tmp_path):
    """English words get the scores that the source's own layer would give them."""
    weights = widened(source, kept, tmp_path, layers=2)
    save_file(weights, tmp_path / "start.safetensors")
    body = load_body(tmp_path, TokenSizes())
    model = build_tagger(TokenSizes(), body, dropout=0.0, marks=len(Mark)).eval()
    start_from(model, tmp_path / "start.safetensors")
    ids = torch.tensor([[2, *range(20, 40), 3]])
    inputs = (ids, torch.ones_like(ids), torch.zeros((1, 22, 6)))
    scores = model(*inputs)

    network = TaggerNetwork(EncoderShape(**source.shape), len(PLAIN_MARKS) + len(Case)).eval()
    network.load_state_dict(source.weights)
    before = network(*inputs)
    assert torch.allclose(
        scores[..., : len(PLAIN_MARKS)], before[..., : len(PLAIN_MARKS)], atol=1e-4
    )
    assert torch.allclose(scores[..., -len(Case) :], before[..., -len(Case) :], atol=1e-4)


def test_a_bundle_without_float_weights_has_nothing_to_hand_on(tmp_path):
    with pytest.raises(ValueError, match="no float weights"):
        read_source_bundle(export(tmp_path, with_float_weights=False))


def test_a_bundle_of_another_tokenizer_is_refused(bundle, tmp_path):
    shutil.copytree(bundle, tmp_path / "other")
    tokenizer = json.loads((tmp_path / "other" / "tokenizer.json").read_text(encoding="utf-8"))
    tokenizer["model"] = {"type": "BPE", "vocab": {"a": 0}, "merges": []}
    (tmp_path / "other" / "tokenizer.json").write_text(json.dumps(tokenizer), encoding="utf-8")
    table = json.loads((bundle / "bundle.json").read_text(encoding="utf-8"))
    write_description(tmp_path / "other", table)
    with pytest.raises(ValueError, match="no WordPiece"):
        read_source_bundle(tmp_path / "other")
