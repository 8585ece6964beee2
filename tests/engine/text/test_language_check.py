from __future__ import annotations

import json
import re

import pytest

from engine.text.language_check import foreign_language, looks_foreign
from engine.text.marked_text import read_marked_text
from tests.support.bundles import bundle_folder

# words that English has too (in, was, we, had, over, a, i, no, me, so …) are over-represented
FOREIGN = {
    "German": """Als wir gestern Abend nach Hause kamen, war es schon dunkel, und in der Küche
        brannte noch Licht. Meine Schwester hatte gekocht, aber niemand hatte Hunger, also haben
        wir nur Tee getrunken und so lange geredet, bis der letzte Bus weg war. Am Ende will er an
        so einem Tag doch immer ins Kino, und das war auch gut so.""",
    "Danish": """Da vi kom hjem i går aftes, var det allerede mørkt, og i køkkenet var der stadig
        lys. Min søster havde lavet mad, men ingen var sultne, så vi drak kun te og talte sammen,
        indtil den sidste bus var kørt. Jeg tror at han er for gammel til at gå i skole, og her i
        byen er det for dyrt at bo over for parken i dag.""",
    "Polish": """Kiedy wczoraj wieczorem wróciliśmy do domu, było już ciemno, a w kuchni paliło się
        jeszcze światło. Moja siostra ugotowała obiad, ale nikt nie był głodny, więc wypiliśmy
        tylko herbatę i rozmawialiśmy, aż odjechał ostatni autobus. Do pracy i do szkoły to nie
        jest daleko.""",
}
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


@pytest.fixture(scope="module")
def common():
    lexicon = json.loads((bundle_folder() / "lexicon.json").read_text(encoding="utf-8"))
    return frozenset(lexicon["common"])


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


@pytest.mark.parametrize("language", CHINESE)
def test_a_script_that_english_has_not_tells_the_language(common, language):
    words = read_words(CHINESE[language])
    assert foreign_language(words, ["en"], common) == language
    assert foreign_language(words, ["zh", "yue", "en"], common) == (
        None if language in {"zh", "yue"} else language
    )


def read_words(text):
    return [word.core.lower() for word in read_marked_text(text)]


@pytest.mark.parametrize("language", FOREIGN)
def test_another_language_with_spaces_has_no_name(common, language):
    assert foreign_language(words_of(FOREIGN[language]), ["zh", "yue", "en"], common) == ""


@pytest.mark.parametrize("kind", ENGLISH)
def test_english_with_a_chinese_name_in_it_is_english(common, kind):
    words = [*words_of(ENGLISH[kind]), "陳大文", "旺角"]
    assert foreign_language(words, ["en"], common) is None


def test_chinese_full_of_names_is_chinese(common):
    words = ["我們用", "kubernetes", "同埋"] * 50
    assert foreign_language(words, ["zh", "yue", "en"], common) is None
    assert foreign_language(words, ["en"], common) == "zh"


def test_a_few_characters_tell_nothing(common):
    assert foreign_language(["我們想去旺角食飯好"], ["en"], common) is None


def test_a_few_words_tell_nothing_and_many_only_by_their_beginning(common):
    german = [word for word in words_of(FOREIGN["German"]) if len(word) > 1]
    assert not looks_foreign(german[:39], common)
    assert looks_foreign(german[:40], common)
    assert not looks_foreign(words_of(ENGLISH["talk"]) * 20 + german * 100, common)
    assert not looks_foreign(german, frozenset())
