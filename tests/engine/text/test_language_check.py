from __future__ import annotations

import re
import subprocess
import sys

import pytest

from engine.text.language_check import is_known, language_by_script, language_of
from engine.text.marked_text import read_marked_text
from tests.support.articles import ARTICLES
from tests.support.shared_data import REPOSITORY

ENGLISH = {
    "manual": """The scheduler assigns each request to a worker process whose memory limit is read
        from the configuration file. When a connection times out, the gateway retries with
        exponential backoff, logs the failure, and increments a counter that the monitoring
        dashboard displays. Deploying a new release requires database migrations, static asset
        compilation and cache invalidation across every region.""",
    "novel": """The old harbour lay silent beneath a grey sky, and gulls circled above the rusting
        cranes. Margaret walked slowly along the pier, counting the boats which had returned before
        the storm. Her father's vessel was missing from its usual place, and nobody among the
        fishermen would meet her eyes.""",
    "talk": """So what I want to tell you is that we have been working on this for about two years
        now, and you know, it is not like we had all of the answers when we started, but I think
        that most people would say it was a good thing to do.""",
}


def words_of(text):
    return re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)*", text.lower())


CHINESE = {
    "zh": """我们昨天晚上回到家的时候天已经黑了，厨房里还亮着灯。我姐姐做了饭，但是没有人饿，所以
        我们只喝了茶，一直聊到最后一班车开走。""",
    "yue": """我哋琴晚返到屋企嗰陣天已經黑晒，廚房仲着住燈。我家姐煮咗飯，但係冇人肚餓，所以
        我哋淨係飲茶，一直傾到最後一班車走咗。我覺得 OK 啦。""",
    "ja": "昨日の夜に家へ帰ったときにはもう暗くなっていて、台所にはまだ明かりがついていました。",
    "ko": "어제 저녁 집에 돌아왔을 때는 이미 어두웠고 부엌에는 아직 불이 켜져 있었다 밥을 했다",
}


def read_words(text):
    return [word.core.lower() for word in read_marked_text(text)]


@pytest.mark.parametrize("language", CHINESE)
def test_a_script_other_than_english_reveals_the_language(language):
    words = read_words(CHINESE[language])
    assert language_of(words) == language_by_script(words) == language
    assert not is_known(language, ["en"])
    assert is_known(language, ["zh", "en"]) == (language in {"zh", "yue"})


HARDLY_APART = {"bs": "hr", "ms": "id"}  # in the same sentence


@pytest.mark.parametrize("language", ARTICLES)
@pytest.mark.parametrize("shape", [str, str.lower, str.upper])
def test_twenty_four_languages_are_detected_from_a_sentence(language, shape):
    for words in (shape(ARTICLES[language]).split(), words_of(ARTICLES[language])):
        told = language_of(words)
        assert HARDLY_APART.get(told, told) == language


@pytest.mark.parametrize("kind", ENGLISH)
def test_english_with_foreign_names_is_english(kind):
    foreign = words_of(ARTICLES["de"])[:4]
    names = [
        "陳大文",
        "旺角",
        "müller-lüdenscheidt",
        "kubernetes",
        "são",
        "paulo",
        "łódź",
        *foreign,
    ]
    for words in (words_of(ENGLISH[kind]), words_of(ENGLISH[kind])[:20] + names):
        assert language_of(words) == "en"


def test_talk_in_a_meeting_is_english_or_unknown():
    said = "um yeah okay hmm no mm-hmm yep so we uh we have the lcd the pcb and the rubber case"
    assert language_of(said.split()) == "en"
    assert language_of(["mm-hmm", "yeah", "yep", "uh-huh", "um", "okay", "oh"] * 3) in {"", "en"}


def test_plain_english_does_not_load_the_full_model():
    program = (
        "import sys; from engine.text.language_check import language_of;"
        "print(language_of(sys.argv[1].split()), 'py3langid' in sys.modules)"
    )
    for text, told in ((ENGLISH["talk"], "en False"), (ARTICLES["de"], "de True")):
        command = [sys.executable, "-c", program, " ".join(words_of(text))]
        done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=REPOSITORY)
        assert done.stdout.strip() == told


@pytest.mark.parametrize("language", ARTICLES)
def test_an_english_title_does_not_make_another_language_english(language):
    title = "what they tell of the lord of the rings and others"
    told = language_of(words_of(ARTICLES[language]) + title.split())
    assert HARDLY_APART.get(told, told) == language


def test_chinese_full_of_names_is_chinese():
    assert language_of(["我們用", "kubernetes", "同埋"] * 50) in {"zh", "yue"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "我們想去旺角食飯好",
        "der hund ist sehr alt",
        "17 4 2026 " * 50,
        "xk7 q9z 0x1f ff00 zz81 p0q 7h8 j2k " * 5,
    ],
)
def test_too_few_words_and_gibberish_are_unknown(text):
    assert language_of(text.split()) == ""
    assert is_known("", ["en"])
