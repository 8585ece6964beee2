from __future__ import annotations

from dataclasses import replace
from itertools import islice, pairwise

import numpy as np
import pytest
import torch

from tests.support.training.tiny import (
    plain_corpus,
    quiet_sampler,
    spoken_corpus,
    tagger,
)
from training.data.corpus import Corpus
from training.data.noise import Noise
from training.data.spoken_form import IGNORE
from training.loop.averaging import mean_weights
from training.loop.held_out import HeldOutScore
from training.loop.settings import AveragingSettings, StageSettings
from training.loop.trainer import Trainer
from training.recipes.recipe import TrainSettings

SETTINGS = TrainSettings(
    steps=20,
    tokens_a_step=256,
    window_tokens={"16": 0.5, "32": 0.5},
    learning_rate=1e-2,
    warmup_steps=5,
    checkpoint_every_steps=8,
    label_smoothing=0.05,
    ema_decay=0.9,
)


@pytest.fixture(scope="module")
def corpus(tokenizer):
    return spoken_corpus(tokenizer)


def make(folder, corpus, settings=SETTINGS, seed=1, held_out=(), **changes):
    sampler = quiet_sampler(corpus, seed, noise=Noise())
    return Trainer(tagger(seed, **changes), sampler, settings, folder, held_out=held_out)


@pytest.fixture
def trainer(corpus, tmp_path):
    """Return a maker of trainers: `trainer(run name, settings, seed for everything)`."""

    def maker(run="run", corpus=corpus, **changes):
        return make(tmp_path / run, corpus, **changes)

    return maker


@pytest.fixture(scope="module")
def whole(corpus, tmp_path_factory):
    """A finished, uninterrupted run, and its reports of each step."""
    run = make(tmp_path_factory.mktemp("whole"), corpus)
    return run, finish(run)


def finish(trainer):
    return list(trainer.run(report_every_steps=1))


def steps_in(folder):
    return sorted(path.name for path in folder.glob("checkpoint-*"))


def same(one, other):
    return one.keys() == other.keys() and all(torch.equal(one[k], other[k]) for k in one)


def weights(trainer):
    return {name: value.clone() for name, value in trainer._model.state_dict().items()}


def test_the_learnt_marks_are_those_of_the_text(trainer, corpus):
    run = trainer(settings=replace(SETTINGS, steps=80))
    finish(run)
    model = tagger(5)
    model.load_state_dict(run.averaged_weights())
    model.eval()
    batch = quiet_sampler(corpus, 9).batch(40, 32)
    with torch.no_grad():
        scores = model(*(torch.from_numpy(a) for a in (batch.ids, batch.attention, batch.timing)))
    known = batch.marks != IGNORE
    found = scores[..., :5].argmax(-1).numpy()
    assert (found == batch.marks)[known].mean() > 0.9


def test_reports_are_means_since_the_last_one(trainer, whole):
    _, each = whole
    some = list(trainer("other").run(report_every_steps=5))
    assert [report.step for report in some] == [5, 10, 15, 20]
    assert {report.steps for report in some} == {20}
    assert some[1].loss == pytest.approx(np.mean([report.loss for report in each[5:10]]))
    assert all(report.tokens_a_second > 0 for report in some)


def test_a_resumed_run_ends_with_the_weights_of_an_uninterrupted_one(trainer, whole, tmp_path):
    uninterrupted, reports = whole
    killed = trainer("killed")
    list(islice(killed.run(report_every_steps=1), 11))  # past the checkpoint at step 8
    assert steps_in(tmp_path / "killed") == ["checkpoint-0000008"]
    half = tmp_path / "killed" / "checkpoint-0000099.partial"  # killed again
    half.mkdir()
    (half / "state.json").write_text("{")
    resumed = trainer("killed", seed=77)  # other weights and draws: everything must come from disk
    later = finish(resumed)
    assert [(r.step, r.loss) for r in later] == [(r.step, r.loss) for r in reports[8:]]
    assert same(weights(resumed), weights(uninterrupted))
    assert same(resumed.averaged_weights(), uninterrupted.averaged_weights())
    assert not same(resumed.averaged_weights(), weights(resumed))
    assert steps_in(tmp_path / "killed") == ["checkpoint-0000020"]


