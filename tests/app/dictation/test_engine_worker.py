from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QObject, QThread

from app.dictation.engine_worker import EngineWorker
from app.dictation.events import ModelChoice, Notice, State
from app.dictation.loader import ModelLoader
from engine.errors import AudioDeviceError, ModelNotFoundError
from engine.paths import Paths
from engine.settings import PunctuationSettings, RecogniserSettings
from tests.support.played_sound import PlayedSound
from tests.support.recognisers.speech import CLIPS, VOSK_MODEL
from tests.support.shared_data import DATA

SPEECH = DATA / "speech"
NAMES = sorted(name for name, text in CLIPS.items() if len(text.split()) > 3)[:6]
VOSK = ModelChoice(RecogniserSettings("vosk", str(VOSK_MODEL)))


class Listener(QObject):
    """Writes down every signal, and on which thread it arrived."""

    def __init__(self, worker):
        super().__init__()
        self.states, self.sentences, self.errors, self.notices = [], [], [], []
        self.levels, self.choices, self.threads = [], [], set()
        self.gaps, self.wanted = [], []
        worker.gap_found.connect(self.gaps.append)
        worker.state_changed.connect(self.take_state)
        worker.updated.connect(self.take_update)
        worker.failed.connect(self.take_error)
        worker.noticed.connect(self.take_notice)
        worker.level_changed.connect(self.take_level)
        worker.models_changed.connect(self.take_choice)

    def take_state(self, state):
        self.states.append(state)

    def take_update(self, update):
        self.threads.add(QThread.currentThread())
        self.sentences += update.sentences

    def take_error(self, error):
        self.errors.append(error)

    def take_notice(self, notice):
        self.notices.append(notice)

    def take_level(self, level):
        self.levels.append(level)

    def take_choice(self, choice):
        self.choices.append(choice)

    @property
    def words(self):
        return [word.text for sentence in self.sentences for word in sentence.words]


@pytest.fixture
def paths(data_folder, tmp_path):
    return Paths(tmp_path, data_folder, ())


@pytest.fixture
def make_worker(qapp, paths):
    workers = []

    def make(*sources, choice=VOSK):
        waiting = list(sources)

        def opened(device):
            heard.wanted.append(device)
            source = waiting.pop(0)
            if isinstance(source, Exception):
                raise source
            return source

        worker = EngineWorker(ModelLoader(paths), opened)
        worker.choose_models(choice)
        workers.append(worker)
        heard = Listener(worker)
        return worker, heard

    yield make
    for worker in workers:
        worker.close()


def played(*names, **options):
    return PlayedSound([SPEECH / name for name in names], **options)


def said(names):
    return " ".join(CLIPS[name] for name in names).split()


def until(qtbot, is_so, timeout_ms=60_000):
    qtbot.waitUntil(is_so, timeout=timeout_ms)


def test_a_session_tells_the_truth_and_every_word(qtbot, make_worker):
    source = played(*NAMES[:3])
    worker, heard = make_worker(source)
    worker.start()
    assert worker.is_running
    until(qtbot, source.is_played.is_set)
    worker.stop()
    until(qtbot, lambda: State.STOPPED in heard.states)
    assert heard.states == [State.STARTING, State.LISTENING, State.DRAINING, State.STOPPED]
    assert heard.words == said(NAMES[:3])
    assert heard.errors == []
    assert heard.threads == {worker.thread()}
    assert max(heard.levels) > -40
    assert min(heard.levels) <= -90


def test_stopping_amid_a_word_loses_none_before_it(qtbot, make_worker):
    source = played(NAMES[0], NAMES[1], pause_s=0.0)
    worker, heard = make_worker(source)
    worker.start()
    until(qtbot, source.is_played.is_set)
    worker.stop()  # without a pause behind the last word
    until(qtbot, lambda: State.STOPPED in heard.states)
    assert heard.words == said(NAMES[:2])


def test_a_pause_closes_the_microphone_and_the_session_goes_on(qtbot, make_worker):
    first, second = played(NAMES[0], pause_s=0.0), played(NAMES[1])
    worker, heard = make_worker(first, second)
    worker.start()
    until(qtbot, first.is_played.is_set)
    worker.pause()
    until(qtbot, lambda: heard.states[-1] is State.PAUSED)
    before_s = worker.elapsed_s
    qtbot.wait(300)
    assert worker.elapsed_s == before_s
    worker.resume()
    until(qtbot, second.is_played.is_set)
    worker.stop()
    until(qtbot, lambda: State.STOPPED in heard.states)
    assert heard.words == said(NAMES[:2])
    assert heard.states.count(State.LISTENING) == 2
    starts_s = [word.start_s for sentence in heard.sentences for word in sentence.words]
    assert starts_s == sorted(starts_s)
    assert starts_s[-1] <= worker.elapsed_s


