from __future__ import annotations

import json
import os
import shutil
import signal

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from app import training_process
from app.ui.training.controller import TrainingController
from app.ui.training.correction_rows import changed_spans
from app.ui.training.page import TrainingPage
from app.ui.training.values import ENOUGH, Comparison, Outcome
from engine.models.active import activate_model, active_model
from engine.paths import Paths, default_paths
from tests.support.bundles import empty_bundle
from tests.support.training.corrected import dictated
from tests.support.training.small import write_text
from tests.support.training.stand_in import COMMAND
from tests.support.ui.composed_window import drop


@pytest.fixture
def paths(tmp_path, monkeypatch):
    monkeypatch.setattr(training_process, "COMMAND", COMMAND)
    monkeypatch.setenv("FERMATA_DATA", str(tmp_path / "data"))
    (tmp_path / "data").mkdir()
    return Paths(default_paths().assets, tmp_path / "data", ())


@pytest.fixture
def small(paths):
    """The active model can be trained."""
    return empty_bundle(paths.data / "models" / "en")


@pytest.fixture
def page(qtbot, paths, preferences, tasks, history):
    controller = TrainingController(paths, preferences, tasks, history)
    page = TrainingPage(preferences, controller)
    qtbot.addWidget(page)
    page.resize(600, 600)
    with qtbot.waitSignals([controller.prepared, controller.reviewed]):
        page.show()
    yield page
    controller.cancel()


@pytest.fixture
def own(tmp_path):
    return write_text(tmp_path / "own.txt", 150)


def give(qtbot, page, *texts):
    before = page.texts.words
    with qtbot.waitSignals([page._controller.counted] * len(texts)):
        page.texts.add_paths(list(texts))
    qtbot.waitUntil(lambda: page.texts.words > before)


def press(button):
    assert button.isEnabled()
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Space)


def test_a_model_without_float_weights_cannot_learn(qtbot, page, paths):
    bundle = empty_bundle(paths.data / "models" / "bare", with_float_weights=False) / "bundle.json"
    bundle.write_text(json.dumps(json.loads(bundle.read_text()) | {"name": "bare"}))
    activate_model("bare", paths)
    page._controller.refresh()
    qtbot.waitUntil(lambda: "cannot be trained" in page.intro.text())
    assert not page.start.isEnabled()


def test_the_page_says_whether_there_is_enough_text(qtbot, small, page, own, tmp_path):
    assert "learn how you punctuate" in page.intro.text()
    few = tmp_path / "few.txt"
    few.write_text("Only a few words.")
    give(qtbot, page, few)
    assert page.texts.words == 4
    assert "at least a few hundred are needed" in page.texts.total.text()
    assert not page.start.isEnabled()
    give(qtbot, page, own)
    assert page.texts.words > 600
    assert "ten thousand or more" in page.texts.total.text()
    assert page.start.isEnabled()
    page.texts.list.item(1).setCheckState(Qt.CheckState.Unchecked)
    assert page.texts.words == 4
    assert not page.start.isEnabled()


def test_unreadable_texts_are_reported_and_left_out(qtbot, small, page, tmp_path):
    (tmp_path / "picture.txt").write_bytes(bytes(range(256)) * 40)
    with qtbot.waitSignal(page._controller.counted):
        page.texts.add_paths([tmp_path / "picture.txt"])
    item = page.texts.list.item(0)
    qtbot.waitUntil(lambda: "picture.txt" in item.text() and "count" not in item.text())
    assert item.checkState() == Qt.CheckState.Unchecked
    assert page.texts.paths == ()


def test_files_can_be_dropped(qtbot, page, own):
    with qtbot.waitSignal(page._controller.counted):
        assert drop(page.texts.total, own)
    assert page.texts.paths == (own,)


def texts_of(page):
    model = page.corrections.model
    return [model.index(row).data() for row in range(model.rowCount())]


