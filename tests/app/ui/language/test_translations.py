from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QTranslator

from app.ui.language.translations import use_language, window_language
from tests.support.ui.catalogues import (
    BY_VARIABLE,
    CHINESE,
    CODES,
    FOLDER,
    ROOT,
    asked_for,
    messages,
)

_HOLES = re.compile(r"%L?n|%\d|\{\w+\}")
_CHINESE_LETTER = re.compile(r"[\u4e00-\u9fff]")


@pytest.fixture(scope="module")
def updated(tmp_path_factory):
    """The catalogues as the tools would write them from the current sources."""
    folder = tmp_path_factory.mktemp("translations")
    for catalogue in FOLDER.glob("*.ts"):
        shutil.copy(catalogue, folder)
    script = ROOT / "packaging" / "update_translations.py"
    subprocess.run([sys.executable, script, folder], check=True, timeout=60)
    return folder


@pytest.mark.parametrize("language", CODES)
def test_the_catalogue_has_exactly_what_the_sources_ask_for(language, updated):
    name = f"fermata_{language}.ts"
    have = {(m.context, m.source, m.is_plural) for m in messages(FOLDER / name)}
    need = {(m.context, m.source, m.is_plural) for m in messages(updated / name)}
    assert have == need, "run packaging/update_translations.py and translate what is new"


def test_the_tools_see_every_string():
    """A text that is not a literal, or with another context than its class, would stay English."""
    known = {(m.context, m.source) for m in messages(FOLDER / "fermata_zh_CN.ts")}
    calls = [call for call in asked_for() if call[0].partition(":")[0] not in BY_VARIABLE]
    assert len(calls) > 300
    assert [call for call in calls if call[1:] not in known] == []


@pytest.mark.parametrize("language", CODES)
def test_everything_is_translated_and_compiled_and_placeholders_stay(language):
    compiled = QTranslator()
    assert compiled.load(str(FOLDER / f"fermata_{language}.qm"))
    for message in messages(FOLDER / f"fermata_{language}.ts"):
        assert message.is_finished, message.source
        assert all(message.translations), message.source
        for translation in message.translations:
            holes = sorted(_HOLES.findall(translation))
            assert holes == sorted(_HOLES.findall(message.source)), message.source
        count = 7 if message.is_plural else -1
        found = compiled.translate(message.context, message.source, "", count)
        assert found == message.translations[-1]


def test_traditional_is_not_converted_from_simplified():
    """Taiwan's words, rather than China's in other characters."""
    of = {m.source: m.translations[0] for m in messages(FOLDER / "fermata_zh_TW.ts")}
    assert (of["Settings"], of["Files"], of["Undo"]) == ("設定", "檔案", "復原")
    wrong = re.compile("软|設置|文件夾|保存|默認|鼠標|屏幕|網絡|信息|打印|服務器|加載|粘貼|撤銷")
    assert [text for text in of.values() if wrong.search(text)] == []


def test_simplified_has_no_traditional_characters():
    texts = "".join(m.translations[0] for m in messages(FOLDER / "fermata_zh_CN.ts"))
    assert set(texts) & set("聽寫設檔麥這個說識體語為與開關閉點選擇") == set()


@pytest.mark.parametrize(
    ("of_system", "language"),
    [
        (["zh-Hans-CN", "zh"], "zh_CN"),
        (["zh-SG"], "zh_CN"),
        (["zh"], "zh_CN"),
        (["zh-Hant-TW", "zh-TW", "zh-Hant", "zh"], "zh_TW"),
        (["zh-HK"], "zh_TW"),
        (["zh-MO"], "zh_TW"),
        (["yue-HK"], "zh_TW"),
        (["en-GB", "zh-TW"], "en"),
        (["is-IS", "zh-TW", "en"], "zh_TW"),
        (["is"], "en"),
        (["C"], "en"),
        ([], "en"),
    ],
)
def test_the_system_decides_if_asked(of_system, language):
    assert window_language("system", of_system) == language
    assert window_language("zh_CN", of_system) == "zh_CN"


_SAY = """
from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import QApplication
from app.ui.language.translations import use_language
from engine.paths import default_paths
application = QApplication([])
use_language(application, "system", default_paths().assets / "translations")
print(QCoreApplication.translate("Fermata", "Settings"), QLocale().name())
"""


def test_a_fresh_process_speaks_the_system_s_language():
    own = {"LC_ALL": "zh_HK.UTF-8", "LANGUAGE": "", "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-c", _SAY]
    told = subprocess.check_output(command, cwd=ROOT, env=os.environ | own, timeout=60)
    assert told.decode().strip() == "設定 zh_HK"


def test_english_plurals_are_correct(speak):
    speak("en")
    say = QCoreApplication.translate
    assert say("HistoryModel", "%Ln words", "", 1) == "1 word"
    assert say("HistoryModel", "%Ln words", "", 2) == "2 words"


@pytest.mark.parametrize("language", CHINESE)
def test_qt_speaks_chinese_too(language, speak):
    speak(language)
    assert _CHINESE_LETTER.search(QCoreApplication.translate("QPlatformTheme", "Cancel"))
    assert QLocale().name() == language


def test_a_language_without_a_catalogue_is_english(qapp, tmp_path, caplog, speak):
    translators = use_language(qapp, "zh_TW", tmp_path)
    assert "fermata_zh_TW.qm" in caplog.text
    for translator in translators:
        qapp.removeTranslator(translator)
    assert QCoreApplication.translate("Fermata", "Settings") == "Settings"
