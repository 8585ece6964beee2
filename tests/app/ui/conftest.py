from __future__ import annotations

import pytest
from PySide6.QtCore import QLocale

from app.history.store import HistoryStore
from app.ui.language.translations import use_language
from tests.support.ui.catalogues import FOLDER


@pytest.fixture
def history(tmp_path):
    with HistoryStore(tmp_path / "history") as store:
        yield store


@pytest.fixture
def speak(qapp):
    """Lets the application speak a language until the test is over."""
    locale, font, installed = QLocale(), qapp.font(), []

    def use(language):
        installed.extend(use_language(qapp, language, FOLDER))

    yield use
    for translator in installed:
        qapp.removeTranslator(translator)
    QLocale.setDefault(locale)
    qapp.setFont(font)
