"""The user's words, from the vocabulary to a recogniser that expects them, here sherpa-onnx's.

It hears “two” if told nothing, and “too” if that is to be expected: the vocabulary alone, which
knows whole words, would leave a “two” unchanged.
"""

from __future__ import annotations

from app.dictation.events import State
from app.ui.settings.words_page import WordsPage
from engine.formatting.vocabulary import for_a_while_path, vocabulary_path
from engine.paths import Paths, default_paths
from tests.support.shared_data import DATA
from tests.support.ui.composed_window import composed_window, drop

TWO = DATA / "sherpa-speech" / "two.wav"
SHERPA = {"models__recogniser": "sherpa", "models__speech_model": "sherpa-onnx-tiny-zh-en"}


def say(fermata, toggle):
    """Press a button that opens the microphone, and say “two”."""
    count = len(fermata.microphones)
    fermata.spoken.append([TWO])
    toggle()
    fermata.until(lambda: len(fermata.microphones) > count)
    fermata.until(fermata.microphones[-1].is_played.is_set)


def pause(fermata):
    fermata.controller.toggle_pause()
    fermata.until(lambda: fermata.controller.state is State.PAUSED)


def letters(text):
    return "".join(sign for sign in text.lower() if sign.isalpha() or sign.isspace()).split()


def seen(fermata):
    return letters(fermata.page.view.seen_text)


def test_the_first_recogniser_expects_them_in_files_too(qtbot, tmp_path):
    folder = tmp_path / "data"
    path = vocabulary_path(Paths(default_paths().assets, folder, ()))
    path.parent.mkdir(parents=True)
    path.write_text("Kowloon Tong\nToo\n")
    with composed_window(qtbot, folder, **SHERPA) as fermata:
        say(fermata, fermata.controller.toggle_record)
        fermata.controller.toggle_record()
        fermata.until(lambda: fermata.controller.state is State.STOPPED)
        assert seen(fermata) == ["too"]
        assert drop(fermata.window, TWO)
        fermata.start_files()
        fermata.until(lambda: len(fermata.store.sessions()) == 2)
        session = fermata.store.session(fermata.store.sessions()[0].number)
        assert [word.text for word in session.sentences[0].words] == ["too"]


def test_changes_during_a_dictation_apply_from_then_on(qtbot, tmp_path):
    with composed_window(qtbot, tmp_path / "data", **SHERPA) as fermata:
        changes = []
        fermata.worker.models_changed.connect(changes.append)
        say(fermata, fermata.controller.toggle_record)
        fermata.until(lambda: seen(fermata) == ["two"])
        pause(fermata)
        page = fermata.settings_panel().page(WordsPage)
        page.written.setText("Too")
        page.add_entry.click()
        fermata.until(lambda: len(changes) == 2)  # the first ones, and these
        say(fermata, fermata.controller.toggle_pause)
        fermata.until(lambda: seen(fermata) == ["two", "too"])
        fermata.controller.toggle_record()
        fermata.until(lambda: fermata.controller.state is State.STOPPED)
        assert seen(fermata) == ["two", "too"]
        before = fermata.controller.choice()
        assert not fermata.controller.choice().needs_other_recogniser(before)
        fermata.workers.commands.changed.emit()
        assert fermata.controller.choice().needs_other_recogniser(before)


def test_temporary_words_go_with_the_text_they_were_meant_for(qtbot, tmp_path):
    names = tmp_path / "meeting.txt"
    names.write_text("Too\n")
    with composed_window(qtbot, tmp_path / "data", **SHERPA) as fermata:
        file = for_a_while_path(Paths(default_paths().assets, tmp_path / "data", ()))
        fermata.until(lambda: fermata.workers.words.words is not None)
        with qtbot.waitSignal(fermata.workers.words.changed):
            fermata.workers.words.keep_for_a_while(names, None)
        assert file.exists()
        say(fermata, fermata.controller.toggle_record)
        fermata.controller.toggle_record()
        fermata.until(lambda: fermata.controller.state is State.STOPPED)
        assert seen(fermata) == ["too"]
        assert file.exists()
        fermata.texts.close()
        fermata.until(lambda: not file.exists())
