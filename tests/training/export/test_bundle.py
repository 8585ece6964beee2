from __future__ import annotations

import json
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import save_file
from transformers import AutoModel, MPNetConfig, RobertaConfig

from engine.build import load_language_model
from engine.errors import ModelFormatError
from engine.network.bundle import FLOAT_WEIGHTS, NETWORK, load_bundle
from engine.network.onnx_backend import OnnxBackend
from engine.network.torch_backend import TorchBackend
from engine.network.torch_network import EncoderShape
from engine.paths import default_paths
from engine.punctuation.evidence import UNCALIBRATED, Calibration, CalibrationRow
from engine.settings import BackendChoice, Policy, PunctuationSettings
from engine.types import Hypothesis, Word
from tests.support.training.tiny import VOCABULARY, bert_config, tagger, write_encoder
from training.architectures.token import TokenTagger
from training.export.bundle import (
    build_network,
    latest_average,
    read_encoder_shape,
    write_bundle,
    write_description,
)

DESCRIPTION = {
    "name": "tiny",
    "languages": ["en"],
    "architecture": "token",
    "training": [{"data": "made up", "licence": "CC0 1.0"}],
    "scores": {"micro F1": np.float64(12.5)},
}
LEXICON = {"always": {"i": "I"}, "mixed": {}}
INT8_TOLERANCE = 0.1  # of the standard deviation of the float scores, on the mean
FLOAT_TOLERANCE = 1e-4


def wide_weights(seed=1):
    """Draw random weights large enough for scores to differ as a trained network's do."""
    model = tagger(seed)
    model.head.weight.data.mul_(20.0)
    return model, {name: value.clone() for name, value in model.state_dict().items()}


def export(folder: Path, **changes):
    encoder = write_encoder(folder / "encoder")
    _, weights = wide_weights()
    options = {
        "description": DESCRIPTION,
        "shape": read_encoder_shape(encoder),
        "weights": weights,
        "tokenizer": encoder / "tokenizer.json",
        "lexicon": LEXICON,
        "with_float_weights": True,
    }
    write_bundle(folder / "bundle", **(options | changes))
    return folder / "bundle"


@pytest.fixture(scope="module")
def bundle(tmp_path_factory):
    return export(tmp_path_factory.mktemp("export"))


def windows(count=6, tokens=24):
    rng = np.random.default_rng(4)
    ids = rng.integers(4, len(VOCABULARY), (count, tokens))
    attention = np.ones_like(ids)
    for row in range(count):
        attention[row, tokens - 2 * row :] = 0
    return ids, attention


def bert_shape(config=None):
    with tempfile.TemporaryDirectory() as folder:
        (config or bert_config()).save_pretrained(folder)
        return replace(read_encoder_shape(Path(folder)), timing=True)


def test_an_encoder_whose_positions_start_later_agrees_too():
    sizes = bert_config().to_dict()
    config = RobertaConfig(
        **{
            name: sizes[name]
            for name in sizes
            if name.endswith(("_size", "_layers", "_heads", "_embeddings"))
            and name not in {"type_vocab_size", "tie_word_embeddings"}
        },
        type_vocab_size=1,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    )
    shape = bert_shape(config)
    assert (shape.first_position, shape.token_types) == (2, 1)
    torch.manual_seed(2)
    model = TokenTagger(AutoModel.from_config(config, add_pooling_layer=False), 32, 0.1).eval()
    ids, _ = windows()
    ids = torch.from_numpy(ids)
    with torch.no_grad():
        inputs = ids, torch.ones_like(ids), torch.rand((*ids.shape, 6))
        expected = model(*inputs)
        found = build_network(shape, model.state_dict())(*inputs)
    assert torch.allclose(found, expected, atol=FLOAT_TOLERANCE)


def test_a_bundle_over_mpnet_runs_on_both_backends(tmp_path):
    sizes = {"vocab_size": len(VOCABULARY), "hidden_size": 32, "intermediate_size": 64}
    sizes |= {"num_hidden_layers": 2, "num_attention_heads": 4, "max_position_embeddings": 162}
    torch.manual_seed(2)
    encoder = AutoModel.from_config(MPNetConfig(**sizes), add_pooling_layer=False)
    model = TokenTagger(encoder, 32, 0.1).eval()
    model.head.weight.data.mul_(20.0)
    encoder.encoder.relative_attention_bias.weight.data.mul_(50.0)
    shape = bert_shape(encoder.config)
    loaded = load_bundle(export(tmp_path, shape=shape, weights=model.state_dict()))
    assert loaded.encoder["relative_buckets"] == 32
    ids, _ = windows()
    with torch.no_grad():
        tensor = torch.from_numpy(ids)
        expected = model(tensor, torch.ones_like(tensor), torch.zeros((*ids.shape, 6))).numpy()
    weights = loaded.float_weights
    halves = TorchBackend(weights, EncoderShape(**loaded.encoder), 9, "cpu").run(
        ids, np.ones_like(ids)
    )
    int8 = OnnxBackend(loaded.network).run(ids, np.ones_like(ids))
    assert np.abs(halves - expected).mean() < 0.01 * expected.std()
    assert np.abs(int8 - expected).mean() < INT8_TOLERANCE * expected.std()


