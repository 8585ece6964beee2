from __future__ import annotations

import pytest

from engine.paths import default_paths
from engine.spoken_commands.actions import Action
from engine.spoken_commands.own_commands import CommandRow, OwnCommands
from engine.spoken_commands.table import read_tables

BUNDLED = """# marks
comma = mark ,
full stop | period? = mark .
scratch that = scratch
never after = a
"""
COMMA, STOP = CommandRow(Action.MARK, ","), CommandRow(Action.MARK, ".")


def known(tmp_path, *texts):
    paths = [tmp_path / f"{at}.txt" for at, _ in enumerate(texts)]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    table, errors = read_tables(paths)
    assert not errors
    inline = {phrase: command for some in table.inline.values() for phrase, command in some}
    return inline | table.utterances


def test_each_action_has_a_row_in_the_order_of_the_table():
    own = "kommata = mark ,\nmy sign = mark ;\nscratch that = nothing\n"
    rows = OwnCommands(BUNDLED, own).rows()
    assert rows == [
        CommandRow(Action.MARK, ",", ("comma", "kommata")),
        CommandRow(Action.MARK, ".", ("full stop", "period?")),
        CommandRow(Action.SCRATCH, "", ()),
        CommandRow(Action.MARK, ";", ("my sign",)),
    ]


def test_only_changes_are_saved_and_both_tables_give_the_whole(tmp_path):
    commands = OwnCommands(BUNDLED, "")
    assert commands.own_table() == ""
    assert commands.change(STOP, ["full stop", "point?"]) is None
    assert commands.own_table() == "period? = nothing\npoint? = mark .\n"
    assert commands.change(STOP, ["full stop", "period?"]) is None
    assert commands.own_table() == ""
    assert commands.change(STOP, ["full stop", "period"]) is None  # no longer ambiguous
    assert commands.own_table() == "period = mark .\n"
    assert commands.change(COMMA, []) is None
    assert commands.change(CommandRow(Action.JOIN, ""), ["zusammen"]) is None
    table = known(tmp_path, BUNDLED, commands.own_table())
    assert {" ".join(phrase): it.action for phrase, it in table.items()} == {
        "full stop": Action.MARK,
        "period": Action.MARK,
        "scratch that": Action.SCRATCH,
        "zusammen": Action.JOIN,
    }
    assert not table["period",].is_ambiguous
    assert OwnCommands(BUNDLED, commands.own_table()).rows() == commands.rows()


def test_chinese_phrases_can_be_removed_and_added(tmp_path):
    bundled = "逗号 | 逗號 = mark ，\n把 * 改成 * = replace\n"
    commands = OwnCommands(bundled, "")
    assert commands.change(CommandRow(Action.MARK, "，"), ["逗号", "点一下"]) is None
    assert commands.change(CommandRow(Action.REPLACE, ""), ["将 * 换成 *"]) is None
    own = commands.own_table()
    assert set(own.splitlines()) == {
        "逗號 = nothing",
        "点一下 = mark ，",
        "把 * 改成 * = nothing",
        "将 * 换成 * = replace",
    }
    assert ("逗", "號") not in known(tmp_path, bundled, own)


@pytest.mark.parametrize(
    ("phrases", "reason"),
    [
        (["comma", "full stop"], "“full stop” already does something else"),
        (["?"], "a phrase has one to 12 words"),
        (["a * b"], "“*” is only for words to replace"),
        (["never after"], "this is not “phrase = action”"),
        (["# comma"], "this is not “phrase = action”"),
        (["comma = mark ; more"], "there is no action"),
        (["a = mark ;\u2028comma"], "there is no action"),
        (["one\u2028two"], "this is not “phrase = action”"),
    ],
)
def test_a_mistake_is_reported_and_changes_nothing(phrases, reason):
    commands = OwnCommands(BUNDLED, "")
    told = commands.change(COMMA, phrases)
    assert str(told).startswith(reason)
    assert commands.rows() == OwnCommands(BUNDLED, "").rows()
    assert commands.own_table() == ""


def test_lines_written_by_hand_stay():
    own = "# mine\nnever before = quark\nwrong\nkommata = mark ,\nnever after = nothing\n"
    commands = OwnCommands(BUNDLED, own)
    assert [it.line for it in commands.errors] == [3]
    assert commands.change(COMMA, ["comma"]) is None
    assert commands.own_table() == "# mine\nnever before = quark\nwrong\nnever after = nothing\n"


def test_without_changes_the_users_table_is_empty_and_rows_have_all_phrases():
    for path in (default_paths({"FERMATA_DATA": "/x"}).assets / "commands").glob("*.txt"):
        text = path.read_text(encoding="utf-8")
        commands = OwnCommands(text, "")
        assert commands.own_table() == ""
        for row in commands.rows():
            assert row.phrases
            assert commands.change(row, row.phrases) is None
        assert commands.own_table() == ""
