"""Spoken commands in the window: what is seen of them, and what a person hears about them."""

from __future__ import annotations

import pytest

from app.dictation.events import State
from engine.spoken_commands.actions import Action
from engine.types import VoiceCommand
from tests.support.recognisers.speech import CLIPS
from tests.support.ui.composed_window import composed_window

WITH_COMMA = next(name for name, text in CLIPS.items() if "comma" in text.split())


@pytest.fixture
def fermata(qtbot, tmp_path):
    with composed_window(qtbot, tmp_path / "data", commands__mode="all") as window:
        yield window


def test_a_mark_that_is_said_is_written_and_off_leaves_the_word(fermata):
    fermata.dictate(WITH_COMMA)
    text = fermata.document.text.lower()
    assert "," in text
    assert "comma" not in text
    assert "comma" in fermata.page.view.model.words.at(0).spoken.utterance.as_recognised
    fermata.controller.new_text()
    fermata.preferences.set("commands.mode", "off")
    fermata.dictate(WITH_COMMA)
    assert "comma" in fermata.document.text.lower()


def test_a_command_of_ones_own_is_followed_from_the_next_sentence_on(fermata):
    tables = fermata.workers.commands
    commands = tables.read("en")
    row = next(it for it in commands.rows() if "comma" in it.phrases)
    assert commands.change(row, ["kommata"]) is None
    tables.save("en", commands)
    models = fermata.worker._loader
    language = fermata.controller.choice().punctuation
    fermata.until(lambda: "kommata" in models.language(language).result().commands.inline)
    fermata.dictate(WITH_COMMA)
    assert "comma" in fermata.document.text.lower()


def test_what_is_not_seen_in_the_text_is_said_and_enter_goes_to_other_applications(fermata, qtbot):
    notice = fermata.page.live.notice
    fermata.begin(WITH_COMMA)
    fermata.worker.commanded.emit(VoiceCommand(Action.STOP, new="wake up"))
    fermata.until(lambda: "wake up" in notice.label.text())
    fermata.worker.commanded.emit(VoiceCommand(Action.WAKE))
    fermata.until(lambda: notice.is_free)
    fermata.worker.commanded.emit(VoiceCommand(Action.MARKS_OFF))
    fermata.until(lambda: "marks that you say" in notice.label.text())
    with qtbot.waitSignal(fermata.controller.enter_said):
        fermata.worker.commanded.emit(VoiceCommand(Action.ENTER))
    fermata.controller.stop()
    fermata.until(lambda: fermata.controller.state is State.STOPPED)
