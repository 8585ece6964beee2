from __future__ import annotations

import pytest

from engine.punctuation.labels import Mark
from engine.settings import MarkWidth, PunctuationSettings
from engine.text.typesetting import Typesetting, mark_texts, typesetting_of

_MARKS = {mark.text: mark for mark in Mark if mark}


def written(text: str, width: MarkWidth = MarkWidth.CONTEXT) -> str:
    """Typeset units given as `我 想 , 好 .`."""
    units: list[str] = []
    marks: list[Mark] = []
    for piece in text.split():
        if piece in _MARKS:
            marks[-1] = _MARKS[piece]
        else:
            units.append(piece)
            marks.append(Mark.NONE)
    found = zip(units, mark_texts(units, marks, width), strict=True)
    return " ".join(unit + mark for unit, mark in found)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我 想 , 好 .", "我 想， 好。"),
        ("so , what ?", "so, what?"),
        ("我 用 Python , 因 為 好 .", "我 用 Python， 因 為 好。"),
        ("我 用 Python 、 Java 、 C .", "我 用 Python、 Java、 C。"),
        ("I went to 旺 角 , and then home .", "I went to 旺 角, and then home."),
        ("we ate 雲 吞 麵 today .", "we ate 雲 吞 麵 today."),
        ("OK , 我 們 走 .", "OK， 我 們 走。"),
        ("佢 成 日 同 我 話 well , you know 都 得 .", "佢 成 日 同 我 話 well, you know 都 得。"),
        ("好 . we can go now ?", "好。 we can go now?"),
        ("我 鍾 意 shopping .", "我 鍾 意 shopping。"),
        ("tea 、 milk .", "tea, milk."),
        ("這 好 嗎 ? 好 !", "這 好 嗎？ 好！"),
    ],
)
def test_marks_follow_the_context(text, expected):
    assert written(text) == expected


def test_marks_can_all_have_one_width():
    assert written("我 、 go .", MarkWidth.HALF) == "我, go."
    assert written("so , what .", MarkWidth.FULL) == "so， what。"


@pytest.mark.parametrize(
    ("spaces", "languages", "between"),
    [(None, ["zh", "en"], " "), (None, ["ja"], ""), (True, ["ja"], " "), (False, ["yue"], "")],
)
def test_spaces_follow_the_setting_or_the_languages_custom(spaces, languages, between):
    settings = PunctuationSettings(spaces_between_scripts=spaces, mark_width=MarkWidth.HALF)
    assert typesetting_of(settings, languages) == Typesetting(MarkWidth.HALF, between)