def test_one_checkpoint_is_kept_and_a_finished_run_does_not_change(trainer, tmp_path):
    run = trainer(settings=replace(SETTINGS, steps=16))  # the last step is also a checkpoint
    finish(run)
    assert steps_in(tmp_path / "run") == ["checkpoint-0000016"]
    files = list((tmp_path / "run" / "checkpoint-0000016").iterdir())
    assert {path.suffix for path in files} == {".json", ".safetensors"}
    again = trainer(settings=replace(SETTINGS, steps=16), seed=2)
    assert finish(again) == []
    assert same(weights(again), weights(run))
    assert steps_in(tmp_path / "run") == ["checkpoint-0000016"]


def test_a_finished_run_continues_when_given_more_steps(trainer, tmp_path):
    finish(trainer())
    assert [r.step for r in finish(trainer(settings=replace(SETTINGS, steps=23)))] == [21, 22, 23]
    assert steps_in(tmp_path / "run") == ["checkpoint-0000023"]


def test_a_loss_that_is_not_finite_stops_and_keeps_the_checkpoint(trainer, tmp_path):
    run = trainer()
    reports = run.run(report_every_steps=1)
    list(islice(reports, 10))
    run._model.head.bias.data.fill_(float("nan"))
    with pytest.raises(FloatingPointError, match="step 10"):
        next(reports)
    assert steps_in(tmp_path / "run") == ["checkpoint-0000008"]
    resumed = trainer(seed=3)
    assert next(iter(finish(resumed))).step == 9
    assert all(value.isfinite().all() for value in resumed.averaged_weights().values())


def test_a_checkpoint_of_another_encoder_is_refused(trainer):
    finish(trainer(settings=replace(SETTINGS, steps=1)))
    with pytest.raises(ValueError, match="another encoder"):
        finish(trainer(num_hidden_layers=1))


def test_windows_without_known_labels_teach_nothing(trainer):
    plain = plain_corpus([1] * 30)
    unknown = np.full(30, IGNORE, np.int8)
    caseless = Corpus("c", plain.ids % 40, plain.word_ends, plain.marks, unknown)
    empty = Corpus("c", caseless.ids, np.array([30]), plain.marks[:1], unknown[:1])
    one = replace(SETTINGS, steps=1, case_weight=0.0)
    finite = finish(trainer("caseless", corpus=caseless, settings=one, dropout=0.0))
    weighed = finish(
        trainer("weighed", corpus=caseless, settings=replace(one, case_weight=9.0), dropout=0.0)
    )
    assert finite[0].loss == weighed[0].loss > 0
    settings = replace(one, window_tokens={"16": 1.0})
    assert finish(trainer("empty", corpus=empty, settings=settings))[0].loss == 0.0


def test_the_average_follows_more_slowly_as_the_run_goes_on(trainer):
    run = trainer(settings=replace(SETTINGS, steps=1))
    before = weights(run)
    finish(run)
    after, average = weights(run), run.averaged_weights()
    for name in before:
        expected = 0.1 * before[name] + 0.9 * after[name]  # (1 + 0) / (10 + 0) of the old remains
        assert average[name].allclose(expected, atol=1e-6)


def test_the_learning_rate_warms_up_and_falls_to_a_fiftieth(trainer):
    run = trainer()
    rates = [run._stepper.base.param_groups[0]["lr"] for _ in run.run(report_every_steps=1)]
    assert rates[:5] == pytest.approx([0.002, 0.004, 0.006, 0.008, 0.01])
    assert all(a >= b for a, b in pairwise(rates[4:]))
    run._step = SETTINGS.steps
    assert run._learning_rate() == pytest.approx(0.02 * 1e-2)


def test_a_gradient_that_is_not_finite_never_reaches_the_weights(trainer):
    run = trainer()
    reports = run.run(report_every_steps=1)
    list(islice(reports, 10))
    before = weights(run)
    run._model.head.weight.register_hook(lambda gradient: gradient * float("inf"))
    with pytest.raises(FloatingPointError, match=r"gradient is not finite at step 10.*0000008"):
        next(reports)
    assert same(weights(run), before)


