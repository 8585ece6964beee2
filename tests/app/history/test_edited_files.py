"""Whatever is edited on a file's page, the saved file says the same as the page."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from app.document.document import Document
from app.document.file_text import FileText
from app.files.new_session import from_transcript
from app.history.edited_text import RECORDING, reopened, unkept
from app.history.session_export import export_page
from engine.transcripts.page_text import differences, page_text
from engine.transcripts.registry import read_transcript
from engine.transcripts.repunctuate import repunctuate
from engine.transcripts.treatment import Treatment
from tests.support.fakes import EverySeventhWord
from tests.support.growth import assert_grows_with_length

_FIXTURES = Path(__file__).parents[2] / "fixtures" / "transcripts"
_FILES = [
    path for path in sorted(_FIXTURES.iterdir()) if path.name not in {"SOURCES.md", "TABLE.md"}
]
NEW = ["banana", "two words", "“q”", "好", "R&D"]


def edit(document, chance):
    """Change a word, its mark or its case, remove it, or insert one before it."""
    word = document.words.at(chance.randrange(len(document.words)))
    start, length = word.start, word.end - word.start
    match chance.choice(["replace", "delete", "insert", "mark", "case", "undo"]):
        case "replace":
            document.edited(start, length, chance.choice(NEW))
        case "delete" if len(document.words) > 1:
            document.edited(start, length + (document.units[word.end : word.end + 1] == " "), "")
        case "insert":
            document.edited(start, 0, f"{chance.choice(NEW)} ")
        case "mark":
            document.edited(word.end, 0, chance.choice([",", "!", "..."]))
        case "case":
            document.edited(start, 1, document.units[start].swapcase())
        case _:
            document.undo()


@pytest.mark.parametrize("path", _FILES, ids=lambda path: path.name)
def test_a_saved_file_says_the_same_as_its_page(path, tmp_path):
    transcript = read_transcript(path)
    words = list(repunctuate(transcript, EverySeventhWord, treatment=Treatment.REPAIR))
    new = from_transcript(transcript, words)
    for seed in range(20):
        chance, opened = random.Random(seed), reopened(unkept(new), tmp_path, new.file)
        document = Document()
        document.replace_all(new.text, opened.words, len(new.sentences))
        page = opened.file
        file = FileText(page.page, page.first_words, RECORDING, document)
        for _ in range(chance.randint(1, 4)):
            edit(document, chance)
        out, places = tmp_path / path.name, file.places.tolist()
        export_page(new.file, document.text, places, new.file.format_name, out)
        assert page_text(read_transcript(out)).text.split() == document.text.split()


def test_comparing_a_fully_replaced_page_takes_linear_time(tmp_path):
    def compare(count):
        (tmp_path / "a.txt").write_text("so i went to the shop and back\n" * count)
        transcript = read_transcript(tmp_path / "a.txt")
        source = page_text(transcript).text
        text = "and then we came to the house again\n" * count
        assert list(differences(source, text, ()))

    assert_grows_with_length(compare, 50)
