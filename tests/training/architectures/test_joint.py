from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from tests.support.training.networks import MASK, encoder_shape, inputs_of, sampler_for, timed
from tests.support.training.tiny import bert_config
from training.architectures.joint import JointScores, JointTagger, half_depth, without_beside
from training.architectures.registry import build_tagger, random_body
from training.architectures.sizes import TokenSizes
from training.data.spoken_form import IGNORE
from training.export.network import build_network
from training.loop.objective import Objective
from training.loop.settings import BesideSettings, DistillationSettings, TrainSettings

DEPTH = 4


@pytest.fixture
def joint():
    torch.manual_seed(1)
    body = random_body(bert_config(vocab_size=MASK + 1, num_hidden_layers=DEPTH), TokenSizes())
    tagger = build_tagger(TokenSizes(), body, dropout=0.0, has_beside=True)
    assert isinstance(tagger, JointTagger)
    torch.nn.init.normal_(tagger.timing.outer.weight, std=0.1)
    return tagger


@pytest.fixture
def batch(joint, tokenizer):
    return timed(sampler_for(joint, tokenizer).batch(3, 32))


def all_scores(joint, batch, wanted):
    with torch.no_grad():
        return joint(*inputs_of(batch), torch.as_tensor(wanted))


def none_hidden(batch):
    return torch.full(batch.ids.shape, IGNORE)


@pytest.mark.parametrize(("cut", "layers"), [(without_beside, DEPTH), (half_depth, DEPTH // 2)])
def test_each_depth_alone_gives_the_same_scores(joint, batch, cut, layers):
    scores = all_scores(joint, batch, none_hidden(batch))
    alone = build_network(replace(encoder_shape(), layers=layers), cut(joint.state_dict()))
    with torch.no_grad():
        found = alone(*inputs_of(batch))
    expected = scores.full if layers == DEPTH else scores.half
    inside = torch.from_numpy(batch.attention) > 0
    torch.testing.assert_close(found[inside], expected[inside], atol=1e-5, rtol=1e-4)
    assert not torch.allclose(scores.full, scores.half, atol=1e-2)


def test_only_the_label_scores_are_used(joint, batch):
    trained = all_scores(joint, batch, none_hidden(batch))
    with torch.no_grad():
        found = joint.eval()(*inputs_of(batch))
    torch.testing.assert_close(found, trained.full)


def test_without_a_head_at_half_depth_there_is_no_half(joint):
    with pytest.raises(ValueError, match="half"):
        half_depth(without_beside(joint.state_dict()))


def test_hidden_words_cost_their_log_likelihood_and_none_cost_nothing(joint, batch):
    assert float(all_scores(joint, batch, none_hidden(batch)).hidden_words) == 0.0
    wanted = none_hidden(batch)
    wanted[0, 3] = 9
    with torch.no_grad():
        states = joint.hidden_states(*inputs_of(batch))[-1][0, 3]
        matrix = joint.encoder.get_input_embeddings().weight
        chances = joint.beside.hidden_words(states, matrix).log_softmax(-1)
    found = float(all_scores(joint, batch, wanted).hidden_words)
    assert found == pytest.approx(-float(chances[9]), rel=1e-5)


def test_the_objective_weighs_the_labels_of_both_depths_and_the_hidden_words(batch):
    beside = BesideSettings(half_depth=0.3, hidden_words=0.25)
    settings = TrainSettings(1, 1, {"32": 1.0}, 1.0, draws_on_device=True, beside=beside)
    objective = Objective(settings, DistillationSettings())
    full, half = torch.randn(2, *batch.ids.shape, 9, generator=torch.manual_seed(1))
    loss = objective(JointScores(full, half, torch.tensor(2.0)), batch)
    expected = objective(full, batch) + 0.3 * objective(half, batch) + 0.25 * 2.0
    assert float(loss) == pytest.approx(float(expected), rel=1e-6)


def test_every_weight_learns(joint, batch):
    wanted = none_hidden(batch)
    wanted[:, 2:4] = 7
    beside = BesideSettings(half_depth=0.3, hidden_words=0.25)
    settings = TrainSettings(1, 1, {"32": 1.0}, 1.0, draws_on_device=True, beside=beside)
    scores = joint(*inputs_of(batch), wanted)
    Objective(settings, DistillationSettings())(scores, batch).backward()
    still = {name for name, one in joint.named_parameters() if one.grad is None}
    assert not still
