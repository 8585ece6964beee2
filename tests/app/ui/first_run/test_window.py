"""The first minute in the whole window, in Chinese, as seen by someone in Hong Kong."""

from __future__ import annotations

from threading import Event

import pytest
from PySide6.QtCore import QLocale, QTranslator

from app.application import DICTATION
from app.ui.models.page import ModelsPage
from engine.models.active import active_model
from engine.recognisers.speech_models import recogniser_of
from tests.app.ui.first_run.conftest import TRILINGUAL
from tests.support.faults.rude_server import status
from tests.support.recognisers.speech import FOX
from tests.support.ui.composed_window import composed_window


@pytest.fixture
def fermata(qtbot, qapp, tmp_path, speaking, offering):
    locale, font = QLocale(), qapp.font()
    speaking("zh_HK")
    wanted = {
        "models__recogniser": "auto",
        "models__speech_model": "",
        "advanced__download_base_url": offering.url(""),
    }
    place = tmp_path / "data" / "speech-models"
    folder = tmp_path / "data"
    with composed_window(
        qtbot, folder, is_first_run=True, speech_models=place, **wanted
    ) as fermata:
        yield fermata
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
        translator.deleteLater()
    QLocale.setDefault(locale)
    qapp.setFont(font)


@pytest.fixture
def step(fermata):
    """The model step, with what it offers."""
    fermata.window.over.next.click()
    fermata.window.over.next.click()
    step = fermata.window.over.model
    fermata.until(lambda: step.row is not None)
    return step


def is_in_use(page, kind, name):
    row = page._rows.get((kind, name))
    return row is not None and row.entry.is_active


def test_cantonese_is_used_with_its_punctuation_even_if_it_arrives_after_the_first_run(
    fermata, step, offering
):
    first_run = fermata.window.over
    assert fermata.preferences.value.dictation.chinese_script == "hong_kong"
    assert first_run.language.languages.currentText() == "粵語"
    assert step.row.entry.name == TRILINGUAL
    assert active_model(fermata.paths) == "en"
    whole, go_on = offering.behaviour, Event()

    def late(asked):
        while not go_on.is_set():
            yield 0.01
        yield from whole(asked)

    offering.behaviour = late
    step.row.button("download").click()
    first_run.next.click()  # it goes on meanwhile
    first_run.skip.click()
    fermata.until(lambda: fermata.window.over is None)
    go_on.set()
    fermata.until(lambda: active_model(fermata.paths) == "zh-yue-en")
    panel = fermata.settings_panel()
    panel.open_page(ModelsPage)
    page = panel.page(ModelsPage)
    fermata.until(lambda: is_in_use(page, "speech", TRILINGUAL))
    fermata.until(lambda: is_in_use(page, "punctuation", "zh-yue-en"))
    spec = recogniser_of(fermata.controller.choice().recogniser, fermata.paths)
    assert spec.speech_model == fermata.paths.speech_models[0] / TRILINGUAL


def test_the_reason_why_keys_do_not_work_everywhere_is_given_first(fermata):
    destination = fermata.window.over.destination
    destination.places.setCurrentIndex(1)
    fermata.until(destination.problem.isVisible)
    assert destination.problem.text() == "這裡沒有其他應用程式。"


def test_this_computer_is_measured_and_english_stays_if_the_download_is_refused(
    fermata, step, offering
):
    fermata.until(lambda: fermata.workers.speed.factor is not None)
    fermata.until(lambda: "跟得上" in step.row.speed.text())  # what is offered here is tiny
    offering.behaviour = status("403 Forbidden")
    step.row.button("download").click()
    fermata.until(lambda: "403" in step.row.notice.label.text())
    assert step.stick.isVisible()
    assert "隨身碟" in step.row.notice.label.text()
    assert "匯入資料夾" in step.importing.folder.text()
    assert active_model(fermata.paths) == "en"
    fermata.window.over.skip.click()
    notice = fermata.page.live.notice
    assert "粵語" in notice.label.text()
    notice.offer.click()
    assert isinstance(fermata.settings_panel().stack.currentWidget(), ModelsPage)
    fermata.window.open_part(DICTATION)
    fermata.dictate(FOX)
    assert "fox" in fermata.document.text.lower()
