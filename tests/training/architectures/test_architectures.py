from __future__ import annotations

import numpy as np
import pytest
import torch
from transformers import AutoModelForMaskedLM

from engine.network.onnx_backend import OnnxBackend
from engine.network.scorer import Scorer
from engine.punctuation.labels import Mark
from engine.text.marked_text import read_marked_text
from tests.support.training.networks import (
    MASK,
    SIZES,
    encoder_shape,
    inputs_of,
    sampler_for,
    tagger_of,
    timed,
)
from tests.support.training.tiny import (
    bert_config,
    quiet_sampler,
    written_sentences,
)
from training.architectures.registry import _trained_head
from training.architectures.sizes import (
    PhoneticSizes,
)
from training.data.corpus import Corpus, with_slots
from training.data.spoken_form import IGNORE
from training.export.bundle import write_onnx
from training.export.network import build_network
from training.loop.distillation import DistillationSettings
from training.loop.objective import Objective
from training.loop.settings import TrainSettings

LABELS = 9


def shake(model, seed=5):
    """Perturb all weights: biases and the timing are zero at first."""
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for value in model.state_dict().values():
            if value.is_floating_point():
                value.add_(torch.rand(value.shape, generator=generator), alpha=0.05)
    return model


@pytest.mark.parametrize("name", SIZES)
def test_padding_changes_nothing(name, tokenizer):
    model = shake(tagger_of(SIZES[name])).eval()
    batch = timed(sampler_for(model, tokenizer).batch(4, 28))
    with torch.no_grad():
        wide = model(*inputs_of(batch))
        for row in range(4):
            size = int(batch.attention[row].sum())
            alone = [one[row : row + 1, :size] for one in inputs_of(batch)]
            torch.testing.assert_close(
                wide[row, :size, :LABELS], model(*alone)[0, :, :LABELS], atol=1e-4, rtol=1e-4
            )


@pytest.mark.parametrize("name", SIZES)
def test_the_exported_network_scores_like_the_trained_one(name, tokenizer, tmp_path):
    """With six marks; the engine's networks below have five."""
    model = shake(tagger_of(SIZES[name], marks=len(Mark))).eval()
    exported = build_network(encoder_shape(), model.state_dict(), SIZES[name], MASK, len(Mark))
    write_onnx(exported, tmp_path / "float.onnx")
    backend = OnnxBackend(tmp_path / "float.onnx")
    assert backend.takes_timing
    sampler = sampler_for(model, tokenizer)
    for windows, tokens in ((1, 32), (3, 21)):
        batch = timed(sampler.batch(windows, tokens))
        with torch.no_grad():
            expected = model(*inputs_of(batch))[..., : LABELS + 1].numpy()
        found = backend.run(batch.ids, batch.attention, batch.timing)
        real = batch.attention > 0
        np.testing.assert_allclose(found[real], expected[real], atol=2e-4, rtol=2e-3)


@pytest.mark.parametrize("name", ["token", "window", "lstm", "slot", "phonetic"])
def test_the_engine_reads_the_same_scores_that_the_trainer_labels(name, tokenizer, tmp_path):
    model = shake(tagger_of(SIZES[name])).eval()
    exported = build_network(encoder_shape(), model.state_dict(), SIZES[name], MASK)
    write_onnx(exported, tmp_path / "float.onnx")
    scorer = Scorer(tokenizer, OnnxBackend(tmp_path / "float.onnx"), model.layout)
    words = [word.core for word in read_marked_text(written_sentences(1)[0])]
    pieces = [scorer.encode(word) for word in words]
    corpus = corpus_of([tokenizer.encode_word(word.lower()) for word in words])
    corpus = with_slots(corpus, model.layout)
    batch = timed(whole_window(corpus, model))
    firsts = 1 + np.cumsum([0, *batch.lengths[0][:-1]])
    features = batch.timing[0, firsts]
    batch.timing[0] = 0.0
    batch.timing[0, 1 : 1 + sum(batch.lengths[0])] = np.repeat(features, batch.lengths[0], axis=0)
    assert int((batch.marks[0] != IGNORE).sum()) == len(words)
    with torch.no_grad():
        scores = model(*inputs_of(batch))[0, :, :LABELS].numpy()
    np.testing.assert_allclose(
        scorer.score(pieces, features), scores[batch.marks[0] != IGNORE], atol=2e-4, rtol=2e-3
    )


