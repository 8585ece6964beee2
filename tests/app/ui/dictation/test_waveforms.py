from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.support.recognisers.speech import FOX

LEFT = Qt.MouseButton.LeftButton


def heights(slider):
    """Return how many pixels are drawn in the middle of each bar."""
    image = slider.grab().toImage()
    ground = image.pixel(2, 1)
    return [
        sum(image.pixel(x, y) != ground for y in range(image.height()))
        for x in range(9, image.width() - 6, 3)
    ]


def colours(slider):
    image, middle = slider.grab().toImage(), slider.height() // 2
    return {image.pixelColor(x, middle).name() for x in range(image.width())}


def test_the_sound_is_drawn_and_the_words_follow_a_drag(shared_fermata):
    fermata = shared_fermata
    fermata.dictate(FOX)
    back, bar, view = fermata.controller.back, fermata.page.player, fermata.page.view
    assert bar.isHidden(), "nothing can be listened to yet"
    recording, sound = back.recorded()
    back.hold(sound, recording)
    slider = bar.slider
    fermata.until(lambda: max(heights(slider)) > 20)
    assert min(heights(slider)) < 8
    words = fermata.document.words
    for index in (5, 2):
        wanted = words.at(index)
        share = wanted.spoken.word.start_s * 10 / slider.maximum()
        place = QPoint(round(share * slider.width()) + 4, 10)
        if index == 5:
            QTest.mousePress(slider, LEFT, pos=place)
        else:
            QTest.mouseMove(slider, place)
        fermata.until(lambda wanted=wanted: view.caret() == wanted.start)
    QTest.mouseRelease(slider, LEFT, pos=place)
    assert view.caret() == words.at(2).start
    accent = QApplication.palette().highlight().color().name()
    assert accent in colours(slider)
    slider.setValue(0)
    assert accent not in colours(slider)
    fermata.page.bar.new.trigger()
    assert bar.isHidden()
