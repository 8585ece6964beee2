from __future__ import annotations

import json
from dataclasses import asdict, replace

import numpy as np
import pytest

from engine.build import load_language_model
from engine.errors import BackendError, ModelFormatError
from engine.network.backend_process import BackendProcess
from engine.network.bundle import FLOAT_WEIGHTS
from engine.network.onnx_backend import OnnxBackend
from engine.network.scorer import LABELS, Scorer
from engine.network.timing import TIMING_FEATURES, timing_features
from engine.paths import default_paths
from engine.settings import BackendChoice, PunctuationSettings
from engine.types import Word
from tests.support.bundles import bundle_folder, needed_module
from tests.support.fake_network import FakeTokenizer

TOLERANCE = 1e-4


@pytest.fixture(scope="module")
def shape():
    needed_module("torch")
    from engine.network.torch_network import EncoderShape

    return EncoderShape(97, 32, 2, 4, inner_width=48, positions=40, first_position=2, timing=True)


@pytest.fixture(scope="module")
def network(shape):
    import torch

    from engine.network.torch_network import TaggerNetwork

    torch.manual_seed(5)
    return _roughened(TaggerNetwork(shape, LABELS)).eval()


@pytest.fixture(scope="module")
def onnx(network, tmp_path_factory):
    needed_module("onnx")
    from training.export.bundle import write_onnx

    path = tmp_path_factory.mktemp("onnx") / "model.onnx"
    write_onnx(network, path)
    return OnnxBackend(path, threads=1)


@pytest.fixture(scope="module")
def weights(network, tmp_path_factory):
    from safetensors.torch import save_file

    path = tmp_path_factory.mktemp("torch") / "model.safetensors"
    save_file({name: value.contiguous() for name, value in network.state_dict().items()}, path)
    return path


@pytest.fixture(scope="module")
def on_torch(weights, shape):
    from engine.network.torch_backend import TorchBackend

    return TorchBackend(weights, shape, LABELS, "cpu")


def _roughened(network):
    """Weights far from their small initial values, so that a wrong step shows."""
    import torch

    with torch.no_grad():
        for value in network.parameters():
            value.add_(torch.randn_like(value) * 0.3)
    return network


def tokens(windows: int, length: int, *, most: int = 97) -> np.ndarray:
    return np.random.default_rng(length).integers(5, most, (windows, length), dtype=np.int64)


@pytest.mark.parametrize(("windows", "length"), [(1, 3), (1, 38), (4, 17)])
def test_torch_and_onnx_agree_with_and_without_times(onnx, on_torch, windows, length):
    ids = tokens(windows, length)
    attention = np.ones_like(ids)
    attention[0, length // 2 :] = 0
    timing = np.random.default_rng(3).random((windows, length, TIMING_FEATURES), dtype=np.float32)
    found = []
    for given in (timing, None, np.zeros_like(timing)):
        one, other = onnx.run(ids, attention, given), on_torch.run(ids, attention, given)
        assert one.shape == other.shape == (windows, length, LABELS)
        assert one.dtype == other.dtype == np.float32
        np.testing.assert_allclose(one, other, atol=TOLERANCE)
        found.append(one)
    np.testing.assert_allclose(found[1], found[2], atol=TOLERANCE)
    assert np.abs(found[0] - found[1]).max() > 0.1


def test_a_child_process_computes_the_same(onnx):
    ids = tokens(1, 12)
    timing = np.random.default_rng(3).random((1, 12, TIMING_FEATURES), dtype=np.float32)
    apart = BackendProcess(onnx._model, threads=1, labels=LABELS)
    assert (apart.description, apart.takes_timing) == (onnx.description, onnx.takes_timing)
    for given in (timing, None):
        expected = onnx.run(ids, np.ones_like(ids), given)
        np.testing.assert_array_equal(apart.run(ids, np.ones_like(ids), given), expected)
    with pytest.raises(ModelFormatError, match="tokenizer"):
        apart.run(ids + 1_000, np.ones_like(ids))
    assert not apart.has_failed
    with pytest.raises(ModelFormatError, match="ONNX Runtime cannot load"):
        BackendProcess(onnx._model.with_name("none"), threads=1, labels=LABELS)


def test_padding_has_no_influence(onnx):
    ids = tokens(1, 12)
    plain = onnx.run(ids, np.ones_like(ids))
    padded = np.concatenate([ids, tokens(1, 9)], axis=1)
    attention = np.concatenate([np.ones_like(ids), np.zeros((1, 9), dtype=np.int64)], axis=1)
    np.testing.assert_allclose(onnx.run(padded, attention)[:, :12], plain, atol=TOLERANCE)
    seen = onnx.run(padded, np.ones_like(padded))[:, :12]
    assert np.abs(seen - plain).max() > 100 * TOLERANCE


def test_scores_are_read_at_last_tokens_and_pauses_reach_all_tokens(onnx):
    pieces = [(5, 6, 7), (8,), (9, 10)]
    words = [Word("a", 0.0, 0.5, 0.9), Word("b", 1.5, 2.0), Word("c", 2.0, 2.4)]
    features = timing_features(words)
    flat = np.array([[0, 5, 6, 7, 8, 9, 10, 1]], dtype=np.int64)
    spread = np.zeros((1, 8, TIMING_FEATURES), dtype=np.float32)
    spread[0, 1:4], spread[0, 4], spread[0, 5:7] = features
    every = onnx.run(flat, np.ones_like(flat), spread)[0]
    found = Scorer(FakeTokenizer(), onnx).score(pieces, features)
    np.testing.assert_allclose(found, every[[3, 4, 6]], atol=TOLERANCE)


@pytest.mark.parametrize("kind", ["bert", "roberta", "mpnet"])
def test_the_network_computes_the_same_as_transformers(kind, tmp_path):
    needed_module("torch")
    needed_module("transformers")
    import torch
    from transformers import AutoModel, BertConfig, MPNetConfig, RobertaConfig

    from training.export.bundle import build_network, read_encoder_shape, write_onnx
    from training.export.network import named_as_bert

    sizes = {"vocab_size": 97, "hidden_size": 32, "intermediate_size": 48}
    sizes |= {"num_hidden_layers": 2, "num_attention_heads": 4, "max_position_embeddings": 202}
    config = {
        "bert": BertConfig(**sizes),
        "roberta": RobertaConfig(**sizes, pad_token_id=1, type_vocab_size=1),
        "mpnet": MPNetConfig(**sizes),
    }[kind]
    torch.manual_seed(3)
    theirs = _roughened(AutoModel.from_config(config, add_pooling_layer=False)).eval()
    head = torch.nn.Linear(32, LABELS)
    config.save_pretrained(tmp_path)
    state = {f"encoder.{name}": value for name, value in theirs.state_dict().items()}
    state |= {f"head.{name}": value for name, value in head.state_dict().items()}
    ours = build_network(read_encoder_shape(tmp_path), named_as_bert(state))

    ids = torch.from_numpy(tokens(3, 200))  # farther apart than MPNet distinguishes
    attention = torch.ones_like(ids)
    ids[0, 12:] = config.pad_token_id
    attention[0, 12:] = 0
    with torch.inference_mode():
        hidden = theirs(input_ids=ids, attention_mask=attention).last_hidden_state
        expected, found = head(hidden), ours(ids, attention)
    seen = attention.bool()
    np.testing.assert_allclose(found[seen].numpy(), expected[seen].numpy(), atol=TOLERANCE)
    write_onnx(ours, tmp_path / "model.onnx")
    on_onnx = OnnxBackend(tmp_path / "model.onnx", threads=1).run(ids.numpy(), attention.numpy())
    np.testing.assert_allclose(on_onnx[seen], expected[seen].numpy(), atol=TOLERANCE)


def test_weights_of_another_shape_are_a_format_error(weights, shape, tmp_path):
    from engine.network.torch_backend import TorchBackend

    garbage = tmp_path / "model.safetensors"
    garbage.write_bytes(b"garbage")
    for path, sizes in (
        (weights, replace(shape, layers=3)),
        (weights, replace(shape, width=-1)),
        (garbage, shape),
        (tmp_path / "none", shape),
    ):
        with pytest.raises(ModelFormatError) as caught:
            TorchBackend(path, sizes, LABELS, "cpu")
        assert caught.value.path == path
    huge = replace(shape, width=16_384, layers=48, vocabulary=1_000_000)
    with pytest.raises(ModelFormatError) as caught:
        TorchBackend(weights, huge, LABELS, "cpu")
    assert str(caught.value.__cause__) == "too few weights"  # no network of that size was built


@pytest.mark.parametrize("content", [None, b"", b"garbage", b"\x08\x07" * 100])
def test_an_invalid_network_is_a_format_error(tmp_path, content):
    path = tmp_path / "model.onnx"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ModelFormatError) as caught:
        OnnxBackend(path)
    assert caught.value.path == path


