from __future__ import annotations

import pytest
from PySide6.QtCore import QLocale

from app.history.store import HistoryStore
from app.ui.language.translations import use_language
from tests.support.ui.catalogues import FOLDER
from tests.support.ui.shared_window import shared_window


@pytest.fixture
def history(tmp_path):
    with HistoryStore(tmp_path / "history") as store:
        yield store


@pytest.fixture(scope="module")
def shared_fermata(request, qapp, tmp_path_factory):
    """The window of a whole module: the process behind it loads its models once."""
    with shared_window(request, tmp_path_factory.mktemp("data")) as fermata:
        yield fermata


@pytest.fixture
def speak(qapp):
    """Lets the application use a language until the test is over."""
    locale, font, installed = QLocale(), qapp.font(), []

    def use(language):
        installed.extend(use_language(qapp, language, FOLDER))

    yield use
    for translator in installed:
        qapp.removeTranslator(translator)
    QLocale.setDefault(locale)
    qapp.setFont(font)
