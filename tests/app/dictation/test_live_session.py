"""What a session reports, with scripted recognisers and microphones."""

from __future__ import annotations

from pathlib import Path
from threading import Timer

import pytest

from app.dictation.events import (
    Failed,
    ForeignSpeech,
    LevelMeasured,
    ModelChoice,
    ModelFailed,
    ModelsChanged,
    Notice,
    Noticed,
    State,
    StateChanged,
)
from app.dictation.live_session import LiveSession
from app.dictation.recording import Recording
from engine.audio.sound_log import SoundLog
from engine.errors import ModelFormatError, ModelNotFoundError
from engine.formatting.formatter import Formatter
from engine.settings import RecogniserSettings
from engine.types import Break, Context, Hypothesis, Update
from tests.support.fake_dictation import (
    DEAD,
    Language,
    Loader,
    Microphone,
    Process,
    Punctuator,
    ready,
)


@pytest.fixture
def session_of(tmp_path):
    """Makes sessions, which are stopped soon, whatever happens."""
    made = []

    def make(loader, microphone=Microphone):
        sound = SoundLog(tmp_path)
        recording = Recording(lambda _: microphone().into(sound), sound)
        timer = Timer(10.0, recording.stop)
        timer.start()
        made.append((sound, timer))
        return LiveSession(recording, loader, ModelChoice(), sound)

    yield make
    for sound, timer in made:
        timer.cancel()
        sound.close()


def test_a_recogniser_that_returns_during_a_pause_is_reported(session_of):
    loader = Loader(Process(is_dead=True))
    live = session_of(loader)
    told = []
    for event in live:
        told.append(event)
        if event == Noticed(Notice.RESTARTING):
            live.recording.pause()
        if event == StateChanged(State.PAUSED):
            loader.deliver(Process())
        if event == Noticed(Notice.NONE) and StateChanged(State.PAUSED) in told:
            live.recording.stop()
    assert told.index(Noticed(Notice.RESTARTING)) < told.index(StateChanged(State.PAUSED))
    behind = told[told.index(StateChanged(State.PAUSED)) :]
    assert behind.index(Noticed(Notice.NONE)) < behind.index(StateChanged(State.DRAINING))


OTHER = ModelChoice(RecogniserSettings("vosk", "other"))
SAYS = {3: "one", 12: "two", 19: "three"}


class Deaf(Process):
    """Takes sound and never answers: a minute behind, or hanging."""

    def flush(self):
        raise AssertionError("it would take for ever")
        yield


class Dying(Process):
    """Dies when asked for its last words."""

    def flush(self):
        raise DEAD
        yield


def changed(live, at_s=2.5, stop_s=4.0):
    """Run a session in which other models are chosen; return its words and other reports."""
    words, told = "", []
    for event in live:
        told.append(event)
        if isinstance(event, Update):
            words += " ".join(sentence.text + " " for sentence in event.sentences)
        if isinstance(event, LevelMeasured) and round(live.recording.elapsed_s * 10) == at_s * 10:
            live.change(OTHER)
        if live.recording.elapsed_s >= stop_s:
            live.recording.stop()
    return words.split(), told


def test_what_a_slow_recogniser_has_not_heard_is_heard_by_the_next_one(session_of):
    late, following = Deaf({3: "one"}, late_s=9.0), Process(SAYS)
    words, told = changed(session_of(Loader(late, following)))
    assert words == ["one", "two", "three"]
    assert following.heard[0] in {3, 4}, "what was covered is not heard again"
    assert [event for event in told if isinstance(event, ModelsChanged | Failed)] == [
        ModelsChanged(ModelChoice()),
        ModelsChanged(OTHER),
    ]


def test_what_a_failing_recogniser_has_not_heard_is_heard_by_the_next_one(session_of):
    live = session_of(Loader(Dying({3: "one"}), Process(SAYS)))
    words, told = changed(live)
    assert words == ["one", "two", "three"]
    assert live.is_whole
    assert not [event for event in told if isinstance(event, Failed)]


def test_a_model_chosen_back_during_a_change_is_loaded(session_of):
    first, second, third = Process(), Process(), Process()
    live = session_of(Loader(first, second, third))

    def flush():
        live.change(ModelChoice())
        yield from ()

    first.flush = flush
    changed(live)
    assert second.heard
    assert third.heard


def test_a_recogniser_that_returns_after_the_last_word_is_reported(session_of):
    loader = Loader(Process(is_dead=True))
    live = session_of(loader)
    notices = []
    for event in live:
        if isinstance(event, Noticed):
            notices.append(event.notice)
        if event == Noticed(Notice.RESTARTING):
            live.recording.stop()
            loader.deliver(Process())
    assert notices[-2:] == [Notice.RESTARTING, Notice.NONE]


class Reading(Language):
    """Keeps the contexts its punctuators are told, and the settings they are made with."""

    def __init__(self):
        self.contexts, self.settings = [], []

    def stages(self, settings):
        self.settings.append(settings)
        reading = self

        class Keeping(Punctuator):
            def push(self, event):
                if isinstance(event, Context):
                    reading.contexts.append(event)
                yield from super().push(event)

        return Keeping(), Formatter()