@pytest.mark.parametrize(
    "other",
    [
        replace(VOSK, punctuation=PunctuationSettings(cap_words=60)),
        ModelChoice(RecogniserSettings("vosk", None)),
    ],
    ids=["language model", "recogniser"],
)
def test_changing_a_model_amid_a_session_loses_no_word(qtbot, make_worker, paths, other):
    source = played(*NAMES, speed=2.0)
    worker, heard = make_worker(source)
    if other.recogniser.speech_model is None:
        recogniser = RecogniserSettings("vosk", str(VOSK_MODEL) + "/")  # the same one, anew
        other = replace(other, recogniser=recogniser)
    worker.start()
    until(qtbot, lambda: len(heard.levels) > 30)
    worker.choose_models(other)
    until(qtbot, lambda: other in heard.choices)
    until(qtbot, source.is_played.is_set)
    worker.stop()
    until(qtbot, lambda: State.STOPPED in heard.states)
    assert heard.words == said(NAMES)
    assert heard.errors == []


def test_words_spoken_while_models_load_are_recognised(qtbot, make_worker):
    source = played(NAMES[0], pause_s=0.0, speed=1000.0)  # over long before a model is loaded
    worker, heard = make_worker(source)
    worker.start()
    until(qtbot, source.is_played.is_set)
    worker.stop()
    until(qtbot, lambda: State.STOPPED in heard.states)
    assert Notice.LOADING in heard.notices
    assert heard.words == said(NAMES[:1])


def test_a_lost_microphone_is_waited_for_and_the_gap_is_told(qtbot, make_worker):
    away = AudioDeviceError("played", "no microphone of this name or number")
    first, second = played(NAMES[0], lost=True), played(NAMES[1])
    worker, heard = make_worker(first, away, away, second)
    worker.goes_on_when_lost = False
    worker.start()
    until(qtbot, lambda: Notice.NO_MICROPHONE in heard.notices)
    until(qtbot, lambda: heard.words == said(NAMES[:1]))  # committed before the gap
    until(qtbot, lambda: Notice.NONE in heard.notices[heard.notices.index(Notice.NO_MICROPHONE) :])
    until(qtbot, second.is_played.is_set)
    worker.stop()
    until(qtbot, lambda: State.STOPPED in heard.states)
    assert heard.wanted == ["", "played", "played", "played"]
    assert heard.words == said(NAMES[:2])
    assert heard.errors == []
    [gap] = heard.gaps
    assert 1.0 < gap.lost_s < 4.0
    assert_gap_lies_between(gap, heard, len(said(NAMES[:1])))


def assert_gap_lies_between(gap, heard, words_before):
    words = [word for sentence in heard.sentences for word in sentence.words]
    assert words[words_before - 1].end_s <= gap.at_s <= words[words_before].start_s


def test_a_lost_microphone_is_followed_by_the_next(qtbot, make_worker):
    second = played(NAMES[1])
    worker, heard = make_worker(played(NAMES[0], lost=True), second)
    worker.choose_microphone("played")
    worker.start()
    until(qtbot, second.is_played.is_set)
    worker.stop()
    until(qtbot, lambda: State.STOPPED in heard.states)
    assert State.PAUSED not in heard.states
    assert heard.words == said(NAMES[:2])
    [gap] = heard.gaps
    assert gap.lost_s < 1.0
    assert_gap_lies_between(gap, heard, len(said(NAMES[:1])))


def test_no_microphone_at_all(qtbot, make_worker):
    worker, heard = make_worker(AudioDeviceError("", "no microphone was found"))
    worker.start()
    until(qtbot, lambda: State.STOPPED in heard.states)
    assert State.LISTENING not in heard.states
    assert [type(error) for error in heard.errors] == [AudioDeviceError]


def test_a_model_that_is_not_there_keeps_the_one_that_is(qtbot, make_worker):
    source = played(NAMES[0], NAMES[1])
    worker, heard = make_worker(source)
    worker.start()
    until(qtbot, lambda: State.LISTENING in heard.states)
    until(qtbot, lambda: VOSK in heard.choices)
    worker.choose_models(replace(VOSK, punctuation=PunctuationSettings(model="none")))
    until(qtbot, lambda: bool(heard.errors))
    until(qtbot, source.is_played.is_set)
    worker.stop()
    until(qtbot, lambda: State.STOPPED in heard.states)
    assert isinstance(heard.errors[0], ModelNotFoundError)
    assert heard.choices[-1] == VOSK
    assert heard.words == said(NAMES[:2])


def test_silence_is_noticed(qtbot, make_worker):
    worker, heard = make_worker(played(speed=20.0))
    worker.silence_warning_s = 2.0
    worker.start()
    until(qtbot, lambda: Notice.NO_SOUND in heard.notices)
    worker.stop()
    until(qtbot, lambda: State.STOPPED in heard.states)


def test_the_sound_can_be_heard_again_and_is_deleted(qtbot, make_worker):
    source = played(NAMES[0])
    worker, heard = make_worker(source)
    worker.start()
    until(qtbot, source.is_played.is_set)
    worker.stop()
    until(qtbot, lambda: State.STOPPED in heard.states)
    path = worker.sound.path
    assert any(worker.sound.read(0.0, 1.0))
    assert path.stat().st_mode & 0o077 == 0 or path.parent.stat().st_mode & 0o077 == 0
    worker.close()
    assert not path.exists()
