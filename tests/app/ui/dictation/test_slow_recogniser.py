"""The recogniser gets too little processor time: the window says so and offers a smaller one."""

from __future__ import annotations

import shutil
from contextlib import ExitStack
from functools import partial

import pytest

from app.dictation.events import State
from app.ui.dictation.slow_recogniser import SlowRecogniser
from tests.app.ui.dictation.test_bottom_bar import click
from tests.support.faults.slowness import Slowed
from tests.support.processes import is_running, recognisers
from tests.support.shared_data import DATA
from tests.support.ui.composed_window import composed_window

LARGE, SMALL, CHINESE = "vosk-model-large-en", "vosk-model-small-en", "vosk-model-small-cn"
TOO_SLOW = "The recogniser is too slow for this computer, so words appear late."
SAID = ["flite-slt-09.wav"] * 6  # words, not a voice command


@pytest.fixture
def open_with(qtbot, tmp_path):
    """Opens the window with a large recogniser that gets hardly any time, and other models."""
    folder = tmp_path / "speech"
    with ExitStack() as stack:

        def open_window(*others):
            for name in (LARGE, *others):
                shutil.copytree(DATA / "vosk-model-tiny-en", folder / name)
            (folder / LARGE / "more").write_bytes(bytes(100_000))
            options = {"models__speech_model": LARGE, "speech_models": folder}
            fermata = stack.enter_context(composed_window(qtbot, tmp_path / "data", **options))
            slow = watch(fermata)
            slow._stays.setInterval(300)
            fermata.until(
                lambda: any(it.name == LARGE and it.is_active for it in fermata.choices._entries)
            )
            fermata.until(recognisers)
            stack.callback(Slowed(partial(running, *recognisers()), share=0.01).end)
            return fermata

        yield open_window


def watch(fermata):
    return fermata.page.findChild(SlowRecogniser)


def running(pid):
    return pid if is_running(pid) else None


def test_the_next_smaller_recogniser_is_offered_and_takes_over(open_with):
    fermata = open_with(SMALL, CHINESE)
    fermata.begin(*SAID)
    notice = fermata.page.live.notice
    fermata.until(lambda: notice.label.text() == TOO_SLOW)
    assert notice.offer.text() == f"Use the smaller {SMALL}"
    changed = []
    fermata.worker.models_changed.connect(changed.append)
    click(notice.offer)
    fermata.until(lambda: changed and changed[-1].recogniser.speech_model == SMALL)
    before = len(fermata.page.view.model.text.split())
    fermata.until(lambda: len(fermata.page.view.model.text.split()) > before)
    fermata.controller.stop()
    fermata.until(lambda: fermata.controller.state is State.STOPPED)
    assert fermata.preferences.get("models.speech_model") == SMALL


def test_without_a_smaller_recogniser_for_the_language_it_only_says_so(open_with):
    fermata = open_with(CHINESE)
    fermata.begin(*SAID)
    notice = fermata.page.live.notice
    fermata.until(lambda: notice.label.text() == TOO_SLOW)
    assert not notice.offer.isVisible()
    click(notice.close_button)
    assert notice.label.text().startswith("Recognition is")
    assert not watch(fermata)._stays.isActive()