def test_models_are_told_the_surrounding_text_as_it_was_when_they_were_ready(session_of):
    loader = Loader(Process({3: "hello"}))
    language = Reading()
    loader.language = lambda _: ready(language)
    live = session_of(loader)
    live.place(Context("The book ", " of old."), 0)
    for event in live:
        if isinstance(event, Update) and event.tail:
            live.place(Context("Another ", "."), 1)  # a sentence is on its way to the text
            live.recording.stop()
    assert language.contexts[1] == Context("The book ", " of old.")
    assert Context(None, ".") in language.contexts
    assert not live.is_placed
    assert all(settings.stays_open for settings in language.settings)


def test_a_long_pause_is_reported_once(session_of):
    rests = []

    class Resting(Language):
        def stages(self, _settings):
            class Keeping(Punctuator):
                def push(self, event):
                    if event is Break.REST:
                        rests.append(len(self._words))
                    yield from super().push(event)

            return Keeping(), Formatter()

    loader = Loader(Process({3: "hello", 70: "again"}))
    loader.language = lambda _: ready(Resting())
    live = session_of(loader)
    for event in live:
        if isinstance(event, LevelMeasured) and event.elapsed_s > 14.0:
            live.recording.stop()
    assert rests == [1, 2]


class Foreigner(Process):
    """Hears a language that is not wanted."""

    def hear(self, tenth):
        if tenth == 3:
            yield Hypothesis((), is_final=True, time_s=0.4, language="de", is_foreign=True)


def test_left_out_speech_is_reported(session_of):
    live = session_of(Loader(Foreigner()), lambda: Microphone(8))
    told = list(live)
    assert ForeignSpeech("de") in told
    assert not any(isinstance(it, Update) and it.sentences for it in told)


BROKEN = ModelFormatError(Path("second"), "damaged")


def test_if_a_recogniser_fails_for_good_another_one_hears_the_same_sound(session_of):
    dead = [Process(is_dead=True) for _ in range(4)]
    others = [RecogniserSettings("vosk", name) for name in ("/second", "/third")]
    live = session_of(Loader(*dead, BROKEN, Process(SAYS), others=others))
    words, told = changed(live, at_s=99.0)
    assert words == ["one", "two", "three"]
    failed = [event for event in told if isinstance(event, ModelFailed | Failed)]
    assert failed == [ModelFailed(DEAD, "second"), ModelFailed(BROKEN, "third")]
    assert live.is_whole


def test_two_failing_models_do_not_replace_each_other_for_ever(session_of):
    class Failing(Loader):
        def recogniser(self, _settings):
            return ready(Process(is_dead=True))

        def stand_ins(self, settings):
            name = "/one" if settings.speech_model == "/two" else "/two"
            return iter([RecogniserSettings("vosk", name)])

    live, failed = session_of(Failing()), []
    for event in live:
        if isinstance(event, ModelFailed):
            failed.append(event.stand_in)
            if event.stand_in is not None:  # from then on, the window uses it
                live.change(ModelChoice(RecogniserSettings("vosk", f"/{event.stand_in}")))
        if None in failed or len(failed) > 9:
            live.recording.stop()
    assert failed[-1] is None
    assert len(failed) < 5


def test_without_a_working_recogniser_recording_goes_on_until_one_is_chosen(session_of):
    live = session_of(Loader(BROKEN, Process(SAYS)))
    words, told = changed(live)
    assert words == ["one", "two", "three"]
    assert ModelFailed(BROKEN, None) in told
    assert told.index(Noticed(Notice.NO_RECOGNISER)) < told.index(ModelsChanged(OTHER))
    assert live.is_whole


def test_what_no_recogniser_has_heard_is_left_to_the_next_start(session_of):
    live = session_of(Loader(BROKEN))
    _, told = changed(live, at_s=99.0)
    assert live.recording.elapsed_s >= 4.0
    assert not live.is_whole
    assert Failed(BROKEN) in told


def test_without_any_installed_recogniser_the_dictation_ends(session_of):
    missing = ModelNotFoundError("speech", "")
    told = list(session_of(Loader(missing)))
    assert told[-2:] == [Failed(missing), StateChanged(State.STOPPED)]


def test_if_the_language_model_fails_recording_goes_on_for_the_next_start(session_of):
    class Broken(Language):
        def stages(self, _settings):
            class Breaking(Punctuator):
                def push(self, event):
                    if isinstance(event, Hypothesis):
                        raise BROKEN
                    yield from super().push(event)

                def flush(self):
                    raise BROKEN
                    yield

            return Breaking(), Formatter()

    loader = Loader(Process(SAYS))
    loader.language = lambda _: ready(Broken())
    live = session_of(loader)
    _, told = changed(live, at_s=99.0)
    assert live.recording.elapsed_s >= 4.0
    assert not live.is_whole
    assert [it for it in told if isinstance(it, ModelFailed | Failed)] == [
        ModelFailed(BROKEN, None),
        Failed(BROKEN),
    ]