def reviewed(qtbot, page, press_it):
    """Decide something, and wait until the list shows it."""
    with qtbot.waitSignal(page._controller.reviewed):
        press_it()


@pytest.fixture
def corrections(qtbot, page, history):
    dictated(
        history,
        ("We saw it, and went.", "We saw it and went."),
        ("This was spoken.", "This was spoken. XX"),
        ("Then we met jon.", "Then we met John."),
        ("It was late.", "It was late!"),
    )
    dictated(history, ("All of it goes.", "All of it went away, and this was typed."))
    reviewed(qtbot, page, page._controller.refresh)
    return page.corrections


def test_corrections_can_be_reviewed(qtbot, page, corrections, history):
    assert texts_of(page) == ["We saw it and went.", "Then we met John.", "It was late!"]
    assert not corrections.approve.isEnabled()
    corrections.list.setCurrentIndex(corrections.model.index(0))
    reviewed(qtbot, page, lambda: press(corrections.approve))
    assert texts_of(page) == ["Then we met John.", "It was late!", "We saw it and went."]
    reviewed(qtbot, page, lambda: press(corrections.drop))
    assert [row.approved for row in corrections.model.rows] == ["", "We saw it and went.", ""]
    assert "1 to review" in corrections.summary.text()
    assert "1 approved" in corrections.summary.text()
    corrections.list.setCurrentIndex(corrections.model.index(0))
    press(corrections.edit)
    editor = corrections.list.findChild(QLineEdit)
    assert editor.text() == "It was late!"
    editor.setText("It was late…")
    reviewed(qtbot, page, lambda: QTest.keyClick(editor, Qt.Key.Key_Return))
    assert corrections.approved[0].approved == "We saw it and went."
    assert {row.approved for row in history.corrections()} == {
        "We saw it and went.",
        "It was late…",
        "",
    }
    assert not corrections.approve_all.isEnabled()


def test_a_correction_edited_to_nothing_is_dropped(qtbot, page, corrections):
    model = corrections.model
    reviewed(qtbot, page, lambda: model.setData(model.index(0), "  ", 2))
    assert [row.decision is None for row in model.rows] == [True, True, False]
    assert corrections.approved == []


def test_enough_approved_corrections_can_be_learnt(qtbot, small, page, history, paths):
    texts = [f"Number {at} came, and we saw it in the house." for at in range(ENOUGH)]
    dictated(history, *((text, text.replace(", and", " and")) for text in texts))
    reviewed(qtbot, page, page._controller.refresh)
    assert not page.start.isEnabled()
    reviewed(qtbot, page, lambda: press(page.corrections.approve_all))
    assert f"{ENOUGH} approved corrections are new" in page.corrections.summary.text()
    with qtbot.waitSignal(page._controller.ended):
        press(page.start)
    learnt = (paths.data / "models" / "en-own" / "learnt.txt").read_text(encoding="utf-8")
    first = json.loads(learnt.splitlines()[0])
    assert first["text"] == (
        "Number 0 came and we saw it in the house. Number 1 came and we saw it in the house."
    )
    assert len(first["times"]) == 20
    assert list(paths.data.glob(".training-*")) == []


def test_changes_are_marked():
    before, after = "It is 😀 late, and dark.", "It is 😀 late and Dark."
    gone, come = changed_spans(before, after)
    in_units = before.encode("utf-16-le"), after.encode("utf-16-le")
    found = [
        [text[2 * begin : 2 * end].decode("utf-16-le") for begin, end in spans]
        for text, spans in zip(in_units, (gone, come), strict=True)
    ]
    assert found == [["late,", "dark."], ["late", "Dark."]]


