from __future__ import annotations

from engine.text.marked_text import read_marked_text
from training.export.lexicon import build_lexicon


def lexicon_of(text, **always):
    return build_lexicon(read_marked_text(text), always)


def test_usual_mixed_case_forms_are_learnt():
    text = "the iPhone and McDonald at NASA " * 3 + "an eBay " * 2 + "the LaTeX and Latex " * 6
    assert lexicon_of(text)["mixed"] == {
        "iphone": "iPhone",
        "mcdonald": "McDonald",
        "nasa": "NASA",
    }


def test_how_often_a_word_is_lower_case_does_not_matter():
    assert lexicon_of("a rust API " * 3 + "some api " * 9)["mixed"] == {"api": "API"}


def test_possessives_count_as_their_word_and_names_and_other_scripts_do_not_count():
    text = "the JPMorgan's Anna and a Caf\u00e9-Au or \u00c9T\u00c9 " * 4
    assert lexicon_of(text)["mixed"] == {"jpmorgan": "JPMorgan"}


def test_first_words_of_sentences_do_not_count():
    assert lexicon_of("STOP. Then go. " * 5)["mixed"] == {}


def test_headings_in_capitals_teach_no_acronyms():
    text = "a CHIEF COMPLAINT of FRIAR LAURENCE at NASA and the CEO, NASDAQ and CD ROM " * 4
    assert list(lexicon_of(text)["mixed"]) == ["cd", "ceo", "nasa", "nasdaq", "rom"]


def test_given_forms_are_kept():
    assert lexicon_of("so i went", i="I")["always"] == {"i": "I"}
