"""Chinese speech in the window: its script, its spaces, and the model for it."""

from __future__ import annotations

import pytest

from app.dictation.events import State
from engine.models.active import active_model
from tests.app.ui.dictation.test_bottom_bar import click
from tests.support.chinese import write_chinese_bundle
from tests.support.shared_data import DATA
from tests.support.ui.composed_window import composed_window

SPEECH = DATA / "sherpa-speech"
SHERPA = {"models__recogniser": "sherpa", "models__speech_model": "sherpa-onnx-tiny-zh-en"}
OWN_NAMES = "中文 · 粵語 · English"


@pytest.fixture(scope="module")
def bundle(tmp_path_factory):
    return write_chinese_bundle(tmp_path_factory.mktemp("models") / "zh-yue-en")


@pytest.fixture
def fermata(qtbot, tmp_path, bundle):
    folder = tmp_path / "data"
    (folder / "models").mkdir(parents=True)
    (folder / "models" / "zh-yue-en").symlink_to(bundle)
    with composed_window(qtbot, folder, **SHERPA) as composed:
        yield composed


def say(fermata, *names):
    """Press record and speak, without stopping."""
    count = len(fermata.microphones)
    fermata.spoken.append([SPEECH / name for name in names])
    fermata.controller.toggle_record()
    fermata.until(lambda: len(fermata.microphones) > count)
    fermata.until(fermata.microphones[-1].is_played.is_set)


def stop(fermata):
    fermata.controller.toggle_record()
    fermata.until(lambda: fermata.controller.state is State.STOPPED)


def written(fermata):
    """Return the text of the page in lower case, without marks."""
    return letters(fermata.page.view.model.text.lower())


def letters(text):
    return "".join(sign for sign in text if sign.isalnum() or sign.isspace())


def test_the_picker_names_languages_and_follows_what_is_heard(fermata):
    picker = fermata.page.live.language
    fermata.until(lambda: picker.count() == 2)
    names = {picker.itemData(at): picker.itemText(at) for at in range(picker.count())}
    assert names["en"] == "English"
    assert OWN_NAMES in names["zh-yue-en"]
    assert "as it is heard" in names["zh-yue-en"].lower()
    picker.activated.emit(picker.findData("zh-yue-en"))
    fermata.until(lambda: active_model(fermata.paths) == "zh-yue-en")
    fermata.until(lambda: fermata.worker._choice.recogniser.languages == ("zh", "yue", "en"))


def test_speaking_chinese_with_the_english_model_offers_the_other_one(fermata):
    fermata.until(lambda: fermata.page.live.language.count() == 2)
    say(fermata, *["mixed.wav"] * 6)
    notice = fermata.page.live.notice
    fermata.until(lambda: notice.label.text().startswith("This sounds like Mandarin"))
    assert notice.offer.text() == f"Use {OWN_NAMES}"
    changed = []
    fermata.worker.models_changed.connect(changed.append)
    click(notice.offer)
    assert not notice.label.text().startswith("This sounds like")  # it may say something else
    fermata.until(lambda: changed and changed[-1].punctuation.model == "zh-yue-en")
    fermata.until(lambda: fermata.page.live.language.currentData() == "zh-yue-en")
    stop(fermata)
    assert written(fermata).replace(" ", "") == "hello你好fermata" * 6
    assert not notice.isVisible()


def test_spaces_marks_and_the_script_are_settings(fermata):
    """The English model sets a comma after "Hello" and no other mark within the sentence."""
    settings = ("latin_spacing", "chinese_marks", "chinese_script")
    for chosen, thanks, end in (
        (("usual", "full", "as_spoken"), "谢谢", "好 fermata。"),
        (("never", "half", "taiwan"), "謝謝", "好fermata."),
    ):
        for setting, value in zip(settings, chosen, strict=True):
            fermata.preferences.set(f"dictation.{setting}", value)
        say(fermata, "thanks.wav", "mixed.wav")
        stop(fermata)
        assert thanks in written(fermata)
        assert written(fermata).endswith(end[:-1])
        assert fermata.page.view.model.text[-1] == end[-1]
        fermata.texts.close()


def test_a_left_out_language_can_be_added_at_once(fermata):
    fermata.until(lambda: fermata.page.live.language.count() == 2)
    fermata.worker.foreign_heard.emit("de")
    notice = fermata.page.live.notice
    assert (
        notice.label.text()
        == "This sounds like German, which is not one of your languages, so it is left out."
    )
    assert notice.offer.text() == "Write German too"
    click(notice.offer)
    assert fermata.controller.choice().recogniser.languages == ("en", "de")
    assert fermata.controller.choice().punctuation.model == "en"
    fermata.until(lambda: fermata.page.live.language.currentText() == "English · German")


def test_left_out_speech_is_reported_once(fermata):
    fermata.worker.foreign_heard.emit("")
    notice = fermata.page.live.notice
    assert notice.label.text().startswith("This does not sound like English, ")
    notice.hide()
    fermata.worker.foreign_heard.emit("")
    assert not notice.isVisible()
