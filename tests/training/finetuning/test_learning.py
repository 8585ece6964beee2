from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
import torch

from engine.errors import ModelFormatError
from engine.network.bundle import load_bundle
from engine.network.scorer import LABELS
from engine.network.tokenizer import WordTokenizer
from engine.network.torch_backend import TorchBackend
from engine.network.torch_network import EncoderShape
from engine.punctuation.labels import CASE_COLUMNS, MARK_COLUMNS, PLAIN_MARKS
from tests.support.training.small import SMALL, make_user, write_text
from training.data.augment import WindowSampler
from training.data.spoken_form import IGNORE
from training.finetuning.learning import (
    BothTexts,
    LearningSettings,
    LearningWithoutForgetting,
    build_trainer,
)
from training.finetuning.network import NetworkBackend, between, copy_of, load_network
from training.finetuning.parts import split
from training.finetuning.texts import read_user_text
from training.finetuning.training_data import corpus_of
from training.loop.trainer import BatchInputs


@pytest.fixture(scope="module")
def ground(tmp_path_factory):
    """A bundle and the blocks of a text."""
    folder = tmp_path_factory.mktemp("learning")
    bundle = load_bundle(make_user(folder).assets / "models" / "en")
    return bundle, split(read_user_text(write_text(folder / "own.txt")).documents, seed=1)


def learner(ground, steps, **changes):
    bundle, parts = ground
    tokenizer = WordTokenizer(bundle.tokenizer)
    settings = LearningSettings(**(SMALL | changes))
    samplers = [
        WindowSampler(
            [corpus_of("own", blocks, tokenizer, 1, len(PLAIN_MARKS))],
            noise=settings.noise,
            special_ids=(tokenizer.start_id, tokenizer.end_id, tokenizer.padding_id),
            rng=random.Random(1),
        )
        for blocks in (parts.learning, parts.tuning)
    ]
    network, teacher = load_network(bundle), load_network(bundle)
    windows = BothTexts(*samplers)
    return (
        network,
        teacher,
        build_trainer(network, teacher, windows, settings, steps=steps, seed=1),
    )


def test_the_student_learns_and_the_teacher_stays(ground):
    network, teacher, run = learner(ground, 60)
    before = {name: value.clone() for name, value in teacher.state_dict().items()}
    losses = [progress.loss for progress in run.run(report_every_steps=1)]
    assert sum(losses[-10:]) < 0.7 * sum(losses[:10])
    assert all(torch.equal(before[n], v) for n, v in teacher.state_dict().items())
    moved = {n for n, v in network.state_dict().items() if not torch.equal(before[n], v)}
    assert "head.weight" in moved
    assert not any(name.startswith("encoder.embeddings.") for name in moved)


def test_remembering_keeps_new_scores_near_the_old_ones(ground):
    ids = torch.randint(4, 40, (8, 24), generator=torch.Generator().manual_seed(1))
    distances = []
    for weight in (0.0, 30.0):
        network, teacher, run = learner(ground, 30, remembering=weight, caution=weight)
        list(run.run())
        with torch.no_grad():
            shares = [
                net.eval()(ids, torch.ones_like(ids)).softmax(-1) for net in (network, teacher)
            ]
        distances.append(float((shares[0] - shares[1]).abs().mean()))
    assert distances[1] < 0.5 * distances[0]


def test_a_longer_text_takes_longer_up_to_a_limit():
    settings = LearningSettings()
    assert settings.steps(1) == 1
    assert settings.steps(96_000) == 2 * settings.steps(48_000)
    assert settings.steps(1_000_000) == settings.steps(500_000)


def test_weights_are_mixed_between_old_and_new(ground):
    network, teacher, run = learner(ground, 3)
    list(run.run())
    old, new = copy_of(teacher), copy_of(network)
    assert all(torch.equal(between(old, new, 0.0)[name], old[name]) for name in old)
    assert all(torch.allclose(between(old, new, 1.0)[name], new[name]) for name in old)
    middle = between(old, new, 0.5)["head.weight"]
    assert torch.allclose(middle, (old["head.weight"] + new["head.weight"]) / 2)


def test_the_network_in_memory_scores_like_the_float_weights_on_disk(ground):
    bundle, _ = ground
    shape = EncoderShape(**bundle.encoder)
    disk = TorchBackend(bundle.float_weights, shape, LABELS, "cpu")
    memory = NetworkBackend(load_network(bundle))
    ids = torch.randint(4, 40, (3, 20)).numpy()
    found = [backend.run(ids, np.ones_like(ids)) for backend in (disk, memory)]
    assert np.allclose(*found)
    assert memory.takes_timing == disk.takes_timing


def test_a_bundle_without_float_weights_cannot_learn(tmp_path):
    paths = make_user(tmp_path, with_float_weights=False)
    with pytest.raises(ModelFormatError, match="cannot be trained"):
        load_network(load_bundle(paths.assets / "models" / "en"))


def test_old_scores_do_not_count_where_the_user_disagrees(ground):
    _, teacher, run = learner(ground, 1)
    batch = run._sampler.batch(2, 24)
    with torch.no_grad():
        old = teacher(*BatchInputs(torch.device("cpu"), None)(batch))
    said = [old[..., part].argmax(-1) for part in (MARK_COLUMNS, CASE_COLUMNS)]

    def caution_costs(shift):
        """Return what caution adds when all labels are this far from what the old model says."""
        sizes = [old[..., part].shape[-1] for part in (MARK_COLUMNS, CASE_COLUMNS)]
        known = torch.from_numpy(batch.marks) != IGNORE
        marks, cases = (
            torch.where(known, (labels + shift) % size, IGNORE).numpy()
            for labels, size in zip(said, sizes, strict=True)
        )
        shifted = replace(batch, marks=marks, cases=cases)
        losses = [
            LearningWithoutForgetting(teacher, LearningSettings(caution=caution, remembering=0.0))(
                torch.zeros_like(old), shifted
            )
            for caution in (1.0, 0.0)
        ]
        return float(losses[0] - losses[1])

    assert caution_costs(1) == pytest.approx(0.0, abs=1e-5)
    assert caution_costs(0) > 0.01
