"""Words are selected and corrected by voice, through the session used for dictation."""

from __future__ import annotations

from functools import cache

import pytest

from app.commands.dictated_text import apply
from app.document.document import DictationMoved, Document, Edited
from engine.build import load_language_model
from engine.paths import default_paths
from engine.session import Session
from engine.settings import CommandsMode, NumberStyle, PunctuationSettings
from engine.types import VoiceCommand
from tests.support.utterances import hypotheses

PATHS = default_paths({"FERMATA_DATA": "/nowhere"})


@cache
def loaded(settings: PunctuationSettings):
    return load_language_model(settings, PATHS)


class Dictation:
    """A document that hears, and is told where its words go, as in the window."""

    def __init__(self, before: str = "", model: str = "en") -> None:
        settings = PunctuationSettings(
            model=model, commands=CommandsMode.ALL, numbers=NumberStyle(), stays_open=True
        )
        self.document, self.commands = Document(), []
        self._session = Session(*loaded(settings).stages(settings), settles=True)
        self._has_moved = True
        for event in (DictationMoved, Edited):
            self.document.observe(event, self._follow_move)
        self.document.replace_all(before)
        self.document.begin_session(len(before))

    def say(self, *utterances: str) -> Dictation:
        for hypothesis in hypotheses(utterances):
            self._tell_place()
            self._follow(self._session.push([hypothesis]))
        self._tell_place()
        self._follow(self._session.flush())
        return self

    @property
    def selected(self) -> str:
        one = self.document.selection
        return "" if one is None else self.document.units[one.start : one.end]

    def _follow_move(self, _event: object) -> None:
        self._has_moved = True

    def _tell_place(self) -> None:
        if self._has_moved:
            self._has_moved = False
            self._follow(self._session.push([self.document.context]))

    def _follow(self, events) -> None:
        for event in events:
            if isinstance(event, VoiceCommand):
                self.commands.append(event.action.value)
            apply(self.document, event)


TYPED = "Dear Anna,\nwe don’t need a well-known name.\n"

SELECTED = [  # text before, what is said, what is selected, and what precedes it
    ("", ("the house is red", "select red"), "red", "The house is "),
    ("", ("the house is red", "Select Red."), "red", "The house is "),
    ("", ("red shoes and red hats", "select red"), "red", "Red shoes and "),
    ("", ("red shoes and red hats", "select red", "select red"), "Red", ""),
    ("", ("red shoes and red hats", *["select red"] * 3), "red", "Red shoes and "),
    ("", ("the bread is baked in red ovens", "select bread", "select red"), "red",
     "The bread is baked in "),
    (TYPED, ("thank you", "select dear anna we"), "Dear Anna,\nwe", ""),
    (TYPED, ("thank you", "select don't need"), "don’t need", "Dear Anna,\nwe "),
    (TYPED, ("thank you", "select well known"), "well-known", "Dear Anna,\nwe don’t need a "),
    ("", ("the dose is one hundred and fifty milligrams a day",
          "select one hundred and fifty milligrams"), "150 mg", "The dose is "),
    ("", ("call the b m w garage", "select b m w"), "BMW", "Call the "),
    ("", ("thank you comma john", "select thank you john"), "Thank you, John", ""),
    ("", ("we left", "they stayed at home", "select that"), "They stayed at home", "We left. "),
    ("", ("the house is red", "correct red"), "red", "The house is "),
    ("", ("the house is red", "select house", "select red"), "red", "The house is "),
]  # fmt: skip

