from __future__ import annotations

import builtins

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import SettingsError
from engine.settings import Script
from engine.text import chinese_scripts as scripts
from engine.text.chinese_scripts import ScriptConverter
from engine.text.scripts import is_cjk
from engine.text.units import split_units

CHARACTERS = st.one_of(
    st.sampled_from("头发发现里面裏裡台臺干乾著着嘅喺咗𡃉後后只隻麵面著作a3é😀「，ー"),
    st.characters(min_codepoint=0x3400, max_codepoint=0x9FFF),
    st.characters(min_codepoint=0x20000, max_codepoint=0x2A6DF),
)


def converted(text: str, script: Script) -> str:
    return "".join(ScriptConverter(script).written(split_units(text)))


@pytest.mark.parametrize(
    ("text", "script", "expected"),
    [
        ("头发里发现", Script.TAIWAN, "頭髮裡發現"),
        ("头发里发现", Script.HONG_KONG, "頭髮裏發現"),
        ("頭髮裏發現裡面", Script.SIMPLIFIED, "头发里发现里面"),
        ("頭髮裏發現Python後，", Script.SIMPLIFIED, "头发里发现Python后，"),
        ("佢哋喺度嘅𡃉", Script.HONG_KONG, "佢哋喺度嘅𡃉"),
        ("計程車軟體", Script.SIMPLIFIED, "计程车软体"),
        ("着名頭髮", Script.AS_SPOKEN, "着名頭髮"),
    ],
)
def test_how_scripts_are_written(text, script, expected):
    assert converted(text, script) == expected


@given(st.lists(st.text(CHARACTERS, min_size=1, max_size=3)), st.sampled_from(Script))
def test_units_keep_their_number_and_length(texts, script):
    units = [unit for text in texts for unit in split_units(text)]
    written = ScriptConverter(script).written(units)
    assert [len(unit) for unit in written] == [len(unit) for unit in units]
    pairs = zip(units, written, strict=True)
    assert all(old == new for old, new in pairs if not is_cjk(old))


@given(st.text(CHARACTERS, max_size=20))
def test_simplified_text_stays_simplified(text):
    once = converted(text, Script.SIMPLIFIED)
    assert converted(once, Script.SIMPLIFIED) == once


def test_without_opencc_the_error_names_it(monkeypatch):
    real = builtins.__import__

    def without(name, *rest):
        if name == "opencc":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    scripts._converter.cache_clear()
    ScriptConverter(Script.AS_SPOKEN)
    with pytest.raises(SettingsError, match="opencc"):
        ScriptConverter(Script.TAIWAN)
