"""Microphones come and go while the window is open; here they are PulseAudio's null sinks."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.dictation.capture import CapturedMicrophone
from app.dictation.events import State
from app.ui.settings.microphone_page import MicrophonePage
from app.ui.settings.microphones import MicrophoneList
from engine.audio.devices import microphones_now
from tests.support.ui.composed_window import composed_window
from tests.support.virtual_microphone import virtual_microphone

WAIT_MS = 20_000


@pytest.fixture
def microphone(tmp_path_factory):
    """What PortAudio sees in this process; nothing is plugged in yet."""
    folder = tmp_path_factory.mktemp("sound")
    with (
        virtual_microphone(folder, is_plugged_in=False) as made,
        pytest.MonkeyPatch.context() as patch,
    ):
        for name in ("HOME", "XDG_RUNTIME_DIR", "PULSE_RUNTIME_PATH"):
            patch.setenv(name, made.environment[name])
        yield made
    import sounddevice  # missing if PortAudio is, and then the test was skipped

    sounddevice._terminate()  # or the next test would still be offered an unplugged one
    sounddevice._initialize()


@pytest.fixture
def fermata(qtbot, tmp_path, microphone):
    with composed_window(qtbot, tmp_path) as fermata:
        fermata.worker._open_microphone = CapturedMicrophone
        yield fermata


def is_offered(picker, name):
    return picker.findData(name) >= 0


def recorded(fermata):
    """Return the name of the open microphone, as PortAudio calls it."""
    source = fermata.worker._session.recording._source
    return source and source.name


def choose(picker, name):
    """Choose in the open list, as a person does with the keys."""
    view = picker.view()
    while view.currentIndex().row() != picker.findData(name):
        step = picker.findData(name) - view.currentIndex().row()
        QTest.keyClick(view, Qt.Key.Key_Down if step > 0 else Qt.Key.Key_Up)
    QTest.keyClick(view, Qt.Key.Key_Return)


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # the offscreen platform
def test_a_microphone_plugged_in_later_is_offered_and_recorded(fermata, microphone):
    picker = fermata.page.live.microphone
    fermata.until(lambda: fermata.workers.microphones._look is microphones_now)
    microphone.start()
    microphone.plug_in("headset")
    picker.showPopup()
    fermata.until(lambda: is_offered(picker, "headset"))
    assert picker.view().isVisible()
    choose(picker, "headset")
    assert fermata.preferences.value.microphone.device == "headset"
    fermata.controller.start()
    fermata.until(lambda: fermata.controller.state is State.LISTENING)
    assert recorded(fermata) == "headset"

    microphone.plug_in("lapel")  # while another one records
    devices = fermata.settings_panel().page(MicrophonePage).devices
    fermata.settings_panel().open_page(MicrophonePage)
    fermata.until(lambda: is_offered(devices, "lapel"))
    devices.showPopup()
    choose(devices, "lapel")
    fermata.until(lambda: recorded(fermata) == "lapel")
    fermata.controller.stop()
    fermata.until(lambda: fermata.controller.state is State.STOPPED)

    microphone.unplug_others()
    picker.showPopup()
    fermata.until(lambda: not is_offered(picker, "headset"))
    picker.hidePopup()
    assert picker.currentData() == "lapel", "it stays chosen"
    assert devices.currentText() == "lapel (not found)"


def test_the_list_follows_the_system(qtbot, tmp_path, tasks):
    devices = MicrophoneList(tasks, tmp_path)
    with qtbot.waitSignal(devices.listed, timeout=WAIT_MS):
        devices.refresh()
    with qtbot.waitSignal(devices.listed, timeout=WAIT_MS):
        (tmp_path / "pcmC1D0c").touch()
    with qtbot.waitSignals([devices.listed, devices.listed], timeout=WAIT_MS):
        devices.refresh()
        devices.refresh()
    tasks.close()
    with qtbot.assertNotEmitted(devices.listed, wait=300):
        devices.refresh()
