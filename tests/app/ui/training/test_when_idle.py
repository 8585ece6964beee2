from __future__ import annotations

import shutil

import pytest

from app import training_process
from app.dictation.events import State
from app.ui.training.controller import TrainingController
from app.ui.training.values import ENOUGH
from app.ui.training.when_idle import TrainingWhenIdle
from engine.models.active import active_model
from engine.network.bundle import load_bundle
from engine.paths import Paths, default_paths
from tests.support.bundles import empty_bundle
from tests.support.training.corrected import dictated
from tests.support.training.small import snapshot, write_small_bundle
from tests.support.training.stand_in import COMMAND
from tests.support.training.tiny import need_torch

REAL = training_process.COMMAND
KEY = "training.when_idle_min"


@pytest.fixture
def paths(tmp_path, monkeypatch):
    monkeypatch.setattr(training_process, "COMMAND", COMMAND)
    monkeypatch.setenv("FERMATA_DATA", str(tmp_path / "data"))
    found = Paths(default_paths().assets, tmp_path / "data", ())
    empty_bundle(found.data / "models" / "en")
    return found


@pytest.fixture
def controller(paths, preferences, tasks, history):
    controller = TrainingController(paths, preferences, tasks, history)
    yield controller
    controller.cancel()


def idle(preferences, controller, *, on_mains=True) -> TrainingWhenIdle:
    when_idle = TrainingWhenIdle(preferences, controller, lambda: on_mains)
    preferences.set(KEY, 5)
    assert when_idle.timer.interval() == 5 * 60_000
    return when_idle


def approve(qtbot, controller, history, count=ENOUGH, end="in the house"):
    texts = [f"Number {at} came, and we saw it {end}." for at in range(count)]
    dictated(history, *((text, text.replace(", and", " and")) for text in texts))
    rows = history.corrections()
    with qtbot.waitSignal(controller.reviewed):
        controller.decide([(row.correction, row.correction.corrected) for row in rows])


def test_learning_when_idle_is_off_by_default(preferences, controller):
    assert not TrainingWhenIdle(preferences, controller).timer.isActive()


def test_enough_corrections_are_learnt_once(qtbot, preferences, controller, history):
    when_idle = idle(preferences, controller)
    approve(qtbot, controller, history)
    with qtbot.waitSignal(controller.ended) as ended:
        when_idle.timer.timeout.emit()
    assert ended.args[0].name == "en-own"
    assert controller._due() is None


@pytest.fixture
def small(paths, monkeypatch):
    """A model that can be trained in seconds, with the real training."""
    need_torch()
    monkeypatch.setattr(training_process, "COMMAND", REAL)
    shutil.rmtree(paths.data / "models" / "en")
    return write_small_bundle(paths.data / "models" / "en")


def test_the_real_training_starts_by_itself(qtbot, preferences, controller, history, small):
    before, models = snapshot(small), small.parent
    when_idle = idle(preferences, controller)
    approve(qtbot, controller, history)
    losses = []
    controller.stepped.connect(lambda step: losses.append(step.loss))
    with qtbot.waitSignal(controller.ended, timeout=300_000) as ended:  # half a minute by itself
        when_idle.timer.timeout.emit()
    outcome = ended.args[0]
    assert len(losses) > 1
    assert losses[-1] < losses[0]
    own = load_bundle(models / "en-own")
    assert own.description["fine_tuned"]["from"] == "en"
    assert own.float_weights is not None
    assert outcome.own.words > 0
    assert outcome.general.words > 3_000
    assert active_model(controller._paths) == ("en-own" if outcome.is_active else "en")
    assert snapshot(small) == before
    assert list(models.parent.glob(".training-*")) == [], "what was said lies nowhere else"
    assert controller._due() is None


def test_too_few_corrections_start_nothing(qtbot, controller, history):
    approve(qtbot, controller, history, ENOUGH - 1)
    assert controller._due() is None


def test_a_dictation_ends_it_at_once(qtbot, preferences, controller, history, paths):
    when_idle = idle(preferences, controller)
    approve(qtbot, controller, history, end="for long")
    with qtbot.waitSignal(controller.stage_changed):
        when_idle.timer.timeout.emit()
    with qtbot.waitSignal(controller.cancelled):
        when_idle.follow(State.STARTING)
    assert not when_idle.timer.isActive()
    assert [path.name for path in (paths.data / "models").iterdir()] == ["en"]
    when_idle.follow(State.STOPPED)
    assert when_idle.timer.isActive()


def test_nothing_starts_once_somebody_dictates(qtbot, preferences, controller, history):
    when_idle = idle(preferences, controller)
    approve(qtbot, controller, history)
    when_idle.timer.timeout.emit()
    when_idle.follow(State.LISTENING)
    with qtbot.waitSignal(controller.due):
        pass
    assert not controller.is_running


def test_nothing_starts_on_battery(qtbot, preferences, controller, history):
    when_idle = idle(preferences, controller, on_mains=False)
    approve(qtbot, controller, history)
    found = []
    controller.due.connect(found.append)
    when_idle.timer.timeout.emit()
    with qtbot.waitSignal(controller.reviewed):  # by then, it would have been found
        controller.refresh()
    assert not found


def test_a_run_started_by_hand_goes_on_during_a_dictation(qtbot, preferences, controller, history):
    when_idle = idle(preferences, controller)
    approve(qtbot, controller, history)
    request = controller._due()
    with qtbot.waitSignal(controller.ended):
        controller.start(request)
        when_idle.follow(State.LISTENING)
