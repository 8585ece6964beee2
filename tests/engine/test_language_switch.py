"""Sessions in several languages: which model punctuates what, and what stays as recognised."""

from __future__ import annotations

import pytest

from engine.build import load_language_model
from engine.paths import default_paths
from engine.session import Session
from engine.settings import PunctuationSettings, Script
from engine.text.chinese_scripts import script_of_locale, script_of_session
from engine.text.units import split_units
from engine.types import Hypothesis, Update, Word

PAUSE_S = 0.8


def written(utterances, *, model="en", languages=("en", "zh", "de"), confidence=0.95, **settings):
    """Return what a session writes; utterances have a language and words separated by spaces."""
    choice = PunctuationSettings(model=model, languages=languages, **settings)
    session = Session(*load_language_model(choice, default_paths()).stages(choice))
    now_s, heard = 0.0, []
    for language, text in utterances:
        words = []
        for word in text.split():
            words.append(Word(word, now_s, now_s + 0.2, confidence))
            now_s += 0.2
        now_s += PAUSE_S
        heard.append(
            Hypothesis(
                tuple(words), is_final=True, time_s=now_s, writes_marks=True, language=language
            )
        )
    events = [*session.push(heard), *session.flush()]
    return [one.text for it in events if isinstance(it, Update) for one in it.sentences]


def test_each_utterance_is_punctuated_in_its_language():
    sentences = written(
        [
            ("en", "The weather is very good today."),
            ("zh", "我 今 天 想 跟 大 家 说 一 下 天 气,"),
            ("en", "Now let us go on in English."),
        ]
    )
    assert sentences == [
        "The weather is very good today.",
        "我今天想跟大家说一下天气。",
        "Now let us go on in English.",
    ]


@pytest.mark.parametrize(
    ("language", "said", "sentences"),
    [
        ("de", "Das Haus steht. Wir bleiben,", ["Das Haus steht.", "Wir bleiben,"]),
        ("el", "Τι κάνεις; Καλά.", ["Τι κάνεις;", "Καλά."]),
        ("es", "¿Cómo estás? Muy bien.", ["¿Cómo estás?", "Muy bien."]),
        ("fr", "Où est l'ONU? À New York.", ["Où est l'ONU?", "À New York."]),
        ("tr", "İstanbul güzel. Iğdır uzak.", ["İstanbul güzel.", "Iğdır uzak."]),
        ("ar", "كيف حالك؟ أنا بخير، شكرا.", ["كيف حالك؟", "أنا بخير، شكرا."]),
        ("hi", "यह घर है। वह स्कूल है।", ["यह घर है।", "वह स्कूल है।"]),
        ("ja", "東 京 へ 行 き ま す 。", ["東京へ行きます。"]),
    ],
)  # fmt: skip
def test_a_language_without_a_model_is_written_as_recognised(language, said, sentences):
    assert written([(language, said)], model="own-marks", languages=(language,)) == sentences


def test_a_pause_before_lower_case_ends_no_sentence():
    said = [("de", "Ich gehe nach dem Essen."), ("de", "in die Stadt."), ("de", "Du auch?")]
    assert written(said, model="own-marks", languages=("de",)) == [
        "Ich gehe nach dem Essen in die Stadt.",
        "Du auch?",
    ]


def test_without_marks_from_the_recogniser_it_is_one_sentence():
    assert written([("de", "guten morgen")], model="own-marks") == ["guten morgen"]


@pytest.mark.parametrize(
    ("order", "script", "others"),
    [
        (1, Script.AS_SPOKEN, "這個題簡單"),  # the script heard first
        (-1, Script.AS_SPOKEN, "这个题简单"),
        (1, Script.TAIWAN, "这个题简单"),
    ],
)
def test_a_session_is_in_one_script(monkeypatch, order, script, others):
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    said = [("zh", "这 个 问 题 很 简 单,"), ("zh", "這 個 問 題 很 簡 單,")][::order]
    text = "".join(written(said, model="zh-yue-en", script=script))
    assert not {*text} & {*others}
    assert text.count("很") == 2


def test_the_script_is_the_chosen_one_or_the_systems():
    assert script_of_session(Script.TAIWAN, {"LANG": "zh_CN.UTF-8"}) is Script.TAIWAN
    assert script_of_session(Script.AS_SPOKEN, {"LANG": "zh_CN.UTF-8"}) is Script.SIMPLIFIED
    assert script_of_session(Script.AS_SPOKEN, {"LANG": "en_GB.UTF-8"}) is Script.MAJORITY
    locales = {
        "zh_TW": Script.TAIWAN,
        "zh_HK.UTF-8": Script.HONG_KONG,
        "zh-Hant-HK": Script.HONG_KONG,
        "yue_HK": Script.HONG_KONG,
        "zh_SG": Script.SIMPLIFIED,
        "zh-Hans-HK": Script.SIMPLIFIED,
        "Chinese (Traditional)_Taiwan.950": Script.TAIWAN,
        "ja_JP": None,
        "": None,
    }
    assert {name: script_of_locale(name) for name in locales} == locales


def test_latin_words_in_chinese_stay_as_recognised():
    said = [("zh", "我 们 用 OASIS 和 RoccanroAST, 有 10B 个 参 数,")]
    text = "".join(written(said, model="zh-yue-en"))
    assert {"OASIS", "RoccanroAST", "10B"} <= {*text.replace("，", " ").replace("。", " ").split()}
    close = "".join(written(said, model="zh-yue-en", spaces_between_scripts=False))
    assert "用OASIS和RoccanroAST" in close


CHATTER = (
    "這 個 東 西 呢 就 係 我 地 成 日 都 會 食 嘅 嘢 嚟 架 同 埋 呢 個 人 都 話 好 食 喎 咁 樣"
)


def test_uncertain_chinese_still_gets_sentence_ends():
    """Certain Chinese may be one long sentence, like written text."""
    sentences = written([("zh", CHATTER)] * 4, model="zh-yue-en", confidence=0.5)
    assert max(len(split_units(sentence)) for sentence in sentences) <= 40
    assert all(sentence[-1] in "。？！" for sentence in sentences)
    letters = "".join(sentences).translate(str.maketrans("", "", "，。？！、"))
    assert len(letters) == 4 * len(CHATTER.split())
    sure = written([("zh", CHATTER)] * 4, model="zh-yue-en", confidence=0.98)
    assert len(sure) < len(sentences)


def test_the_last_sentence_of_a_recording_ends_even_without_a_mark():
    assert written([("zh", "甚 至 出 现 交 易 几 乎 停 滞 的 情 况")], model="zh-yue-en") == [
        "甚至出现交易几乎停滞的情况。"
    ]
