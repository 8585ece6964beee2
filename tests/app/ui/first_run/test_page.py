from __future__ import annotations

import shutil
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.dictation.engine_worker import EngineWorker
from app.dictation.events import ModelChoice, State
from app.dictation.loader import ModelLoader
from app.history.store import HistoryStore
from app.ui.first_run.page import FirstRunPage
from app.ui.models.controller import ModelsController
from app.ui.settings.controllers import settings_controllers
from app.ui.settings.microphones import MicrophoneTest
from app.ui.settings.speed_probe import SpeedProbe
from engine.errors import AudioDeviceError, RecogniserError
from engine.models.active import active_model
from engine.models.download import RetryPolicy
from engine.paths import Paths, default_paths
from engine.recognisers.speech_models import recogniser_of
from engine.settings import RecogniserSettings
from engine.types import Sentence, Update, Word
from tests.app.ui.first_run.conftest import TRILINGUAL
from tests.support.played_sound import PlayedSound
from tests.support.recognisers.speech import CLIPS, VOSK_MODEL
from tests.support.shared_data import DATA

NAME = max(CLIPS, key=lambda name: len(CLIPS[name]))
WAIT_MS = 20_000
BILINGUAL = "sherpa-onnx-x-asr-480ms-streaming-zipformer-transducer-zh-en-punct-int8-2026-06-05"


class Microphones:
    """Opens recorded speech, or fails."""

    def __init__(self):
        self.error = None
        self.opened = []

    def __call__(self, device, sound=None):
        if self.error:
            raise self.error
        source = PlayedSound([DATA / "speech" / NAME], speed=10).into(sound)
        self.opened.append((device, source))
        return source


class Computer:
    """Reports a given speed without measuring."""

    def __init__(self):
        self.factor = 0.1
        self.asked = 0

    def __call__(self, _spec, _paths, stop):
        self.asked += 1
        while self.factor is None:  # it takes a while
            if stop.wait(0.01):
                raise RecogniserError("whisper", "it is closed")
        if isinstance(self.factor, Exception):
            raise self.factor
        return self.factor


@pytest.fixture
def computer():
    return Computer()


@pytest.fixture
def microphones():
    return Microphones()


@pytest.fixture
def paths(tmp_path):
    data = tmp_path / "data"
    return Paths(default_paths().assets, data, (data / "speech-models",))


@pytest.fixture
def server(offering, preferences):
    """Serves a small model under the name of the trilingual one."""
    preferences.set("advanced.download_base_url", offering.url(""))
    return offering


@pytest.fixture
def workers(paths, preferences, tasks, microphones, computer):
    history = HistoryStore(paths.data)
    workers = replace(
        settings_controllers(paths, preferences, tasks, history),
        models=ModelsController(paths, preferences, tasks, RetryPolicy((0.0,), 5.0)),
        microphone=MicrophoneTest(tasks, microphones),
        speed=SpeedProbe(paths, tasks, computer),
    )
    yield workers
    workers.close()
    history.close()


@pytest.fixture(autouse=True)
def locale(request, speaking):
    """The system's locale, which the page asks for as soon as it is made."""
    if name := getattr(request, "param", ""):
        speaking(name)
    return name


def speaks(name):
    return pytest.mark.parametrize("locale", [name], indirect=True)


@pytest.fixture
def panel(qtbot, paths, preferences, workers, microphones):
    engine = EngineWorker(ModelLoader(paths), microphones, sound_folder=paths.data / "sound")
    panel = FirstRunPage(preferences, workers, engine)
    qtbot.addWidget(panel)
    panel.resize(700, 560)
    panel.show()
    yield panel
    engine.close()


@pytest.fixture
def step(panel):
    """The step with the first dictation, with a recogniser."""
    panel.dictation._engine.choose_models(ModelChoice(RecogniserSettings("vosk", str(VOSK_MODEL))))
    for _ in range(3):
        press(panel.next)
    return panel.dictation


def press(widget):
    widget.setFocus()
    QTest.keyClick(widget, Qt.Key.Key_Space)


@pytest.mark.parametrize("is_skipped", [False, True])
def test_there_are_four_steps_and_all_can_be_skipped(qtbot, panel, preferences, is_skipped):
    for step in range(3 * (not is_skipped)):
        assert f"Step {step + 1} of 4" in panel.place.text()
        press(panel.next)
    with qtbot.waitSignal(panel.done):
        press(panel.skip if is_skipped else panel.next)
    assert preferences.value.general.first_run_is_done