def test_the_engine_accepts_the_bundle(bundle):
    loaded = load_bundle(bundle)
    assert (loaded.name, loaded.languages, loaded.architecture) == ("tiny", ("en",), "token")
    assert loaded.calibration == UNCALIBRATED
    assert loaded.description["scores"] == {"micro F1": 12.5}
    assert loaded.lexicon.always == {"i": "I"}
    assert sorted(path.name for path in bundle.iterdir()) == [
        "bundle.json",
        "lexicon.json",
        "model.onnx",
        "model.safetensors",
        "tokenizer.json",
    ]


def test_int8_scores_are_close_to_float_scores(bundle):
    """Scores differ by a tenth of their deviation on average; the best mark is mostly the same."""
    ids, attention = windows()
    seen = attention.astype(bool)
    int8 = OnnxBackend(bundle / NETWORK).run(ids, attention)[seen]
    exact = TorchBackend(bundle / FLOAT_WEIGHTS, bert_shape(), 9, "cpu").run(ids, attention)[seen]
    assert np.abs(int8 - exact).mean() < INT8_TOLERANCE * exact.std()
    assert (int8[:, :5].argmax(1) == exact[:, :5].argmax(1)).mean() > 0.9


@pytest.mark.parametrize("backend", [BackendChoice.ONNX, BackendChoice.TORCH])
@pytest.mark.parametrize("policy", list(Policy))
def test_the_engine_runs_the_bundle_without_losing_a_word(bundle, backend, policy):
    settings = PunctuationSettings(model=str(bundle), backend=backend, policy=policy)
    punctuator = load_language_model(settings, default_paths()).punctuator(settings)
    texts = ["yes", "they", "met", "anna", "today", "did", "you", "see", "bob", "in", "rome"] * 12
    words = tuple(Word(text) for text in texts)
    updates = [*punctuator.push(Hypothesis(words, is_final=True)), *punctuator.flush()]
    surfaces = [s for update in updates for one in update.sentences for s in one.surfaces]
    assert [surface.lower().strip(",.?!") for surface in surfaces] == texts


def test_an_export_without_float_weights_removes_earlier_ones(tmp_path):
    export(tmp_path)
    bundle = export(tmp_path, with_float_weights=False)
    assert load_bundle(bundle).float_weights is None
    assert not (bundle / FLOAT_WEIGHTS).exists()


def test_the_calibration_is_written_and_tampering_is_noticed(tmp_path):
    calibration = Calibration(
        (CalibrationRow(2, (1.0, 2.0, 3.0, 4.0, 5.0, 6.0), 0.7, 0.8, 0.6),), -3.0
    )
    bundle = export(tmp_path, calibration=calibration, with_float_weights=False)
    assert load_bundle(bundle).calibration == calibration
    (bundle / "lexicon.json").write_text(json.dumps({**LEXICON, "always": {}}))
    with pytest.raises(ModelFormatError, match="altered"):
        load_bundle(bundle)
    write_description(bundle, json.loads((bundle / "bundle.json").read_text()))
    assert load_bundle(bundle).lexicon.always == {}


def test_weights_of_another_encoder_are_refused():
    _, weights = wide_weights()
    with pytest.raises(ValueError, match="do not fit"):
        build_network(bert_shape(bert_config(hidden_size=16, num_attention_heads=2)), weights)
    with pytest.raises(ValueError, match="do not fit"):
        build_network(bert_shape(bert_config(num_hidden_layers=3)), weights)
    with pytest.raises(ValueError, match="do not fit"):
        build_network(bert_shape(bert_config(num_hidden_layers=1)), weights)


def test_another_kind_of_encoder_is_refused(tmp_path):
    (tmp_path / "config.json").write_text('{"model_type": "t5", "vocab_size": 3}')
    with pytest.raises(ValueError, match="hidden_size"):
        read_encoder_shape(tmp_path)


def test_the_newest_complete_checkpoint_is_exported(tmp_path):
    with pytest.raises(FileNotFoundError, match="no checkpoint"):
        latest_average(tmp_path)
    for name, value in (
        ("checkpoint-0000009", 1.0),
        ("checkpoint-0000010", 2.0),
        ("checkpoint-0000011.partial", 3.0),
    ):
        (tmp_path / name).mkdir()
        save_file({"a": torch.tensor([value])}, tmp_path / name / "average.safetensors")
    assert latest_average(tmp_path)["a"].item() == 2.0
