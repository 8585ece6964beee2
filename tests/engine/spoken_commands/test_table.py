from __future__ import annotations

from pathlib import Path

import pytest

from engine.paths import default_paths
from engine.spoken_commands.actions import Action
from engine.spoken_commands.table import Command, read_tables, table_errors, table_paths

BUNDLED = default_paths({"FERMATA_DATA": "/nowhere"})


def read(tmp_path: Path, *texts: str):
    paths = [tmp_path / f"{at}.txt" for at, _ in enumerate(texts)]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    return read_tables(paths)


def test_a_line_gives_several_phrases_one_action_and_the_longest_wins(tmp_path):
    table, errors = read(tmp_path, "# marks\nfull stop | period? = mark .\nfull = mark ,\n")
    assert not errors
    assert table.inline["full"] == [
        (("full", "stop"), Command(Action.MARK, ".")),
        (("full",), Command(Action.MARK, ",")),
    ]
    assert table.inline["period"] == [(("period",), Command(Action.MARK, ".", is_ambiguous=True))]


def test_a_later_table_overrides_and_can_remove_a_phrase(tmp_path):
    own = "comma = mark ;\nscratch that = nothing\nreplace * with * = nothing"
    table, errors = read(
        tmp_path, "comma = mark ,\nscratch that = scratch\nreplace * with * = replace", own
    )
    assert not errors
    assert table.inline["comma"] == [(("comma",), Command(Action.MARK, ";"))]
    assert not table.utterances
    assert not table.patterns


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("comma", "this is not “phrase = action”"),
        ("comma | = mark ,", "this is not “phrase = action”"),
        ("quote * unquote = pair “", "“pair” needs two signs"),
        ("quote unquote = pair “”", "this phrase needs “*” for the words it goes around"),
        ("insert my name = write", "“write” needs a sign"),
        ("comma = mrak ,", "there is no action “mrak ,”"),
        ("comma = mark", "“mark” needs a sign"),
        ("scratch that = scratch x", "“scratch” takes no sign"),
        ("? = mark ,", "a phrase has one to 12 words"),
        ("a b c d e f g h i j k l m = mark ,", "a phrase has one to 12 words"),
        ("replace * = replace", "this phrase needs “*” for the old words, and for the new ones"),
        ("change * = mark ,", "“*” is only for words to replace"),
    ],
)
def test_a_mistake_is_reported_with_its_line_and_the_rest_works(tmp_path, line, reason):
    text = f"\ufefffull stop = mark .\n{line}\r\ncomma = mark ,\n"
    table, errors = read(tmp_path, text)
    assert {"full", "comma"} <= {first for first, known in table.inline.items() if known}
    ((found,),) = errors.values()
    assert found.line == 2
    assert str(found.reason).startswith(reason)
    assert table_errors(text) == (found,)


def test_binary_content_is_a_mistake_too(tmp_path):
    path = tmp_path / "broken.txt"
    path.write_bytes(b"comma = mark ,\n\xff\xfe\x00\x01\n")
    table, errors = read_tables([path])
    assert table.inline["comma"]
    assert [one.line for one in errors[path]] == [2]


@pytest.mark.parametrize("language", ["en", "zh", "yue"])
def test_the_bundled_tables_have_no_mistakes(language):
    (path,) = table_paths([language], BUNDLED)
    table, errors = read_tables([path])
    assert not errors
    assert table.utterances
