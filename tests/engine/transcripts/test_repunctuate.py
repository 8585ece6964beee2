"""The bundled model on transcript files."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.build import load_language_model
from engine.paths import default_paths
from engine.settings import Policy, PunctuationSettings
from engine.text.marked_text import read_marked_text
from engine.transcripts.treatment import Treatment
from engine.types import Hypothesis, Stage, Update
from tests.support.transcripts import opened, rewritten

BUNDLE = default_paths({}).assets / "models" / "en" / "bundle.json"
TEXT = """so the first thing that we did was to look at the numbers and they were not good at all
we asked ourselves what had gone wrong and nobody could tell us why do you think that was
i believe that it was the weather but in london they said it was the price of oil

good morning everyone my name is john and i live in new york thank you very much for coming
"""

Make = Callable[[], Stage[Hypothesis, Update]]


@pytest.fixture(scope="module")
def make() -> Make:
    if not BUNDLE.exists():
        pytest.skip("the bundled English model has not been exported yet")
    settings = PunctuationSettings(policy=Policy.OFFLINE)
    model = load_language_model(settings, default_paths({}))
    return lambda: model.punctuator(settings)


def test_the_bundled_model_writes_sentences(tmp_path, make):
    after = rewritten(opened(tmp_path, TEXT, "a.txt"), make)
    words = read_marked_text(after)
    assert [word.core.lower() for word in words] == TEXT.split()
    assert [len(line.split()) for line in after.split("\n")] == [
        len(line.split()) for line in TEXT.split("\n")
    ]
    ends = [word.mark.ends_sentence for word in words]
    assert 4 <= sum(ends) <= 10
    assert all(word.core == word.core.capitalize() for word in words if word.core in {"i", "I"})
    paragraphs = after.split("\n\n")
    assert all(text.strip()[0].isupper() and text.strip()[-1] in ".?!" for text in paragraphs)


def test_existing_marks_make_no_difference_unless_kept(tmp_path, make):
    bare = rewritten(opened(tmp_path, TEXT, "a.txt"), make)
    assert rewritten(opened(tmp_path, bare.upper(), "b.txt"), make) == bare
    assert rewritten(opened(tmp_path, bare, "c.txt"), make, treatment=Treatment.ONLY_ADD) == bare
