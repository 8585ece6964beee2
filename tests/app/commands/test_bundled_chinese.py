"""The bundled model for Mandarin, Cantonese and English, through the real command."""

from __future__ import annotations

import pytest

from engine.paths import default_paths

MODEL = "zh-yue-en"
MOST_BYTES = 46_000_000


@pytest.fixture
def punctuated(fermata, tmp_path):
    def run(text, *options):
        path = tmp_path / "notes.txt"
        path.write_text(text, encoding="utf-8")
        status, out, err = fermata("punctuate", path, "--model", MODEL, "--quiet", *options)
        assert (status, err) == (0, "")
        return out

    return run


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("你今天好吗我很好谢谢你我们明天去北京开会", ("好吗？", "谢谢你", "开会。")),
        ("你今天好嗎我很好謝謝你我們明天去北京開會", ("好嗎？", "謝謝你", "開會。")),
        ("我食咗飯喇你知唔知佢喺邊度呀", ("飯喇", "邊度呀？")),
        ("佢話 he will come tomorrow 你覺得點樣呀", ("佢話", "tomorrow", "點樣呀？")),
    ],
)
def test_marks_are_where_people_put_them(punctuated, text, parts):
    out = punctuated(text)
    at = [out.find(part) for part in parts]
    assert -1 not in at, out
    assert at == sorted(at)


@pytest.mark.parametrize(
    "text",
    [
        "𡃉嘅喺咗𠮶𠻺",  # outside the basic plane
        "我用ｆｅｒｍａｔａ１２３",
        "好👍🏽啦שלום مرحبا",
        "龘靐齉爩",
        "C++同c#都OK",
    ],
)
def test_no_character_is_lost(punctuated, text):
    def letters(of):
        return [sign for sign in of.lower() if sign.isalnum()]

    assert letters(punctuated(text)) == letters(text)


def test_its_english_has_english_punctuation(punctuated):
    out = punctuated("i think so what do you think well i am not sure")
    assert out.isascii()
    assert out.startswith("I think so")
    assert "I am not sure" in out


def test_it_is_small_enough():
    folder = default_paths().assets / "models" / MODEL
    assert sum(path.stat().st_size for path in folder.iterdir()) <= MOST_BYTES
