"""Dictations in the real window: speech is written as a person would write it."""

from __future__ import annotations

import pytest

from engine.models.active import active_model
from engine.recognisers.listener import Listener
from engine.text.units import split_units
from engine.types import Hypothesis, Word
from tests.support.recognisers.speech import CLIPS
from tests.support.ui.composed_window import composed_window

CLIP = next(iter(CLIPS))
WORD_S = 0.03


@pytest.fixture
def fermata(qtbot, tmp_path):
    options = {"commands__mode": "all", "dictation__writes_numbers": True}
    with composed_window(qtbot, tmp_path / "data", **options) as window:
        yield window


@pytest.fixture
def dictate(fermata, monkeypatch):
    """Says words to the window: the recording gives the times, and these are the words heard."""

    def say(said):
        units = split_units(said)
        words = [Word(it, at * WORD_S, (at + 1) * WORD_S) for at, it in enumerate(units)]
        finals = [
            Hypothesis((word,), is_final=True, ends_segment=word is words[-1], time_s=word.end_s)
            for word in words
        ]
        flush = Listener.flush

        def heard(listener):
            list(flush(listener))
            yield from finals

        monkeypatch.setattr(Listener, "poll", lambda _: iter(()))
        monkeypatch.setattr(Listener, "flush", heard)
        fermata.texts.close()
        fermata.dictate(CLIP)
        return fermata.document.text

    return say


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (
            "his initials are j f k and he drives a b m w",
            "he drives a BMW",
        ),
        ("my zip code is nine oh two one oh", "My zip code is 90210"),
        ("the site is https colon slash slash example dot com", "https://example.com"),
        ("run setup dot py then edit config dot json", "config.json"),
        ("he said quote i am done unquote and left", "He said “I am done” and left"),
        ("the ratio is three colon one", "The ratio is 3:1"),
        ("dear anna new line thank you for the letter", "Dear Anna\nthank you"),
    ],
)
def test_a_spelled_word_is_one_word_and_can_be_shown_as_recognised(fermata, dictate, said, text):
    assert text in dictate(said)
    spoken = fermata.page.view.model.words
    recognised = [spoken.at(place).spoken.utterance.as_recognised for place in (0,)]
    assert recognised[0].lower().split()[: len(said.split())] == said.split()


@pytest.mark.parametrize(
    ("left_out", "text"),
    [
        ("nothing", "um i think the the uh train is late"),
        ("fillers", "i think the the train is late"),
        ("repeats", "i think the train is late"),
    ],
)
def test_fillers_and_repeats_are_left_out_if_wanted(fermata, dictate, left_out, text):
    fermata.preferences.set("dictation.left_out", left_out)
    written = dictate("um i think the the uh train is late")
    assert (
        "".join(it for it in written.lower() if it.isalpha() or it == " ").split() == text.split()
    )
    assert written[0].isupper()
    recognised = fermata.page.view.model.words.at(0).spoken.utterance.as_recognised
    assert "um" in recognised.lower().split()


def test_chinese_fillers_are_left_out_and_marks_and_quotes_written(fermata, dictate):
    picker = fermata.page.live.language
    fermata.until(lambda: picker.count() == 2)
    picker.activated.emit(picker.findData("zh-yue-en"))
    fermata.until(lambda: active_model(fermata.paths) == "zh-yue-en")
    fermata.preferences.set("dictation.left_out", "fillers")
    written = dictate("呃他说引号我走了引号完就走了句号")
    assert "说“我走了”就走了。" in written.replace("，", "")
    assert "呃" not in written
