"""The microphone is never live without a sign of it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QRect, QSettings, Qt, QTimer
from PySide6.QtTest import QTest

from app.application import DICTATION, FILES
from app.dictation.events import State
from app.ui.appearance.icons import RED, Icons
from app.ui.dictation.pill import FloatingPill, clamped
from engine.paths import default_paths
from tests.support.recognisers.speech import CLIPS
from tests.support.ui.composed_window import composed_window

Key = Qt.Key
NAMES = sorted(name for name, text in CLIPS.items() if len(text.split()) > 3)[:3]
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # offscreen


@pytest.fixture
def fermata(qtbot, tmp_path):
    with composed_window(qtbot, tmp_path / "data") as fermata:
        fermata.until(fermata.window.isActiveWindow)
        yield fermata


@pytest.fixture
def floating(qtbot, tmp_path):
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    pill = FloatingPill(Icons(default_paths().assets / "icons"), settings)
    qtbot.addWidget(pill)
    pill.show_state(State.LISTENING)
    pill.show()
    return pill


def drag(pill, way):
    grip = pill.state.geometry().center()
    start = pill.mapToGlobal(grip)
    QTest.mousePress(pill, Qt.MouseButton.LeftButton, pos=grip)
    for share in (0.5, 1.0):
        QTest.mouseMove(pill, pill.mapFromGlobal(start + way * share))
    QTest.mouseRelease(pill, Qt.MouseButton.LeftButton, pos=pill.mapFromGlobal(start + way))


def test_the_title_and_every_other_page_show_a_dictation(fermata):
    window, pill, titles = fermata.window, fermata.signs.pill, []
    window.windowTitleChanged.connect(titles.append)
    window.open_part(FILES)
    assert not pill.isVisible()
    window.open_part(DICTATION)
    fermata.begin(*NAMES)
    assert not pill.isVisible()
    window.open_part(FILES)
    assert pill.isVisible()
    assert pill.state.text() == "Listening"
    fermata.until(lambda: pill.elapsed.text() != "0:00")
    fermata.until(lambda: pill.count.text() != "0 words")
    QTest.keyClick(window, Key.Key_F5, Qt.KeyboardModifier.ShiftModifier)
    fermata.until(lambda: pill.state.text() == "Paused")
    QTest.mouseClick(pill.pause, Qt.MouseButton.LeftButton)
    fermata.until(lambda: pill.state.text() == "Listening")
    QTest.mouseClick(pill, Qt.MouseButton.LeftButton, pos=pill.state.geometry().center())
    assert fermata.page.isVisible()
    assert not pill.isVisible()
    window.open_part(FILES)
    QTest.keyClick(window, Key.Key_F5)
    fermata.until(lambda: window.windowTitle() == "Fermata")  # told after the controller
    assert fermata.controller.state is State.STOPPED
    assert not pill.isVisible()
    assert pill.count.text() == f"{sum(len(CLIPS[name].split()) for name in NAMES)} words"
    assert titles[0] in {"Starting – Fermata", "Listening – Fermata"}
    assert "Listening – Fermata" in titles


def test_the_pill_floats_if_the_window_is_hidden_and_shows_words_if_wanted(fermata):
    signs, last = fermata.signs, fermata.signs.floating.last
    assert last.isHidden()
    signs.has_others = True  # though this screen has no other applications
    fermata.begin(NAMES[0])
    assert not signs.floating.isVisible()
    fermata.window.hide()
    assert signs.floating.isVisible()
    assert signs.floating.windowTitle() == "Fermata: Listening"
    fermata.preferences.set("general.floats_while_dictating", False)
    assert not signs.floating.isVisible()
    fermata.preferences.set("general.floats_while_dictating", True)
    fermata.controller.stop()
    fermata.until(lambda: fermata.controller.state is State.STOPPED)
    assert not signs.floating.isVisible()
    assert last.text == ""
    fermata.preferences.set("general.floats_with_words", True)
    assert not last.isHidden()
    assert last.text.casefold().startswith(CLIPS[NAMES[0]].split()[0])


def test_states_differ_by_shape_and_only_recording_is_red(floating, qtbot):
    shapes, words = [], set()
    for state in (State.STARTING, State.LISTENING, State.PAUSED):
        floating.show_state(state)
        floating.waveform.show_level(-20.0)
        image = floating.grab().toImage()
        shapes.append(image.convertToFormat(image.Format.Format_Grayscale8))
        words.add(floating.state.text())
        assert has_red(image) == (state is State.LISTENING)
    assert len(words) == 3
    assert all(one != other for one, other in pairwise(shapes))


def has_red(image):
    places = ((x, y) for x in range(image.width()) for y in range(image.height()))
    return any(image.pixelColor(x, y) == RED for x, y in places)


def test_reduced_motion_leaves_a_plain_level(floating):
    for level_db in (-50.0, -10.0, -30.0):
        floating.waveform.show_level(level_db)
    moving = floating.waveform.grab().toImage()
    floating.waveform.moves = False
    still = floating.waveform.grab().toImage()
    floating.waveform.show_level(-10.0)
    floating.waveform.show_level(-30.0)
    assert floating.waveform.grab().toImage() == still != moving


def test_problems_are_shown_instead_of_the_words(fermata):
    pill = fermata.signs.pill
    fermata.preferences.set("microphone.silence_warning_s", 2.0)
    fermata.begin(NAMES[0])
    fermata.window.open_part(FILES)
    fermata.until(lambda: pill.count.text() == "Nothing is heard")
    fermata.controller.stop()
    fermata.until(lambda: fermata.controller.state is State.STOPPED)
    fermata.window.open_part(DICTATION)
    fermata.begin(NAMES[0])
    assert pill.count.text() in {"0 words", f"{len(CLIPS[NAMES[0]].split())} words"}


def test_an_idle_pill_costs_nothing(floating):
    assert floating.findChildren(QTimer) == []


def test_the_pill_never_takes_the_focus_and_a_click_opens_the_window(floating, qtbot):
    flags = floating.windowFlags()
    for flag in ("Tool", "FramelessWindowHint", "WindowStaysOnTopHint", "WindowDoesNotAcceptFocus"):
        wanted = Qt.WindowType[flag]
        assert flags & wanted == wanted
    assert floating.testAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
    with qtbot.waitSignal(floating.clicked):
        place = floating.state.geometry().center()
        QTest.mouseClick(floating, Qt.MouseButton.LeftButton, pos=place)


def test_the_pill_stays_where_it_is_dragged(floating, qtbot):
    before = floating.pos()
    with qtbot.assertNotEmitted(floating.clicked):
        drag(floating, QPoint(-60, -200))
    assert floating.pos() == before + QPoint(-60, -200)
    floating.hide()
    floating.move(0, 0)
    floating.show()
    assert floating.pos() == before + QPoint(-60, -200)


def test_the_pill_comes_back_from_a_missing_screen(floating):
    floating.hide()
    floating._settings.setValue("pill", QPoint(9000, -400))
    floating.show()
    assert floating.screen().availableGeometry().contains(floating.geometry())


@pytest.mark.parametrize(
    ("wanted", "place"),
    [
        (QRect(10, 20, 300, 50), QPoint(10, 20)),
        (QRect(-500, 20, 300, 50), QPoint(0, 20)),
        (QRect(900, 590, 300, 50), QPoint(1000, 590)),  # most of it is on the second screen
        (QRect(700, 590, 300, 50), QPoint(500, 550)),
        (QRect(5000, 5000, 300, 50), QPoint(1700, 750)),
    ],
)
def test_the_whole_pill_is_on_one_screen(wanted, place):
    screens = [QRect(0, 0, 800, 600), QRect(1000, 0, 1000, 800)]
    assert clamped(wanted, screens) == place


@pytest.mark.parametrize(("language", "words"), [("en", "1 word"), ("zh_TW", "1 詞")])
def test_the_pill_counts_words_in_the_window_s_language(speak, request, language, words):
    speak(language)
    floating = request.getfixturevalue("floating")
    floating.show_count(1)
    assert floating.count.text() == words
