from __future__ import annotations

import io
import re

import pytest

from engine.transcripts.inspection import PunctuationState, inspect
from engine.transcripts.registry import read_transcript
from engine.transcripts.repunctuate import changes_of, repunctuate
from tests.support.articles import ARTICLES
from tests.support.fakes import EverySeventhWord
from tests.support.shared_data import shared
from tests.support.transcripts import letters_of, opened

BOOK = """Marley was dead: to begin with. There is no doubt whatever about that. The register of his
burial was signed by the clergyman, the clerk, the undertaker, and the chief mourner. Scrooge signed
it, and Scrooge's name was good upon 'Change, for anything he chose to put his hand to. Old Marley
was as dead as a door-nail. Mind! I don't mean to say that I know, of my own knowledge, what there
is particularly dead about a door-nail. I might have been inclined, myself, to regard a coffin-nail
as the deadest piece of ironmongery in the trade. But the wisdom of our ancestors is in the simile.
"""
SPOKEN = re.sub(r"[.,:;?!]", "", BOOK).lower()


def inspected(text):
    return inspect(read_transcript(io.BytesIO(text.encode())))


@pytest.mark.parametrize(
    ("text", "state"),
    [
        (BOOK, "fully"),
        (SPOKEN, "bare"),
        (SPOKEN.upper(), "bare"),
        (re.sub(r"[.,:;?!]", "", BOOK), "bare"),
        (BOOK + SPOKEN, "partly"),
        (SPOKEN + BOOK, "partly"),
        (BOOK.lower(), "partly"),
        (BOOK.upper(), "partly"),
        (SPOKEN.replace("\n", " - um - \n"), "bare"),
        ("so I went home", "bare"),
        ("So I went home.", "fully"),
        ("我哋今日去旺角食飯，佢話嗰度好多人。", "fully"),
        ("我哋今日去旺角食飯佢話嗰度好多人", "bare"),
        ("1 2 3", "bare"),
    ],
)
def test_how_much_of_a_text_has_marks_and_capitals(text, state):
    assert inspected(text).state is PunctuationState(state)


FORMS = {
    "fully": str,
    "bare": lambda text: re.sub(r"[^\w\s']", "", text).lower(),
    "partly": lambda text: text[: len(text) // 2] + FORMS["bare"](text[len(text) // 2 :]),
}


@pytest.mark.parametrize("state", FORMS)
def test_texts_of_all_kinds_are_classified_by_their_marks(state):
    for path in sorted(shared("data", "en", "dev").glob("*.txt")):
        words = path.read_text(encoding="utf-8").split()
        for begin in range(0, min(20_000, len(words) - 600), 2_000):
            text = " ".join(words[begin : begin + 600])
            found = inspected(FORMS[state](text))
            assert (found.state.value, found.language) == (state, "en"), (path.name, begin)


def test_what_an_inspection_counts(tmp_path):
    cues = (f"{n}\n00:00:{n:02},000 --> 00:00:{n:02},900\n{SPOKEN[:60]}\n\n" for n in range(1, 50))
    found = inspect(opened(tmp_path, "".join(cues), "a.srt"))
    assert (found.format.name, found.language, found.encoding) == ("srt", "en", "utf-8")
    assert (found.words, found.is_whole) == (49 * len(SPOKEN[:60].split()), True)
    found = inspected("hello there my friend " * 10_000)
    assert (found.words, found.is_whole) == (10_000, False)
    assert inspected("").words == 0


def test_language_shares_are_counted_by_passage():
    mixed = f"{BOOK}\n{ARTICLES['de']}\n\n{BOOK}\n{ARTICLES['fr']}\n"
    found = inspected(mixed)
    assert found.language == "en"
    assert set(found.foreign(["en"])) == {"de", "fr"}
    assert 0.1 < sum(found.foreign(["en"]).values()) < 0.4
    assert not found.foreign(["en", "de", "fr"])
    assert inspected(
        "我今日同我個 manager 傾咗個 project 嘅 deadline 佢話 ok 冇問題" * 20
    ).language in {
        "yue",
        "zh",
    }


@pytest.mark.parametrize("language", ARTICLES)
def test_a_foreign_passage_keeps_every_character(language):
    passage = ARTICLES[language] + " " + ARTICLES[language]
    source = f"{SPOKEN}\n\n{passage}\n\n{SPOKEN}"
    transcript = read_transcript(io.BytesIO(source.encode()))
    words = repunctuate(transcript, EverySeventhWord, languages=["en"])
    written = "".join(transcript.rewritten(changes_of(words)))
    assert f"\n\n{passage}\n\n" in written
    assert letters_of(written) == letters_of(source)
    assert not written.startswith(SPOKEN[:200])
