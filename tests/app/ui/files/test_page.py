from __future__ import annotations

import time

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.files.job import FileKind, JobState
from app.history.store import HistoryStore
from app.history.writer import HistoryWriter
from app.preferences.preferences import Files
from app.tasks import TaskRunner
from app.ui.files.controller import FilesController
from app.ui.files.model import STATE_ROLE
from app.ui.files.page import FilesPage
from engine.transcripts.treatment import Treatment
from tests.app.files.conftest import FOX, work_settings
from tests.support.sounds import write_tracks, write_wav
from tests.support.ui.composed_window import drop
from tests.support.ui.controls import unnamed
from tests.support.ui.transcripts_of_every_kind import write_recordings, write_transcripts

WAIT_S = 120.0


class Panel(FilesPage):
    """The panel with its controller, its answers to dialogs, and what it said."""

    def __init__(self, settings):
        self.tasks = TaskRunner()
        self.store = HistoryStore(settings.paths.data)
        self.writer = HistoryWriter(self.store)
        controller = FilesController(settings, self.tasks, self.writer, self.store, lambda: True)
        super().__init__(
            controller,
            ask_files=lambda _: self.answers.pop(0),
            ask_folder=lambda *_: self.answers.pop(0),
        )
        self.controller, self.answers, self.wanted, self.heard = controller, [], [], []
        self.queue.notice.said.connect(lambda text, _: self.heard.append(text))
        controller.session_wanted.connect(self.wanted.append)
        self.resize(900, 600)
        self.show()

    def leave(self):
        """End everything, as the application does."""
        self.controller.close()
        self.tasks.close()
        self.writer.close()
        self.store.close()
        self.close()
        self.deleteLater()
        QApplication.processEvents()

    def until(self, is_so):
        deadline_s = time.monotonic() + WAIT_S
        while not is_so():
            assert time.monotonic() < deadline_s, [job.state for job in self.model.jobs()]
            QTest.qWait(10)

    def work_on(self, *paths):
        """Add files, wait until all have ended, and return their jobs."""
        before = self.model.rowCount()
        self.add_files(paths)
        self.look_at(before + len(paths))
        if self.model.unstarted:
            press(self.queue.plan.start_all)
        self.until(lambda: self.model.rowCount() == self.model.over)
        return list(self.model.jobs())[before:]

    def look_at(self, count):
        """Wait until so many files are there, and all have been inspected."""
        busy = {JobState.WAITING, JobState.RUNNING}
        jobs = self.model.jobs
        self.until(lambda: len(jobs()) == count and not any(it.state in busy for it in jobs()))

    def choose(self, *jobs):
        self.queue.list.clearSelection()
        for row, job in enumerate(self.model.jobs()):
            if job.number in {one.number for one in jobs}:
                self.queue.list.selectionModel().select(
                    self.model.index(row), self.queue.list.selectionModel().SelectionFlag.Select
                )
        QTest.qWait(80)

    def text_of(self, job):
        """Return the session to be edited."""
        self.choose(job)
        press(self.queue.edit)
        self.until(lambda: self.wanted)
        return self.store.session(self.wanted.pop())

    def export_all(self, folder):
        """Save all finished files in their own format."""
        self.answers.append(folder)
        self.queue.export_all.menu().actions()[0].trigger()
        self.until(self.queue.notice.label.text)

    def words_of(self, job):
        row = next(r for r, one in enumerate(self.model.jobs()) if one.number == job.number)
        return self.model.index(row).data(STATE_ROLE)


def press(button):
    assert button.isVisible()
    deadline_s = time.monotonic() + WAIT_S
    while not button.isEnabled() and time.monotonic() < deadline_s:
        QTest.qWait(10)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


@pytest.fixture(scope="module")
def shared_panel(qapp, tmp_path_factory):
    panel = Panel(work_settings(tmp_path_factory.mktemp("paths")))
    yield panel
    panel.leave()


@pytest.fixture
def panel(shared_panel):
    """One panel for all tests: its process loads the model once; each test starts empty."""
    shared_panel.preferences = Files()
    yield shared_panel
    for job in shared_panel.model.jobs():
        shared_panel.controller.queue.cancel(job.number)
    shared_panel.until(lambda: shared_panel.model.over == shared_panel.model.rowCount())
    shared_panel.queue._clear()
    assert shared_panel.answers == []
    shared_panel.heard.clear()