def corpus_of(pieces):
    ends = np.cumsum([len(piece) for piece in pieces])
    labels = np.arange(len(pieces)).astype(np.int8) % 5
    ids = np.array([token for piece in pieces for token in piece], dtype=np.uint16)
    return Corpus("one", ids, ends, labels, labels % 4)


def whole_window(corpus, model):
    """Return the one window that holds the whole corpus."""
    sampler = quiet_sampler(corpus, layout=model.layout)
    batches = (sampler.batch(1, 32) for _ in range(500))
    return next(one for one in batches if len(one.lengths[0]) == len(corpus))


def test_the_window_lets_every_token_affect_every_other(tokenizer):
    model = shake(tagger_of(SIZES["window"])).eval()
    states = torch.randn((1, 32, 32), generator=torch.Generator().manual_seed(1))
    model.encode = lambda *_: states
    ids, timing = torch.ones((1, 32), dtype=torch.int64), torch.zeros((1, 32, 6))
    with torch.no_grad():
        before = model(ids, ids, timing)
        states[0, 30] += 1.0
        after = model(ids, ids, timing)
    marks, cases = slice(0, 5), slice(5, 9)
    assert not (before[..., marks] == after[..., marks]).all(dim=-1).any()
    assert (before[..., cases] == after[..., cases]).all(dim=-1)[0].sum() == 31


def test_the_vocabulary_head_is_the_encoders_own():
    torch.manual_seed(2)
    model = AutoModelForMaskedLM.from_config(bert_config(hidden_act="gelu")).eval()
    head = _trained_head(model)
    hidden = torch.randn((2, 5, 32))
    with torch.no_grad():
        expected = model.cls(hidden)
        found = head(hidden, model.bert.embeddings.word_embeddings.weight)
    torch.testing.assert_close(found, expected)


def test_phones_change_the_scores_of_a_word(tokenizer):
    model = tagger_of(PhoneticSizes(phones="table"), phones=9).eval()
    assert model.takes_phones
    batch = sampler_for(model, tokenizer).batch(1, 24)
    none = np.zeros((1, 24, 12), dtype=np.int64)
    some = none.copy()
    some[0, 5, :2] = (3, 9)
    with torch.no_grad():
        silent, plain = model(*inputs_of(batch, none)), model(*inputs_of(batch))
        sounding = model(*inputs_of(batch, some))
    torch.testing.assert_close(silent, plain)
    assert not torch.allclose(silent, sounding)


def test_a_network_with_phones_cannot_be_exported():
    sizes = PhoneticSizes(phones="table")
    with pytest.raises(ValueError, match="phones"):
        build_network(encoder_shape(), tagger_of(sizes, phones=3).state_dict(), sizes)


def test_the_style_is_learnt_along_with_the_marks(tokenizer):
    settings = TrainSettings(1, 64, {"32": 1.0}, 1e-3, style_weight=1.0)
    objective = Objective(settings, DistillationSettings())
    model = tagger_of(SIZES["phonetic"])
    batch = sampler_for(model, tokenizer).batch(2, 32)
    assert list(batch.styles) == [1, 1]
    scores = torch.zeros((2, 32, LABELS + 2))
    scores[:, 0, LABELS + 1] = 8.0
    right = objective(scores, batch)
    scores[:, 0, LABELS + 1] = -8.0
    assert float(objective(scores, batch) - right) == pytest.approx(8.0, abs=0.01)
