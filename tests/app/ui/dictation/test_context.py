"""Words are dictated into text in the real window: Whisper hears recordings of a person."""

from __future__ import annotations

import re

import pytest
import soundfile

from app.dictation.events import State
from app.document.text import to_units
from tests.support.shared_data import shared
from tests.support.ui.composed_window import composed_window

HERE = "‸"
IN_BEING, ALTHOUGH, PRODUCED, NEVER = (f"LJ001-{number:04}" for number in (2, 3, 4, 8))
SAID_INTO_TEXT = [  # what is said, the text with its cursor, the text afterwards
    (NEVER, "The book ‸", "The book has never been surpassed."),
    (NEVER, "The book‸", "The book has never been surpassed."),
    (NEVER, "The book ‸ by any other.", "The book has never been surpassed by any other."),
    (NEVER, "The book ‸.", "The book has never been surpassed."),
    (NEVER, "“The book ‸”, he said.", "“The book has never been surpassed”, he said."),
    (NEVER, "The book (which ‸) is old.", "The book (which has never been surpassed) is old."),
    (NEVER, "- The book ‸\n- The pen", "- The book has never been surpassed.\n- The pen"),
    (NEVER, "See https://example.com/book which ‸ so far.",
     "See https://example.com/book which has never been surpassed so far."),
    (NEVER, "\u05d4\u05e1\u05e4\u05e8 ‸", "\u05d4\u05e1\u05e4\u05e8 has never been surpassed."),
    (IN_BEING, "It differs from the other arts‸",
     "It differs from the other arts in being comparatively modern."),
    (IN_BEING, "It stands out ‸, they say.",
     "It stands out in being comparatively modern, they say."),
    (IN_BEING, "Printing stands out ‸ among the arts.",
     "Printing stands out in being comparatively modern among the arts."),
]  # fmt: skip


@pytest.fixture(scope="module")
def reader():
    return shared("data", "audio", "ljspeech_genuine")


@pytest.fixture
def fermata(qtbot, tmp_path):
    whisper = {"models__recogniser": "whisper", "models__speech_model": ""}
    with composed_window(qtbot, tmp_path / "data", **whisper) as composed:
        yield composed


def write(fermata, text):
    """Write a text as a person would, and put the cursor where it shows one."""
    before, _, after = text.partition(HERE)
    fermata.document.replace_all(before + after)
    fermata.until(lambda: fermata.page.view.is_filled)
    put_cursor(fermata, len(to_units(before)))


def put_cursor(fermata, place):
    fermata.page.view.select(place, place)


def say(fermata, reader, *names):
    fermata.dictate(*(reader / f"{name}.wav" for name in names))


def stop(fermata):
    fermata.controller.toggle_record()
    fermata.until(lambda: fermata.controller.state is State.STOPPED)


def bare(text):
    return re.sub(r"[^\w\s]", "", text.lower()).split()


@pytest.mark.parametrize(("said", "text", "then"), SAID_INTO_TEXT)
def test_words_fit_into_the_text_around_the_cursor(fermata, reader, said, text, then):
    write(fermata, text)
    say(fermata, reader, said)
    assert fermata.document.text == then


def test_a_sentence_goes_on_over_stop_and_is_undone_step_by_step(fermata, reader):
    say(fermata, reader, ALTHOUGH)
    first = fermata.document.text
    put_cursor(fermata, len(fermata.document.units))
    say(fermata, reader, PRODUCED)
    both = fermata.document.text
    assert re.findall(r"[.?!]", both[:-1]) == []
    assert "process, produced" in both
    seen = [both]
    while fermata.document.can_undo:
        fermata.document.undo()
        seen.append(fermata.document.text)
    assert seen[-2:] == [first, ""]
    assert len(seen) == len(set(seen))


def test_after_a_long_pause_a_complete_sentence_has_its_end(fermata, reader, tmp_path):
    silence = tmp_path / "silence.wav"
    soundfile.write(silence, [0.0] * 16_000 * 7, 16_000)
    write(fermata, "The book ‸")
    fermata.begin(reader / f"{NEVER}.wav", silence)
    fermata.until(lambda: fermata.document.text == "The book has never been surpassed.")
    assert fermata.controller.state is State.LISTENING
    stop(fermata)
    assert fermata.document.text == "The book has never been surpassed."


def test_a_new_sentence_after_a_finished_one_starts_with_a_capital(fermata, reader):
    say(fermata, reader, NEVER)
    put_cursor(fermata, len(fermata.document.units))
    say(fermata, reader, NEVER)
    assert fermata.document.text == "Has never been surpassed. Has never been surpassed."


def test_typing_at_the_seam_is_kept(fermata, reader):
    say(fermata, reader, NEVER)
    fermata.document.edited(len(fermata.document.units), 0, " – so they say.")
    put_cursor(fermata, len(fermata.document.units))
    before = fermata.document.text
    say(fermata, reader, IN_BEING)
    assert fermata.document.text.startswith(f"{before} In being")


def test_the_text_before_the_words_can_be_deleted_while_they_are_said(fermata, reader):
    write(fermata, "The book ‸")
    fermata.begin(reader / f"{NEVER}.wav")
    fermata.document.replace(0, len("The book "), "")
    stop(fermata)
    assert fermata.document.text == "Has never been surpassed."


def test_somebody_can_type_after_the_words_while_they_are_said(fermata, reader):
    write(fermata, "The book ‸ of old.")
    fermata.begin(reader / f"{NEVER}.wav")
    fermata.document.replace(len("The book  "), len("The book  of old"), "until today")
    stop(fermata)
    assert fermata.document.text == "The book has never been surpassed until today."


def test_the_cursor_can_move_during_a_dictation_without_losing_words(fermata, reader):
    write(fermata, "One book ‸ is here. Another book is there.")
    fermata.begin(reader / f"{NEVER}.wav")
    for place in (0, len("One book is here. Another book "), len("One book ")):
        put_cursor(fermata, place)
        fermata.page.view.dictate_here()
    stop(fermata)
    said = ["has", "never", "been", "surpassed"]
    words = bare(fermata.document.text)
    assert [word for word in words if word in said] == said
    assert [word for word in words if word not in said] == bare(
        "One book is here. Another book is there."
    )


def test_a_paragraph_can_have_300_000_words(fermata, reader):
    write(fermata, "word " * 150_000 + "the book ‸ by any other " + "word " * 150_000)
    say(fermata, reader, NEVER)
    assert "the book has never been surpassed by any other word" in fermata.document.text
