"""Voice commands in the window: what people see and hear of them."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication

from app.dictation.events import State
from app.ui.settings.words_page import WordsPage
from engine.spoken_commands.actions import Action
from engine.types import VoiceCommand
from tests.support.recognisers.speech import CLIPS, FOX
from tests.support.ui.composed_window import composed_window

WITH_COMMA = next(name for name, text in CLIPS.items() if "comma" in text.split())
TEST = next(name for name, text in CLIPS.items() if text == "this is a test")


@pytest.fixture
def fermata(qtbot, tmp_path):
    with composed_window(qtbot, tmp_path / "data", commands__mode="all") as window:
        yield window


def test_a_spoken_mark_is_written_and_off_leaves_the_word(fermata):
    fermata.dictate(WITH_COMMA)
    text = fermata.document.text.lower()
    assert "," in text
    assert "comma" not in text
    assert "comma" in fermata.page.view.model.words.at(0).spoken.utterance.as_recognised
    fermata.texts.close()
    fermata.preferences.set("commands.mode", "off")
    fermata.dictate(WITH_COMMA)
    assert "comma" in fermata.document.text.lower()


def say_instead(fermata, phrase, of):
    """Change a command's phrase as the settings do; what is loaded next knows it."""
    tables = fermata.workers.commands
    commands = tables.read("en")
    row = next(it for it in commands.rows() if of in it.phrases)
    assert commands.change(row, [phrase]) is None
    with_change = fermata.worker._loader
    tables.save("en", commands)
    choice = fermata.controller.choice().punctuation
    units = tuple(phrase.split())

    def is_known():
        loaded = with_change.language(choice).result().commands
        return units in loaded.utterances or units[0] in loaded.inline

    fermata.until(is_known)


def test_a_user_s_own_command_works_from_the_next_sentence_on(fermata):
    say_instead(fermata, "kommata", of="comma")
    fermata.dictate(WITH_COMMA)
    assert "comma" in fermata.document.text.lower()


def test_asleep_it_does_not_seem_to_listen(fermata):
    say_instead(fermata, "this is a test", of="stop listening")
    fermata.begin(TEST)
    fermata.until(lambda: fermata.controller.state is State.ASLEEP)
    assert fermata.page.live.state.text() == "Asleep"
    assert fermata.signs.pill.state.text() == "Asleep"
    fermata.controller.stop()
    fermata.until(lambda: fermata.controller.state is State.STOPPED)


def test_invisible_commands_are_reported_and_enter_goes_to_other_applications(fermata, qtbot):
    notice = fermata.page.live.notice
    fermata.begin(WITH_COMMA)
    fermata.worker.commanded.emit(VoiceCommand(Action.STOP, new="wake up"))
    fermata.until(lambda: "wake up" in notice.label.text())
    fermata.worker.commanded.emit(VoiceCommand(Action.WAKE))
    fermata.until(lambda: notice.is_free)
    fermata.worker.commanded.emit(VoiceCommand(Action.MARKS_OFF))
    fermata.until(lambda: "spoken punctuation" in notice.label.text())
    with qtbot.waitSignal(fermata.controller.enter_said):
        fermata.worker.commanded.emit(VoiceCommand(Action.ENTER))
    fermata.controller.stop()
    fermata.until(lambda: fermata.controller.state is State.STOPPED)


def learnt(fermata):
    return [row.correction.corrected for row in fermata.store.corrections()]


def test_words_are_selected_corrected_and_played_by_voice(fermata):
    fermata.dictate(FOX)
    page, document = fermata.page, fermata.document
    popup, notice, heard = page.low_confidence.popup, page.live.notice.label, document.text
    at = heard.index("dog")
    document.replace(at, at + 3, "doc")
    misheard = document.text
    fermata.begin(TEST)

    def say(action, **what):
        fermata.worker.commanded.emit(VoiceCommand(action, **what))

    say(Action.CORRECT, old="doc")
    fermata.until(lambda: any(it.isVisible() for it in popup.readings))
    assert page.view.textCursor().selectedText() == "doc"
    say(Action.CHOOSE, new="9")
    assert notice.text() == "There is no such reading."
    say(Action.CHOOSE, new="1")
    assert document.text.startswith(misheard.replace("doc", "dog"))
    assert popup.isHidden()
    say(Action.UNDO)
    assert document.text.startswith(misheard)
    say(Action.SELECT, old="banana")
    assert notice.text() == "“banana” is not in the text."
    say(Action.SELECT, old="fox")
    assert page.view.textCursor().selectedText() == "fox"
    say(Action.READ)
    assert fermata.player.is_playing
    fermata.until(lambda: not fermata.player.is_playing)
    say(Action.CAPITALISE)
    say(Action.END)
    fermata.controller.stop()
    fermata.until(lambda: fermata.controller.state is State.STOPPED)
    text = document.text
    assert "Fox" in text
    assert text.index("doc") < text.lower().index("this is a test")
    fermata.until(lambda: ["Fox" in it and "doc" in it for it in learnt(fermata)] == [True])


def test_speech_replaces_the_selection_and_the_correction_is_learnt(fermata):
    say_instead(fermata, "this is *", of="select *")
    fermata.dictate(TEST)
    assert fermata.document.text == "This is a test."
    fermata.dictate(TEST, FOX)
    corrected = fermata.document.text
    assert corrected.startswith("This is the quick brown fox")
    assert "test" not in corrected
    assert not fermata.page.view.textCursor().hasSelection()
    fermata.until(lambda: learnt(fermata) == [corrected])


def test_a_snippet_is_added_in_the_settings_and_inserts_the_clipboard(fermata):
    QGuiApplication.clipboard().setText("what was copied")
    page = fermata.settings_panel().page(WordsPage)
    page.written.setText("See {clipboard}.")
    page.spoken.setText("this is a test")
    page.add_entry.click()
    choice = fermata.controller.choice().punctuation
    loader = fermata.worker._loader
    fermata.until(lambda: "this" in loader.language(choice).result().commands.inline)
    fermata.dictate(TEST)
    assert fermata.document.text == "See what was copied."
    assert [it.written for it in page.model.entries] == ["See {clipboard}."]