def test_the_destination_is_asked_along_with_its_keys(qtbot, panel, preferences):
    places, keys = panel.destination.places, panel.destination.keys
    assert not keys.isVisible()
    QTest.keyClick(places, Qt.Key.Key_Down)
    assert preferences.value.dictation.other_applications == "clipboard"
    assert keys.isVisible()
    assert keys.keySequence().toString() == preferences.value.general.toggle_keys == "Ctrl+Alt+D"
    QTest.keyClick(keys, Qt.Key.Key_F9)
    qtbot.waitUntil(lambda: preferences.value.general.toggle_keys == "F9")
    QTest.keyClick(places, Qt.Key.Key_Up)
    assert preferences.value.dictation.other_applications == "off"
    assert not keys.isVisible()


def test_the_microphone_is_tested_and_released(qtbot, panel, microphones, preferences):
    press(panel.next)
    view = panel.microphone.test
    with qtbot.waitSignal(view.heard, timeout=WAIT_MS):
        press(view.button)
    assert "comes through well" in view.words.text()
    qtbot.waitUntil(lambda: view.meter.level_db > -60, timeout=WAIT_MS)
    preferences.set("microphone.device", "USB")
    qtbot.waitUntil(lambda: [name for name, _ in microphones.opened] == ["", "USB"])
    assert panel.microphone.devices.currentData() == "USB"
    with qtbot.waitSignal(view._test.stopped, timeout=WAIT_MS):
        press(panel.next)
    assert not view.button.isChecked()


def test_a_failing_microphone_is_reported(qtbot, panel, microphones):
    press(panel.next)
    microphones.error = AudioDeviceError("USB", "it is busy")
    view = panel.microphone.test
    press(view.button)
    qtbot.waitUntil(lambda: "busy" in view.words.text(), timeout=WAIT_MS)
    assert not view.button.isChecked()


def to_the_models(panel):
    press(panel.next)
    press(panel.next)


def test_the_better_model_is_offered_with_its_size(qtbot, panel):
    to_the_models(panel)
    qtbot.waitUntil(lambda: panel.model.row is not None, timeout=WAIT_MS)
    assert "works at once" in panel.model.words.text()
    assert "Recommended for English" in panel.model.offer.text()
    assert "148 MB" in panel.model.offer.text()
    button = panel.model.row.button("download")
    qtbot.waitUntil(lambda: button.isVisibleTo(panel), timeout=WAIT_MS)


@pytest.mark.parametrize(
    ("locale", "expected"),
    [
        ("zh_HK", ("Cantonese", TRILINGUAL, "hong_kong", "尋日")),
        ("zh_TW", ("Mandarin", BILINGUAL, "taiwan", "電話")),
        ("zh_CN", ("Mandarin", BILINGUAL, "as_spoken", "电话")),
        ("de_DE", ("English", "whisper-base.en", "as_spoken", "call")),
    ],
    indirect=["locale"],
)
def test_the_model_and_the_script_follow_the_system_s_language(
    qtbot, locale, panel, preferences, expected
):
    step, (spoken, offered, script, sign) = panel.language, expected
    qtbot.waitUntil(lambda: bool(step.language), timeout=WAIT_MS)
    assert preferences.value.dictation.chinese_script == script
    assert step.scripts.isVisible() is locale.startswith("zh")
    assert step.scripts.currentData() == script
    assert sign in panel.dictation.example.text()
    to_the_models(panel)
    qtbot.waitUntil(lambda: panel.model.row is not None, timeout=WAIT_MS)
    assert panel.model.row.entry.name == offered
    assert step.languages.currentText() == spoken
    assert f"Recommended for {spoken}" in panel.model.offer.text()
    assert ("only English" in panel.model.words.text()) is (spoken != "English")


@speaks("de_DE")
def test_another_language_can_be_chosen(qtbot, panel):
    languages = panel.language.languages
    qtbot.waitUntil(lambda: bool(panel.language.language), timeout=WAIT_MS)
    shown = [languages.itemText(at) for at in range(languages.count())]
    assert shown == sorted(shown)
    assert {"Cantonese", "English", "German", "Japanese", "Mandarin"} <= {*shown}
    languages.setFocus()
    QTest.keyClicks(languages, "man")
    to_the_models(panel)
    assert panel.model.row.entry.name == BILINGUAL
    assert "Recommended for Mandarin" in panel.model.offer.text()
    with qtbot.waitSignal(panel.model._library.listed, timeout=WAIT_MS):
        panel.model._library.refresh()
    assert languages.currentText() == "Mandarin"
    assert panel.model.row.entry.name == BILINGUAL


