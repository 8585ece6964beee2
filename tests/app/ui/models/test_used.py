"""The model shown as in use is the one that hears the next dictation, in the whole window."""

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
from tests.support.archives import zipped
from tests.support.bundles import bundle_folder
from tests.support.faults.offered import files_of, listed
from tests.support.faults.rude_server import answer, rude_server, status
from tests.support.recognisers.speech import FOX, SHERPA_MODEL, VOSK_MODEL
from tests.support.shared_data import DATA
from tests.support.ui.composed_window import composed_window

NAME = "my-sherpa"
FIRST = "z"  # after all others: of equally good models, the first one by name is used
FILES = {path.name: path.read_bytes() for path in sorted(SHERPA_MODEL.iterdir())}
WEIGHTS = "encoder.int8.onnx"
LAST = "zz"
CUT_BYTES = 100_000
refuse = status("403 Forbidden")


@pytest.fixture
def fermata(qtbot, tmp_path, monkeypatch):
    for name in ("http_proxy", "HTTP_PROXY"):
        monkeypatch.delenv(name, raising=False)
    chosen = {"models__recogniser": "auto", "models__speech_model": ""}
    place = tmp_path / "data" / "speech-models"
    shutil.copytree(VOSK_MODEL, place / FIRST)
    with composed_window(qtbot, tmp_path / "data", speech_models=place, **chosen) as fermata:
        yield fermata


@pytest.fixture
def page(fermata):
    panel = fermata.settings_panel()
    panel.open_page(ModelsPage)
    page = panel.page(ModelsPage)
    fermata.until(lambda: is_in_use(page, FIRST))
    return page


@pytest.fixture
def server(fermata, tmp_path):
    """A server that refuses a model of single files."""
    with rude_server(refuse) as server:
        facts = {"name": NAME, "engine": "sherpa-onnx", "languages": ["en"]}
        (tmp_path / "data" / "catalogue.toml").write_text(listed(server.url(""), FILES, **facts))
        yield server


@pytest.fixture
def taken(monkeypatch):
    """Collect the recognisers that sessions took."""
    taken, take = [], ModelLoader.recogniser

    def note(self, settings):
        taken.append(take(self, settings))
        return taken[-1]

    monkeypatch.setattr(ModelLoader, "recogniser", note)
    return taken


def cut(_):
    """Send the first part of the weights, and hang up."""
    yield answer(FILES[WEIGHTS])
    yield FILES[WEIGHTS][:CUT_BYTES]


def is_in_use(page, name):
    row = page._rows.get(("speech", name))
    return row is not None and row.entry.is_active


def heard_with(fermata, taken, sound=f"speech/{FOX}", word="fox"):
    """Dictate, and return the name of the model that heard it."""
    fermata.window.open_part(DICTATION)
    fermata.dictate(DATA / sound)
    assert word in fermata.document.text.lower()
    return last_of(taken)


def last_of(taken):
    """Return the name of the last model opened, unless it came too late."""
    opened = next(it for it in reversed(taken) if not it.cancelled())
    return opened.result()._spec.speech_model.name


def hears_now(fermata):
    """Return the name of the model that hears the dictation, None before it is open."""
    hears = fermata.worker._session._listener.current
    return hears and hears._spec.speech_model.name


def own_model(tmp_path, name):
    return Path(shutil.copytree(VOSK_MODEL, tmp_path / name))


