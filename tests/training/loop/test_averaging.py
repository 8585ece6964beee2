from __future__ import annotations

import pytest
import torch

from training.loop.averaging import MovingAverage, Snapshot, Snapshots, mean_weights
from training.loop.settings import AveragingSettings


def weights(value, count=0):
    return {"a": torch.full((2,), float(value)), "count": torch.tensor(count)}


def snapshots(folder, scores, **settings):
    found = Snapshots(folder, AveragingSettings(**settings))
    for step, score in enumerate(scores, 1):
        found.offer(weights(step, step), Snapshot(step, score))
        found.remove_unused()
    return found


def mean(found):
    return float(found.mean()["a"][0])


def test_the_last_ones_are_averaged(tmp_path):
    found = snapshots(tmp_path, [9.0] * 5, kind="last", count=3)
    assert mean(found) == pytest.approx((3 + 4 + 5) / 3)
    assert int(found.mean()["count"]) == 5
    assert len(list(tmp_path.iterdir())) == 3


def test_the_best_ones_are_averaged_and_the_others_deleted(tmp_path):
    found = snapshots(tmp_path, [0.5, 0.1, 0.9, 0.2, 0.4], kind="best", count=2)
    assert mean(found) == pytest.approx((2 + 4) / 2)
    assert [one["step"] for one in found.state()] == [2, 4]
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "step-0000002.safetensors",
        "step-0000004.safetensors",
    ]


def test_all_chosen_ones_are_averaged(tmp_path):
    found = snapshots(tmp_path, [0.0] * 4, kind="chosen", epochs=(1.0,))
    assert mean(found) == pytest.approx(2.5)


def test_stored_weights_are_found_again_after_a_kill(tmp_path):
    found = snapshots(tmp_path, [0.5, 0.1, 0.9], kind="best", count=2)
    (tmp_path / ".step-0000009.safetensors.0a1b2c3d").write_bytes(b"half a")
    (tmp_path / "step-0000008.safetensors").write_bytes(b"of a checkpoint that never was")
    again = Snapshots(tmp_path, AveragingSettings(kind="best", count=2))
    again.restore(found.state())
    assert mean(again) == mean(found)
    again.remove_unused()
    assert len(list(tmp_path.iterdir())) == 2


def test_nothing_and_different_networks_cannot_be_averaged(tmp_path):
    assert snapshots(tmp_path, [], kind="last").mean() is None
    with pytest.raises(ValueError, match="no weights"):
        mean_weights([])
    with pytest.raises(ValueError, match="different networks"):
        mean_weights([weights(1), {"b": weights(1)["a"]}])


def test_the_moving_average_follows_and_counts_are_copied():
    average = MovingAverage(weights(0.0), decay=0.5)
    average.update(weights(1.0, 7), step=0)  # (1 + 0) / (10 + 0) of the old remains
    assert float(average.weights()["a"][0]) == pytest.approx(0.9)
    assert int(average.weights()["count"]) == 7
    average.update(weights(1.9), step=1000)
    assert float(average.weights()["a"][0]) == pytest.approx(1.4)
