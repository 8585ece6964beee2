from __future__ import annotations

import pytest
from PySide6.QtCore import QLocale

from engine.recognisers import speech_models
from tests.support.archives import zipped
from tests.support.faults.rude_server import rude_server, sound
from tests.support.recognisers.speech import VOSK_MODEL

TRILINGUAL = "sherpa-onnx-streaming-paraformer-trilingual-zh-cantonese-en"


@pytest.fixture(autouse=True)
def english_only(monkeypatch):
    """At first, only English can be recognised, whatever extra is installed."""
    monkeypatch.setattr(speech_models, "multilingual_model", lambda: None)


@pytest.fixture
def speaking(monkeypatch):
    """Sets the system's language."""

    def set_to(locale):
        monkeypatch.setattr(QLocale, "system", staticmethod(lambda: QLocale(locale)))

    return set_to


@pytest.fixture
def offering(tmp_path, monkeypatch):
    """A server with a small model, which the catalogue calls the trilingual one."""
    archive = zipped(VOSK_MODEL, tmp_path / "m.zip")
    data = tmp_path / "data"
    data.mkdir(exist_ok=True)
    (data / "catalogue.toml").write_text(
        f'format = 1\nbase_url = "http://nowhere.invalid"\n[[model]]\nname = "{TRILINGUAL}"\n'
        'languages = ["zh", "yue", "en"]\nis_recommended = true\n'
        f"size_bytes = {archive.stat().st_size}\n"
    )
    for name in ("http_proxy", "HTTP_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with rude_server(sound(archive.read_bytes())) as server:
        yield server
