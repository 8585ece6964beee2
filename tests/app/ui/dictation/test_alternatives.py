"""The card of a doubtful word offers what else the recogniser may have heard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.ui.dictation.low_confidence_words import written_like
from engine.recognisers.speech_models import BUILT_IN
from tests.support.recognisers.speech import FOX, VOSK_MODEL
from tests.support.ui.composed_window import composed_window

MODELS = {"whisper": BUILT_IN, "vosk": VOSK_MODEL.name}


@pytest.fixture(params=["whisper", "vosk"])
def fermata(qtbot, tmp_path, request):
    chosen = {"models__recogniser": request.param, "models__speech_model": MODELS[request.param]}
    with composed_window(qtbot, tmp_path / "data", **chosen) as fermata:
        fermata.dictate(FOX)
        yield fermata


def card_of(fermata, said, instead):
    """Replace a spoken word, if asked to, and open its card."""
    page, document = fermata.page, fermata.document
    words = [document.words.at(index) for index in range(len(document.words))]
    index = next(n for n, it in enumerate(words) if it.spoken.word.text.lower().strip(".") == said)
    if instead:
        start = words[index].start
        document.replace(start, start + len(said), instead)
    page.low_confidence.open(document.words.at(index))
    fermata.until(page.low_confidence.popup.looking.isHidden)
    return page.low_confidence.popup


def offered(popup):
    return [it.property("reading") for it in popup.readings if it.isVisible()]


def test_another_reading_replaces_the_word_if_there_is_sound(fermata):
    loader = fermata.worker._loader
    fermata.until(lambda: loader._spare is not None and loader._spare[1].done())
    spare = loader._spare
    popup = card_of(fermata, "dog", "doc")
    misheard = fermata.document.text
    assert offered(popup)[0].lower() == "dog" + misheard[misheard.index("doc") + 3 :].strip()
    assert popup.readings[0].accessibleName() == f"Replace it with “{offered(popup)[0]}”"
    QTest.keyClick(popup, Qt.Key.Key_1, Qt.KeyboardModifier.AltModifier)
    fermata.until(lambda: "dog" in fermata.document.text.lower())
    assert fermata.document.text == misheard.replace("doc", "dog")
    fermata.document.undo()
    assert fermata.document.text == misheard
    fermata.until(lambda: loader._spare is not None)
    assert loader._spare == spare, "the next dictation finds its recogniser ready"
    fermata.controller.back.forget()
    fermata.worker.take_sound()
    assert offered(card_of(fermata, "fox", "")) == []


@pytest.mark.parametrize(
    ("text", "reading", "written"),
    [
        ("Guttenburg,", "gutenberg", "Gutenberg,"),
        ("guttenburg", "Gutenberg", "Gutenberg"),
        ("“Ane”", "an", "“An”"),
        ("harry.", "a hurry", "a hurry."),
        ("气", "天气", "天气"),
        ("—", "dash", "dash"),
    ],
)
def test_a_reading_keeps_the_word_s_marks_and_capital(text, reading, written):
    assert written_like(text, reading) == written
