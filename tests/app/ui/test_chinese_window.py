"""The whole window in Chinese: nothing of it stays English, nothing is cut at 800×600."""

from __future__ import annotations

import json
import shutil
from datetime import datetime

import pytest
from PySide6.QtCore import QLocale, QTranslator
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.application import FILES, HISTORY, SETTINGS, Fermata
from app.dictation.events import Notice, State
from app.ui.dictation.spoken_language import SpokenLanguage
from app.ui.settings.general_page import GeneralPage
from app.ui.training.page import TrainingPage
from app.ui.training.values import Comparison, Outcome, Start, Step
from engine.errors import AudioDeviceError
from engine.paths import Paths, default_paths
from tests.app.history.test_store import said
from tests.support.ui.catalogues import CHINESE
from tests.support.ui.visible_texts import does_not_fit, latin_words, lines_cut, texts

SIZE = (800, 600)
_PATIENCE = 150
_NAMES = "Fermata Vosk PocketSphinx sherpa-onnx transducer ONNX torch FLAC SHA- MD MB GB UTF- JSON"
_WORDS = "Markdown Word English"
_KEYS = "Ctrl Alt Shift Meta Return Escape Insert F5 click"
_SUFFIXES = "zip txt md docx srt vtt json"
_IN_TEXTS = "fermata toggle python -m pip install train dB"
ALLOWED = set(f"{_NAMES} {_WORDS} {_KEYS} {_SUFFIXES} {_IN_TEXTS}".split())


def _no_microphone(_device):
    raise AudioDeviceError("", "no microphone was found")


@pytest.fixture(scope="module", params=CHINESE)
def fermata(qapp, tmp_path_factory, request):
    folder = tmp_path_factory.mktemp(request.param)
    chosen = {"general": {"language": request.param, "first_run_is_done": True}}
    preferences = folder / "preferences.json"
    preferences.write_text(json.dumps(chosen))
    locale, font = QLocale(), qapp.font()
    made = Fermata(qapp, Paths(default_paths().assets, folder, ()), preferences, _no_microphone)
    made.window.resize(*SIZE)
    made.window.show()
    yield made
    made.window.hide()
    made.close()
    made.window.deleteLater()
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
        translator.deleteLater()
    QLocale.setDefault(locale)
    qapp.setFont(font)
    QApplication.processEvents()


def english(root, *names):
    """Return what is not Chinese; names are those of this test."""
    allowed = ALLOWED | set(names)
    return sorted({f"{place}: {text}" for place, text in texts(root) if latin_words(text, allowed)})


def settled(window):
    """Return what does not fit when everything has found its place."""
    for _ in range(_PATIENCE):
        QTest.qWait(20)
        if not (cut := [*does_not_fit(window), *lines_cut(window)]):
            break
    assert (window.width(), window.height()) == SIZE, "its contents made it larger"
    return cut


def test_the_dictation_page(fermata):
    live = fermata.page.live
    for state in State:
        live.show_state(state)
        assert english(fermata.window) == []
        assert settled(fermata.window) == []
    for notice in Notice:
        live.notice.show_notice(notice)
        assert english(fermata.window) == []
        assert settled(fermata.window) == []
    live.show_state(State.STOPPED)
    fermata.page.bar.heard.setChecked(True)
    fermata.page.hints.offer_here(is_useful=True)
    fermata.page.hints.offer_follow(is_useful=True)
    assert english(fermata.page.view.menu()) == []
    assert english(fermata.page) == []
    assert settled(fermata.window) == []


def test_an_error_is_told_in_chinese(fermata, qtbot):
    fermata.controller.toggle_record()
    label = fermata.page.live.notice.label
    qtbot.waitUntil(lambda: bool(label.text()), timeout=20_000)
    assert latin_words(label.text(), ALLOWED) == []
    qtbot.waitUntil(lambda: fermata.controller.state is State.STOPPED, timeout=20_000)


def test_another_language_than_the_chosen_one(fermata):
    notice = fermata.page.live.notice
    heard = fermata.page.findChild(SpokenLanguage)
    heard._say("yue")
    assert "粵語" in notice.label.text() or "粤语" in notice.label.text()
    assert english(fermata.window) == []
    assert settled(fermata.window) == []
    other = fermata.paths.data / "models" / "zh-yue-en"
    other.mkdir(parents=True)
    (other / "bundle.json").write_text(json.dumps({"languages": ["zh", "yue", "en"]}))
    heard._say("zh")
    assert notice.offer.isVisible()
    assert english(fermata.window) == []
    assert settled(fermata.window) == []
    shutil.rmtree(other)
    notice.clear()


def test_a_chinese_text_under_the_english_model(fermata, qtbot, tmp_path):
    path = tmp_path / "c.txt"
    path.write_text("今天我们去看了一个很大的房子里面有很多人", encoding="utf-8")
    fermata.window.open_part(FILES)
    panel = fermata.window.part(FILES)
    before = panel.tabs.count()
    fermata.window.files_dropped.emit([path])
    qtbot.waitUntil(lambda: panel.model.rowCount() == panel.model.over == 1, timeout=30_000)
    panel.queue.list.selectAll()
    qtbot.waitUntil(panel.queue.show_result.isEnabled)
    panel.queue.show_result.click()
    qtbot.waitUntil(lambda: panel.tabs.count() == before + 1, timeout=10_000)
    assert english(panel, "c.txt", "c") == []
    assert settled(fermata.window) == []
    panel._close_current()
    panel.queue._clear()


