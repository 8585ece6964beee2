"""Models of sherpa-onnx on the settings page, and what becomes of the words to expect."""

from __future__ import annotations

import shutil
import tarfile

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from app.preferences.model_choice import model_choice
from app.ui.models.controller import ModelsController
from app.ui.models.page import ModelsPage
from engine.models.download import RetryPolicy
from engine.paths import Paths, default_paths
from engine.recognisers.speech_models import RecogniserSpec, recogniser_of
from tests.support.recognisers.speech import SHERPA_MODEL, VOSK_MODEL

WAIT_MS = 20_000
TRILINGUAL = "sherpa-onnx-streaming-paraformer-trilingual-zh-cantonese-en"


@pytest.fixture
def paths(tmp_path):
    data = tmp_path / "data"
    shutil.copytree(VOSK_MODEL, data / "speech-models" / VOSK_MODEL.name)
    return Paths(default_paths().assets, data, (data / "speech-models",))


@pytest.fixture
def page(qtbot, paths, preferences, tasks):
    library = ModelsController(paths, preferences, tasks, RetryPolicy((0.0,), 5.0))
    page = ModelsPage(preferences, library)
    qtbot.addWidget(page)
    page.resize(600, 600)
    with qtbot.waitSignal(library.listed, timeout=WAIT_MS):
        page.show()
    yield page
    library.close()


def test_what_is_offered_says_what_is_known(page):
    card = page.card("speech", TRILINGUAL)
    for part in ("Mandarin", "Cantonese", "English", "1.1 GB", "Apache 2.0", "no checksum"):
        assert part in card.facts.text()
    assert "SHA-256" in page.card("speech", TRILINGUAL[:0] + _BILINGUAL).facts.text()


_BILINGUAL = "sherpa-onnx-streaming-zipformer-bilingual-zh-en-2023-02-20"


def test_an_imported_archive_is_used_at_a_click(qtbot, page, paths, preferences, tmp_path):
    archive = tmp_path / "tiny.tar.bz2"
    with tarfile.open(archive, "w:bz2") as content:
        content.add(SHERPA_MODEL, SHERPA_MODEL.name)
    page._library.import_from(archive)
    key = ("speech", SHERPA_MODEL.name)
    qtbot.waitUntil(lambda: key in page._cards, timeout=WAIT_MS)
    card = page.card(*key)
    assert (card.entry.engine, card.entry.origin, card.entry.is_active) == (
        "sherpa-onnx",
        "own",
        False,
    )
    QTest.mouseClick(card.button("use"), Qt.MouseButton.LeftButton)
    assert preferences.value.models.recogniser == "sherpa"
    assert preferences.value.models.speech_model == SHERPA_MODEL.name
    qtbot.waitUntil(lambda: page.card(*key).entry.is_active, timeout=WAIT_MS)
    folder = paths.data / "speech-models" / SHERPA_MODEL.name
    chosen = model_choice(preferences.value, "en", ("en",))
    assert recogniser_of(chosen.recogniser, paths) == RecogniserSpec("sherpa", folder)


def test_words_to_expect_reach_the_recogniser(qtbot, page, paths, preferences):
    (line,) = [it for it in page.findChildren(QLineEdit) if it.accessibleName() == _label(page)]
    line.setFocus()
    QTest.keyClicks(line, "Fermata, Kowloon Tong")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert preferences.value.models.hot_words == "Fermata, Kowloon Tong"
    shutil.copytree(SHERPA_MODEL, paths.data / "speech-models" / "x-zh")
    preferences.set("models.recogniser", "sherpa")
    chosen = model_choice(preferences.value, "en", ("zh",))
    assert recogniser_of(chosen.recogniser, paths).hot_words == ("Fermata", "Kowloon Tong")


def _label(page):
    return page.tr("Words to expect")


def test_the_cards_of_a_new_list_leave_the_line_alone(qtbot, page):
    lines = page.findChildren(QLineEdit)
    with qtbot.waitSignal(page._library.listed, timeout=WAIT_MS):
        page._library.refresh()
    page._rebuild(dict(page._entries))
    qtbot.wait(50)
    assert page.findChildren(QLineEdit) == lines
    assert any(line.isVisibleTo(page) for line in lines)
