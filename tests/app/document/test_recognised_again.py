"""A text recognised again by another model: what a person wrote stays, and all can be put back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.document.document import Document, Written
from app.document.earlier_text import Earlier, EarlierText
from app.document.recognised_again import new_reading
from app.document.spoken_words import SpokenWords
from engine.text.units import split_units
from engine.types import Sentence, Update, Word

HEARD = ("So I went to the shop.", "It was closed, wasn't it?")
AGAIN = ("So I want to the shop today.", "It is clothed wasn't it.")


def sentence(text, begin_s=0.0):
    """A sentence with one word a second."""
    units = split_units(text)
    words = (
        Word(unit.lower().strip(".,?"), begin_s + at, begin_s + at + 0.8, 0.9)
        for at, unit in enumerate(units)
    )
    return Sentence(tuple(units), tuple(words))


def document_of(*sentences):
    document = Document()
    document.apply(Update(sentences, ""))
    return document


def heard(*texts):
    return document_of(*(sentence(text, 10.0 * at) for at, text in enumerate(texts)))


def recognise(document, again):
    """Let a document become what was recognised again; return how it differs from before."""
    before, words = document.units, SpokenWords.of(document.words.all())
    numbered = Document()
    numbered.sentences = document.sentences
    for one in again:
        numbered.apply(Update((one,), ""))
    reading = new_reading(before, words, numbered.units, numbered.words)
    document.rewrite([Written(0, len(before), reading.units, reading.words)])
    earlier = Earlier.of(before, words, reading.units, reading.words, reading.own)
    return EarlierText(earlier, document)


def again(document, *texts):
    return recognise(document, [sentence(text, 10.0 * at) for at, text in enumerate(texts)])


def told(document, text):
    """Return the changes, each as the new text, the old text, and whether a person wrote it."""
    rows, place = [], -1
    while (change := text.next(place)) is not None:
        rows.append((document.units[change.start : change.end], change.source, change.is_own))
        place = change.start
    return rows


def placed(words):
    return [(it.start, it.end, it.spoken.utterance.number, it.is_edited) for it in words.all()]


def test_everything_spoken_becomes_the_new_recognition():
    document = heard(*HEARD)
    text = again(document, *AGAIN)
    assert document.text == " ".join(AGAIN)
    assert told(document, text) == [
        ("want", "went", False),
        ("shop today.", "shop.", False),
        ("is clothed", "was closed,", False),
        ("it.", "it?", False),
    ]
    assert {it.spoken.utterance.number for it in document.words.all()} == {2, 3}


def test_what_a_person_wrote_stays_with_the_recognition_as_a_choice():
    document = heard(*HEARD)
    start = document.units.index("shop")
    document.replace(start, start + 4, "market")
    document.replace(len(document.units), len(document.units), "\nTyped by hand.")
    text = again(document, "So I went to the mall.", "It was closed, wasn't it?")
    assert document.text == "So I went to the market. It was closed, wasn't it?\nTyped by hand."
    assert told(document, text) == [("market.", "mall.", True)]
    text.reject([text.next(-1)])
    assert document.text.startswith("So I went to the mall. It was")
    assert document.words.around(document.units.index("mall")).spoken.word.text == "mall"
    document.undo()
    assert told(document, text) == [("market.", "mall.", True)]


def test_rejecting_a_change_restores_the_words_with_their_times():
    document = heard(*HEARD)
    text = again(document, *AGAIN)
    text.reject([text.next(-1)])
    assert document.text.startswith("So I went to the shop today.")
    word = document.words.around(document.units.index("went"))
    assert (word.spoken.utterance.number, word.spoken.word.start_s) == (0, 2.0)
    assert not word.is_edited


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("今日天氣好好，我哋去行山。", "今日天氣好好，我哋去海灘。"),
        ("我用 Python 寫程式。", "我用拍紙寫程式。"),
        ("行山👍🏽今日。", "行山今日。"),
    ],
)
def test_chinese_is_compared_character_by_character(before, now):
    document = heard(before)
    spoken = document.text
    text = again(document, now)
    assert document.text == heard(now).text
    text.reject_all()
    assert document.text == spoken


VOCABULARY = [*(f"w{at}" for at in range(40)), "the", "of", "and"]


def rendered(random, words):
    """Yield sentences of some words and times, with their own marks and capitals."""
    while words:
        own = [words.pop(0) for _ in range(min(len(words), random.randint(3, 9)))]
        units = [f"{word}," if random.random() < 0.1 else word for word, _ in own]
        units[0], units[-1] = units[0].capitalize(), units[-1].strip(",") + random.choice(".?!")
        yield Sentence(tuple(units), tuple(Word(word, at, at + 0.4, 0.5) for word, at in own))


def misheard(random, words):
    """Yield words as another model recognises them: some changed, some left out, some added."""
    for word, at in words:
        luck = random.random()
        if luck < 0.1:
            continue
        yield (random.choice(VOCABULARY) if luck < 0.3 else word), at
        if luck > 0.95:
            yield random.choice(VOCABULARY), at + 0.2


@given(st.randoms(use_true_random=False))
def test_whatever_was_written_all_changes_can_be_accepted_and_undone(random):
    said = [(random.choice(VOCABULARY), 0.5 * at) for at in range(random.randint(0, 40))]
    document = document_of(*rendered(random, list(said)))
    own = ["mine", "my own words", "\n", "", "\n\nTitle "]
    for _ in range(random.randint(0, 4)):
        start = random.randint(0, len(document.units))
        end = min(len(document.units), start + random.randint(0, 8))
        document.replace(start, end, random.choice(own))
    before, words = document.units, placed(document.words)
    typed = document.text.count("mine") + document.text.count("my own words")
    text = recognise(document, rendered(random, list(misheard(random, said))))
    new, end = document.units, 0
    assert document.text.count("mine") + document.text.count("my own words") == typed
    for word in document.words.all():
        assert end <= word.start < word.end <= len(new)
        end, spoken = word.end, word.spoken
        surface = spoken.utterance.sentence.surfaces[spoken.index]
        assert word.is_edited or new[word.start : word.end] == surface
    while change := next(
        (it for it in text.changes(0, len(document.units)) if not it.is_own), None
    ):
        text.reject([change])
    assert document.text.split() == before.split()
    text.reject_all()
    assert document.units == before
    assert placed(document.words) == words
    while document.units != new:
        document.undo()