def test_weights_that_are_not_finite_are_never_saved(trainer, tmp_path):
    run = trainer()
    reports = run.run(report_every_steps=1)
    list(islice(reports, 15))
    run._model.encoder.embeddings.word_embeddings.weight.data[1] = float("nan")  # [UNK] is unused
    with pytest.raises(FloatingPointError, match="network is not finite at step 16"):
        list(reports)
    assert steps_in(tmp_path / "run")[0] == "checkpoint-0000008"


def held_out(corpus):
    sampler = quiet_sampler(corpus, 5)
    return [sampler.batch(8, 32) for _ in range(2)]


def with_held_out(corpus, folder, settings):
    return make(folder, corpus, settings, held_out=held_out(corpus))


def scores_of(run):
    return [one for one in run.run(report_every_steps=100) if isinstance(one, HeldOutScore)]


def test_scoring_held_out_windows_changes_nothing(corpus, tmp_path, trainer):
    settings = replace(SETTINGS, steps=40, held_out_every_steps=5)
    run = with_held_out(corpus, tmp_path / "scored", settings)
    scores = scores_of(run)
    assert [score.step for score in scores] == [5, 8, 10, 15, 16, 20, 24, 25, 30, 32, 35, 40]
    assert scores[-1].held_out_loss < 0.5 * scores[0].held_out_loss
    assert scores[-1].held_out_f1 > 80
    plain = trainer("plain", settings=settings)
    finish(plain)
    assert same(weights(plain), weights(run))


def test_the_best_checkpoint_is_passed_on_rather_than_the_last(corpus, tmp_path):
    """From the twelfth step on, the rate is far too high: later checkpoints are worse."""
    averaging = AveragingSettings(kind="best", count=1)
    settings = replace(
        SETTINGS,
        steps=24,
        warmup_steps=0,
        checkpoint_every_steps=4,
        averaging=averaging,
        schedule="constant",
    )
    run = with_held_out(corpus, tmp_path / "run", settings)
    run._learning_rate = lambda: 1e-2 if run._step < 12 else 3.0
    scores = {score.step: score.held_out_loss for score in scores_of(run)}
    best = min(scores, key=scores.__getitem__)
    assert best == 12
    again = with_held_out(corpus, tmp_path / "again", replace(settings, steps=12))
    scores_of(again)
    assert same(run.averaged_weights(), weights(again))


def test_choosing_the_best_needs_held_out_windows(trainer):
    with pytest.raises(ValueError, match="held_out"):
        trainer(settings=replace(SETTINGS, averaging=AveragingSettings(kind="best")))


def test_the_ends_of_chosen_epochs_are_averaged(trainer, tmp_path, corpus):
    epoch = len(corpus.ids) / SETTINGS.tokens_a_step
    averaging = AveragingSettings(kind="chosen", epochs=(6 / epoch, 10 / epoch))
    run = trainer(settings=replace(SETTINGS, averaging=averaging))
    seen = {}
    for report in run.run(report_every_steps=1):
        seen[report.step] = weights(run)
    assert same(run.averaged_weights(), mean_weights([seen[6], seen[10]]))
    assert len(list((tmp_path / "run" / "snapshots").iterdir())) == 2


def test_a_frozen_encoder_stays_and_the_next_stage_trains_it(trainer):
    stages = (
        StageSettings(6, frozen=("encoder.",), learning_rate=2e-2),
        StageSettings(14, tokens_a_step=64),
    )
    run = trainer(settings=replace(SETTINGS, stages=stages))
    before = weights(run)
    rates, moved, sizes = [], [], []
    for report in run.run(report_every_steps=1):
        now = weights(run)
        rates.append(run._stepper.base.param_groups[0]["lr"])
        moved.append(not same(of_encoder(now), of_encoder(before)))
        sizes.append(report.tokens_a_second)
    assert moved == [False] * 6 + [True] * 14
    assert rates[4] == pytest.approx(2e-2)
    assert rates[6] == pytest.approx(2e-3)  # warmed up again
    assert len(sizes) == 20


def of_encoder(tensors):
    return {name: value for name, value in tensors.items() if name.startswith("encoder.")}
