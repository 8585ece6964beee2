"""Texts with existing marks, through the bundled English model."""

from __future__ import annotations

import random

import pytest

from engine.build import LanguageModel, load_language_model
from engine.paths import default_paths
from engine.settings import Policy, PunctuationSettings
from engine.transcripts.existing_marks import Habits
from engine.transcripts.treatment import Treatment
from tests.support.bundles import bundle_folder
from tests.support.transcripts import opened, rewritten

SETTINGS = PunctuationSettings(policy=Policy.OFFLINE)
EDITED = """\
When the first railway reached the valley, nobody in Ashford believed that it would stay. The
station was a shed; the platform, a row of planks - and yet, within a year, the whole market had
moved there. "What do they want with us?" asked Mrs. O'Neill-McGrath, who kept the inn. "Wow!" said
her son (he was nine). Engineers from the WHO's office, e.g. Dr. J. F. Brandt, measured approx. 40
wells in St. Mary Street vs. 12 in the old town... The results were sent to the U.S. Senate on
Jan. 5, where no. 7 was read aloud: it said that the water was good.

Chapter Two

Is that so? Perhaps. My uncle sold his iPhone on eBay and bought a horse; he never regretted it.
"""


@pytest.fixture(scope="module")
def model() -> LanguageModel:
    bundle_folder()
    return load_language_model(SETTINGS, default_paths())


@pytest.fixture
def repaired(model, tmp_path):
    def repair(text: str, treatment: Treatment = Treatment.REPAIR) -> str:
        transcript = opened(tmp_path, text)
        return rewritten(transcript, lambda: model.punctuator(SETTINGS), treatment=treatment)

    return repair


def test_an_edited_text_stays_as_it_is(repaired):
    assert repaired(EDITED) == EDITED


def test_a_capital_after_a_quotation_mark_stays(repaired):
    text = (
        'So I can say "Where does it go?" and nobody laughs. He was like, "This is it", and left.\n'
    )
    assert repaired(text) == text


@pytest.mark.parametrize("sign", ["...", "…", " —", ";"])
def test_the_pronoun_i_is_always_capitalised(repaired, sign):
    text = (
        f"And I was{sign} i just kept trying to find out what had happened. I'm sure it was late."
    )
    assert repaired(text) == text.replace(" i just", " I just")


def test_headings_lists_and_numbers_get_no_marks(repaired):
    text = """\
PLAN OF THE HOUSE
The roof was mended in 2016. We did it ourselves, and it cost about 4.4 percent more than we said.
What We Need
1. Two ladders, one of them long.
2. Paint for the doors.
In the yard
The dog lives there, and nobody minds. It has been good since 1998. Rain or shine, it barks.
"""
    assert repaired(text) == text


def test_headings_of_notes_are_not_speakers(repaired):
    text = """\
The patient reports pain in her left knee, which began two weeks ago. She denies any fall.
REVIEW OF SYSTEMS
Musculoskeletal: Reports pain in the knee, and some swelling at night.
Constitutional: Denies fever or chills.
PHYSICAL EXAM
Cardiovascular: Regular rate, and no murmurs were heard.
"""
    assert repaired(text) == text


def test_false_stops_are_removed_and_names_keep_their_capitals(repaired):
    text = EDITED.replace("in Ashford believed", "in. Ashford believed")
    text = text.replace("the whole market", "the. Whole market").replace("sold his", "sold. His")
    assert repaired(text) == EDITED


def test_an_unpunctuated_stretch_is_filled_in(repaired):
    bare = (
        "so i think we should go there tomorrow and see what they have to say about it because "
        "nobody knows what is going on in that place and i have never been there before have you "
        "well i have not but my brother lives there and he told me that it is a quiet town where "
        "people leave their doors open at night"
    )
    before, _, after = repaired(f"{EDITED}\n{bare}\n").rpartition("\n\n")
    assert before + "\n" == EDITED
    assert after.startswith("So I think")
    assert after.rstrip().endswith(".")
    assert after.count(".") + after.count("?") >= 3
    assert after.lower().replace(".", "").replace(",", "").replace("?", "").split() == bare.split()


def test_a_bare_text_is_repaired_as_from_scratch(repaired):
    words = [word.strip(".,;:?!\"'()").lower() for word in EDITED.split()]
    bare = " ".join(filter(str.isalnum, words)) + "\n"
    assert repaired(bare) == repaired(bare, Treatment.FROM_SCRATCH)


def test_only_add_removes_nothing(repaired):
    text = EDITED.replace("in Ashford believed", "in. Ashford believed").replace(", in", " in")
    left = iter(repaired(text, Treatment.ONLY_ADD))
    assert all(sign in left for sign in text)  # one after another


def test_from_scratch_ignores_existing_marks(repaired):
    words = "we went home. Early and then? we slept"
    expected = "We went home early, and then we slept.\n"
    assert repaired(f"{words}\n", Treatment.FROM_SCRATCH).replace("early, and", "early and") in {
        expected,
        expected.replace("early, and", "early and"),
    }


@pytest.mark.parametrize(
    ("text", "habits"),
    [
        ("Anna went home. She slept. Anna likes it, and Bob too.", (True, True)),
        ("anna went home. she slept. anna likes it, and bob too.", (True, False)),
        ("ANNA WENT HOME. SHE SLEPT. ANNA LIKES IT, AND BOB TOO.", (True, False)),
        ("anna went home she slept anna likes it and bob too", (False, False)),
        ("Anna went home she slept anna likes it and Bob too", (False, True)),
    ],
)
def test_marks_and_capitals_count_if_the_text_uses_them(tmp_path, text, habits):
    found = Habits.of(opened(tmp_path, text).parts())
    assert (found.is_marked, found.is_cased) == habits


def test_all_caps_and_lower_case_texts_get_capitals_from_the_words(repaired):
    assert repaired("i saw him on monday. he was in london, i think.") == (
        "I saw him on Monday. He was in London, I think."
    )
    assert "London" in repaired("I SAW HIM ON MONDAY. HE WAS IN LONDON, I THINK.")


def test_a_text_is_read_the_same_in_pieces_of_any_length(repaired):
    """Decisions must not depend on where words are passed on."""
    words = [*EDITED.replace("\n\nChapter Two\n\n", " ").split()]
    draws = random.Random(3)
    for _ in range(3):
        head = " ".join(
            draws.choices(["Yes.", "No, I do not.", "We went home."], k=draws.randint(40, 90))
        )
        text = f"{head} {' '.join(words)}\n"
        assert repaired(text) == text
