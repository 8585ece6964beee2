from __future__ import annotations

import pytest

from app.ui.first_run.language_step import guessed_language, guessed_script

KNOWN = ("en", "zh", "yue")


@pytest.mark.parametrize(
    ("of_system", "language"),
    [
        (["zh-HK"], "yue"),
        (["zh-Hant-HK", "zh-HK"], "yue"),
        (["zh-MO"], "yue"),
        (["yue-Hant-HK"], "yue"),
        (["zh-TW"], "zh"),
        (["zh-CN"], "zh"),
        (["zh-Hans-CN", "en-US"], "zh"),
        (["en-US"], "en"),
        (["de-DE"], "en"),
        (["de-DE", "zh-CN"], "zh"),
        ([], "en"),
    ],
)
def test_the_spoken_language_is_guessed_from_the_system(of_system, language):
    assert guessed_language(of_system, KNOWN) == language


def test_the_language_of_a_user_s_own_model_is_guessed():
    assert guessed_language(["de-AT"], (*KNOWN, "de")) == "de"


@pytest.mark.parametrize(
    ("of_system", "script"),
    [
        (["zh-HK"], "hong_kong"),
        (["zh-MO"], "hong_kong"),
        (["yue-Hant-HK"], "hong_kong"),
        (["zh-TW"], "taiwan"),
        (["zh-Hant-TW", "en"], "taiwan"),
        (["en-HK", "zh-HK"], "hong_kong"),
        (["zh-CN"], ""),
        (["zh-CN", "zh-TW"], ""),
        (["de-DE"], ""),
        ([], ""),
    ],
)
def test_the_chinese_script_is_guessed_from_the_system(of_system, script):
    assert guessed_script(of_system) == script
