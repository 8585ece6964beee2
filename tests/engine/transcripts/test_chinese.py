"""Transcripts in Chinese: new marks, the same characters, lines and cues."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import docx
import pysubs2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.build import load_language_model
from engine.paths import default_paths
from engine.punctuation.labels import Mark
from engine.settings import MarkWidth, Policy, PunctuationSettings, Script
from engine.text.typesetting import mark_texts
from engine.text.units import split_units
from engine.transcripts.formats.cue_layout import CueLayout
from engine.transcripts.registry import read_transcript
from engine.transcripts.repunctuate import changes_of, repunctuate
from engine.transcripts.restored import from_sentences
from engine.transcripts.treatment import Treatment
from engine.types import Hypothesis, Sentence, Update, Word
from tests.support.chinese import write_chinese_bundle
from tests.support.transcripts import exported, letters_of, opened, restored, words_of, written
from tests.support.transcripts import rewritten as rewritten_by

MARKS = ",.?!:;…，。？！：；、—–- \u3000"
SRT = """1
00:00:01,000 --> 00:00:02,500
主持人：我們去<i>旺角</i>食飯
佢話好多人

2
00:00:03,000 --> 00:00:04,000
（笑聲）

3
00:00:05,000 --> 00:00:06,000
- OK，用Python啦
- 「唔好」！
"""


class EveryMark:
    """A punctuator that puts each mark in turn after every third unit, full- or half-width."""

    def __init__(self, width: MarkWidth = MarkWidth.CONTEXT) -> None:
        self._width = width
        self._words: list[Word] = []

    def push(self, hypothesis: Hypothesis) -> Iterator[Update]:
        self._words += hypothesis.words
        yield from ()

    def flush(self) -> Iterator[Update]:
        units = [word.text for word in self._words]
        turn = count(1)
        marks = [
            Mark(next(turn) % len(Mark)) if at % 3 == 2 else Mark.NONE for at in range(len(units))
        ]
        texts = mark_texts(units, marks, self._width)
        surfaces = tuple(unit + mark for unit, mark in zip(units, texts, strict=True))
        yield Update((Sentence(surfaces, tuple(self._words)),) if units else (), "")


def rewritten(
    path: Path, text: str, make=EveryMark, *, treatment: Treatment = Treatment.FROM_SCRATCH
) -> str:
    return rewritten_by(opened(path.parent, text, path.name), make, treatment=treatment)


def bare(text: str) -> str:
    """Return the text in lower case without the marks that may change."""
    return "".join(sign for sign in text.lower() if sign not in MARKS)


def test_new_marks_go_into_the_old_lines(tmp_path):
    after = rewritten(tmp_path / "a.srt", SRT)
    assert after.splitlines() == [
        "1",
        "00:00:01,000 --> 00:00:02,500",
        "主持人：我們去，<i>旺角</i>食。飯",
        "佢話？好多人！",
        "",
        "2",
        "00:00:03,000 --> 00:00:04,000",
        "（笑聲）",
        "",
        "3",
        "00:00:05,000 --> 00:00:06,000",
        "- ok用python，啦",
        "- 「唔好。」",
    ]


def test_existing_marks_stay_if_wanted(tmp_path):
    after = rewritten(tmp_path / "a.srt", SRT, treatment=Treatment.ONLY_ADD)
    assert "- OK，用Python，啦\n- 「唔好」！\n" in after
    assert "主持人：我們去，<i>旺角</i>食。飯\n佢話？好多人！\n" in after


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [
        ("我用Python，Java很好", MarkWidth.CONTEXT, "我用python，java很好。"),
        ("用Python。Java很好", MarkWidth.CONTEXT, "用python java，很好"),
        ("我想去，你", MarkWidth.HALF, "我想去, 你"),
        ("我想（去）你", MarkWidth.CONTEXT, "我想（去）， 你".replace(" ", "")),
        ("我想「去」你", MarkWidth.CONTEXT, "我想「去」，你"),
        ("甲乙丙丁戊「己」你", MarkWidth.CONTEXT, "甲乙丙，丁戊「己。」你"),
        ("主持人: 你好啊", MarkWidth.CONTEXT, "主持人: 你好啊，"),
        ("講者 2：你好啊", MarkWidth.CONTEXT, "講者 2：你好啊，"),
        ("他說：好啊", MarkWidth.CONTEXT, "他說好，啊"),
        ("第１，我３．５", MarkWidth.CONTEXT, "第１我，３．５"),
        ("我用 Java 好", MarkWidth.CONTEXT, "我用 java，好"),
        ("我用 Java， 好", MarkWidth.CONTEXT, "我用 java， 好"),
        ("我用 Java 好", MarkWidth.HALF, "我用 java, 好"),
    ],
)
def test_signs_and_spaces_around_new_marks(tmp_path, text, width, expected):
    assert rewritten(tmp_path / "a.txt", text, lambda: EveryMark(width)) == expected


RUNS = (
    "我 們想 去， 嘅。 𡃉 「你好」 “好”， （笑） Python OK， 3.5 １， 、 …… —— ？ 主持人： "
    "<i>去</i> T恤 [笑聲] 😀 e\u0301 שלום don't U.S. 葛\U000e0100 コーヒー 《書》 · \ufeff # *好*"
)
PIECES = st.sampled_from([*RUNS.split(" "), " ", "  ", "\n", "\n\n", "\u3000"])
TEXTS = st.lists(PIECES, max_size=40).map("".join)
WIDTHS = st.sampled_from(MarkWidth)


@given(text=TEXTS, width=WIDTHS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@pytest.mark.parametrize("treatment", Treatment)
def test_no_character_is_lost_doubled_or_reordered(tmp_path, text, width, treatment):
    path = tmp_path / "a.txt"
    after = rewritten(path, text, lambda: EveryMark(width), treatment=treatment)
    assert bare(after) == bare(text)
    assert [len(line.split()) > 0 for line in after.split("\n")] == [
        len(line.split()) > 0 for line in text.split("\n")
    ] or treatment is not Treatment.ONLY_ADD
    assert after.count("\n") == text.count("\n")


@given(words=st.lists(TEXTS.map(lambda t: "".join(t.split())).filter(bool), max_size=12))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_json_keeps_characters_and_words(tmp_path, words):
    times = [{"word": word, "start": at, "end": at + 1} for at, word in enumerate(words)]
    content = {"segments": [{"text": "".join(words), "words": times}]}
    after = json.loads(rewritten(tmp_path / "a.json", json.dumps(content)))["segments"][0]
    assert bare(after["text"]) == bare("".join(words))
    assert [len(bare(entry["word"])) for entry in after["words"]] or not words
    assert [letters_of(e["word"]) for e in after["words"]] == [letters_of(w) for w in words]


def test_marks_go_with_the_word_before_them_in_json(tmp_path):
    entries = [{"word": "我們想"}, {"word": "去"}, {"word": "「旺角」"}]
    content = {"segments": [{"text": "我們想去「旺角」", "words": entries}]}
    after = json.loads(rewritten(tmp_path / "a.json", json.dumps(content)))["segments"][0]
    assert after["text"] == "我們想，去「旺角。」"
    assert [entry["word"] for entry in after["words"]] == ["我們想，", "去", "「旺角。」"]


def test_docx_runs_keep_their_characters(tmp_path):
    document = docx.Document()
    paragraph = document.add_paragraph()
    for text in ("我們想", "去旺", "角，食飯"):
        paragraph.add_run(text)
    source, target = tmp_path / "a.docx", tmp_path / "b.docx"
    document.save(source)
    transcript = read_transcript(source)
    with target.open("wb") as stream:
        transcript.save(changes_of(repunctuate(transcript, EveryMark)), stream)
    runs = [run.text for run in docx.Document(target).paragraphs[0].runs]
    assert runs == ["我們想，", "去旺", "角。食飯"]


def test_a_line_longer_than_a_block_is_split_between_units(tmp_path):
    text = "我們想去𡃉Python3.5，" * 1500
    path = tmp_path / "a.txt"
    after = rewritten(path, text)
    assert bare(after) == bare(text)
    spoken = words_of(read_transcript(path))
    assert [said.word.core for said in spoken] == ["我", "們", "想", "去", "𡃉", "Python3.5"] * 1500
    assert after.count("，") == 500


def test_a_surrogate_pair_across_blocks_stays_whole(tmp_path):
    text = "A" + "𡃉" * 16_500
    assert bare(rewritten_by(opened(tmp_path, text.encode("utf-16")), EveryMark)) == bare(text)


def test_half_a_surrogate_pair_in_json_is_kept(tmp_path):
    source = '{"segments": [{"text": "\\ud844\\udcc9係\\ud844我"}]}'
    after = rewritten(tmp_path / "a.json", source)
    assert json.loads(after)["segments"][0]["text"] == "𡃉係\ud844我，"


def said(text: str, start_s: float = 0.0, *, between: str = " ") -> Sentence:
    units = split_units(text)
    words = tuple(
        Word(u, start_s + at * 0.2, start_s + at * 0.2 + 0.2) for at, u in enumerate(units)
    )
    return Sentence(tuple(units), words, between_scripts=between)


def test_sentences_are_written_without_spaces():
    two = said("我用Python，你呢？"), said("OK. 好。")
    assert written("txt", two) == "我用 Python，你呢？OK. 好。\n"
    assert json.loads(written("json", two))["segments"][0]["text"] == "我用 Python，你呢？"


@given(st.lists(TEXTS, max_size=4), st.sampled_from((" ", "")))
@settings(deadline=None)
def test_chinese_cues_hold_every_unit_within_their_width(texts, between):
    now, layout, shown = 0.0, CueLayout(), ""
    sentences = [said(text, between=between) for text in texts if text.split()]
    for sentence in sentences:
        for cue in layout.cues(sentence):
            assert cue.start_s >= now
            now = cue.end_s
            assert len(cue.lines) <= 2 or max(map(len, sentence.surfaces)) > 20
            for line in cue.lines:
                cells = sum(1 + (unicodedata.east_asian_width(s) in "WF") for s in line)
                assert cells <= 42 or len(split_units(line)) == 1
            shown += "".join(cue.lines)
    units = "".join(unit for sentence in sentences for unit in sentence.surfaces)
    assert shown.replace(" ", "") == units


def test_a_chinese_cue_has_two_lines_of_21():
    sentence = Sentence(("我",) * 60, (Word("我", 0.0, 1.0),) * 60)
    cues = list(CueLayout().cues(sentence))
    assert [len(line) for cue in cues for line in cue.lines] == [21, 21, 18]


def test_cues_become_text_and_back_without_spaces(tmp_path):
    text = restored(opened(tmp_path, SRT, "a.srt"), EveryMark)
    assert "食。飯佢話？好多人！" in exported(text, "txt")
    assert len(pysubs2.SSAFile.from_string(exported(text, "srt"), "srt")) == 3


@pytest.mark.parametrize("space", ["", " "])
def test_sentences_keep_their_texts_spacing(tmp_path, space):
    text = restored(opened(tmp_path, f"我們{space}go{space}旺角"), EveryMark)
    assert "".join(s.text for s in text.sentences()) == f"我們{space}go，旺角"
    sentences = (said("我用Python，好。", between=space),)
    assert tuple(from_sentences(sentences).sentences()) == sentences


@pytest.fixture(scope="module")
def bundle(tmp_path_factory):
    return write_chinese_bundle(tmp_path_factory.mktemp("models") / "tiny-zh")


def test_a_bundle_with_six_marks_punctuates_subtitles(tmp_path, bundle):
    choice = PunctuationSettings(model=str(bundle), policy=Policy.OFFLINE, script=Script.SIMPLIFIED)
    model = load_language_model(choice, default_paths())
    after = rewritten(tmp_path / "a.srt", SRT, lambda: model.punctuator(choice))
    lines = [bare(line) for line in SRT.splitlines()]
    simplified = [line.translate(str.maketrans("們飯話笑聲", "们饭话笑聲")) for line in lines]
    assert [bare(line) for line in after.splitlines()] == simplified
