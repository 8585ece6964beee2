"""What is read and what is written: patterns, files, folders and formats."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.commands.targets import Result, Target, expanded, plan_targets
from engine.errors import SettingsError
from engine.transcripts.registry import format_named

TXT, SRT, JSON, DOCX = map(format_named, ("txt", "srt", "json", "docx"))


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("b.txt", "a.txt", "talk.srt", "more/c.txt", "[x].txt"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.touch()
    return tmp_path


def refusal(*words, output=None, to=(), **more):
    with pytest.raises(SettingsError) as caught:
        plan_targets(words, output, to, **more)
    return f"{caught.value.setting}: {caught.value.reason}"


def test_an_unexpanded_pattern_names_files_in_order(here):
    assert expanded(["*.txt"]) == [Path("[x].txt"), Path("a.txt"), Path("b.txt")]
    assert expanded(["**/*.txt", "a.txt"])[-1] == Path("more/c.txt")
    assert expanded(["m*"]) == [Path("m*")]  # a folder is not a file: it is reported as missing
    assert expanded(["[x].txt", "*.xyz", "-"]) == [Path("[x].txt"), Path("*.xyz"), Path("-")]


def test_without_output_everything_goes_to_standard_output(here):
    own = (Result(None, None),)
    assert plan_targets(["a.txt", "b.txt"], None) == [
        Target(Path("a.txt"), own),
        Target(Path("b.txt"), own),
    ]
    assert plan_targets(["a.txt"], "-", [SRT]) == [Target(Path("a.txt"), (Result(None, SRT),))]
    assert "srt files cannot be joined" in refusal("talk.srt", "a.txt")
    assert "srt files cannot be joined" in refusal("a.txt", "b.txt", to=[SRT])
    assert "srt files cannot be joined" in refusal("a.txt", "b.txt", source_form=SRT)
    assert "docx is not text" in refusal("a.txt", to=[DOCX])
    assert "several formats" in refusal("a.txt", to=[TXT, SRT])


@pytest.mark.parametrize("output", ["out/", "more", "deep/out/"])
def test_a_folder_has_a_slash_or_exists(here, output):
    folder = Path(output)
    assert plan_targets(["a.txt"], output) == [
        Target(Path("a.txt"), (Result(folder / "a.txt", None),))
    ]
    assert folder.is_dir()
    (target,) = plan_targets(["a.txt"], output, [SRT, JSON, SRT])
    assert target.results == (Result(folder / "a.srt", SRT), Result(folder / "a.json", JSON))
    assert "standard input has no name" in refusal("-", output=output)


def test_several_results_never_turn_a_file_name_into_a_folder(here):
    said = refusal("a.txt", "b.txt", output="one.txt")
    assert said.startswith("--output: 2 files cannot go into one file")
    assert said.endswith("write one.txt/")
    assert "2 formats" in refusal("a.txt", output="one.txt", to=[TXT, SRT])
    assert not Path("one.txt").exists()
    assert "cannot be the folder" in refusal("a.txt", "b.txt", output="talk.srt/")


def test_two_results_with_one_name_are_refused(here):
    assert "2 results would be written to out/c.txt" in refusal(
        "more/c.txt", "c.txt", output="out/"
    )


@pytest.mark.parametrize(
    ("output", "to", "form"),
    [
        ("out.srt", [], SRT),
        ("OUT.JSON", [], JSON),
        ("out", [], TXT),
        ("out.srt", [JSON], JSON),
        ("out.marked", [TXT], TXT),
    ],
)
def test_the_name_decides_the_format_if_nothing_else_does(here, output, to, form):
    (target,) = plan_targets(["a.txt"], output, to, default=TXT)
    assert target.results == (Result(Path(output), form),)


@pytest.mark.parametrize("output", ["out.pdf", "out.wav", "out.jsonl"])
def test_a_name_without_a_known_format_is_refused(here, output):
    said = refusal("a.txt", output=output)
    assert said.startswith("--output: ")
    assert output.rpartition(".")[2] in said


def test_an_unchanged_format_can_have_any_name(here):
    own = (Result(Path("b.jsonl"), None),)
    assert plan_targets(["a.jsonl"], "b.jsonl") == [Target(Path("a.jsonl"), own)]
    assert "add --to" in refusal("a.wav", output="b.wav", default=TXT)
