from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.formatting.formatter import Formatter
from engine.formatting.rewrite import Rewrite
from engine.formatting.spoken_forms import SpokenForms
from engine.formatting.vocabulary import Entry, Vocabulary
from engine.settings import NumberStyle
from engine.text.spacing import joined
from engine.text.units import split_units
from engine.types import Sentence, Update, Word
from tests.support.number_tables import table


class Names:
    """Writes “doctor miller” as a name."""

    def rewrites(self, words: Sequence[str], marks: Sequence[str]) -> list[Rewrite]:
        pairs = zip(words, words[1:], marks, strict=False)
        is_it = [pair == ("doctor", "miller", "") for pair in pairs]
        return [Rewrite(at, at + 2, "Dr. Müller") for at, one in enumerate(is_it) if one]


def sentence(text: str, spoken: str = "") -> Sentence:
    surfaces = tuple(text.split(" "))
    texts = spoken.split() or [it.strip(",.?!“”•\n").lower() for it in surfaces]
    words = (Word(one, float(at), at + 0.5, 0.9, at) for at, one in enumerate(texts))
    return Sentence(surfaces, tuple(words))


def formatted(one: Sentence, *rewriters) -> Sentence:
    (update,) = Formatter(*(rewriters or (SpokenForms(NumberStyle()),))).push(Update((one,), ""))
    (found,) = update.sentences
    return found


def test_a_rewrite_goes_to_its_first_word_and_no_word_is_lost():
    before = sentence("We need one hundred and fifty milligrams, please.")
    after = formatted(before)
    assert after.text == "We need 150 mg, please."
    assert after.surfaces == ("We", "need", "150 mg,", "", "", "", "", "please.")
    assert after.words == before.words
    assert [w.text for w in after.merged.words][2] == "one hundred and fifty milligrams"
    whole = after.merged.words[2]
    assert (whole.start_s, whole.end_s, whole.id) == (2.0, 6.5, 2)


def test_signs_around_a_rewrite_stay():
    assert formatted(sentence("“Twenty five percent”, he said.")).text == "“25%”, he said."
    assert formatted(sentence("Twenty five percent?\n\n")).text == "25%?\n\n"


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("At three p.m. on Monday.", "At 3 pm on Monday."),
        ("At three p.m., we left.", "At 3 pm, we left."),
        ("Was it at three p.m.?", "Was it at 3 pm?"),
        ("It was at three p.m.", "It was at 3 pm."),
        ("(It was at three p.m.)", "(It was at 3 pm.)"),
    ],
)
def test_the_full_stop_of_an_abbreviation_goes_with_it(said, text):
    spoken = said.lower().strip("()?")
    assert formatted(sentence(said, spoken.replace(",", ""))).text == text


def test_the_full_stop_of_a_rewrite_is_not_doubled():
    words = Vocabulary([Entry("Acme Inc.", ("acme inc",))])
    assert formatted(sentence("We met acme inc."), words).text == "We met Acme Inc."
    assert formatted(sentence("Acme inc, we know."), words).text == "Acme Inc., we know."


def test_no_rewrite_crosses_a_mark():
    assert formatted(sentence("Twenty, five hundred.")).text == "20, 500."


def test_later_rewriters_leave_earlier_rewrites_alone():
    both = formatted(
        sentence("Doctor Miller has twenty five cows."), Names(), SpokenForms(NumberStyle())
    )
    assert both.text == "Dr. Müller has 25 cows."
    twice = formatted(sentence("Doctor Miller came."), Names(), Names())
    assert twice.text == "Dr. Müller came."


def test_a_sentence_without_rewrites_is_the_same_object():
    one = sentence("May I have a second?")
    assert formatted(one) is one


def test_words_already_written_together_are_one_unit():
    one = Sentence(
        ("Twenty", "five,", "", "yes."),
        tuple(Word(text, id=at) for at, text in enumerate(["twenty", "five", "comma", "yes"])),
    )
    assert formatted(one).surfaces == ("25,", "", "", "yes.")


def test_other_events_pass_through():
    assert list(Formatter().push("anything")) == ["anything"]
    assert not list(Formatter().flush())


def shown(tail: str, *rewriters) -> str:
    (update,) = Formatter(*(rewriters or (SpokenForms(NumberStyle()),))).push(Update((), tail))
    return update.tail


@pytest.mark.parametrize(
    ("tail", "text"),
    [
        ("We need twenty", "We need twenty"),
        ("We need twenty five percent", "We need twenty five percent"),
        ("We need twenty five percent of", "We need 25% of"),
        ("“Twenty five”, he said, and eleven more", "“25”, he said, and 11 more"),
        ("twenty\nfive hundred people came", "20\n500 people came"),
        ("我今年三十二歲了", "我今年32歲了"),
        ("", ""),
        ("\n", "\n"),
    ],
)
def test_a_number_in_the_tail_is_shown_once_a_word_follows(tail, text):
    assert shown(tail) == text


def test_names_are_shown_in_the_tail():
    assert shown("So doctor miller came", Names()) == "So Dr. Müller came"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_growing_tail_ends_as_it_is_committed(language):
    """Invariants 1 and 5: what is committed does not depend on what was shown before."""
    for spoken, text in table(language):
        units = split_units(spoken)
        tails = [joined(units[:end]) for end in range(1, len(units) + 1)]
        formatter = Formatter(SpokenForms(NumberStyle()))
        for tail in tails:
            (update,) = formatter.push(Update((), tail))
            assert split_units(update.tail)[-1] == split_units(tail)[-1]
        words = tuple(Word(unit, id=at) for at, unit in enumerate(units))
        (update,) = formatter.push(Update((Sentence(tuple(units), words),), ""))
        assert update.sentences[0].words == words
        assert update.sentences[0] == formatted(Sentence(tuple(units), words)), text
