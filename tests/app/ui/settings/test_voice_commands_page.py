from __future__ import annotations

import pytest

from app.ui.settings.command_tables import CommandTables
from app.ui.settings.voice_commands_page import VoiceCommandsPage
from engine.models.active import activate_model
from engine.paths import Paths, default_paths
from engine.spoken_commands.actions import Action
from engine.spoken_commands.table import read_tables, table_paths


@pytest.fixture
def paths(tmp_path):
    return Paths(default_paths().assets, tmp_path / "data", ())


@pytest.fixture
def tables(paths, tasks):
    return CommandTables(paths, tasks)


@pytest.fixture
def page(qtbot, preferences, tables):
    page = VoiceCommandsPage(preferences, tables)
    qtbot.addWidget(page)
    page.resize(600, 500)
    page.show()
    return page


def row(page, does):
    (found,) = [it for it in page.rows if it.does.text() == does]
    return found


def write(qtbot, page, does, text):
    """Type phrases into a row, leave it, and wait until they are saved."""
    shown = row(page, does)
    with qtbot.waitSignal(page._tables.changed):
        shown.line.setText(text)
        shown.line.editingFinished.emit()
    assert not shown.mistake.isVisible()


def own(paths, language="en"):
    path = paths.settings / "commands" / f"{language}.txt"
    return path.read_text(encoding="utf-8") if path.exists() else None


def test_the_languages_of_the_model_in_use_come_first(page, tables, paths):
    assert page.language == "en"
    activate_model("zh-yue-en", paths)
    assert set(tables.languages()) == {"en", "zh", "yue"}
    assert tables.languages()[0] == "zh"


def test_every_command_of_a_table_has_a_row_that_says_what_it_does(page, paths):
    assert row(page, "comma: ,").line.text() == "comma"
    assert row(page, "full stop: .").line.text() == "full stop | period?"
    assert row(page, "new paragraph").phrases == ["new paragraph", "next paragraph"]
    page.languages.setCurrentIndex(page.languages.findData("zh"))
    assert row(page, "comma: ，").phrases == ["逗号", "逗號"]
    alone = {it.command.action for it in page.rows if page._alone.isAncestorOf(it)}
    assert alone == {it.command.action for it in page.rows if it.command.action.is_utterance}
    assert {Action.SCRATCH, Action.STOP, Action.REPLACE} <= alone


def test_edits_are_saved_and_read_by_the_engine(qtbot, page, paths):
    write(qtbot, page, "full stop: .", "full stop | point?")
    assert own(paths) == "period? = nothing\npoint? = mark .\n"
    table, errors = read_tables(table_paths(["en"], paths))
    assert not errors
    assert not table.inline["period"]
    assert table.inline["point"][0][1].is_ambiguous
    write(qtbot, page, "full stop: .", "full stop | period?")
    assert own(paths) is None


def test_a_mistake_is_shown_in_its_row_and_not_saved(page, paths):
    shown = row(page, "comma: ,")
    shown.line.setText("comma | full stop")
    shown.line.editingFinished.emit()
    assert shown.mistake.text() == "“full stop” already does something else."
    assert shown.mistake.isVisible()
    assert own(paths) is None
    shown.line.setText("comma")
    shown.line.editingFinished.emit()
    assert not shown.mistake.isVisible()


def test_a_user_s_own_command_can_be_added(qtbot, page, paths):
    page.add_command.click()
    assert page.mistake.text() == "a phrase is missing."
    page.phrase.setText("sterling")
    page.add_command.click()
    assert page.mistake.text() == "“mark” needs a sign."
    page.sign.setText("£")
    with qtbot.waitSignal(page._tables.changed):
        page.add_command.click()
    assert own(paths) == "sterling = mark £\n"
    assert row(page, "mark after a word: £").phrases == ["sterling"]
    page.action.setCurrentIndex(page.action.findData(Action.LINE.value))
    assert not page.sign.isEnabled()
    page.phrase.setText("carriage return | line feed")
    with qtbot.waitSignal(page._tables.changed):
        page.add_command.click()
    assert row(page, "new line").phrases[-2:] == ["carriage return", "line feed"]


def test_bad_lines_of_a_table_edited_by_hand_are_reported_and_the_rest_works(page, paths):
    page.hide()
    (paths.settings / "commands").mkdir(parents=True)
    (paths.settings / "commands" / "en.txt").write_text("x = mrak ,\nkommata = mark ,\n")
    page.show()
    assert page.problem.text() == ("Line 1 of your table is ignored: there is no action “mrak ,”.")
    assert page.problem.isVisible()
    assert row(page, "comma: ,").phrases == ["comma", "kommata"]


def test_reset_removes_the_user_s_tables(qtbot, page, paths, preferences):
    write(qtbot, page, "comma: ,", "comma | kommata")
    preferences.set("commands.mode", "off")
    with qtbot.waitSignal(page._tables.changed):
        page.reset()
    assert own(paths) is None
    assert row(page, "comma: ,").line.text() == "comma"
    assert preferences.value.commands.mode == "all"


def test_an_unwritable_table_is_reported(qtbot, page, paths):
    paths.settings.mkdir(parents=True, exist_ok=True)
    (paths.settings / "commands").write_text("in the way")
    shown = row(page, "comma: ,")
    with qtbot.waitSignal(page._tables.not_saved):
        shown.line.setText("comma | kommata")
        shown.line.editingFinished.emit()
    assert page.problem.isVisible()


def test_the_search_finds_phrases_and_what_they_do(page):
    assert page.search(["semi"]) >= 1
    assert row(page, "semicolon: ;").isVisible()
    assert not row(page, "comma: ,").isVisible()
