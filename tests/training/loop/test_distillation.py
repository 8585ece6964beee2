from __future__ import annotations

import random

import numpy as np
import pytest
import torch

from engine.network.layout import PLAIN, Layout
from tests.support.training.networks import MASK, SIZES, inputs_of, sampler_for, tagger_of
from tests.support.training.tiny import SPECIAL_IDS, plain_corpus, quiet_sampler
from training.data.corpus import with_slots
from training.data.spoken_form import IGNORE
from training.loop.distillation import Teacher, cut_windows
from training.loop.settings import DistillationSettings, TrainSettings
from training.loop.trainer import Trainer

START, END, PADDING = SPECIAL_IDS


def whole_windows(layout, tokens=60):
    rng = random.Random(4)
    corpus = plain_corpus([rng.randint(1, 4) for _ in range(400)])
    return quiet_sampler(with_slots(corpus, layout), rng=rng, layout=layout).batch(5, tokens)


@pytest.mark.parametrize(
    "layout", [PLAIN, Layout(slot_token=7), Layout(lookahead_words=3)], ids=str
)
@pytest.mark.parametrize(("left", "tokens"), [(0, 60), (0, 24), (13, 24), (9, 60)])
def test_part_of_a_window_is_a_window_of_these_words(layout, left, tokens):
    whole = whole_windows(layout)
    cut = cut_windows(whole, left, tokens, layout, SPECIAL_IDS)
    part = cut.batch
    for row, lengths in enumerate(whole.lengths):
        mine = cut.rows == row
        words, places = cut.words[mine], cut.places[mine]
        size = sum(part.lengths[row])
        assert part.lengths[row] == tuple(lengths[word] for word in words)
        assert (np.diff(words) == 1).all()
        before = sum(lengths[: words[0]])
        assert left - 5 < before <= left
        assert part.ids[row, 0] == START
        assert (part.ids[row, 1 : 1 + size] == whole.ids[row, 1 + before : 1 + before + size]).all()
        ends = layout.end_tokens
        assert (part.ids[row, 1 + size : 1 + size + ends] == END).all()
        assert (part.ids[row, 1 + size + ends :] == PADDING).all()
        assert part.attention[row].sum() == 1 + size + ends
        old = layout.places(lengths)[words]
        assert (part.marks[row, places] == whole.marks[row, old]).all()
        assert (part.cases[row, places] == whole.cases[row, old]).all()
        assert (part.marks[row] != IGNORE).sum() == len(words)
        assert len(words) == len(lengths) or size + 5 > tokens - 1 - ends - left


def teacher_of(model, **settings):
    found = DistillationSettings(weights=("x",), **settings)
    return Teacher([model], found, SPECIAL_IDS, inputs_of)


@pytest.mark.parametrize("name", ["token", "lstm", "slot"])
def test_the_teacher_labels_each_word_with_full_context(name, tokenizer):
    model = tagger_of(SIZES[name]).eval()
    teacher = teacher_of(model, context_tokens=20, left_share=0.5, temperature=2.0)
    batch, soft = teacher.lesson(sampler_for(model, tokenizer, seed=6), 3, 24)
    whole = sampler_for(model, tokenizer, seed=6).batch(3, 44)
    with torch.no_grad():
        scores = model(*inputs_of(whole))
    cut = cut_windows(whole, 10, 24, model.layout, SPECIAL_IDS)
    assert (cut.batch.ids == batch.ids).all()
    assert (soft.known.numpy() == (batch.marks != IGNORE)).all()
    for row, word, place in zip(cut.rows, cut.words, cut.places, strict=True):
        there = model.layout.places(whole.lengths[row])[word]
        expected = (scores[row, there, :5] / 2.0).softmax(-1)
        torch.testing.assert_close(soft.marks[row, place], expected)


def test_overlapping_windows_of_the_teacher_are_averaged(tokenizer):
    model = tagger_of(SIZES["token"]).eval()
    teacher = teacher_of(model, context_tokens=16, left_share=0.5, windows=3, temperature=1.0)
    _, soft = teacher.lesson(sampler_for(model, tokenizer, seed=6), 2, 24)
    whole = sampler_for(model, tokenizer, seed=6).batch(2, 40)
    views = [cut_windows(whole, left, 32, PLAIN, SPECIAL_IDS) for left in (0, 4, 8)]
    student = cut_windows(whole, 8, 24, PLAIN, SPECIAL_IDS)
    row, word, place = student.rows[3], student.words[3], student.places[3]
    said = []
    for view in views:
        at = np.flatnonzero((view.rows == row) & (view.words == word))
        if len(at):
            with torch.no_grad():
                scores = model(*inputs_of(view.batch))
            said.append(scores[row, view.places[at[0]], :5].softmax(-1))
    assert len(said) == 3
    torch.testing.assert_close(soft.marks[row, place], torch.stack(said).mean(0))


def test_a_student_follows_its_teacher_where_labels_are_unknown(tokenizer, tmp_path):
    """All true labels are removed; whatever the student learns comes from the teacher."""
    settings = TrainSettings(40, 512, {"32": 1.0}, 1e-2, warmup_steps=5, ema_decay=0.8)
    first = tagger_of(SIZES["token"])
    list(Trainer(first, sampler_for(first, tokenizer), settings, tmp_path / "teacher").run())
    student = tagger_of(SIZES["token"], seed=2)
    sampler = sampler_for(student, tokenizer, seed=3)
    silent = sampler._corpora[0][0]
    silent.marks[:] = IGNORE
    silent.cases[:] = IGNORE
    distillation = DistillationSettings(("x",), weight=1.0, context_tokens=12, temperature=1.0)
    teacher = teacher_of(first.eval(), context_tokens=12, temperature=1.0)
    run = Trainer(
        student,
        sampler,
        settings,
        tmp_path / "student",
        teacher=teacher,
        distillation=distillation,
    )
    list(run.run())
    batch = sampler_for(student, tokenizer, seed=8).batch(20, 32)
    with torch.no_grad():
        found = student.eval()(*inputs_of(batch))[..., :5].argmax(-1).numpy()
    known = batch.marks != IGNORE
    assert (found == batch.marks)[known].mean() > 0.9


def test_teachers_of_different_layouts_cannot_be_averaged():
    models = [tagger_of(SIZES["token"]), tagger_of(SIZES["slot"])]
    assert models[1].layout.slot_token == MASK
    with pytest.raises(ValueError, match="alike"):
        Teacher(models, DistillationSettings(), SPECIAL_IDS, inputs_of)
