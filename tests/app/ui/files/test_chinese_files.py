"""Chinese files in the window: under the English model, with another one, as subtitles."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest

from app.files.job import JobState
from app.ui.language.languages import own_names, shown_choice, shown_title
from engine.models.spoken_languages import model_that_knows
from engine.settings import Script, Settings
from tests.app.files.conftest import work_settings
from tests.app.ui.files.test_page import Panel, press
from tests.support.chinese import write_chinese_bundle
from tests.support.shared_data import DATA
from tests.support.ui.composed_window import drop

SPEECH = DATA / "sherpa-speech"
LANGUAGES = ("zh", "yue", "en")
OWN_NAMES = "中文 · 粵語 · English"
CANTONESE = "我們今日去咗旺角食飯佢話嗰度好多人所以唔想再去\n不過如果你想去嘅話我可以陪你\n"
SRT = """1
00:00:01,000 --> 00:00:02,500
我們去<i>旺角</i>食飯
佢話好多人

2
00:00:03,000 --> 00:00:06,000
所以唔想再去OK
發現頭髮
"""


@pytest.fixture(scope="module")
def paths(tmp_path_factory):
    folder = tmp_path_factory.mktemp("paths")
    models = folder / "data" / "models"
    models.mkdir(parents=True)
    write_chinese_bundle(models / "zh-yue-en")
    return work_settings(folder).paths


@pytest.fixture(scope="module")
def shared_panel(qapp, paths):
    panel = Panel(replace(work_settings(paths.data.parent), paths=paths))
    yield panel
    panel.leave()


@pytest.fixture
def panel(shared_panel):
    yield shared_panel
    shared_panel.until(lambda: shared_panel.model.over == shared_panel.model.rowCount())
    shared_panel.queue._clear()
    shared_panel.heard.clear()


def bare(text):
    """Return the text without marks and capitals."""
    return "".join(sign for sign in text.lower() if not unicodedata.category(sign).startswith("P"))


def test_a_chinese_text_under_the_english_model_is_one_click_from_the_other_one(panel, tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text(CANTONESE, encoding="utf-8")
    (job,) = panel.work_on(path)
    assert job.state is JobState.FAILED
    said = (
        "notes.txt looks like Cantonese, but the model knows only English, so nothing was changed."
    )
    assert str(job.problem).startswith(said)
    assert "“Try again” uses the model zh-yue-en, which knows it" in panel.words_of(job)
    panel.queue.list.setCurrentIndex(panel.model.index(0))
    panel.until(panel.queue.retry.isEnabled)
    press(panel.queue.retry)
    panel.until(lambda: panel.model.job(0).state is JobState.DONE)
    (job,) = panel.model.jobs()
    assert job.model == "zh-yue-en"
    assert not panel.queue.again.isVisible()
    text = panel.text_of(job).text
    assert bare(text) == CANTONESE.rstrip("\n")
    assert any(sign in text for sign in "，。？！、")
    assert path.read_text(encoding="utf-8") == CANTONESE


def test_without_another_model_it_says_where_to_get_one(panel, tmp_path, monkeypatch):
    path = tmp_path / "notes.txt"
    path.write_text(CANTONESE, encoding="utf-8")
    settings = work_settings(tmp_path)
    settings = replace(settings, paths=replace(settings.paths, assets=tmp_path))
    monkeypatch.setattr(panel.controller.queue, "settings", settings)
    (job,) = panel.work_on(path)
    assert "Import a model that knows it in Settings." in panel.words_of(job)


def test_subtitles_keep_their_cues_and_lines(panel, paths, tmp_path):
    settings = work_settings(tmp_path)
    punctuation = replace(
        settings.settings.punctuation, model="zh-yue-en", script=Script.SIMPLIFIED
    )
    panel.controller.queue.settings = replace(
        settings, paths=paths, settings=Settings(punctuation, settings.settings.recogniser)
    )
    source = tmp_path / "talk.srt"
    source.write_text(SRT, encoding="utf-8")
    assert drop(panel, source)
    panel.look_at(1)
    press(panel.queue.plan.start_all)
    panel.until(lambda: panel.model.over == 1)
    lines = panel.text_of(panel.model.job(0)).text.splitlines()
    assert len(lines) == 2
    assert " " not in lines[0]
    panel.export_all(tmp_path)
    written = (tmp_path / "talk-marked.srt").read_text(encoding="utf-8")
    expected = SRT.translate(str.maketrans("們飯話發現頭髮", "们饭话发现头发"))
    assert [bare(line) for line in written.splitlines()] == [
        bare(line) for line in expected.splitlines()
    ]
    assert any(sign in written for sign in "，。？！、")
    assert [line for line in written.splitlines() if "-->" in line] == [
        line for line in SRT.splitlines() if "-->" in line
    ]


def test_the_model_for_the_language_is_preferred(paths, tmp_path):
    assert model_that_knows("yue", paths) == model_that_knows("zh", paths) == "zh-yue-en"
    assert model_that_knows("en", paths) == "en"
    assert model_that_knows("ja", paths) is None
    assert model_that_knows("zh", replace(paths, assets=tmp_path, data=tmp_path)) is None


def test_models_are_named_by_their_languages():
    assert own_names(LANGUAGES) == shown_title("zh-yue-en", LANGUAGES) == OWN_NAMES
    assert OWN_NAMES in shown_choice("zh-yue-en", LANGUAGES)
    assert "as it is heard" in shown_choice("zh-yue-en", LANGUAGES).lower()
    assert shown_choice("en", ("en",)) == "English"
    assert shown_choice("my-talks", ("en",)) == "my-talks (English)"
    assert shown_choice("my-talks", ()) == "my-talks"
