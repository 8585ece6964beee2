"""The streaming path for text without spaces: characters, English words, and words with both."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.build import load_language_model
from engine.network.scorer import LABELS
from engine.paths import default_paths
from engine.punctuation.labels import PLAIN_MARKS, Case, Mark
from engine.punctuation.windows import GridWindows, LiveWindows
from engine.settings import BackendChoice, Policy, PunctuationSettings, Script
from engine.text.typesetting import Typesetting
from engine.text.unit_words import unit_words
from engine.text.units import split_units
from engine.types import Hypothesis, Update, Word
from tests.support.chinese import TEXT, write_chinese_bundle
from tests.support.fake_network import FakeBackend, mark_bias, punctuator, updates_of
from tests.support.word_streams import heard_hypotheses

SIX = LABELS + 1
MARKS = str.maketrans("", "", ",.?!，。？！、 ")
PIECES = (
    "我們", "想", "去", "卡拉OK", "T恤", "python", "3.5%", "嘅", "𡃉", "１００", "ＡＢ", "😀",
    "שלום", "ㄅㄆ", "コーヒー", "\ud844", "龘", "e\u0301",
)  # fmt: skip


@st.composite
def heard(draw):
    stream, texts = draw(heard_hypotheses()), st.sampled_from(PIECES)
    return [
        replace(one, words=tuple(replace(word, text=draw(texts)) for word in one.words))
        for one in stream
    ]


PLANS = st.one_of(
    st.builds(LiveWindows, st.integers(16, 40), st.integers(1, 12)),
    st.builds(GridWindows, st.integers(16, 40), st.integers(0, 24)),
)


def recognised(hypotheses) -> list[Word]:
    return [word for h in hypotheses if h.is_final for word in unit_words(h.words)]


def letters(text: str) -> str:
    return text.translate(MARKS).casefold()


@given(heard(), PLANS, st.integers(1, 30), st.sampled_from((" ", "")))
def test_no_unit_is_dropped_doubled_or_reordered(stream, plan, cap_words, between):
    stage = punctuator(
        plan, cap_words=cap_words, labels=SIX, typesetting=Typesetting(between_scripts=between)
    )
    updates = updates_of(stage, stream)
    sentences = [sentence for update in updates for sentence in update.sentences]
    assert [word for sentence in sentences for word in sentence.words] == recognised(stream)
    said = "".join(word.text for word in recognised(stream))
    assert letters("".join(sentence.text for sentence in sentences)) == letters(said)
    for sentence in sentences:
        pairs = zip(sentence.gaps, sentence.surfaces, strict=True)
        assert "".join(gap + surface for gap, surface in pairs) == sentence.text
        assert not any(mark in sentence.text for mark in ("、。", "，，", "。。"))


def test_five_mark_rows_have_no_enumeration_comma():
    words = unit_words((Word(TEXT),))
    eager = mark_bias(COMMA=2.0)
    for labels, wanted in ((LABELS, False), (SIX, True)):
        bias = [*eager[: len(PLAIN_MARKS)], *[2.0] * (labels - LABELS), *[0.0] * len(Case)]
        stage = punctuator(backend=FakeBackend(bias), labels=labels)
        updates = updates_of(stage, [Hypothesis(words, is_final=True)])
        text = "".join(update.committed for update in updates)
        assert ("、" in text) is wanted
        assert "，" in text


@pytest.fixture(scope="module")
def bundle(tmp_path_factory):
    return write_chinese_bundle(tmp_path_factory.mktemp("models") / "tiny-zh")


@pytest.mark.parametrize("kind", ["onnx", "torch"])
@pytest.mark.parametrize("policy", list(Policy))
def test_a_bundle_with_six_marks_runs(bundle, kind, policy):
    choice = PunctuationSettings(model=str(bundle), backend=BackendChoice(kind), policy=policy)
    model = load_language_model(choice, default_paths())
    assert model.bundle.labels == len(Mark) + len(Case)
    words = (Word("我們想去", 0.0, 1.0, 0.9), Word("python", 1.1, 1.5), Word("旺角食飯", 1.6, 2.5))
    updates = updates_of(model.punctuator(choice), [Hypothesis(words, is_final=True)])
    sentences = [sentence for update in updates for sentence in update.sentences]
    assert [w.text for s in sentences for w in s.words] == [*"我們想去", "python", *"旺角食飯"]
    assert sentences[0].words[1] == Word("們", 0.25, 0.5, 0.9)


def test_the_chosen_script_is_written(bundle):
    said = [Hypothesis((Word("我们在旺角发现头发"), Word("python")), is_final=True)]
    texts = {}
    for script in Script:
        choice = PunctuationSettings(model=str(bundle), policy=Policy.OFFLINE, script=script)
        model = load_language_model(choice, default_paths())
        updates: list[Update] = updates_of(model.punctuator(choice), said)
        sentences = [sentence for update in updates for sentence in update.sentences]
        texts[script] = "".join(letters(sentence.text) for sentence in sentences)
        assert [w.text for s in sentences for w in s.words] == split_units(
            "我们在旺角发现头发 python"
        )
    assert texts[Script.HONG_KONG] == texts[Script.TAIWAN] == "我們在旺角發現頭髮python"
    assert texts[Script.SIMPLIFIED] == texts[Script.AS_SPOKEN] == "我们在旺角发现头发python"


STRANGE = (
    "１２３", "ＡＢＣ", "😀", "👩‍💻", "龘", "𡃉", "嘅", "喺", "שלום", "مرحبا", "\ud844", "\udcc9",
    "T恤", "\u200f", "\ufeff", "e\u0301", "\U000e0100", "コーヒー", "ﷺ", "İ", "ß",
)  # fmt: skip


@given(st.lists(st.sampled_from(STRANGE), max_size=20), st.sampled_from(Policy))
@settings(max_examples=20)
def test_the_english_model_keeps_what_it_does_not_know(language_model, texts, policy):
    words = tuple(map(Word, texts))
    stage = language_model.punctuator(PunctuationSettings(policy=policy))
    updates = updates_of(stage, [Hypothesis(words, is_final=True)])
    sentences = [sentence for update in updates for sentence in update.sentences]
    assert [word for sentence in sentences for word in sentence.words] == list(unit_words(words))
    said = "".join(word.text for word in unit_words(words))
    written = "".join("".join(sentence.surfaces) for sentence in sentences)
    assert letters(written).upper() == letters(said).upper()
    written.encode()


def test_full_width_letters_count_as_half_width(language_model):
    encode = language_model.scorer.encode
    assert encode("Ｈｅｌｌｏ") == encode("hello")
    assert encode("１２") == encode("12")


def test_segments_are_shown_as_they_will_be_written(bundle):
    choice = PunctuationSettings(
        model=str(bundle),
        policy=Policy.SEGMENTS,
        script=Script.HONG_KONG,
        spaces_between_scripts=False,
    )
    stage = load_language_model(choice, default_paths()).punctuator(choice)
    (update,) = stage.push(Hypothesis((Word("我们在旺角发现"), Word("python")), is_final=False))
    assert update.tail == "我們在旺角發現python"
