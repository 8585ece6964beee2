from __future__ import annotations

import errno
import json
import os
from dataclasses import replace
from itertools import takewhile

import pytest

from engine.build import load_language_model
from engine.errors import (
    DiskSpaceError,
    ModelNotFoundError,
    TrainingError,
    TranscriptFormatError,
)
from engine.models.active import active_model, roll_back
from engine.network.bundle import load_bundle
from engine.punctuation.mark_offsets import MarkOffsets
from engine.settings import PunctuationSettings
from tests.support.training.full_disk import largest_file
from tests.support.training.small import (
    CALIBRATION,
    SMALL,
    copy_user,
    make_user,
    snapshot,
    write_text,
)
from training.finetuning.fine_tuning import Activation, Request, fine_tune
from training.finetuning.learning import LearningSettings
from training.finetuning.reports import DoneReport, Measured, StageReport, StepReport, TextRead
from training.finetuning.saving import checked_room, publish, unfinished_bundle

GERMAN = "Als wir gestern nach Hause kamen, war es schon dunkel, und niemand hatte Hunger. " * 40
UNMARKED = "we saw anna in the house and then we met you and they did see us at the house " * 30


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    return make_user(tmp_path_factory.mktemp("template"))


@pytest.fixture
def paths(template, tmp_path):
    return copy_user(template, tmp_path)


@pytest.fixture
def own(tmp_path):
    return write_text(tmp_path / "own.txt")


def request(*texts, **changes):
    activation = Activation(changes.pop("activation", "if-better"))
    made = Request("en", texts, "mine", activation, learning=LearningSettings(**SMALL))
    return replace(made, **changes)


def run(wanted, paths):
    return list(fine_tune(wanted, paths))


def of_kind(reports, kind):
    return [report for report in reports if isinstance(report, kind)]


@pytest.fixture(scope="module")
def trained(template, tmp_path_factory):
    """A finished run: its user, its reports, and the original assets."""
    folder = tmp_path_factory.mktemp("trained")
    paths = copy_user(template, folder)
    before = snapshot(paths.assets)
    return paths, run(request(write_text(folder / "own.txt")), paths), before


def test_a_new_bundle_is_better_and_active_and_the_old_one_unchanged(trained):
    paths, reports, before = trained
    done = reports[-1]
    assert isinstance(done, DoneReport)
    assert done.after.held_out.micro_f1 > done.before.held_out.micro_f1 + 5
    assert done.is_active
    assert active_model(paths) == "mine"
    assert snapshot(paths.assets) == before
    assert sorted(path.name for path in (paths.data / "models").iterdir()) == ["mine"]


def test_progress_is_reported(trained):
    _, reports, _ = trained
    stages = [report.name for report in of_kind(reports, StageReport)]
    assert stages == ["reading", "measuring", "learning", "choosing", "writing", "comparing"]
    (text,) = of_kind(reports, TextRead)
    assert (text.problem, text.marked_share, text.encoding) == ("", 1.0, "utf-8")
    steps = of_kind(reports, StepReport)
    assert steps[-1].step == steps[-1].steps
    assert steps[-1].loss < steps[0].loss
    assert sum(step.held_out_f1 is not None for step in steps) == 4
    assert [report.when for report in of_kind(reports, Measured)] == ["before", "after"]
    lines = [json.loads(json.dumps(report.to_table())) for report in reports]
    assert [line["event"] for line in lines][-1] == "done"
    assert lines[-1]["after"]["general"]["words"] == lines[-1]["before"]["general"]["words"] > 100


def test_the_bundle_names_its_origin_and_keeps_the_committer(trained):
    paths, reports, _ = trained
    bundle = load_bundle(paths.data / "models" / "mine")
    assert bundle.calibration == CALIBRATION
    assert bundle.mark_offsets == {"yue": MarkOffsets(comma=1.0)}
    assert bundle.float_weights is not None
    words = reports[-1].words
    assert bundle.description["training"] == [
        {"data": "made up", "licence": "CC0 1.0"},
        {"data": f"the user's own texts, {words:,} words", "licence": "the user's own"},
    ]
    assert bundle.description["fine_tuned"]["from"] == "en"
    assert "old" not in bundle.description["scores"]
    after = bundle.description["scores"]["own texts held out, micro F1, after"]
    assert after == reports[-1].after.held_out.micro_f1
    assert bundle.lexicon.mixed == {"iphone": "iPhone", "nasa": "NASA"}
    modes = {oct(path.stat().st_mode & 0o777) for path in bundle.folder.iterdir()}
    assert modes == {"0o600"}
    assert bundle.folder.stat().st_mode & 0o777 == 0o700


def test_a_fine_tuned_model_can_be_fine_tuned_again_and_rolled_back(trained, tmp_path):
    paths, _, _ = trained
    more = write_text(tmp_path / "more.txt", seed=9)
    mine = snapshot(paths.data / "models" / "mine")
    done = run(request(more, start="mine", name="mine2", activation="always"), paths)[-1]
    assert (done.is_active, str(done.reason), active_model(paths)) == (
        True,
        "as you asked",
        "mine2",
    )
    again = load_bundle(paths.data / "models" / "mine2")
    assert len(again.description["training"]) == 3
    assert snapshot(paths.data / "models" / "mine") == mine
    assert roll_back(paths) == "mine"
    load_language_model(PunctuationSettings(model="mine2"), paths)


