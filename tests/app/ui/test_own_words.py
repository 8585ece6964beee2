from __future__ import annotations

import pytest

from engine.formatting.vocabulary import Entry, own_entries

OFFER = "Add “Kowloon” to my words"


@pytest.fixture
def fermata(shared_fermata):
    fermata = shared_fermata
    fermata.document.replace_all("Turn left at Kowloon Tong.\nGo on.")
    fermata.until(lambda: fermata.workers.words.words is not None)
    return fermata


def offered(fermata, place):
    """Return what the context menu offers at a place of the text."""
    view = fermata.page.view
    cursor = view.textCursor()
    cursor.setPosition(place + 1)
    menu = view.menu(view.cursorRect(cursor).center())
    return {action.text(): action for action in menu.actions()}


def test_the_word_under_the_pointer_can_be_added_and_removed_again(fermata):
    notice = fermata.page.live.notice
    place = fermata.document.units.index("Kowloon")
    offered(fermata, place)[OFFER].trigger()
    fermata.until(lambda: notice.label.text() == "“Kowloon” is one of your words now.")
    assert own_entries(fermata.paths) == (Entry("Kowloon"),)
    assert OFFER not in offered(fermata, place)
    notice.offer.click()
    fermata.until(lambda: OFFER in offered(fermata, place))
    assert own_entries(fermata.paths) == ()


def test_the_selection_is_offered_unless_it_spans_lines(fermata):
    view, units = fermata.page.view, fermata.document.units
    place = units.index("Kowloon")
    view.select(place, place + len("Kowloon Tong"))
    assert "Add “Kowloon Tong” to my words" in offered(fermata, place)
    view.select(place, len(units))
    assert not any("to my words" in text for text in offered(fermata, place))