def test_files_from_the_queue_to_the_result(fermata, qtbot, tmp_path):
    good, bad = tmp_path / "a.txt", tmp_path / "b.srt"
    good.write_text("so i went to the shop this morning and it was closed what now\n")
    bad.write_text("no cue")
    fermata.window.open_part(FILES)
    panel = fermata.window.part(FILES)
    assert settled(fermata.window) == []
    fermata.window.files_dropped.emit([good, bad])
    qtbot.waitUntil(lambda: panel.model.over == 2, timeout=30_000)
    panel.queue.list.selectAll()
    qtbot.waitUntil(panel.queue.show_result.isEnabled)
    panel.queue.show_result.click()
    qtbot.waitUntil(lambda: panel.tabs.count() == 2, timeout=10_000)
    assert english(panel, "a.txt", "b.srt", "a", "b", "srt") == []
    assert settled(fermata.window) == []
    panel.tabs.setCurrentIndex(0)
    assert settled(fermata.window) == []


def test_history(fermata, qtbot):
    fermata.window.open_part(HISTORY)
    panel = fermata.window.part(HISTORY)
    qtbot.waitUntil(lambda: panel.empty.text() != "")
    assert settled(fermata.window) == []
    number = fermata.store.begin(datetime.now().astimezone(), "en", "en")
    fermata.store.append(number, [said("Hello there.")])
    panel.refresh()
    qtbot.waitUntil(lambda: panel.preview.facts.text() != "")
    assert english(panel, "Hello", "there") == []
    assert settled(fermata.window) == []
    panel.preview.ask_before_deleting()
    assert settled(fermata.window) == []


def test_settings(fermata, qtbot):
    with qtbot.waitSignal(fermata.workers.models.listed, timeout=10_000):
        fermata.workers.models.refresh()
    fermata.window.open_part(SETTINGS)
    panel = fermata.window.part(SETTINGS)
    panel.sidebar.setCurrentRow(2)
    qtbot.waitUntil(lambda: bool(panel.pages[2]._cards))  # the names of models that it allows
    for row, page in enumerate(panel.pages):
        panel.sidebar.setCurrentRow(row)
        QApplication.processEvents()
        assert english(page, *_of_models(fermata), *_of_fonts(panel)) == [], type(page).__name__
        assert settled(fermata.window) == [], type(page).__name__
    assert english(panel, *_of_models(fermata), *_of_fonts(panel)) == []


def _of_models(fermata):
    """Names that publishers gave: of models, licences and benchmarks."""
    page = fermata.window.part(SETTINGS).pages[2]
    entries = [card.entry for card in page._cards.values()]
    told = [" ".join((it.name, it.engine, *it.licences)) for it in entries]
    told += [it.score.benchmark for it in entries if it.score]
    return [word for text in told for word in latin_words(text, set())]


def _of_fonts(panel):
    fonts = next(page for page in panel.pages if page.section == "accessibility")
    names = [text for _, text in texts(fonts) if "QComboBox" not in text]
    families = [name for name in names if latin_words(name, set())]
    from PySide6.QtGui import QFontDatabase

    known = set(QFontDatabase.families())
    return [word for name in families if name in known for word in latin_words(name, set())]


def test_the_training_page_through_a_run(fermata):
    fermata.window.open_part(SETTINGS)
    panel = fermata.window.part(SETTINGS)
    panel.open_page(TrainingPage)
    page = next(page for page in panel.pages if isinstance(page, TrainingPage))
    figures = Comparison(1000, (80.0, 82.0), (70.0, 72.5))
    why = "it is better on the texts that were held out"
    for lacks in ("", "weights", "torch"):
        page._show_start(Start("en", "en-own", lacks))
        assert english(page, "en", "en-own") == []
        assert settled(fermata.window) == []
    for stage in ("reading", "measuring", "learning", "choosing", "writing", "comparing"):
        page._show_stage(stage)
        assert english(page, "en", "en-own") == [], stage
    page._show_step(Step(3, 10, 0.5, 75.0, 81.0))
    page._show_outcome(Outcome("en-own", 900, True, why, figures, figures))
    assert english(page, "en", "en-own") == []
    assert settled(fermata.window) == []


def test_the_first_run(fermata, qtbot):
    panel = fermata._first_run()
    fermata.window.show_over(panel)
    for step in range(3):
        panel._go(step)
        qtbot.wait(150)
        spoken = latin_words(panel.dictation.example.text(), set())
        names = ["SHA-", "Apache", "LibriSpeech", "TED-LIUM"]
        assert english(panel, *spoken, *names) == []
        assert settled(fermata.window) == []
    fermata.window.show_over(None)


def test_the_tray(fermata):
    tray = fermata.desktop.tray
    for state in State:
        tray.show_state(state)
        assert english(tray.menu) == []
        assert latin_words(tray.icon.toolTip(), ALLOWED) == []
    tray.show_state(State.STOPPED)


def test_another_language_is_offered_in_its_own_words(fermata):
    fermata.window.open_part(SETTINGS)
    panel = fermata.window.part(SETTINGS)
    page = next(page for page in panel.pages if isinstance(page, GeneralPage))
    offered = {text for _, text in texts(page)}
    assert offered >= {"English", "简体中文", "繁體中文"}
