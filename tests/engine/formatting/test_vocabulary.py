from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.formatting.formatter import Formatter
from engine.formatting.rewrite import Rewrite
from engine.formatting.terms import unknown_terms
from engine.formatting.vocabulary import (
    Entry,
    Vocabulary,
    entry_of,
    for_a_while_path,
    hot_words,
    own_entries,
    read_words,
    vocabulary_path,
)
from engine.network.bundle import Lexicon
from engine.paths import Paths
from engine.types import Sentence, Update, Word


def vocabulary(*lines):
    words = read_words("\n".join(lines))
    assert not words.errors
    return Vocabulary(words.entries)


def written(words, text):
    """Return a sentence with its rewrites applied."""
    units = text.split() if text.isascii() else list(text)
    for it in reversed(words.rewrites(units)):
        units[it.first : it.end] = [it.text]
    return " ".join(units)


def test_spoken_and_written_forms_are_both_rewritten():
    words = vocabulary("Dr. Müller = doctor miller | doctor mueller", "iPhone", "# iphone = x", "")
    assert words.rewrites(["ask", "doctor", "miller"]) == [Rewrite(1, 3, "Dr. Müller")]
    assert written(words, "iphone for Doctor Mueller") == "iPhone for Dr. Müller"
    assert words.rewrites(["dr", "müller"]) == [Rewrite(0, 2, "Dr. Müller")]


def test_only_whole_units_match():
    words = vocabulary("iPhone", "Ann Lee = ann lee", ".NET")
    for text in ("iphones", "an iphone5", "ann", "ann leech", "joann lee", "lee ann", "net"):
        assert words.rewrites(text.split()) == []


def test_the_longest_match_wins():
    words = vocabulary("York", "New York", "New York Times")
    assert written(words, "in new york times square") == "in New York Times square"
    assert written(words, "in new york time york") == "in New York time York"


def test_no_entry_crosses_a_mark():
    words = vocabulary("Kowloon Tong")
    assert words.rewrites(["kowloon", "tong"], ["", "."]) == [Rewrite(0, 2, "Kowloon Tong")]
    assert words.rewrites(["kowloon", "tong"], [",", "."]) == []


def test_chinese_entries_match_by_character():
    words = vocabulary("何小明 = 何曉明", "港鐵", "OpenAI = 歐噴 ai")
    assert words.rewrites(list("搭港鐵找何曉明")) == [
        Rewrite(1, 3, "港鐵"),
        Rewrite(4, 7, "何小明"),
    ]
    assert words.rewrites([*"用歐噴", "ai"]) == [Rewrite(1, 4, "OpenAI")]


def test_rewrites_keep_the_marks_around_them():
    said = [Word(text, 0.0, 1.0, id=at) for at, text in enumerate(("iphone", "doctor", "miller"))]
    sentence = Sentence(("“Iphone,", "Doctor", "Miller.”"), tuple(said))
    formatter = Formatter(vocabulary("iPhone", "Dr. Müller = doctor miller"))
    ((formatted,),) = [it.sentences for it in formatter.push(Update((sentence,), ""))]
    assert formatted.surfaces == ("“iPhone,", "Dr. Müller.”", "")
    assert formatted.words == sentence.words


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("= doctor", "this is not “written = spoken | spoken”"),
        ("Müller =", "this is not “written = spoken | spoken”"),
        ("Müller = miller |", "this is not “written = spoken | spoken”"),
        ("…", "“…” must have one to 12 words"),
        ("x = " + "a " * 13, "must have one to 12 words"),
    ],
)
def test_a_mistake_is_reported_with_its_line_and_the_rest_works(line, reason):
    words = read_words(f"\ufeffiPhone\n{line}\nGPU\n")
    assert [it.written for it in words.entries] == ["iPhone", "GPU"]
    assert [it.line for it in words.errors] == [2]
    assert reason in str(words.errors[0].reason)
    assert words.others == (line,)


def test_of_contradicting_entries_the_later_counts_and_both_lines_are_reported():
    words = read_words("Müller = miller\n\nMiller\nMüller = mueller\n")
    (error,) = words.errors
    assert error.line == 3
    assert str(error.reason) == ("“Miller” is written “Müller” in line 1; the later line counts")
    assert written(Vocabulary(words.entries), "miller mueller") == "Miller Müller"


def test_missing_and_binary_files_do_no_harm(tmp_path):
    paths = Paths(tmp_path, tmp_path, ())
    assert own_entries(paths) == ()
    vocabulary_path(paths).write_bytes(b"iPhone\r\n\xff\xfe\x00\nGPU = g p u\n")
    assert {"iPhone", "GPU"} <= {it.written for it in own_entries(paths)}
    assert "g p u" in hot_words(own_entries(paths))
    vocabulary_path(paths).unlink()
    vocabulary_path(paths).mkdir()
    assert own_entries(paths) == ()


@given(st.text(min_size=1, max_size=30))
def test_every_entry_survives_as_a_line(line):
    entry = entry_of(line)
    if isinstance(entry, Entry) and len(str(entry).splitlines()) == 1:
        assert entry_of(str(entry)) == entry
        assert Vocabulary([entry]).entries == (entry,)


def test_a_long_list_works_like_a_short_one():
    names = [f"Name{at} Of Place{at % 7}" for at in range(50_000)]
    words = Vocabulary(Entry(name) for name in names)
    assert written(words, "name49999 of place6 name49999 of place5") == (
        "name49999 of place6 Name49999 Of Place5"
    )


def test_terms_are_names_unknown_to_the_lexicon():
    lexicon = Lexicon({"i": "I"}, {"iphone": "iPhone"})
    text = (
        "The board met. Yesterday Anna Kowalczyk showed the McFlurry chart to Dr. Wu, and I asked "
        "Anna Kowalczyk why.\nHer iPhone rang. Then The Board left for Hong Kong.\n我用GPU做模型。"
    )
    terms = unknown_terms(text, lexicon)
    assert terms[0] == "Anna Kowalczyk"
    assert set(terms) == {"Anna Kowalczyk", "McFlurry", "Dr. Wu", "Hong Kong", "GPU"}


def test_snippets_keep_their_lines():
    lines = ["Anna Lee{line}5 Hill Road = my address | where i live", "on {date} = today", "{date}"]
    words = read_words("\n".join(lines))
    assert [it.is_snippet for it in words.entries] == [True, True, False]
    assert [str(it) for it in words.entries] == lines
    assert hot_words(words.entries[:2]) == ("my address", "where i live", "today")
    assert Vocabulary(words.entries[:2]).rewrites(["my", "address", "today"]) == []
    assert read_words("{line} = ,").errors


def test_temporary_words_count_until_their_day_has_passed(tmp_path):
    paths = Paths(tmp_path, tmp_path, ())
    vocabulary_path(paths).write_text("GPU\n")
    today = datetime.now().astimezone().date()
    for said, counts in (
        ("this text is left", True),
        (f"{today}", True),
        (f"{today - timedelta(days=1)}", False),
        ("whenever", False),
    ):
        for_a_while_path(paths).write_text(f"# until {said}\nMs Okonkwo = miss okonkwo\n")
        own = own_entries(paths)
        assert own == (Entry("GPU"), Entry("Ms Okonkwo", ("miss okonkwo",)))[: 1 + counts]
        assert ("miss okonkwo" in hot_words(own)) is counts