def test_every_kind_of_transcript_can_be_dropped_at_once(panel, tmp_path):
    assert panel.queue.empty.isVisible()
    paths = write_transcripts(tmp_path)
    before = {path: path.read_bytes() for path in paths.values()}
    assert drop(panel, *paths.values())
    panel.look_at(len(paths))
    assert {job.state for job in panel.model.jobs()} == {JobState.FOUND}
    assert all("→ punctuation will be" in panel.words_of(job) for job in panel.model.jobs())
    press(panel.queue.plan.start_all)
    panel.until(lambda: panel.model.over == len(paths))
    assert [job.path for job in panel.model.jobs()] == list(paths.values())
    for job in panel.model.jobs():
        assert job.state is JobState.DONE, job.problem
        assert "words" in panel.words_of(job)
        assert set(panel.text_of(job).text) & set(".?I"), "marks or capitals that it had not"
    assert {path: path.read_bytes() for path in paths.values()} == before
    assert unnamed(panel) == []


def test_recordings_are_transcribed(panel, tmp_path):
    (job,) = panel.work_on(*write_recordings(tmp_path, "mp4"))
    assert (job.state, job.kind) == (JobState.DONE, FileKind.RECORDING), job.problem
    session = panel.text_of(job)
    assert "brown fox" in session.text
    times_s = [word.start_s for sentence in session.sentences for word in sentence.words]
    assert times_s == sorted(times_s)


def test_another_sound_track_can_be_chosen(panel, tmp_path):
    silence = write_wav(tmp_path / "silence.wav", [np.zeros(16_000, "<i2")])
    named = ("-metadata:s:a:1", "language=eng", "-metadata:s:a:1", "title=Microphone")
    film = write_tracks(tmp_path / "film.mkv", silence, FOX, options=named)
    (job,) = panel.work_on(film)
    told = "film.mkv has 2 sound tracks (1, 2: English, “Microphone”). Number 2 is used."
    assert panel.words_of(job) == f"Done: 9 words · {told}"
    track = panel.queue.track
    for chosen, state in ((1, JobState.FAILED), (2, JobState.DONE)):
        panel.choose(job)
        panel.until(track.isVisible)
        assert [track.itemText(at) for at in range(2)] == ["1", "2: English, “Microphone”"]
        assert track.currentIndex() == 2 - chosen
        track.setCurrentIndex(chosen - 1)
        track.activated.emit(chosen - 1)
        panel.until(lambda: not panel.model.job(0).state.is_over)
        panel.until(lambda: panel.model.job(0).state.is_over)
        assert panel.model.job(0).state is state
    assert panel.words_of(job) == "Done: 9 words · film.mkv sounds like English."
    assert "brown fox" in panel.text_of(job).text


def test_failures_are_explained_and_can_be_retried(panel, tmp_path):
    rubbish, gone = tmp_path / "rubbish.mp3", tmp_path / "gone.txt"
    rubbish.write_bytes(b"rubbish" * 99)
    bad, missing = panel.work_on(rubbish, gone)
    assert "cannot be transcribed" in panel.words_of(bad)
    assert "gone.txt" in panel.words_of(missing)
    assert str(tmp_path) not in panel.words_of(missing)
    panel.until(lambda: panel.queue.summary.text() == "0 of 2 done · 2 failed")
    gone.write_text("so i went to the shop\n")
    panel.choose(missing)
    assert not panel.queue.edit.isEnabled()
    press(panel.queue.retry)
    panel.until(panel.queue.plan.isVisible)
    press(panel.queue.plan.start_all)
    panel.until(lambda: panel.model.job(1).state is JobState.DONE)
    panel.until(lambda: panel.queue.summary.text() == "1 of 2 done · 1 failed")


def test_progress_is_shown_and_cancelling_goes_on_to_the_next(panel, tmp_path):
    long, short = tmp_path / "long.txt", tmp_path / "short.txt"
    long.write_text("so i went to the shop it was closed what should i do now " * 12_000)
    short.write_text("so i went to the shop\n")
    panel.answers.append([long, short])
    press(panel.queue.choose)
    panel.look_at(2)
    press(panel.queue.plan.start_all)
    panel.until(lambda: (panel.model.job(0).progress or 0) > 0)
    assert "%" in panel.words_of(panel.model.job(0))
    panel.until(lambda: panel.model.job(0).left_s is not None)
    assert panel.words_of(panel.model.job(0)).endswith(" s left")
    panel.choose(panel.model.job(0))
    panel.grab()
    press(panel.queue.cancel)
    panel.until(lambda: panel.model.job(1).state is JobState.DONE)
    assert panel.model.job(0).state is JobState.CANCELLED
    press(panel.queue.clear)
    assert panel.model.rowCount() == 0
    assert panel.queue.empty.isVisible()


