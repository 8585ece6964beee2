from __future__ import annotations

import pytest

from app.application import DICTATION


@pytest.fixture
def fermata(shared_fermata):
    """The module's window, emptied again after each test."""
    fermata = shared_fermata
    yield fermata
    panel = fermata.files_panel()
    panel.queue._clear()
    fermata.texts.close()
    fermata.history_writer.settle(20.0)
    fermata.history.delete([info.number for info in fermata.store.sessions()])
    fermata.until(lambda: not fermata.store.sessions())
    fermata.page.live.notice.clear()
    fermata.window.open_part(DICTATION)