CORRECTED = [  # what is said, text afterwards
    (("the house is red", "select red", "green"), "The house is green."),
    (("the house is red", "select red", "green", "undo that"), "The house is red."),
    (("the house is red", "select red", "green", "and blue", "go to the end", "it is old"),
     "The house is green and blue. It is old."),
    (("we saw the red house yesterday", "select red house", "green tree", "go to the end",
      "it was nice"), "We saw the green tree yesterday. It was nice."),
    (("red cars are fast", "select red cars", "green boats"), "Green boats are fast."),
    (("the house is red", "correct red", "green"), "The house is green."),
    (("the house is red", "it is old", "select red", "delete that"), "The house is. It is old."),
    (("he has an old table", "select old table", "capitalise that"), "He has an Old Table."),
    (("he has an old table", "select old table", "bold that"), "He has an **old table**."),
    (("he has an old table", "bold that"), "**He has an old table**."),
    (("he has an old table", "select old table", "capitalize that", "undo that"),
     "He has an old table."),
    (("he has an old table", "select old table", "capitalise that", "it was built long ago"),
     "He has an Old Table. It was built long ago."),
    (("i met shiv on today", "select shiv on", "spell that s i o b h a n"),
     "I met Siobhan today."),
    (("i met shiv on today", "select shiv on", "spell that cap s i o b h a n", "it was nice"),
     "I met Siobhan today. It was nice."),
    (("i met shiv on today", "select shiv on", "spell that", "s i o b h a n",
      "capitalise that"), "I met Siobhan today."),
    (("i met shiv on today", "select shiv on", "spell that sierra india oscar"),
     "I met Sio today."),
    (("i met shiv on today", "select shiv on", "spell that", "anna"), "I met Anna today."),
    (("it costs five dollars", "select five dollars", "six dollars"), "It costs $6."),
    (("they left", "go to the beginning", "yesterday it rained"),
     "Yesterday, it rained. They left."),
    (("the house is red", "select red", "go to the end", "it is old"),
     "The house is red. It is old."),
    (("the house is red", "select red", "read that back", "green"), "The house is green."),
]  # fmt: skip

TEXT = [  # whole utterances that are not commands
    "select committee met",
    "correct me if i am wrong",
    "go to the end of the street",
    "go to the beginning of the book",
    "select the best candidates for the job",
    "correct answers get one point",
    "choose two of these",
    "choose two",
    "spell that word for me please",
    "spell that out",
    "can you spell that",
    "read that back to me",
    "please read that back",
    "they capitalise that word in german",
    "capitalise that investment",
    "select all of them",
    "we select red and blue",
    "correct",
]


@pytest.mark.parametrize(("before", "said", "selected", "ahead"), SELECTED)
def test_the_latest_matching_words_before_the_cursor_are_selected(before, said, selected, ahead):
    dictation = Dictation(before).say(*said)
    assert dictation.selected == selected
    assert dictation.document.units[: dictation.document.selection.start] == ahead


@pytest.mark.parametrize(("said", "text"), CORRECTED)
def test_the_selection_is_corrected_by_the_next_words(said, text):
    assert Dictation().say(*said).document.text == text


@pytest.mark.parametrize("said", TEXT)
def test_a_sentence_that_starts_like_a_command_is_written(said):
    dictation = Dictation().say("the house is big", said)
    bare = dictation.document.text.lower().replace(".", "").replace(",", "").replace("?", "")
    assert bare == f"the house is big {said}"
    assert set(dictation.commands) <= {"nothing"}
    assert dictation.document.selection is None


@pytest.mark.parametrize(
    ("said", "selected"),
    [
        (("今天天气很好", "选择天气"), "天气"),
        (("今天天氣很好", "選取天氣"), "天氣"),
        (("今日天氣好好", "揀返天氣"), "天氣"),
        (("我们去公园", "更正公园"), "公园"),
        (("我们去公园", "在公园", "选中公园", "选中公园"), "公园"),
    ],
)
def test_chinese_words_are_selected(said, selected):
    assert Dictation(model="zh-yue-en").say(*said).selected == selected


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (("今天天气很好", "选择天气", "空气", "新鲜"), "今天空气新鲜，很好"),
        (("今天天气很好", "选择题不难"), "今天天气很好，选择题不难。"),
        (("我们去公园", "更正一下"), "我们去公园更正一下。"),
    ],
)
def test_chinese_words_are_corrected_and_sentences_stay(said, text):
    assert Dictation(model="zh-yue-en").say(*said).document.text == text


def test_a_command_that_finds_nothing_is_written_as_text():
    dictation = Dictation().say("the house is red", "select banana")
    assert dictation.document.text == "The house is red. Select banana."
    assert dictation.commands == ["nothing"]


def test_editing_by_hand_drops_the_selection_and_speech_continues_in_its_place():
    dictation = Dictation().say("the house is red", "select house")
    dictation.document.edited(0, 3, "This")
    assert dictation.document.selection is None
    assert dictation.say("it is old").document.text.startswith("This house is red. It is old")


@pytest.mark.parametrize(
    ("model", "said"),
    [
        ("en", ("the house is red", "correct red", "choose two")),
        ("en", ("the house is red", "correct that", "read that back", "Choose 2.")),
        ("zh-yue-en", ("我们去公园", "更正公园", "选第二个")),
    ],
)
def test_a_reading_can_be_chosen_while_they_are_offered(model, said):
    assert Dictation(model=model).say(*said).commands[-1] == "choose"
