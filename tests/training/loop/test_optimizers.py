from __future__ import annotations

import pytest
import torch

from tests.support.training.tiny import tagger
from training.loop.optimizers import LookAhead, Stepper
from training.loop.settings import OptimizerSettings


def parameter(value):
    return torch.nn.Parameter(torch.tensor([value]))


def test_lookahead_follows_the_paper():
    """Plain descent by 1 a step: after two steps the slow weights go half the way, and so on."""

    class Down(torch.optim.Optimizer):
        def __init__(self, parameters):
            super().__init__(parameters, {})

        def step(self):
            for p in self.param_groups[0]["params"]:
                p.data -= 1.0
                self.state[p]["step"] = self.state[p].get("step", torch.tensor(0.0)) + 1

    weight = parameter(10.0)
    weight.grad = torch.ones(1)
    optimizer = LookAhead(Down([weight]), rate=0.5, period=2)
    seen = []
    for _ in range(6):
        optimizer.step()
        seen.append(float(weight.detach()))
    assert seen == [9.0, 9.0, 8.0, 8.0, 7.0, 7.0]


@pytest.mark.parametrize("kind", ["adamw", "radam"])
def test_a_restored_state_continues_to_the_same_weights(kind):
    settings = OptimizerSettings(kind, lookahead=True, lookahead_period=3)

    def steps(model, stepper, first, count):
        for at in range(first, first + count):
            generator = torch.Generator().manual_seed(at)
            for p in model.parameters():
                p.grad = torch.randn(p.shape, generator=generator)
            stepper.step(1e-2)

    whole, half, rest = tagger(1), tagger(1), tagger(2)
    steps(whole, Stepper(whole, settings), 0, 9)
    first = Stepper(half, settings)
    steps(half, first, 0, 4)
    rest.load_state_dict(half.state_dict())
    second = Stepper(rest, settings)
    second.load({name: value.clone() for name, value in first.tensors().items()})
    steps(rest, second, 4, 5)
    expected, found = whole.state_dict(), rest.state_dict()
    assert all(torch.equal(expected[name], found[name]) for name in expected)


def test_the_encoder_has_its_own_rate_and_frozen_weights_stay():
    model = tagger(1)
    before = {name: value.clone() for name, value in model.state_dict().items()}
    for p in model.parameters():
        p.grad = torch.ones_like(p)
    Stepper(model, OptimizerSettings(weight_decay=0.0), encoder_share=0.1).step(1e-2)
    moved = {n: float((v - before[n]).abs().max()) for n, v in model.state_dict().items()}
    assert moved["head.weight"] == pytest.approx(1e-2, rel=1e-3)
    assert moved["encoder.embeddings.LayerNorm.weight"] == pytest.approx(1e-3, rel=1e-2)
    for name, p in model.named_parameters():
        p.requires_grad_(not name.startswith("encoder."))
    frozen = Stepper(model, OptimizerSettings())
    names = {name.rsplit("/", 1)[0] for name in frozen.tensors()}
    frozen.step(1e-2)
    names = {name.rsplit("/", 1)[0] for name in frozen.tensors()}
    assert names
    assert not any(name.startswith("encoder.") for name in names)