def test_earlier_reports_do_not_override_a_cancel(panel, tmp_path):
    paths = [tmp_path / f"{number}.txt" for number in range(40)]
    panel.add_files(paths)
    panel.until(lambda: panel.model.rowCount() == len(paths))
    for _ in range(6):
        time.sleep(0.02)  # the window is busy, while the worker thread goes on
        for job in panel.model.jobs():
            panel.controller.queue.cancel(job.number)
    panel.until(lambda: panel.model.over == len(paths))


def test_a_folder_is_searched_for_files(panel, tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "notes.txt").write_text("so i went to the shop\n")
    (tmp_path / "deep" / "picture.png").write_bytes(b"png")
    panel.add_files([tmp_path])
    panel.look_at(1)
    (tmp_path / "empty").mkdir()
    panel.add_files([tmp_path / "empty"])
    panel.until(lambda: panel.heard)
    assert "No recordings or transcripts" in panel.heard[0]


def test_what_was_found_and_the_plan_are_shown_before_starting(panel, tmp_path):
    talk, notes = tmp_path / "talk.srt", tmp_path / "notes.txt"
    said = "So I went to the shop. It was closed, and nobody was there. What should I do now? "
    talk.write_text("1\n00:00:01,000 --> 00:00:03,000\n" + said * 2 + "\n")
    notes.write_text("so i went to the shop it was closed what should i do now\n")
    panel.add_files([talk, notes])
    panel.look_at(2)
    first, second = panel.model.jobs()
    there = "SubRip subtitles · English · punctuated → "
    assert panel.words_of(first) == there + "punctuation will be repaired"
    assert panel.words_of(second).endswith("no punctuation → punctuation will be added")
    panel.until(lambda: panel.queue.summary.text() == "0 of 2 done · 2 not started")
    plan = panel.queue.plan
    assert not plan.start.isEnabled()
    panel.choose(first)
    panel.until(plan.start.isEnabled)
    plan.treatment.setCurrentIndex(plan.treatment.findData(Treatment.ONLY_ADD))
    plan.treatment.activated.emit(plan.treatment.currentIndex())
    panel.until(lambda: panel.words_of(first) == there + "punctuation will only be added")
    assert panel.model.job(1).treatment is Treatment.REPAIR
    assert unnamed(panel) == []
    press(plan.start)
    panel.until(lambda: panel.model.job(0).state is JobState.DONE)
    assert panel.model.job(1).state is JobState.FOUND
    panel.window().activateWindow()
    QTest.keyClick(panel, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    panel.until(lambda: panel.model.job(1).state is JobState.DONE)
    panel.until(lambda: not plan.isVisible())


def test_files_can_start_at_once(panel, tmp_path):
    (tmp_path / "notes.txt").write_text("so i went to the shop\n")
    panel.controller.starts_at_once = True
    try:
        panel.add_files([tmp_path / "notes.txt"])
        panel.until(lambda: panel.model.rowCount() == 1 == panel.model.over)
    finally:
        panel.controller.starts_at_once = False
    assert panel.model.job(0).state is JobState.DONE


def test_a_refused_file_can_be_forced(panel, tmp_path):
    path = tmp_path / "brief.txt"
    path.write_text("ich habe gestern mit meinem freund gesprochen und er sagte dass " * 4)
    (job,) = panel.work_on(path)
    assert job.state is JobState.FAILED
    assert "looks like German" in panel.words_of(job)
    assert not panel.queue.insist.isVisible()
    panel.choose(job)
    panel.until(panel.queue.insist.isVisible)
    assert panel.queue.insist.text() == "This really is English"
    assert panel.queue.refusal.text() == panel.words_of(job), "a row of the list may cut it"
    press(panel.queue.insist)
    panel.until(lambda: panel.model.job(0).state is JobState.DONE)