def test_a_trained_model_can_be_abandoned_in_one_click(qtbot, small, page, paths):
    own = paths.data / "models" / "en-own"
    shutil.copytree(small, own)
    description = json.loads((own / "bundle.json").read_text(encoding="utf-8"))
    description |= {"name": "en-own", "fine_tuned": {"from": "en"}}
    (own / "bundle.json").write_text(json.dumps(description), encoding="utf-8")
    activate_model("en-own", paths)
    page._controller.refresh()
    qtbot.waitUntil(lambda: page.result.back.isVisibleTo(page))
    press(page.result.back)
    qtbot.waitUntil(lambda: page.result.use.isVisibleTo(page))
    assert active_model(paths) == "en"


def test_a_run_leads_from_texts_to_a_model_in_use(qtbot, small, page, own, paths):
    give(qtbot, page, own)
    assert page.name.text() == "en-own"
    losses = []
    page._controller.stepped.connect(lambda step: losses.append(step.loss))
    with qtbot.waitSignal(page._controller.ended) as ended:
        press(page.start)
        assert page.cancel.isVisibleTo(page)
        assert not page.texts.isEnabled()
    qtbot.waitUntil(page.result.isVisible)
    outcome = ended.args[0]
    assert losses == [1.0, 1 / 2, 1 / 3]
    assert page.plot._f1s[-1] == (1.0, outcome.own.f1[1])
    assert "marks right" in page.plot.accessibleDescription()
    assert (paths.data / "models" / "en-own" / "bundle.json").is_file()
    assert list(paths.data.glob(".training-*")) == []
    assert page.start.isVisibleTo(page)
    if not outcome.is_active:
        press(page.result.use)
    qtbot.waitUntil(lambda: page.result.back.isVisibleTo(page))
    assert active_model(paths) == "en-own"
    press(page.result.back)
    qtbot.waitUntil(lambda: page.result.use.isVisibleTo(page))
    assert active_model(paths) == "en"


def begun(qtbot, page, own):
    give(qtbot, page, own)
    with qtbot.waitSignal(page._controller.stage_changed):
        press(page.start)


@pytest.mark.usefixtures("small")
def test_cancelling_changes_nothing_and_closing_ends_the_run(qtbot, page, tasks, tmp_path, paths):
    begun(qtbot, page, write_text(tmp_path / "long.txt", 150))
    with qtbot.waitSignal(page._controller.cancelled):
        press(page.cancel)
    qtbot.waitUntil(lambda: "Cancelled" in page.status.text())
    assert page.start.isVisibleTo(page)
    assert [path.name for path in (paths.data / "models").iterdir()] == ["en"]
    with qtbot.waitSignal(page._controller.stage_changed):
        press(page.start)
    process = page._controller._process._process
    page._controller.cancel()  # as the window does when it is closed
    tasks.close()
    assert process.poll() is not None


def test_the_window_survives_a_crash_of_the_process(qtbot, small, page, tmp_path, paths):
    begun(qtbot, page, write_text(tmp_path / "long.txt", 150))
    with qtbot.waitSignal(page._controller.failed):
        os.kill(page._controller._process._process.pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: "ended unexpectedly" in page.status.text())
    assert page.start.isVisibleTo(page)
    assert active_model(paths) == "en"
    qtbot.waitUntil(lambda: not page._controller.is_running)
    give(qtbot, page, write_text(tmp_path / "other.txt", 300))
    assert page.start.isEnabled()


def test_searching_does_not_reveal_an_empty_result(page):
    page.search(["name"])
    page.search([])
    assert not page.result.isVisible()
    assert not page.plot.isVisible(), "its fold is closed"


def test_the_comparison_says_which_way_it_went(qtbot, page):
    own = Comparison(1412, (61.2, 66.8), (70.1, 74.9))
    general = Comparison(5000, (64.7, 64.6), (74.0, 74.1))
    page._show_outcome(Outcome("mine", False, "it is worse", own, general))
    texts = [label.text() for label in page.result.findChildren(type(page.result.verdict))]
    assert "61.2 → 66.8  (+5.6)" in texts
    assert "64.7 → 64.6  (-0.1)" in texts
    assert "not in use" in page.result.verdict.text()
    assert page.result.use.isVisibleTo(page)