def test_a_network_with_other_inputs_is_a_format_error(tmp_path):
    needed_module("onnx")
    import onnx
    from onnx import TensorProto, helper

    value = helper.make_tensor_value_info("x", TensorProto.FLOAT, [1])
    result = helper.make_tensor_value_info("y", TensorProto.FLOAT, [1])
    node = helper.make_node("Identity", ["x"], ["y"])
    graph = helper.make_graph([node], "other", [value], [result])
    opset = helper.make_opsetid("", 17)
    path = tmp_path / "model.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[opset], ir_version=8), path)
    with pytest.raises(ModelFormatError, match="inputs"):
        OnnxBackend(path)


def test_a_written_bundle_runs_on_both_backends(shape, tmp_path):
    from engine.network.tokenizer import WordTokenizer
    from training.export.bundle import write_bundle, write_description

    folder = bundle_folder()
    vocabulary = replace(shape, vocabulary=30_522, positions=200, timing=False)
    from engine.network.torch_network import TaggerNetwork

    write_bundle(
        tmp_path / "tiny",
        description={"name": "tiny", "languages": ["en"], "architecture": "token"},
        shape=vocabulary,
        weights=TaggerNetwork(vocabulary, LABELS).state_dict(),
        tokenizer=folder / "tokenizer.json",
        lexicon=json.loads((folder / "lexicon.json").read_text(encoding="utf-8")),
        with_float_weights=True,
    )
    for kind in ("onnx", "torch"):
        choice = PunctuationSettings(model=str(tmp_path / "tiny"), backend=BackendChoice(kind))
        model = load_language_model(choice, default_paths())
        assert model.bundle.encoder == asdict(vocabulary)
        assert kind in model.backend.description.lower()
        pieces = WordTokenizer(model.bundle.tokenizer).encode(["hello", "world"])
        assert model.scorer.score(pieces).shape == (2, LABELS)
    (tmp_path / "tiny" / FLOAT_WEIGHTS).unlink()
    write_description(tmp_path / "tiny", dict(model.bundle.description))
    with pytest.raises(BackendError, match="float weights"):
        load_language_model(choice, default_paths())


def test_a_network_must_fit_its_tokenizer_and_labels(onnx):
    ids = tokens(1, 9)
    for labels, most, said in ((LABELS, 1_000, "tokenizer"), (LABELS + 1, 0, "labels")):
        with pytest.raises(ModelFormatError, match=said) as caught:
            OnnxBackend(onnx._model, threads=1, labels=labels).run(ids + most, np.ones_like(ids))
        assert caught.value.path == onnx._model
