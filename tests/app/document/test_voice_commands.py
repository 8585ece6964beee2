"""Voice commands, through the session used for dictation, into the document."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from app.document.document import Committed, Document
from engine.build import load_language_model
from engine.formatting.fields import filled
from engine.paths import default_paths
from engine.session import Session
from engine.settings import CommandsMode, LeftOut, NumberStyle, PunctuationSettings
from engine.types import Hypothesis, Update, VoiceCommand, Word
from tests.support.utterances import hypotheses

SAID = "we had common sense"
PATHS = default_paths({"FERMATA_DATA": "/nowhere"})


@cache
def loaded(settings: PunctuationSettings):
    return load_language_model(settings, PATHS)


def dictated(
    *utterances: str,
    model: str = "en",
    mode: CommandsMode = CommandsMode.ALL,
    numbers: NumberStyle | None = None,
    left_out: LeftOut = LeftOut.NOTHING,
):
    """Return the document, the commands it was given, and the words of its sentences."""
    settings = PunctuationSettings(model=model, commands=mode, numbers=numbers, left_out=left_out)
    document, commands, words = Document(), [], []
    document.observe(
        Committed, lambda event: words.extend(w for s in event.sentences for w in s.words)
    )
    document.begin_session(0)
    session = Session(*loaded(settings).stages(settings), settles=True)
    for event in session.run(hypotheses(utterances)):
        if isinstance(event, Update):
            document.apply(event)
        elif isinstance(event, VoiceCommand):
            commands.append(event.action.value)
            document.do(event)
    return document, commands, words


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("thank you comma john period how are you question mark", "Thank you, John. How are you?"),
        (
            (
                "dear john comma new line thank you for your letter period new paragraph the talk "
                "is on friday full stop"
            ),
            "Dear John,\nThank you for your letter.\n\nThe talk is on Friday.",
        ),
        (
            "he said comma open quote come home close quote comma and left",
            "He said, “come home”, and left.",
        ),
        (
            "please buy colon bullet point milk bullet point eggs bullet point a loaf of bread",
            "Please buy:\n• Milk\n• Eggs\n• A loaf of bread.",
        ),
        (
            "we met on friday new heading the budget new paragraph it is small",
            "We met on Friday.\n\n# The budget\n\nIt is small.",
        ),
        ("new heading the budget", "# The budget"),
        ("it is a well hyphen known fact", "It is a well-known fact."),
        ("send it to john at sign home", "Send it to john@home."),
        ("the cat dash my favourite animal dash slept", "The cat – my favourite animal – slept."),
        (
            "we went to all caps nasa and cap quality control",
            "We went to NASA and Quality control.",
        ),
        ("he wrote no caps london in his book", "He wrote london in his book."),
        ("the word literal comma is short", "The word comma is short."),
        ("see the note open bracket below close bracket period", "See the note (below)."),
        ("this was fun exclamation point comma", "This was fun,"),
    ],
)
def test_a_spoken_mark_replaces_any_other(said, text):
    document, _, _ = dictated(said)
    assert document.text == text


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (("Thank you, comma. How are you? New line. Fine.",), "Thank you, how are you?\nFine."),
        (("I saw him, period. Then he left. Question mark?",), "I saw him. Then he left?"),
        (("Dear John, comma,", "New paragraph.", "Thank you."), "Dear John,\n\nThank you."),
        (("I think so.", "Scratch that.", "Maybe not."), "Maybe not."),
    ],
)
def test_a_recogniser_with_punctuation_does_not_double_marks(said, text):
    document, _, _ = dictated(*said)
    assert document.text == text


@pytest.mark.parametrize(
    "said",
    [
        "he put a semi colon there",
        "it has a forward slash in it",
        "the trial period of two weeks ended",
        "a comma is missing in this sentence",
        "he had colon cancer in his family",
        "she made a dash for the door",
        "it reached the point of no return",
        "they want to delete that file from the disk",
        "we can scratch that from the list",
        "please wake up early tomorrow",
    ],
)
def test_ordinary_words_stay_words(said):
    document, commands, _ = dictated(said)
    assert document.text.lower().rstrip(".?!").replace(",", "") == said
    assert not commands


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (("i think we should", "go to the zoo", "scratch that", "go to the park tomorrow"),
         "I think we should go to the park tomorrow."),
        (("this is one", "this is two", "this is three", "scratch that", "scratch that",
          "and this is four"), "This is one, and this is four."),
        (("we saw the tall house", "delete last word", "tree"), "We saw the tall tree."),
        (("it rains today", "we stay at home", "delete last sentence"), "It rains today."),
        (("it rains today", "scratch that", "undo that"), "It rains today."),
        (("it rains today", "we stay", "scratch that scratch that"), "It rains today."),
        (("the house is red", "replace red with green", "it is nice"),
         "The house is green. It is nice."),
        (("replace the battery with a new one",), "Replace the battery with a new one."),
        (("scratch that", "the train is late today"), "The train is late today."),
        (("it rains today", "scratch", "that"), "It rains today. Scratch that."),
        (("it rains today", "stop", "listening", "we go"),
         "It rains today. Stop listening. We go."),
        (("it rains today", *["delete last word"] * 5, "we go"), "We go."),
    ],
)  # fmt: skip
def test_corrections_must_be_whole_utterances(said, text):
    document, _, _ = dictated(*said)
    assert document.text == text


def test_a_correction_is_one_undo_step():
    document, commands, _ = dictated("it rains today", "scratch that")
    assert (document.text, commands) == ("", ["scratch"])
    document.undo()
    assert document.text == "It rains today."


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (("that cost two million euros", "delete last word"), "That cost"),
        (("that cost two million euros", "delete last word", "much"), "That cost much."),
        (("that cost two million euros", "delete last word", "undo that"),
         "That cost €2 million."),
    ],
)  # fmt: skip
def test_what_is_written_as_one_word_is_deleted_as_one(said, text):
    document, _, _ = dictated(*said, numbers=NumberStyle())
    assert document.text == text


def test_typed_text_between_spoken_words_is_not_deleted():
    document, _, _ = dictated("it rains today")
    document.edited(document.text.index("today"), 0, "hard ")
    document.do(VoiceCommand(action=_scratch(), words=(0, 2)))
    assert document.text == "It rains hard today."


def _scratch():
    from engine.spoken_commands.actions import Action

    return Action.SCRATCH


def test_control_commands_are_reported_and_speech_while_asleep_is_dropped():
    document, commands, words = dictated(
        "the train is late",
        "stop listening",
        "private things",
        "wake up",
        "it rains",
        "press enter",
    )
    assert commands == ["stop listening", "wake up", "press enter"]
    assert document.text == "The train is late. It rains."
    assert "private" not in {word.text for word in words}


def test_without_automatic_punctuation_only_spoken_marks_are_written():
    document, _, _ = dictated(
        "automatic punctuation off", "hello my friend comma how are you", "i am fine period"
    )
    assert document.text == "Hello my friend, how are you I am fine."


@pytest.mark.parametrize(
    ("mode", "text"),
    [
        (CommandsMode.ALL, "Thank you, all."),
        (CommandsMode.MARKS, "Thank you, all. scratch that"),
        (CommandsMode.OFF, "thank you comma all scratch that"),
    ],
)
def test_the_mode_decides_which_commands_count(mode, text):
    document, _, _ = dictated("thank you comma all", "we left", "scratch that", mode=mode)
    expected = text.replace("all.", "all. We left.") if mode is CommandsMode.MARKS else text
    plain = document.text.lower().replace(",", "").replace(".", "")
    if mode is CommandsMode.ALL:
        assert document.text == text
    elif mode is CommandsMode.MARKS:
        assert "you," in document.text
        assert plain.endswith("scratch that")
        assert expected
    else:
        assert plain == "thank you comma all we left scratch that"


@pytest.mark.parametrize(
    "said",
    [
        ("new", "line hello"),
        ("we go home new", "paragraph hello"),
        ("we go home open", "quote yes"),
    ],
)
def test_an_endpoint_can_split_a_command(said):
    document, _, _ = dictated(*said)
    assert any(sign in document.text for sign in ("\n", "“"))
    assert "new" not in document.text
    assert "open" not in document.text


def test_nothing_happens_before_the_words_are_final():
    settings = PunctuationSettings(commands=CommandsMode.ALL)
    session = Session(*loaded(settings).stages(settings), settles=True)
    *partials, final = hypotheses(["it rains today"])
    assert list(session.push([*partials, final]))
    *partials, final = (replace(it, time_s=it.time_s + 10) for it in hypotheses(["scratch that"]))
    taken_back = [Hypothesis((Word("scratch"), Word("the")), is_final=False, time_s=12.0)]
    early = list(session.push([*partials, *partials[-1:] * 5, *taken_back, *partials]))
    assert not [it for it in early if isinstance(it, VoiceCommand)]
    (command,) = [it for it in session.push([final]) if isinstance(it, VoiceCommand)]
    assert command.action.value == "scratch"


def test_a_mark_that_a_partial_takes_back_is_gone():
    settings = PunctuationSettings(commands=CommandsMode.ALL)
    session = Session(*loaded(settings).stages(settings), settles=True)
    partials = [
        Hypothesis(tuple(map(Word, said.split())), is_final=False, time_s=float(at))
        for at, said in enumerate(("we had comma", "we had comma on", "we had common", *[SAID] * 4))
    ]
    (*_, final) = hypotheses([SAID])
    seen = [
        "".join([*(sentence.text for sentence in it.sentences), it.tail])
        for it in [*session.push(partials), *session.push([final]), *session.flush()]
        if isinstance(it, Update)
    ]
    assert "comma" in seen[0].lower().split()
    assert not any("," in text for text in seen)
    assert seen[-1].lower() == f"{SAID}."


@pytest.mark.parametrize(
    "said",
    [
        ("thank you comma john period", "scratch that", "open quote hello", "new paragraph"),
        ("new paragraph",),
        ("comma",),
        ("cap",),
        ("we go no space", "home all caps"),
        ("stop listening", "we are private", "wake up", "press enter"),
        ("we are here", "replace here with there", "undo that", "delete last word"),
    ],
)
def test_no_recognised_word_is_lost_doubled_or_reordered(said):
    _, _, words = dictated(*said)
    spoken = [word for one in said for word in one.split()]
    assert [word.id for word in words] == list(range(len(spoken)))
    is_private = "stop listening" in said
    assert is_private or [word.text for word in words] == spoken


def test_plain_speech_reads_the_same_with_and_without_commands():
    said = (
        "last summer we drove to the coast and stayed for a week",
        "the weather was bad but nobody minded",
        "do you remember the house by the lake",
        "it was sold in the end",
    )
    assert dictated(*said)[0].text == dictated(*said, mode=CommandsMode.OFF)[0].text


def test_words_next_to_commands_can_still_be_played():
    document, _, _ = dictated("thank you comma john", "new paragraph", "hello")
    spans = document.words.between(0, len(document.units))
    texts = [document.units[span.start : span.end] for span in spans]
    assert texts == ["Thank", "you,", "John.", "Hello."]
    you: Word = spans[1].spoken.word
    assert you.text == "you comma"
    assert spans[0].spoken.utterance.as_recognised.startswith("thank you comma")


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("今天天气很好句号我们去公园逗号你去吗问号", "今天天气很好。我们去公园，你去吗？"),
        ("他说冒号左引号你好右引号", "他说：“你好。”"),
        ("今日天氣好好句號新段落我哋去公園", "今日天氣好好。\n\n我哋去公園。"),
    ],
)
def test_chinese_has_its_own_table(said, text):
    document, _, _ = dictated(said, model="zh-yue-en")
    assert document.text == text


def test_numbers_are_figures_in_the_text_and_words_in_the_recognition():
    settings = PunctuationSettings(commands=CommandsMode.ALL, numbers=NumberStyle())
    document = Document()
    document.begin_session(0)
    said = ("the dose is one hundred and fifty milligrams comma twice a day", "thank you")
    session = Session(*loaded(settings).stages(settings), settles=True)
    for event in session.run(hypotheses(said)):
        if isinstance(event, Update):
            document.apply(event)
    assert document.text.startswith("The dose is 150 mg, twice a day.")
    dose = document.words.around(document.text.index("150"))
    assert document.units[dose.start : dose.end] == "150 mg,"
    assert dose.spoken.word.text == "one hundred and fifty milligrams comma"
    assert dose.spoken.word.end_s > dose.spoken.word.start_s + 1.0
    assert "one hundred and fifty milligrams comma" in dose.spoken.utterance.as_recognised


def test_numbers_are_figures_while_the_sentence_is_being_said():
    settings = PunctuationSettings(numbers=NumberStyle(), refresh_interval_s=0.0)
    document, tails = Document(), []
    document.begin_session(0)
    session = Session(*loaded(settings).stages(settings), settles=True)
    for event in session.run(hypotheses(["the dose is one hundred and fifty milligrams a day"])):
        if isinstance(event, Update):
            document.apply(event)
            tails.append(document.tail)
    assert "The dose is 150 mg a" in tails
    assert not [tail for tail in tails if tail[-1:] in {".", "?", "!"}]
    assert [tail.count("150") for tail in tails].index(1) < len(tails) - 1
    assert document.text == "The dose is 150 mg a day."


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (("he said quote i am", "done unquote and left"), "He said “I am done” and left."),
        (("i want to quote the price of a house",), "I want to quote the price of a house."),
        (("call the b", "m w garage"), "Call the BMW garage."),
        (("she works at i b m comma not in the u k",), "She works at IBM, not in the UK."),
        (("open setup dot py period",), "Open setup.py."),
    ],
)
def test_spelling_and_pairs_can_span_a_pause(said, text):
    assert dictated(*said)[0].text.lower() == text.lower()


@pytest.mark.parametrize(
    ("left_out", "text"),
    [
        (LeftOut.NOTHING, "So, um, I think it is, uh, it is late, um."),
        (LeftOut.FILLERS, "So I think it is, it is late."),
        (LeftOut.REPEATS, "So I think it is late."),
    ],
)
def test_left_out_words_take_their_commas_and_keep_the_end_of_a_sentence(left_out, text):
    said = "So, um, I think it is, uh, it is late. Um."
    document, _, words = dictated(said, mode=CommandsMode.OFF, left_out=left_out)
    assert document.text == text
    assert len(words) == len(said.split())


def test_fillers_are_only_left_out_in_their_own_language():
    said = "呃我們明天再說"
    document, _, _ = dictated(said, model="zh-yue-en", left_out=LeftOut.FILLERS)
    assert document.text.startswith("我們明天再說")
    english, _, _ = dictated("um homem na rua", model="zh-yue-en", left_out=LeftOut.NOTHING)
    assert english.text.lower().startswith("um homem")


TERMS = "We deliver within two weeks and nobody pays before the goods have come to their place"


@pytest.mark.parametrize(
    ("snippets", "said", "text"),
    [
        (
            "Anna Lee{line}5 Hill Road = insert my address",
            ("please write to", "insert my address", "it is near the river"),
            "Please write to Anna Lee\n5 Hill Road It is near the river.",
        ),
        (
            "Kind regards,{line}Anna Lee = insert my signature",
            ("thank you period insert my signature",),
            "Thank you. Kind regards,\nAnna Lee",
        ),
        (
            "Anna Lee, 5 Hill Road = insert my address",
            ("please write to insert my address and wait",),
            "Please write to Anna Lee, 5 Hill Road and wait.",
        ),
        (
            f"{TERMS}. = insert our terms | insert terms",
            ("thank you period insert our terms we look forward to it",),
            f"Thank you. {TERMS}. We look forward to it.",
        ),
        (
            "Written at {time}. = time stamp",
            ("we left early full stop", "time stamp"),
            "We left early. Written at 12:34.",
        ),
        ("{date}{line} = insert the date", ("insert the dates now",), "Insert the dates now."),
    ],
)
def test_a_snippet_is_written_unchanged(tmp_path, snippets, said, text):
    (tmp_path / "vocabulary.txt").write_text(f"{snippets}\n", encoding="utf-8")
    settings = PunctuationSettings(commands=CommandsMode.ALL, numbers=NumberStyle())
    model = load_language_model(settings, default_paths({"FERMATA_DATA": str(tmp_path)}))
    document = Document()
    document.begin_session(0)
    session = Session(*model.stages(settings), settles=True)
    for event in session.run(hypotheses(said)):
        if isinstance(event, Update):
            document.apply(filled(event, {"time": "12:34"}.__getitem__))
    assert document.text == text


def test_a_user_s_own_text_is_written_for_a_phrase(tmp_path):
    (tmp_path / "commands").mkdir()
    own = "insert my address = write Anna Lee, 5 Hill Road\n"
    (tmp_path / "commands" / "en.txt").write_text(own, encoding="utf-8")
    settings = PunctuationSettings(commands=CommandsMode.ALL)
    model = load_language_model(settings, default_paths({"FERMATA_DATA": str(tmp_path)}))
    document = Document()
    document.begin_session(0)
    session = Session(*model.stages(settings), settles=True)
    for event in session.run(hypotheses(("please write to insert my address and wait",))):
        if isinstance(event, Update):
            document.apply(event)
    assert "Please write to Anna Lee, 5 Hill Road" in document.text
