"""What a person changed of what was said, and what they only typed."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from app.history.corrections import Verdict, corrections, lessons
from app.history.store import HistoryStore
from engine.text.units import split_units
from engine.types import Sentence, Word

SAID = ("We agree, and we go home.", "Then we call jon.", "It was late, however we did it.")


def sentence(text, start_s=0.0):
    units = split_units(text)
    words = tuple(
        Word(unit.strip(".,?。，").lower(), start_s + at, start_s + at + 0.5)
        for at, unit in enumerate(units)
    )
    return Sentence(tuple(units), words)


@pytest.fixture
def changed(store):
    """Return the (text, corrected) pairs that an edit of a session makes."""

    def changed(document, said=SAID):
        number = store.begin(datetime(2026, 3, 1, tzinfo=UTC))
        store.append(number, [sentence(text, 10.0 * at) for at, text in enumerate(said)])
        store.save_document(number, document)
        return [(one.text, one.corrected) for one in corrections(store.session(number))]

    return changed


WHOLE, JOINED = " ".join(SAID), " ".join(SAID[:2])


@pytest.mark.parametrize(
    "document",
    [
        WHOLE,
        WHOLE + " XX",
        "XX " + WHOLE,
        WHOLE.replace("home. ", "home. XX "),
        WHOLE.replace("home.", "home XX."),
        WHOLE.replace("we go", "we XX go"),
        WHOLE.replace("Then we", "And then we"),
        WHOLE.replace("home. ", "home.\n\n"),
        WHOLE.replace(SAID[1] + " ", ""),
        WHOLE.replace(SAID[1], "This was typed, and we never called for it."),
        "",
        "Something else that we typed.",
    ],
)
def test_typing_and_deleting_correct_nothing(changed, document):
    assert changed(document) == []


@pytest.mark.parametrize(
    ("old", "new", "text", "corrected"),
    [
        ("agree, and", "agree and", SAID[0], "We agree and we go home."),
        ("home.", "home?", SAID[0], "We agree, and we go home?"),
        ("We agree", "we agree", SAID[0], "we agree, and we go home."),
        ("jon", "John", SAID[1], "Then we call John."),
        ("jon", "John Smith", SAID[1], "Then we call John Smith."),
        ("call jon", "call", SAID[1], "Then we call."),
        ("Then we", "Later we", SAID[1], "Later we call jon."),
        ("late, however we", "late. However, we", SAID[2], "It was late. However, we did it."),
        ("home. Then", "home then", JOINED, "We agree, and we go home then we call jon."),
        ("home. Then", "home, then", JOINED, "We agree, and we go home, then we call jon."),
        ("go home. Then", "leave then", JOINED, "We agree, and we leave then we call jon."),
        ("agree, and we", "agree\nand we", SAID[0], "We agree and we go home."),
    ],
)  # fmt: skip
def test_a_person_s_changes_are_corrections(changed, old, new, text, corrected):
    assert changed(WHOLE.replace(old, new)) == [(text, corrected)]


def test_each_sentence_is_a_separate_correction(changed):
    document = WHOLE.replace("agree, and", "agree and").replace("jon", "John") + " And more."
    assert changed(document) == [
        (SAID[0], "We agree and we go home."),
        (SAID[1], "Then we call John."),
    ]


def test_names_at_the_edge_of_two_sentences_belong_to_each(changed):
    said = ("We have seen jon.", "marry is here too.", "It is late.")
    document = "We have seen John. Mary is here too. It is late."
    assert changed(document, said) == [
        (said[0], "We have seen John."),
        (said[1], "Mary is here too."),
    ]


def test_a_correction_has_its_words_and_their_times(store):
    number = store.begin(datetime(2026, 3, 1, tzinfo=UTC))
    store.append(number, [sentence(text, 10.0 * at) for at, text in enumerate(SAID)])
    store.save_document(number, WHOLE.replace("jon. It", "jon, it"))
    (found,) = corrections(store.session(number))
    assert (found.session, found.first) == (number, 1)
    assert [word.text for word in found.words][:5] == ["then", "we", "call", "jon", "it"]
    assert [word.start_s for word in found.words][:5] == [10, 11, 12, 13, 20]


def test_an_unedited_session_has_none(store):
    number = store.begin(datetime(2026, 3, 1, tzinfo=UTC))
    store.append(number, [sentence(text) for text in SAID])
    assert corrections(store.session(number)) == ()


def test_chinese_sentences_are_corrected(changed):
    said = ("我哋今日開會，", "之後去食飯。", "佢叫陳大文。")
    text = "".join(said)
    assert changed(text, said) == []
    assert changed(text.replace("開會，", "開會。"), said) == [(said[0], "我哋今日開會。")]
    assert changed(text.replace("大文", "大民"), said) == [(said[2], "佢叫陳大民。")]
    assert changed(text.replace("食飯。佢", "食飯，佢"), said) == [
        ("之後去食飯。佢叫陳大文。", "之後去食飯，佢叫陳大文。")
    ]
    assert changed(text + "打字", said) == []


def test_ten_hours_of_corrections_are_found(store):
    """A day of speech, every tenth sentence corrected, within the time limit of tests."""
    rng = random.Random(1)
    words = [f"{letter}{other}" for letter in "bcdfgklmnprst" for other in ("a", "o", "ile", "ent")]
    said = [
        " ".join(rng.choices(words, k=12)).capitalize().replace(" ba", ", ba") + "."
        for _ in range(7_500)
    ]
    number = store.begin(datetime(2026, 3, 1, tzinfo=UTC))
    store.append(number, [sentence(text, 5.0 * at) for at, text in enumerate(said)])
    corrected = [text[:-1] + "?" if at % 10 == 0 else text for at, text in enumerate(said)]
    store.save_document(number, " ".join(corrected))
    assert [one.corrected for one in corrections(store.session(number))] == corrected[::10]


def taught(rows):
    return [lesson.text for lesson in lessons(rows)]


def corrected_session(store, *replacements, said=SAID):
    number = store.begin(datetime(2026, 3, 1, tzinfo=UTC))
    store.append(number, [sentence(text, 10.0 * at) for at, text in enumerate(said)])
    text = " ".join(said)
    for old, new in replacements:
        text = text.replace(old, new)
    store.save_document(number, text)
    return number


def test_a_decision_holds_until_the_sentence_changes(store):
    number = corrected_session(store, ("agree,", "agree"), ("jon", "John"))
    first, second = store.corrections()
    assert [first.decision, second.decision] == [None, None]
    store.decisions.decide([(first.correction, "We agree, and go home. "), (second.correction, "")])
    assert [row.approved for row in store.corrections()] == ["We agree, and go home.", ""]
    store.save_document(number, store.session(number).text.replace("John", "Johann"))
    kept, changed_again = store.corrections()
    assert kept.approved == "We agree, and go home."
    assert changed_again.decision is None
    store.trash.add([number], datetime(2026, 3, 2, tzinfo=UTC))
    assert store.corrections() == []
    store.trash.put_back([number])
    store.delete([number])
    assert store.corrections() == []
    assert not store.decisions.of(number)
    store.decisions.decide([(first.correction, "It is gone.")])
    assert not store.decisions.of(number)


@pytest.mark.parametrize("nothing", ["", "  ", "…", "?!", "。"])
def test_a_correction_without_words_is_dropped(store, nothing):
    corrected_session(store, ("jon", "John"))
    (row,) = store.corrections()
    store.decisions.decide([(row.correction, nothing)])
    (dropped,) = store.corrections()
    assert (dropped.decision.approved, taught([dropped])) == ("", [])


def test_an_approved_correction_is_not_learnt_once_its_text_is_deleted(store):
    number = corrected_session(store, ("jon", "John"), ("agree,", "agree"))
    rows = store.corrections()
    store.decisions.decide([(row.correction, row.correction.corrected) for row in rows])
    assert lessons(store.corrections())
    store.save_document(number, "It was late.")
    assert store.corrections() == []
    store.save_document(number, "")
    assert store.corrections() == []


def test_decisions_go_with_their_session_into_another_history(store, tmp_path):
    with HistoryStore(tmp_path / "waiting") as waiting:
        corrected_session(waiting, ("jon", "John"))
        (row,) = waiting.corrections()
        waiting.decisions.decide([(row.correction, "Then we call John!")])
    store.take_in(tmp_path / "waiting")
    assert [row.approved for row in store.corrections()] == ["Then we call John!"]


def test_a_lesson_includes_the_neighbouring_sentences(store):
    corrected_session(store, ("jon", "John"))
    (row,) = store.corrections()
    assert taught([row]) == []
    learnt = replace(row, decision=Verdict("Then we call John!"))
    assert taught([learnt]) == [f"{SAID[0]} Then we call John! {SAID[2]}"]


def test_unapproved_neighbours_are_not_learnt(store):
    corrected_session(store, ("agree,", "agree"), ("jon", "John"), ("late,", "late"))
    first, second, third = store.corrections()
    approved = replace(second, decision=Verdict("Then we call John."))
    dropped = replace(third, decision=Verdict(""))
    assert taught([first, approved, dropped]) == ["Then we call John."]
    other = replace(first, decision=Verdict(first.correction.corrected))
    assert taught([other, approved]) == [
        "We agree and we go home. Then we call John.",
        "We agree and we go home. Then we call John. It was late however we did it.",
    ]


def test_a_lesson_has_the_times_of_its_words(store):
    corrected_session(store, ("jon", "Doctor John"))
    (row,) = store.corrections()
    (lesson,) = lessons([replace(row, decision=Verdict(row.correction.corrected))])
    timed = dict(zip(lesson.text.split(), lesson.times, strict=True))
    assert (timed["call"], timed["home."], timed["late,"]) == ((12, 12.5), (5, 5.5), (22, 22.5))
    assert timed["Doctor"] == (None, None), "it was typed"
    (other,) = lessons([replace(row, decision=Verdict("Then we call Dr John."))])
    assert other.times[6:11] == ((None, None),) * 5, "it does not stand so in the text"
    assert (other.times[:6], other.times[11:]) == (lesson.times[:6], lesson.times[11:])
