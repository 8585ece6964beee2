from __future__ import annotations

import ast
import re
import runpy
from pathlib import Path

import pytest

from app import wording
from app.ui.language.messages import explain, translated
from engine import errors
from engine.messages import Message
from tests.app.test_wording import CASES
from tests.support.ui.catalogues import CHINESE, ROOT

_HOLE = re.compile(r"\{(\w+)\}")
_LATIN = re.compile(r"[A-Za-z]{2,}")
_KEPT = "Fermata Vosk MB standard input"


@pytest.fixture(scope="module")
def calls():
    """Return the calls that make messages and errors, and the templates in them."""
    script = runpy.run_path(str(ROOT / "packaging" / "update_translations.py"))
    return [
        (call, script["template_of"](call), list(script["templates"](call)))
        for call in script["message_calls"]()
    ]


def test_every_template_is_found_and_gets_its_fields(calls):
    assert len({text for _, _, texts in calls for text in texts}) > 150
    for call, _, texts in calls:
        fields = {word.arg for word in call.keywords}
        for text in (
            texts if getattr(call.func, "id", "") == "Message" and None not in fields else ()
        ):
            assert set(_HOLE.findall(text)) == fields or not fields, text


def test_no_reason_is_hidden_from_translation(calls):
    """If put together from pieces, or a bare text away from its error, it would stay English."""
    built = [ast.unparse(call) for call, reason, _ in calls if isinstance(reason, ast.JoinedStr)]
    assert built == []
    away = re.compile(r'^ +(?:reason|problem) = f?"\w', re.MULTILINE)
    files = [*(ROOT / "engine").rglob("*.py"), *(ROOT / "training" / "finetuning").glob("*.py")]
    assert [path for path in files if away.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("language", CHINESE)
@pytest.mark.parametrize("error", [case[0] for case in CASES])
def test_each_error_is_one_chinese_sentence(error, language, speak):
    speak(language)
    sentence = explain(error)
    assert sentence.endswith("。")
    own = " ".join(str(value) for value in vars(error).values())
    allowed = f"{own} {error} {_KEPT}"
    assert [word for word in _LATIN.findall(sentence) if word not in allowed] == []


def test_messages_within_messages_are_translated(speak):
    speak("zh_CN")
    inner = errors.TranscriptFormatError(Path("a.srt"), "no cue whose times can be read", 7)
    assert explain(inner) == "a.srt 第 7 行：没有可读取时间的字幕。"
    remark = Message("{sentence} It stays as it is.", sentence=wording.explain(inner))
    assert translated(remark) == "a.srt 第 7 行：没有可读取时间的字幕。该处保持原样。"
    full = errors.DownloadError("https://x/m.zip", "the server is busy", 503, can_resume=True)
    assert explain(full).startswith("无法下载模型：服务器繁忙（服务器返回 503）。已收到")
    assert translated(Message("Mandarin")) == "普通话"


def test_unknown_texts_stay_unchanged(speak):
    speak("zh_TW")
    assert translated("Whatever") == "Whatever"
    assert translated("") == ""
    strange = errors.AudioDeviceError("", "Invalid sample rate [PaErrorCode -9997]")
    assert "Invalid sample rate [PaErrorCode -9997]" in explain(strange)
