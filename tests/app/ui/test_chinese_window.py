"""The whole window in Chinese and high contrast, 800×600: nothing is English, cut off or faint."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QLocale, QTranslator
from PySide6.QtGui import QFontDatabase
from PySide6.QtTest import QTest

from app.application import SETTINGS
from app.dictation.events import Notice, State
from app.ui.dictation.slow_recogniser import SlowRecogniser
from app.ui.dictation.spoken_language import SpokenLanguage
from app.ui.training.page import TrainingPage
from app.ui.training.values import Start, Step
from engine.installation import way_to
from engine.models.catalogue import load_catalogue
from engine.models.installed import installed_models
from tests.support.ui.catalogues import CHINESE
from tests.support.ui.readable import unreadable
from tests.support.ui.surfaces import opened, surfaces
from tests.support.ui.visible_texts import does_not_fit, latin_words, lines_cut, texts

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # offscreen
SIZE = (800, 600)
_PATIENCE = 150
_NAMES = "Fermata Vosk sherpa-onnx transducer ONNX torch FLAC SHA- MD MB GB UTF- JSON Linux enchant"
_MODELS = "Parakeet Canary Moonshine SenseVoice X-ASR Paraformer TDT tiny base"
_WORDS = "Markdown Word SubRip WebVTT English OpenDocument Whisper YouTube"
_TITLES = "Advanced SubStation Timed Text"
_KEYS = "Ctrl Alt Shift Meta Return Enter Esc Escape Insert Delete F5 click"
_SUFFIXES = "zip txt md docx odt html srt vtt sbv ass ttml json tsv wav"
_IN_TEXTS = "fermata toggle dB speech-models"
_OF_SURFACES = "you note gone chinese en-own What was said Hello hello there balloon"
_OF_SURFACES += " their the air they are dare"
ALLOWED = set(
    f"{_NAMES} {_MODELS} {_WORDS} {_TITLES} {_KEYS} {_SUFFIXES} {_IN_TEXTS} {_OF_SURFACES}".split()
)
ALLOWED |= {"line", "date", "time", "clipboard"}  # the fields of a snippet
ALLOWED |= set(latin_words(str(way_to("train")), set()))
STAGES = ("reading", "measuring", "learning", "choosing", "writing", "comparing")


@pytest.fixture(scope="module", params=zip(CHINESE, ("light", "dark"), strict=True))
def seen(qapp, tmp_path_factory, request):
    """What is not Chinese, cut off or faint: the window is walked through once for all tests."""
    locale, font, found = QLocale(), qapp.font(), {}
    palette, sheet = qapp.palette(), qapp.styleSheet()
    language, theme = request.param
    with opened(qapp, tmp_path_factory.mktemp("data"), SIZE, language=language) as fermata:
        fermata.theme.choose(theme, high_contrast=True)
        allowed = ALLOWED | set(_of_publishers(fermata))
        for name, root in surfaces(fermata):
            for shown in ("", *_moments(name, fermata)):
                english = [text for _, text in texts(root) if latin_words(text, allowed)]
                is_well = not any(cut for _, cut, _ in found.values())
                cut = settled(fermata.window, _PATIENCE if is_well else 5)
                found[name, shown] = english, cut, [] if shown else list(unreadable(root))
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
        translator.deleteLater()
    QLocale.setDefault(locale)
    qapp.setFont(font)
    qapp.setStyleSheet(sheet)
    qapp.setPalette(palette)
    return found


def _of_publishers(fermata):
    """Names of models, licences, benchmarks and fonts, and what is read aloud at the first run."""
    models = [*load_catalogue(fermata.paths), *installed_models(fermata.paths)]
    told = [fermata.window.over.dictation.example.text(), *QFontDatabase.families()]
    for model in models:
        told += [model.name, model.engine]
        told += getattr(model, "licences", ()) or [getattr(model, "licence", "")]
        told += getattr(model, "scores", None) or getattr(model, "word_error_rates", {})
    return [word for text in told for word in latin_words(text, set())]


def _moments(name, fermata):
    """Yield further states of some surfaces."""
    if name == "dictation: empty":
        yield from _of_dictation(fermata)
    elif name == "settings: nothing found":
        yield from _of_training(fermata)


def _of_dictation(fermata):
    live, tray = fermata.page.live, fermata.desktop.tray
    for state in State:
        live.show_state(state)
        tray.show_state(state)
        assert latin_words(tray.icon.toolTip(), ALLOWED) == []
        assert [text for _, text in texts(tray.menu) if latin_words(text, ALLOWED)] == []
        yield state
    live.show_state(State.STOPPED)
    for notice in Notice:
        live.notice.show_notice(notice)
        yield notice
    for hint in (fermata.page.hints.here, fermata.page.hints.follow):
        fermata.page.hints.offer(hint, is_useful=True)
    yield "hints"
    heard = fermata.page.findChild(SpokenLanguage)
    heard._say("yue")
    assert {"粵語", "粤语"} & {live.notice.label.text()[at : at + 2] for at in range(40)}
    yield "Cantonese is heard"
    other = fermata.paths.data / "models" / "zh-yue-en" / "bundle.json"
    other.parent.mkdir(parents=True)
    other.write_text(json.dumps({"languages": ["zh", "yue", "en"]}))
    heard._say("zh")
    assert live.notice.offer.isVisible()
    yield "Mandarin is heard"
    fermata.page.findChild(SlowRecogniser)._say()
    yield "a recogniser that is too slow"
    other.unlink()
    other.parent.rmdir()
    live.notice.clear()


def _of_training(fermata):
    panel = fermata.window.part(SETTINGS)
    fermata.window.open_part(SETTINGS)
    panel.open_page(TrainingPage)
    page = panel.page(TrainingPage)
    for lacks in ("", "weights", "torch"):
        page._show_start(Start("en", "en-own", lacks))
        yield lacks
    for stage in STAGES:
        page._show_stage(stage)
        yield stage
    page._show_step(Step(3, 10, 0.5, 75.0, 81.0))
    yield "a step"


def settled(window, patience):
    """Return what does not fit once the layout has settled."""
    for _ in range(patience):
        QTest.qWait(20)
        if not (cut := [*does_not_fit(window), *lines_cut(window)]):
            break
    assert (window.width(), window.height()) == SIZE, "its contents made it larger"
    return cut


def test_nothing_stays_english(seen):
    assert len(seen) > 50
    assert {place: sorted(set(english)) for place, (english, _, _) in seen.items() if english} == {}


def test_nothing_is_cut_off(seen):
    assert {place: cut for place, (_, cut, _) in seen.items() if cut} == {}


def test_nothing_is_too_faint_to_read(seen):
    assert {place: faint for place, (_, _, faint) in seen.items() if faint} == {}
