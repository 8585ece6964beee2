"""With a fixed seed, the sampler on a device draws what the one in Python does, within bounds."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
import torch

from engine.punctuation.labels import Mark, stronger
from tests.support.training.tiny import SPECIAL_IDS, plain_corpus
from training.data.augment import WindowSampler
from training.data.device_noise import timing_features, with_errors
from training.data.device_windows import DeviceSampler
from training.data.device_words import Words, pack_corpora
from training.data.masking import Masking
from training.data.noise import Noise, TimingNoise
from training.data.spoken_form import IGNORE

CPU = torch.device("cpu")  # stands in for the card
STYLES, WEIGHTS = [0, 1, IGNORE], [1.0, 2.0, 0.5]
SILENT = Noise(share_of_windows=0.0)
STEADY = TimingNoise(0.0, 0.0, 1.0, 0.0, 0.0, 3.0, 0.0)
NAMES = ("ids", "attention", "marks", "cases", "timing", "styles")


def corpora():
    """Three with distinct tokens: timed except for some words, untimed, and without cases."""
    rng = np.random.default_rng(5)
    made = []
    for number, count in enumerate((300, 200, 100)):
        corpus = plain_corpus([int(n) for n in rng.integers(1, 4, count)], str(number))
        made.append(replace(corpus, ids=corpus.ids + np.uint16(1000 * number)))
    gaps = np.where(rng.random(300) < 0.3, rng.exponential(1.0, 300), 0.0)
    starts = np.cumsum(gaps + 0.2).astype(np.float32)
    starts[rng.random(300) < 0.1] = np.nan
    made[0] = replace(made[0], starts=starts, ends=starts + np.float32(0.2))
    made[2] = replace(made[2], cases=np.full(100, IGNORE, np.int8))
    return made


def in_python(windows, tokens, noise, timing):
    options = {"noise": noise, "timing": timing, "special_ids": SPECIAL_IDS}
    options |= {"weights": WEIGHTS, "styles": STYLES, "rng": random.Random(3)}
    batch = WindowSampler(corpora(), **options).batch(windows, tokens)
    return {name: getattr(batch, name) for name in NAMES}


def on_device(windows, tokens, noise, timing):
    torch.manual_seed(3)
    packed = pack_corpora(corpora(), CPU, WEIGHTS, STYLES)
    sampler = DeviceSampler(packed, noise=noise, timing=timing, special_ids=SPECIAL_IDS)
    batch = sampler.batch(windows, tokens)
    return {name: getattr(batch, name).numpy() for name in NAMES}


def test_windows_without_noise_are_identical():
    """They are compared by their first word."""
    drawn = [draw(3000, 24, SILENT, STEADY) for draw in (in_python, on_device)]
    one, other = ({int(batch["ids"][row, 1]): row for row in range(3000)} for batch in drawn)
    both = sorted(one.keys() & other.keys())
    assert len(both) > 550
    mine, theirs = ([rows[first] for first in both] for rows in (one, other))
    for name in NAMES:
        mine_there, theirs_there = drawn[0][name][mine], drawn[1][name][theirs]
        assert mine_there.dtype == theirs_there.dtype
        if name == "timing":
            np.testing.assert_allclose(mine_there, theirs_there, atol=1e-6)
        else:
            np.testing.assert_array_equal(mine_there, theirs_there)


def figures(batch):
    """Return features of a batch by name: a row of numbers for each window."""
    inside, timing = batch["attention"].astype(bool), batch["timing"]
    labelled = batch["marks"] != IGNORE
    is_error = labelled & (batch["cases"] == IGNORE) & (batch["styles"] != IGNORE)[:, None]
    steps = np.diff(batch["ids"], axis=1)[:, 1:]  # after the start token
    is_gap = (steps > 1) & (steps < 30) & inside[:, 2:]
    found = {
        "tokens": inside.sum(1),
        "words": labelled.sum(1),
        "errors": is_error.sum(1),
        "marked errors": (is_error & (batch["marks"] > 0)).sum(1),
        "gaps": is_gap.sum(1),
        "lost tokens": (is_gap * steps).sum(1),
        **{f"style {style}": batch["styles"] == style for style in STYLES},
        **{f"mark {int(mark)}": (batch["marks"] == mark).sum(1) for mark in list(Mark)[:5]},
        "timed windows": timing[..., 0].any(1),
        "sure windows": timing[..., 4].any(1),
        "long pauses": ((timing[..., 3] > 0.5) & labelled).sum(1),
        "sureness of errors": (timing[..., 5] * is_error).sum(1),
    }
    for feature in range(6):
        found[f"feature {feature}"] = (timing[..., feature] * labelled).sum(1)
        found[f"its square {feature}"] = (timing[..., feature] ** 2 * labelled).sum(1)
    return {name: np.asarray(values, float) for name, values in found.items()}


@pytest.mark.parametrize(
    ("noise", "timing"),
    [
        (Noise(), TimingNoise()),
        (Noise(1.0, 0.9, 0.3, 0.3, 0.3), TimingNoise(0.0, 0.2, 3.0, 1.0, 0.3, 2.0, 1.0)),
    ],
)
def test_windows_with_noise_are_alike_on_average(noise, timing):
    """Each mean differs by less than four standard errors of the difference."""
    windows = 3000
    mine, theirs = (figures(draw(windows, 32, noise, timing)) for draw in (in_python, on_device))
    for name, one in mine.items():
        other = theirs[name]
        error = np.sqrt((one.var() + other.var()) / windows)
        assert abs(one.mean() - other.mean()) <= 4 * error, name
        assert one.var() > 0, name


def words(marks, cases, ends):
    count = len(marks)
    return Words(
        torch.arange(count)[None],
        torch.ones(1, count, dtype=torch.long),
        torch.tensor([marks]),
        torch.tensor([cases]),
        torch.tensor([ends]).double() - 0.1,
        torch.tensor([ends]).double(),
        torch.zeros(1, count, dtype=torch.bool),
    )


@pytest.mark.parametrize("seed", range(6))
def test_a_lost_word_leaves_its_mark_and_its_time_to_the_word_before(seed):
    rng = random.Random(seed)
    marks = [rng.choice([*map(int, Mark), IGNORE]) for _ in range(40)]
    before = words(marks, [0] * 40, list(range(40)))
    packed = pack_corpora([plain_corpus([1] * 40)], CPU)
    torch.manual_seed(seed)
    noise = Noise(1.0, 1.0, substitution=0.0, deletion=1.0, insertion=0.0)
    after = with_errors(before, torch.zeros(1, dtype=torch.long), packed, noise).fitting(40)
    kept = [int(at) for at, n in zip(after.at[0], after.lengths[0], strict=True) if n]
    assert 0 < len(kept) < 40
    for number, (at, behind) in enumerate(zip(kept, [*kept[1:], 40], strict=True)):
        expected = marks[at]
        for lost in marks[at + 1 : behind]:
            expected = IGNORE if IGNORE in {expected, lost} else stronger(expected, lost)
        assert int(after.marks[0, number]) == expected
        assert float(after.ends[0, number]) == behind - 1
        assert bool(after.is_error[0, number]) == (behind - at > 1)
        assert int(after.cases[0, number]) == 0


def test_draws_follow_torch_s_generator():
    packed = pack_corpora(corpora(), CPU)
    sampler = DeviceSampler(packed, noise=Noise(), timing=TimingNoise(), special_ids=SPECIAL_IDS)
    torch.manual_seed(1)
    sampler.batch(4, 32)
    state = torch.get_rng_state()
    one = sampler.batch(4, 32)
    torch.set_rng_state(state)
    other = sampler.batch(4, 32)
    assert all(getattr(one, name).equal(getattr(other, name)) for name in NAMES)


def test_an_inserted_word_takes_no_time():
    before = words([int(Mark.COMMA)] * 40, [1] * 40, list(range(40)))
    packed = pack_corpora([plain_corpus([1] * 40)], CPU)
    torch.manual_seed(1)
    noise = Noise(1.0, 1.0, substitution=0.0, deletion=0.0, insertion=1.0)
    after = with_errors(before, torch.zeros(1, dtype=torch.long), packed, noise)
    is_new, is_there = after.is_error[0], after.lengths[0] > 0
    assert 0 < int((is_new & is_there).sum()) < 40
    for at in (is_new & is_there).nonzero().flatten().tolist():
        assert after.starts[0, at] == after.ends[0, at] == after.starts[0, at + 1]
        assert (int(after.marks[0, at]), int(after.cases[0, at])) == (Mark.NONE, IGNORE)
        assert not after.is_error[0, at + 1]


def test_false_pauses_last_from_half_a_second_to_the_maximum():
    running = words([int(Mark.NONE)] * 400, [0] * 400, [0.1 * (at + 1) for at in range(400)])
    torch.manual_seed(1)
    noise = TimingNoise(0.0, 0.0, 1.0, 1.0, 1.0, 3.0, 0.0)
    known, lengths = timing_features(running, noise)[0, :-1, 2:4].T
    assert known.all()
    seconds = torch.expm1(lengths * np.log1p(50.0)) / 10.0
    assert float(seconds.min()) == pytest.approx(0.5, abs=0.03)
    assert float(seconds.max()) == pytest.approx(3.0, abs=0.03)


def test_whole_words_are_hidden_and_only_in_the_first_batches():
    """Words have one to three tokens, which are consecutive in the corpora."""
    packed = pack_corpora(corpora(), CPU)
    sampler = DeviceSampler(
        packed,
        noise=SILENT,
        timing=STEADY,
        special_ids=SPECIAL_IDS,
        masking=Masking(mask=7, vocabulary=50, share=0.3),
        masked_batches=2,
    )
    torch.manual_seed(1)
    sampler.batch(3, 32)
    state = sampler.state()
    batch = sampler.batch(2000, 32)
    is_wanted, is_inner = batch.wanted != IGNORE, batch.ids != SPECIAL_IDS[2]
    is_inner[:, 0] = False
    is_inner &= batch.ids != SPECIAL_IDS[1]
    share = float(is_wanted.sum() / is_inner.sum())
    assert share == pytest.approx(0.3, abs=0.02)
    ids = batch.ids[is_wanted]
    assert float((ids == 7).float().mean()) == pytest.approx(0.8, abs=0.02)
    assert float((ids == batch.wanted[is_wanted]).float().mean()) == pytest.approx(0.1, abs=0.02)
    is_last = batch.marks != IGNORE
    inside_a_word = ~is_last[:, 1:-1] & is_inner[:, 1:-1]
    assert (is_wanted[:, 1:-1] == is_wanted[:, 2:])[inside_a_word].all()
    assert (batch.ids[~is_wanted & is_inner] >= 100).all()
    assert (sampler.batch(4, 32).wanted == IGNORE).all()
    sampler.restore(state)
    assert (sampler.batch(4, 32).wanted != IGNORE).any()


@pytest.mark.parametrize("share", [0.0, 1.1])
def test_impossible_shares_are_refused(share):
    with pytest.raises(ValueError, match="masking"):
        Masking(mask=1, vocabulary=9, share=share)
