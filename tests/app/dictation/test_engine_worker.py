from __future__ import annotations

import gc
import multiprocessing
import weakref
from dataclasses import replace
from types import SimpleNamespace

import pytest

from app.dictation.engine_worker import EngineWorker
from app.dictation.events import ModelChoice, Notice, State
from app.dictation.loader import ModelLoader
from engine.errors import AudioDeviceError, ModelNotFoundError
from engine.paths import Paths, default_paths
from engine.settings import PunctuationSettings, RecogniserSettings
from tests.support.played_sound import PlayedSound
from tests.support.recognisers.speech import CLIPS, VOSK_MODEL
from tests.support.shared_data import DATA

NAMES = sorted(name for name, text in CLIPS.items() if len(text.split()) > 3)[:6]
VOSK = ModelChoice(RecogniserSettings("vosk", str(VOSK_MODEL)))


class Heard(SimpleNamespace):
    """All signals of a worker."""

    def __init__(self, worker):
        super().__init__(wanted=[], sentences=[])
        worker.updated.connect(lambda update: self.sentences.extend(update.sentences))
        for name, signal in {
            "states": worker.state_changed,
            "levels": worker.level_changed,
            "choices": worker.models_changed,
            "gaps": worker.gap_found,
            "errors": worker.failed,
            "notices": worker.noticed,
        }.items():
            setattr(self, name, [])
            signal.connect(getattr(self, name).append)

    @property
    def spoken(self):
        return [word for sentence in self.sentences for word in sentence.words]

    @property
    def words(self):
        return [word.text for word in self.spoken]


@pytest.fixture
def make_worker(qapp, data_folder, tmp_path):
    workers = []

    def make(*sources):
        waiting = list(sources)

        def opened(device, sound):
            heard.wanted.append(device)
            source = waiting.pop(0)
            if isinstance(source, Exception):
                raise source
            return source.into(sound)

        loader = ModelLoader(Paths(default_paths().assets, data_folder, ()))
        worker = EngineWorker(loader, opened, sound_folder=tmp_path / "sound")
        worker.choose_models(VOSK)
        workers.append(worker)
        heard = Heard(worker)
        return worker, heard

    yield make
    for worker in workers:
        worker.close()


def played(*names, **options):
    return PlayedSound([DATA / "speech" / name for name in names], **options)


def said(names):
    return " ".join(CLIPS[name] for name in names).split()


@pytest.fixture
def until(qtbot):
    return lambda is_so: qtbot.waitUntil(is_so, timeout=60_000)


@pytest.fixture
def stop(until):
    def stop(worker, heard, source):
        until(source.is_played.is_set)
        worker.stop()
        until(lambda: State.STOPPED in heard.states)

    return stop


def test_a_session_reports_its_states_and_every_word(make_worker, stop):
    source = played(*NAMES[:3], pause_s=0.0)  # without a pause after the last word
    worker, heard = make_worker(source)
    worker.start()
    assert worker.is_running
    stop(worker, heard, source)
    assert heard.states == [State.STARTING, State.LISTENING, State.DRAINING, State.STOPPED]
    assert heard.words == said(NAMES[:3])
    assert heard.errors == []
    assert max(heard.levels) > -40
    assert any(worker.sound.read(0.0, 1.0)), "it can be heard again"
    path = worker.sound.path
    network = weakref.ref(worker._loader.language(VOSK.punctuation).result().backend)
    worker.close()
    assert not path.exists()
    gc.collect()
    assert network() is None


def test_models_are_freed_after_a_rest_and_the_next_session_loses_no_words(
    make_worker, stop, until
):
    others = set(multiprocessing.active_children())

    def recognisers():
        return set(multiprocessing.active_children()) - others

    first, second = played(NAMES[0], pause_s=0.0), played(NAMES[1], pause_s=0.0)
    worker, heard = make_worker(first, second)
    worker.start()
    stop(worker, heard, first)
    until(recognisers)
    network = weakref.ref(worker._loader.language(VOSK.punctuation).result().backend)
    worker.release_models_after(100)
    until(lambda: not recognisers())
    until(lambda: gc.collect() >= 0 and network() is None)
    worker.release_models_after(0)
    heard.states.clear()
    worker.start()
    stop(worker, heard, second)
    assert Notice.LOADING in heard.notices
    assert heard.words == said(NAMES[:2])
    until(recognisers)  # the next session finds it ready


def test_a_pause_closes_the_microphone_and_the_session_goes_on(make_worker, until, stop):
    first, second = played(NAMES[0], pause_s=0.0), played(NAMES[1])
    worker, heard = make_worker(first, second)
    worker.start()
    until(first.is_played.is_set)
    worker.pause()
    until(lambda: heard.states[-1] is State.PAUSED)
    assert first._stopped.is_set()
    worker.resume()
    stop(worker, heard, second)
    assert heard.words == said(NAMES[:2])
    assert heard.states.count(State.LISTENING) == 2
    starts_s = [word.start_s for word in heard.spoken]
    assert starts_s == sorted(starts_s)
    assert starts_s[-1] <= worker.elapsed_s


def test_changing_models_during_a_session_loses_no_words(make_worker, until, stop):
    source = played(*NAMES, speed=2.0)
    worker, heard = make_worker(source)
    worker.start()
    until(lambda: VOSK in heard.choices and len(heard.levels) > 30)
    language = replace(VOSK, punctuation=PunctuationSettings(cap_words=60))
    other = replace(language, recogniser=RecogniserSettings("vosk", f"{VOSK_MODEL}/"))  # reloads
    for choice in (language, other):
        worker.choose_models(choice)
        until(lambda choice=choice: choice in heard.choices)
    assert heard.errors == []
    worker.choose_models(replace(VOSK, punctuation=PunctuationSettings(model="none")))
    until(lambda: bool(heard.errors))
    stop(worker, heard, source)
    assert [type(error) for error in heard.errors] == [ModelNotFoundError]
    assert heard.choices[-1] == other, "a model that is not there keeps the one that is"
    assert heard.words == said(NAMES)


def test_words_spoken_while_models_load_are_recognised_and_silence_is_noticed(
    make_worker, until, stop
):
    # over long before a model is loaded
    source = played(NAMES[0], pause_s=0.0, speed=1000.0, silence_speed=2.0)
    worker, heard = make_worker(source)
    worker.silence_warning_s = 2.0
    worker.start()
    until(lambda: Notice.NO_SOUND in heard.notices)
    stop(worker, heard, source)
    assert Notice.LOADING in heard.notices
    assert heard.words == said(NAMES[:1])


def test_a_lost_microphone_is_waited_for_and_the_gap_is_reported(make_worker, until, stop):
    away = AudioDeviceError("played", "no microphone has this name or number")
    second = played(NAMES[1])
    worker, heard = make_worker(played(NAMES[0], lost=True), away, away, second)
    worker.continues_when_lost = False
    worker.start()
    until(lambda: Notice.NO_MICROPHONE in heard.notices)
    until(lambda: heard.words == said(NAMES[:1]))  # committed before the gap
    stop(worker, heard, second)
    assert heard.wanted == ["", "played", "played", "played"]
    assert Notice.NONE in heard.notices[heard.notices.index(Notice.NO_MICROPHONE) :]
    assert heard.words == said(NAMES[:2])
    assert heard.errors == []
    [gap] = heard.gaps
    assert gap.lost_s > 1.0
    before = len(said(NAMES[:1]))
    assert heard.spoken[before - 1].end_s <= gap.at_s <= heard.spoken[before].start_s