def test_a_seed_repeats_the_model_and_an_unwanted_one_stays_inactive(paths, own, trained):
    done = run(request(own, activation="never"), paths)[-1]
    assert (done.is_active, active_model(paths)) == (False, "en")
    first, second = (
        user.data / "models" / "mine" / "model.safetensors" for user in (trained[0], paths)
    )
    assert first.read_bytes() == second.read_bytes()


def nothing_was_written(paths):
    return not paths.settings.exists() and snapshot(paths.data) == {}


@pytest.mark.parametrize("at", ["reading", "step", "choosing", "writing", "after"])
def test_closing_the_run_leaves_nothing_behind(paths, own, at):
    reports = fine_tune(request(own), paths)
    for report in reports:
        if at in {getattr(report, "name", ""), report.event, getattr(report, "when", "")}:
            break
    reports.close()
    assert nothing_was_written(paths)
    assert not (paths.data / "models" / ".unfinished").exists()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "there are no words in it"),
        (" . – \n", "there are no words in it"),
        (UNMARKED, "only 0 % of its words are in punctuated sentences"),
        ("We saw Anna. " + UNMARKED, "only 1 % of its words"),
        (GERMAN, "does not seem to be in a language the model knows"),
        ("We saw Anna today. " * 20, "have 80 words to learn from; at least 300"),
    ],
)
def test_texts_with_nothing_to_learn_are_refused(paths, tmp_path, content, reason):
    (tmp_path / "notes.txt").write_text(content)
    with pytest.raises(TrainingError, match=reason):
        run(request(tmp_path / "notes.txt"), paths)
    assert nothing_was_written(paths)


def test_bad_texts_among_good_ones_are_reported_and_skipped(paths, own, tmp_path):
    (tmp_path / "bad.txt").write_text(UNMARKED)
    (tmp_path / "same.txt").write_text(own.read_text())
    reports = fine_tune(request(own, tmp_path / "bad.txt", tmp_path / "same.txt"), paths)
    read = takewhile(lambda report: report != StageReport("measuring"), reports)
    problems = [str(report.problem or "") for report in of_kind(read, TextRead)]
    assert problems[0] == ""
    assert "0 %" in problems[1]
    assert "other texts" in problems[2]


def test_a_loss_that_is_not_finite_stops_the_run_and_leaves_nothing(paths, own):
    settings = LearningSettings(**(SMALL | {"learning_rate": 1e30}))
    with pytest.raises(TrainingError, match=r"training failed at step \d of \d\d"):
        run(request(own, learning=settings), paths)
    assert nothing_was_written(paths)


def test_missing_texts_and_models_are_reported(paths, own, tmp_path):
    with pytest.raises(TranscriptFormatError):
        run(request(tmp_path / "none.txt"), paths)
    with pytest.raises(ModelNotFoundError):
        run(request(own, start="none"), paths)
    assert nothing_was_written(paths)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("en", "already"),
        ("", "letters"),
        ("../mine", "letters"),
        ("a" * 65, "letters"),
        ("mine.", "letters"),
    ],
)
def test_invalid_names_are_refused(paths, own, name, reason):
    with pytest.raises(TrainingError, match=reason):
        run(request(own, name=name), paths)
    assert nothing_was_written(paths)


def test_a_full_disk_while_the_model_is_written_leaves_nothing(paths, own):
    reports = fine_tune(request(own), paths)
    for report in reports:
        if getattr(report, "name", "") == "writing":
            break
    with largest_file(40_000), pytest.raises(OSError) as caught:  # noqa: PT011  any number will do
        list(reports)
    assert caught.value.errno in {errno.EFBIG, errno.EIO, errno.ENOSPC}
    assert nothing_was_written(paths)
    assert active_model(paths) == "en"


def test_a_model_that_cannot_be_activated_is_still_kept(paths, own):
    paths.settings.write_text("in the place of a folder")
    done = run(request(own, activation="always"), paths)[-1]
    assert (done.is_active, str(done.reason)) == (False, os.strerror(errno.EEXIST))
    assert load_bundle(paths.data / "models" / "mine", rereads=True)


def test_a_lack_of_disk_space_is_reported_before_starting(paths):
    free = os.statvfs(paths.assets).f_bavail * os.statvfs(paths.assets).f_frsize
    assert checked_room(paths.data / "models", 1000) > 1000
    with pytest.raises(DiskSpaceError):
        checked_room(paths.data / "models", free)


def test_a_folder_created_meanwhile_is_not_overwritten(paths):
    with unfinished_bundle(paths.data / "models", 0) as folder:
        (taken := paths.data / "models" / "mine").mkdir()
        with pytest.raises(TrainingError, match="already"):
            publish(folder, taken)
    assert list(taken.parent.iterdir()) == [taken]
    assert list(taken.iterdir()) == []


def test_leftovers_of_killed_runs_are_removed_a_day_later(paths):
    base = paths.data / "models" / ".unfinished"
    for name, age_s in (("old", 2 * 86_400), ("young", 60)):
        (base / name).mkdir(parents=True)
        made_s = (base / name).stat().st_mtime - age_s
        os.utime(base / name, (made_s, made_s))
    with unfinished_bundle(paths.data / "models", 0) as folder:
        assert sorted(p.name for p in base.iterdir()) == sorted([folder.name, "young"])
    assert [p.name for p in base.iterdir()] == ["young"]
