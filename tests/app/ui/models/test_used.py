"""What the page says is in use is what the next dictation hears with, in the whole window."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from app.application import DICTATION
from app.dictation.events import State
from app.dictation.loader import ModelLoader
from app.ui.models.page import ModelsPage
from engine.models.installed import installed_models
from engine.models.verify import verify_model
from engine.recognisers.whisper_models import BUILT_IN, built_in_model
from tests.support.archives import zipped
from tests.support.bundles import bundle_folder
from tests.support.faults.offered import WHISPER, whisper_files, whisper_list
from tests.support.faults.rude_server import answer, rude_server, status
from tests.support.recognisers.speech import FOX, VOSK_MODEL
from tests.support.shared_data import DATA
from tests.support.ui.composed_window import composed_window

CUT_BYTES = 30_000_000


@pytest.fixture
def fermata(qtbot, tmp_path, monkeypatch):
    for name in ("http_proxy", "HTTP_PROXY"):
        monkeypatch.delenv(name, raising=False)
    chosen = {"models__recogniser": "auto", "models__speech_model": ""}
    place = tmp_path / "data" / "speech-models"
    with composed_window(qtbot, tmp_path / "data", speech_models=place, **chosen) as fermata:
        yield fermata


@pytest.fixture
def taken(monkeypatch):
    """The recognisers that sessions took, on their way."""
    taken, take = [], ModelLoader.recogniser

    def note(self, settings):
        taken.append(take(self, settings))
        return taken[-1]

    monkeypatch.setattr(ModelLoader, "recogniser", note)
    return taken


def cut(_):
    """Send the first part of the weights, and hang up."""
    content = (built_in_model() / "model.bin").read_bytes()
    yield answer(content)
    yield content[:CUT_BYTES]


def installed(fermata, name):
    return next(model for model in installed_models(fermata.paths) if model.name == name)


def look(fermata):
    panel = fermata.settings_panel()
    panel.open_page(ModelsPage)
    page = panel.page(ModelsPage)
    fermata.until(lambda: page._rows)
    return page


def is_in_use(page, name):
    row = page._rows.get(("speech", name))
    return row is not None and row.entry.is_active


def heard_with(fermata, taken):
    """Dictate, and return the folder of the model that heard it."""
    fermata.window.open_part(DICTATION)
    fermata.dictate(FOX)
    assert "fox" in fermata.document.text.lower()
    return taken[-1].result()._spec.speech_model


def hears_now(fermata):
    """Return the folder of the model that the dictation hears with, None before it is open."""
    opened = fermata.worker._session._recogniser
    return opened and opened.current and opened.current._spec.speech_model


def packed(folder, tmp_path, way):
    """Return a model as a person brings it: an archive, or the folder itself."""
    if way == "folder":
        return folder
    return zipped(folder, tmp_path / "x.zip")


@pytest.mark.parametrize("way", ["archive", "folder"])
def test_an_imported_model_hears_the_next_dictation(fermata, taken, tmp_path, way):
    page = look(fermata)
    fermata.until(lambda: is_in_use(page, BUILT_IN))
    page._library.import_from(packed(VOSK_MODEL, tmp_path, way))
    fermata.until(lambda: is_in_use(page, VOSK_MODEL.name))
    assert "has arrived and hears the next" in fermata.page.live.notice.label.text()
    folder = tmp_path / "data" / "speech-models" / VOSK_MODEL.name
    assert heard_with(fermata, taken) == folder


def test_one_that_came_from_outside_hears_the_next_dictation(fermata, taken, tmp_path):
    page = look(fermata)
    fermata.until(lambda: is_in_use(page, BUILT_IN))
    folder = tmp_path / "data" / "speech-models" / VOSK_MODEL.name
    shutil.copytree(VOSK_MODEL, folder)  # as `fermata models import` does
    page._library.refresh()
    fermata.until(lambda: is_in_use(page, VOSK_MODEL.name))
    assert heard_with(fermata, taken) == folder


def test_one_that_is_used_again_after_an_import_hears_the_next_dictation(fermata, taken):
    page = look(fermata)
    fermata.until(lambda: is_in_use(page, BUILT_IN))
    assert heard_with(fermata, taken) == built_in_model()
    page._library.import_from(VOSK_MODEL)
    fermata.until(lambda: is_in_use(page, VOSK_MODEL.name))
    page._library.use(page.row_of("speech", BUILT_IN).entry)
    fermata.until(lambda: is_in_use(page, BUILT_IN))
    assert heard_with(fermata, taken) == built_in_model()


def test_a_dictation_that_begins_at_once_hears_with_the_new_model(fermata, taken, tmp_path):
    page = look(fermata)
    fermata.until(lambda: is_in_use(page, BUILT_IN))
    page._library.used.connect(lambda _: fermata.controller.start())
    fermata.spoken.append([DATA / "speech" / FOX])
    page._library.import_from(VOSK_MODEL)
    fermata.until(lambda: fermata.microphones and fermata.microphones[-1].is_played.is_set())
    fermata.controller.stop()
    fermata.until(lambda: fermata.controller.state is State.STOPPED)
    folder = tmp_path / "data" / "speech-models" / VOSK_MODEL.name
    assert taken[-1].result()._spec.speech_model == folder


def test_what_comes_amid_a_dictation_says_when_it_is_used(fermata, taken, tmp_path):
    page = look(fermata)
    fermata.until(lambda: is_in_use(page, BUILT_IN))
    fermata.controller.start()
    fermata.until(lambda: fermata.controller.state is State.LISTENING)
    page._library.import_from(VOSK_MODEL)
    fermata.until(lambda: is_in_use(page, VOSK_MODEL.name))
    assert page.message.text().endswith("uses what is in use here from its next pause on.")
    folder = tmp_path / "data" / "speech-models" / VOSK_MODEL.name
    assert "hears you from the next pause on" in fermata.page.live.notice.label.text()
    fermata.until(lambda: hears_now(fermata) == folder)
    page.row_of("speech", BUILT_IN).button("use").click()
    fermata.until(
        lambda: page.message.text().endswith("the dictation that is running uses it too.")
    )
    fermata.until(lambda: hears_now(fermata) == built_in_model())
    fermata.controller.stop()
    fermata.until(lambda: fermata.controller.state is State.STOPPED)
    page.row_of("speech", VOSK_MODEL.name).button("use").click()
    fermata.until(lambda: is_in_use(page, VOSK_MODEL.name) and not page.message.text())
    assert heard_with(fermata, taken) == folder


@pytest.mark.parametrize("way", ["archive", "folder"])
def test_an_imported_punctuation_model_marks_the_next_dictation(fermata, tmp_path, way):
    own = Path(shutil.copytree(bundle_folder(), tmp_path / "mine"))
    text = (own / "bundle.json").read_text().replace('"name": "en"', '"name": "mine"', 1)
    (own / "bundle.json").write_text(text)
    page = look(fermata)
    page._library.import_from(packed(own, tmp_path, way))
    fermata.until(lambda: ("punctuation", "mine") in page._rows)
    page.row_of("punctuation", "mine").button("use").click()
    fermata.until(lambda: page.row_of("punctuation", "mine").entry.is_active)
    used = []
    fermata.worker.models_changed.connect(lambda choice: used.append(choice.punctuation.model))
    fermata.window.open_part(DICTATION)
    fermata.dictate(FOX)
    assert fermata.controller.choice().punctuation.model == "mine"
    assert set(used) <= {"mine"}


def test_single_files_are_downloaded_resumed_and_hear_the_next_dictation(fermata, taken, tmp_path):
    data = tmp_path / "data"
    with rude_server(status("403 Forbidden")) as server:
        (data / "catalogue.toml").write_text(whisper_list(server.url("")))
        page = look(fermata)
        fermata.until(lambda: ("speech", WHISPER) in page._rows)
        page.row_of("speech", WHISPER).button("download").click()
        fermata.until(lambda: "from a stick" in page.row_of("speech", WHISPER).status.text())
        whole = whisper_files()
        server.behaviour = lambda asked: (cut if "model.bin" in asked.line else whole)(asked)
        page.row_of("speech", WHISPER).button("download").click()
        fermata.until(lambda: page.row_of("speech", WHISPER).entry.received_bytes > CUT_BYTES)
        assert page.row_of("speech", WHISPER).button("download").text() == "Resume"
        server.behaviour = whole
        page.row_of("speech", WHISPER).button("download").click()
        fermata.until(lambda: is_in_use(page, WHISPER))
    assert verify_model(installed(fermata, WHISPER)) == "files"
    assert heard_with(fermata, taken) == data / "speech-models" / WHISPER


def test_a_failed_download_is_no_news_once_the_model_was_imported(fermata, tmp_path):
    with rude_server(status("403 Forbidden")) as server:
        (tmp_path / "data" / "catalogue.toml").write_text(whisper_list(server.url("")))
        page = look(fermata)
        fermata.until(lambda: ("speech", WHISPER) in page._rows)
        page.row_of("speech", WHISPER).button("download").click()
        fermata.until(lambda: "from a stick" in page.row_of("speech", WHISPER).status.text())
    page._library.import_from(Path(shutil.copytree(built_in_model(), tmp_path / WHISPER)))
    fermata.until(lambda: is_in_use(page, WHISPER))
    assert not page.row_of("speech", WHISPER).status.text()