def test_an_installed_model_for_the_language_gets_its_punctuation(qtbot, panel, paths):
    shutil.copytree(VOSK_MODEL, paths.speech_models[0] / "vosk-model-small-cn-0.22")
    languages = panel.language.languages
    qtbot.waitUntil(lambda: bool(panel.language.language), timeout=WAIT_MS)
    assert active_model(paths) == "en"
    QTest.keyClicks(languages, "Mand")
    to_the_models(panel)
    qtbot.waitUntil(lambda: active_model(paths) == "zh-yue-en", timeout=WAIT_MS)
    assert panel.model.row is None


@speaks("zh_HK")
def test_a_failed_download_says_why_and_how_to_use_a_usb_stick(qtbot, panel, server):
    to_the_models(panel)
    qtbot.waitUntil(lambda: panel.model.row is not None, timeout=WAIT_MS)
    whole, server.behaviour = server.behaviour, partial(_cut_off, server.behaviour)
    library = panel.model._library
    press(panel.model.row.button("download"))
    qtbot.waitSignal(library.failed, timeout=WAIT_MS).wait()
    with qtbot.waitSignal(library.listed, timeout=WAIT_MS):
        library.refresh()
    assert "could not be downloaded" in panel.model.row.notice.label.text()
    assert "stick" in panel.model.row.notice.label.text()
    assert panel.model.stick.isVisible()
    assert panel.model.importing.file.isVisible()
    server.behaviour = whole
    press(panel.model.row.button("download"))
    qtbot.waitUntil(lambda: panel.model.row is None, timeout=WAIT_MS)


def _cut_off(whole, request):
    """Send a thousand bytes, then nothing more."""
    said = b"".join(whole(request))
    yield said[: said.index(b"\r\n\r\n") + 4 + 1000]


@speaks("zh_HK")
def test_during_the_download_nobody_is_told_to_download_it(qtbot, panel, server):
    to_the_models(panel)
    qtbot.waitUntil(lambda: panel.model.row is not None, timeout=WAIT_MS)
    whole, go_on = server.behaviour, Event()

    def in_two_parts(asked):
        first, *rest = whole(asked)
        yield first
        yield rest[0][:1000]
        while not go_on.is_set():
            yield 0.01
        yield b"".join((rest[0][1000:], *rest[1:]))

    server.behaviour = in_two_parts
    press(panel.model.row.button("download"))
    qtbot.waitUntil(lambda: "still downloading" in panel.model.words.text(), timeout=WAIT_MS)
    press(panel.next)
    assert "still downloading" in panel.dictation.introduction.text()
    go_on.set()
    qtbot.waitUntil(panel.dictation.button.isEnabled, timeout=WAIT_MS)


@speaks("zh_HK")
@pytest.mark.usefixtures("server")
def test_the_model_brings_its_punctuation(qtbot, panel, paths):
    to_the_models(panel)
    qtbot.waitUntil(lambda: panel.model.row is not None, timeout=WAIT_MS)
    assert active_model(paths) == "en"
    press(panel.model.row.button("download"))
    qtbot.waitUntil(lambda: active_model(paths) == "zh-yue-en", timeout=WAIT_MS)
    qtbot.waitUntil(lambda: panel.model.row is None, timeout=WAIT_MS)
    spec = recogniser_of(RecogniserSettings(languages=("zh", "yue", "en")), paths)
    assert spec.speech_model == paths.speech_models[0] / TRILINGUAL


@pytest.mark.parametrize(("factor", "words"), [(0.2, "keeps up with it"), (0.3, "too slow for")])
def test_the_row_says_whether_the_model_keeps_up(qtbot, panel, computer, factor, words):
    computer.factor = None
    to_the_models(panel)
    qtbot.waitUntil(lambda: panel.model.row is not None, timeout=WAIT_MS)
    assert panel.model.row.entry.name == "whisper-base.en"
    assert panel.model.row.speed.text().startswith("Measuring")
    computer.factor = factor
    qtbot.waitUntil(lambda: words in panel.model.row.speed.text(), timeout=WAIT_MS)


def test_measuring_stops_when_the_step_is_left(qtbot, panel, computer):
    computer.factor = None
    to_the_models(panel)
    qtbot.waitUntil(lambda: computer.asked == 1, timeout=WAIT_MS)
    press(panel.next)
    assert not panel.model._probe.is_running
    computer.factor = 0.1
    press(panel.back)
    qtbot.waitUntil(lambda: "keeps up" in panel.model.row.speed.text(), timeout=WAIT_MS)
    assert computer.asked == 2


