from __future__ import annotations

import numpy as np
import pytest

from engine.network.scorer import LABELS, Scorer
from engine.network.timing import TIMING_FEATURES, timing_features
from engine.types import Word
from tests.support.bundles import needed_module
from tests.support.fake_network import FakeTokenizer


def test_words_without_times_and_confidence_are_all_zeros():
    assert not timing_features([Word("a"), Word("b"), Word("c")]).any()


def test_a_pause_stands_behind_one_word_and_before_the_next():
    rows = timing_features([Word("a", 0.0, 1.0), Word("b", 3.0, 3.5, 0.5), Word("c", 3.5, 4.0)])
    assert rows[0].tolist()[:3] == [0.0, 0.0, 1.0]
    assert rows[0, 3] == rows[1, 1] > rows[1, 3] == 0.0
    assert rows[1].tolist()[4:] == [1.0, 0.5]
    assert rows[2].tolist() == [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]


def test_the_log_scale_ends_at_five_seconds():
    def behind(pause_s: float) -> float:
        return float(timing_features([Word("a", 0.0, 1.0), Word("b", 1.0 + pause_s, 9.0)])[0, 3])

    assert behind(5.0) == behind(70.0) == pytest.approx(1.0)
    assert 0.0 < behind(0.1) < behind(0.5) < behind(2.0) < 1.0
    assert behind(-0.2) == 0.0


def test_a_clock_that_jumps_back_tells_nothing():
    rows = timing_features([Word("a", 100.0, 101.0), Word("b", 0.5, 1.0)])
    assert not rows.any()


def test_a_pause_cannot_be_known_where_one_end_is_missing():
    assert not timing_features([Word("a", 0.0, None), Word("b", 1.0, 1.5)])[:, :4].any()


@pytest.fixture(scope="module")
def timed_network():
    needed_module("torch")
    import torch

    from engine.network.torch_network import EncoderShape, TaggerNetwork

    torch.manual_seed(1)
    network = TaggerNetwork(EncoderShape(1009, 16, 1, 2, 32, 64, timing=True), LABELS)
    with torch.no_grad():
        for value in network.parameters():
            value.add_(torch.randn_like(value) * 0.3)
    return network.eval()


@pytest.fixture(scope="module")
def timed_backends(timed_network, tmp_path_factory):
    from safetensors.torch import save_file

    from engine.network.onnx_backend import OnnxBackend
    from engine.network.torch_backend import TorchBackend
    from engine.network.torch_network import EncoderShape
    from training.export.bundle import write_onnx

    folder = tmp_path_factory.mktemp("timed")
    write_onnx(timed_network, folder / "model.onnx")
    save_file(dict(timed_network.state_dict()), folder / "model.safetensors")
    shape = EncoderShape(1009, 16, 1, 2, 32, 64, timing=True)
    on_torch = TorchBackend(folder / "model.safetensors", shape, LABELS, "cpu")
    return OnnxBackend(folder / "model.onnx", threads=1), on_torch


def test_backends_agree_on_timing_and_need_none(timed_backends):
    onnx, on_torch = timed_backends
    assert onnx.takes_timing
    assert on_torch.takes_timing
    ids = np.random.default_rng(2).integers(0, 1009, (2, 9))
    timing = np.random.default_rng(3).random((2, 9, TIMING_FEATURES), dtype=np.float32)
    seen = [
        backend.run(ids, np.ones_like(ids), given)
        for given in (timing, None, np.zeros_like(timing))
        for backend in timed_backends
    ]
    for one, other in zip(seen[::2], seen[1::2], strict=True):
        np.testing.assert_allclose(one, other, atol=1e-4)
    np.testing.assert_allclose(seen[2], seen[4], atol=1e-4)
    assert np.abs(seen[0] - seen[2]).max() > 0.1


def test_every_token_of_a_word_is_told_its_pauses(timed_backends):
    onnx, _ = timed_backends
    scorer = Scorer(FakeTokenizer(), onnx)
    pieces = [(5, 6, 7), (8,), (9, 10)]
    words = [Word("a", 0.0, 0.5, 0.9), Word("b", 1.5, 2.0), Word("c", 2.0, 2.4)]
    features = timing_features(words)
    flat = np.array([[0, 5, 6, 7, 8, 9, 10, 1]], dtype=np.int64)
    spread = np.zeros((1, 8, TIMING_FEATURES), dtype=np.float32)
    spread[0, 1:4], spread[0, 4], spread[0, 5:7] = features[0], features[1], features[2]
    every = onnx.run(flat, np.ones_like(flat), spread)[0]
    np.testing.assert_allclose(scorer.score(pieces, features), every[[3, 4, 6]], atol=1e-4)