def test_each_newly_installed_model_is_used_by_the_next_dictation(fermata, page, taken, tmp_path):
    outside, archive, folder = "c", "b", "a"
    shutil.copytree(VOSK_MODEL, tmp_path / "data" / "speech-models" / outside)  # by a command
    page._library.refresh()
    fermata.until(lambda: is_in_use(page, outside))
    assert heard_with(fermata, taken) == outside
    page._library.import_from(zipped(own_model(tmp_path, archive), tmp_path / "x.zip"))
    fermata.until(lambda: is_in_use(page, archive))
    assert "is ready for the next" in fermata.page.live.notice.label.text()
    marking = Path(shutil.copytree(bundle_folder(), tmp_path / "mine"))
    text = (marking / "bundle.json").read_text().replace('"name": "en"', '"name": "mine"', 1)
    (marking / "bundle.json").write_text(text)
    page._library.import_from(marking)
    fermata.until(lambda: ("punctuation", "mine") in page._rows)
    page.row_of("punctuation", "mine").button("use").click()
    fermata.until(lambda: page.row_of("punctuation", "mine").entry.is_active)
    used = []
    fermata.worker.models_changed.connect(lambda choice: used.append(choice.punctuation.model))
    assert heard_with(fermata, taken) == archive
    assert fermata.controller.choice().punctuation.model == "mine"
    assert set(used) <= {"mine"}
    page._library.used.connect(lambda _: fermata.controller.start())  # at once
    fermata.spoken.append([DATA / "speech" / FOX])
    count = len(fermata.microphones)
    page._library.import_from(own_model(tmp_path, folder))
    fermata.until(lambda: len(fermata.microphones) > count)
    fermata.until(fermata.microphones[-1].is_played.is_set)
    fermata.controller.stop()
    fermata.until(lambda: fermata.controller.state is State.STOPPED)
    assert last_of(taken) == folder


def test_a_model_installed_during_a_dictation_says_when_it_is_used(fermata, page, taken, tmp_path):
    shutil.copytree(SHERPA_MODEL, tmp_path / "data" / "speech-models" / LAST)
    page._library.refresh()
    fermata.controller.start()
    fermata.until(lambda: fermata.controller.state is State.LISTENING)
    page._library.import_from(VOSK_MODEL)
    fermata.until(lambda: is_in_use(page, VOSK_MODEL.name))
    assert page.notice.label.text().endswith(
        "The current dictation switches to it at your next pause."
    )
    assert "takes over at your next pause" in fermata.page.live.notice.label.text()
    fermata.until(lambda: hears_now(fermata) == VOSK_MODEL.name)
    page.row_of("speech", LAST).button("use").click()
    fermata.until(
        lambda: page.notice.label.text().endswith(
            "The current dictation switches to it at your next pause."
        )
    )
    fermata.until(lambda: hears_now(fermata) == LAST)
    fermata.controller.stop()
    fermata.until(lambda: fermata.controller.state is State.STOPPED)
    page.row_of("speech", VOSK_MODEL.name).button("use").click()
    fermata.until(lambda: is_in_use(page, VOSK_MODEL.name) and not page.notice.label.text())
    assert heard_with(fermata, taken) == VOSK_MODEL.name


def test_refused_files_can_come_from_a_usb_stick_or_later_in_two_parts(
    fermata, page, server, taken, tmp_path
):
    page._library.refresh()  # the catalogue is newer than the page
    fermata.until(lambda: ("speech", NAME) in page._rows)
    page.row_of("speech", NAME).button("download").click()
    fermata.until(lambda: "from a USB stick" in page.row_of("speech", NAME).notice.label.text())
    page._library.import_from(Path(shutil.copytree(SHERPA_MODEL, tmp_path / NAME)))
    fermata.until(lambda: is_in_use(page, NAME))
    assert not page.row_of("speech", NAME).notice.is_error, "the failure is no news any more"
    page._library.remove(page.row_of("speech", NAME).entry)
    fermata.until(lambda: is_in_use(page, FIRST))
    whole, once = files_of(FILES, NAME), iter([cut])
    server.behaviour = lambda asked: (next(once, refuse) if WEIGHTS in asked.line else whole)(asked)
    page.row_of("speech", NAME).button("download").click()
    fermata.until(lambda: page.row_of("speech", NAME).entry.received_bytes > CUT_BYTES)
    assert page.row_of("speech", NAME).button("download").text() == "Resume"
    server.behaviour = whole
    page.row_of("speech", NAME).button("download").click()
    fermata.until(lambda: is_in_use(page, NAME))
    (model,) = (it for it in installed_models(fermata.paths) if it.name == NAME)
    assert verify_model(model) == "files"
    assert heard_with(fermata, taken, "sherpa-speech/two.wav", "two") == NAME