def test_a_failed_measurement_is_not_mentioned(qtbot, panel, computer):
    computer.factor = RecogniserError("whisper", "its process ended")
    to_the_models(panel)
    qtbot.waitUntil(lambda: computer.asked > 0, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: not panel.model._probe.is_running, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: panel.model.row is not None, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: not panel.model.row.speed.isVisible(), timeout=WAIT_MS)


def test_nothing_is_offered_if_a_good_model_is_installed(qtbot, panel, paths):
    shutil.copytree(VOSK_MODEL, paths.speech_models[0] / "tiny")
    to_the_models(panel)
    qtbot.waitUntil(lambda: "tiny" in panel.model.words.text(), timeout=WAIT_MS)
    assert panel.model.row is None


def test_a_real_dictation_works_and_another_ends_with_the_step(qtbot, panel, step, microphones):
    press(step.button)
    qtbot.waitUntil(lambda: bool(microphones.opened), timeout=WAIT_MS)
    qtbot.waitUntil(microphones.opened[0][1].is_played.is_set, timeout=WAIT_MS)
    press(step.button)
    qtbot.waitUntil(lambda: not step._engine.is_running, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: step.button.text() == "Start", timeout=WAIT_MS)
    said = "".join(
        sign for sign in step.text.toPlainText().lower() if sign.isalpha() or sign == " "
    )
    assert said.split() == CLIPS[NAME].split()
    qtbot.waitUntil(step.button.isEnabled, timeout=WAIT_MS)
    press(step.button)
    qtbot.waitUntil(lambda: len(microphones.opened) == 2, timeout=WAIT_MS)
    press(panel.back)
    qtbot.waitUntil(lambda: not step._engine.is_running, timeout=WAIT_MS)


@pytest.fixture
def simplified(preferences):
    preferences.set("dictation.chinese_script", "simplified")


@speaks("zh_HK")
@pytest.mark.usefixtures("simplified")
def test_a_script_chosen_earlier_stays(qtbot, panel, preferences):
    qtbot.waitUntil(lambda: bool(panel.language.language), timeout=WAIT_MS)
    assert preferences.value.dictation.chinese_script == "simplified"


@speaks("zh_HK")
def test_without_a_recogniser_nothing_can_be_tried_until_one_is_imported(qtbot, panel, tmp_path):
    to_the_models(panel)
    qtbot.waitUntil(lambda: panel.model.row is not None, timeout=WAIT_MS)
    assert "No recogniser for Cantonese is installed yet" in panel.model.words.text()
    press(panel.next)
    assert not panel.dictation.button.isEnabled()
    assert "o recogniser for Cantonese" in panel.dictation.introduction.text()
    assert not panel.dictation.example.isVisible()
    press(panel.back)
    library = panel.model._library
    (tmp_path / "broken.zip").write_bytes(b"no zip")
    library.import_from(tmp_path / "broken.zip")
    qtbot.waitUntil(panel.model.message.isVisible, timeout=WAIT_MS)
    library.import_from(Path(shutil.copytree(VOSK_MODEL, tmp_path / TRILINGUAL)))
    qtbot.waitUntil(lambda: "A good recogniser" in panel.model.words.text(), timeout=WAIT_MS)
    press(panel.next)
    assert panel.dictation.button.isEnabled()
    assert panel.dictation.example.isVisible()


def word(text, start_s, end_s, number):
    return Word(text, start_s, end_s, id=number)


def test_a_bridged_pause_is_shown(step):
    words = (word("yesterday", 1.0, 1.4, 0), word("but", 2.6, 2.8, 1), word("late", 2.9, 3.2, 2))
    said = Update((Sentence(("Yesterday,", "but", "late."), words),), "")
    step._engine.updated.emit(said)
    step._engine.state_changed.emit(State.STOPPED)
    assert "You paused after “Yesterday”" in step.pauses.text()
    assert "“Yesterday. But late.”" in step.pauses.text()
    step._engine.word_refined.emit(word("yesterday", 1.0, 2.5, 0))
    step._engine.state_changed.emit(State.STOPPED)
    assert "No pause was heard" in step.pauses.text()
    later = (word("then", 5.0, 5.2, 3),)
    step._engine.updated.emit(Update((Sentence(("Then.",), later),), ""))
    step._engine.state_changed.emit(State.STOPPED)
    assert "could end" in step.pauses.text()
