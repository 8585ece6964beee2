from __future__ import annotations

import re
from pathlib import Path

import pytest

from app import error_text
from app.ui.language.sentence_patterns import PATTERNS
from app.ui.language.sentences import explain, in_own_words
from engine import errors
from tests.app.test_error_text import CASES
from tests.support.ui.catalogues import CHINESE
from tests.support.ui.reasons import reasons

_HOLE = re.compile(r"\{\w*\}")
_LATIN = re.compile(r"[A-Za-z]{2,}")
_COMMAND = re.compile(r"`fermata|--(backend|recogniser)")
_KEPT = "fermata doctor Fermata Vosk PocketSphinx MB standard input"


def test_every_reason_has_a_pattern():
    known = {_HOLE.sub("{}", pattern) for pattern in PATTERNS}
    found = reasons()
    assert len(found) > 100
    unknown = {text: place for text, place in found.items() if text.removesuffix(".") not in known}
    assert unknown == {}, "add it to app/ui/language/sentence_patterns.py, and translate it"


@pytest.mark.parametrize("error", [case[0] for case in CASES])
def test_english_tells_the_same_without_commands(error):
    at_terminal, at_window = error_text.explain(error), explain(error)
    if _COMMAND.search(at_terminal):
        assert not _COMMAND.search(at_window)
    else:
        assert at_window == at_terminal


@pytest.mark.parametrize("language", CHINESE)
@pytest.mark.parametrize("error", [case[0] for case in CASES])
def test_each_error_is_one_chinese_sentence(error, language, speak):
    speak(language)
    sentence = explain(error)
    assert sentence.endswith("。")
    own = " ".join(str(value) for value in vars(error).values())
    allowed = f"{own} {error} {_KEPT}"
    assert [word for word in _LATIN.findall(sentence) if word not in allowed] == []


def test_reasons_are_said_again_inside_of_sentences(speak):
    speak("zh_CN")
    inner = errors.TranscriptFormatError(Path("a.srt"), "this cue ends before it begins", 7)
    assert explain(inner) == "a.srt 第 7 行：这条字幕的结束时间早于开始时间。"
    remark = f"{error_text.explain(inner)} It stays as it is."
    assert in_own_words(remark) == "a.srt 第 7 行：这条字幕的结束时间早于开始时间。该处保持原样。"
    full = errors.DownloadError("https://x/m.zip", "the server is busy", 503, can_resume=True)
    assert explain(full).startswith(
        "无法下载 https://x/m.zip：服务器繁忙（服务器返回 503）；已下载"
    )


def test_what_is_unknown_stays_as_it_is(speak):
    speak("zh_TW")
    assert in_own_words("Whatever") == "Whatever"
    assert in_own_words("") == ""
    strange = errors.AudioDeviceError("", "Invalid sample rate [PaErrorCode -9997]")
    assert "Invalid sample rate [PaErrorCode -9997]" in explain(strange)
