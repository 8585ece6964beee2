"""Every command in every page is run; what opens, installs or measures something is checked only.

`fermata` parses its line, and does what needs no window, microphone or download; `just` expands
its tasks, whose commands are checked in turn; for the others, each word must be known.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import itertools
import json
import re
import shutil
import subprocess
import sysconfig
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from app.commands import cli
from engine.models.catalogue import load_catalogue
from engine.paths import default_paths
from tests.support.page_commands import commands, exists, pages, split
from tests.support.shared_data import DATA, REPOSITORY

PAGES = {name: [*commands(name)] for name in pages()}
EVERY = sorted({command for found in PAGES.values() for command in found})
STANDS_FOR = {"FILE…": "notes.txt", "FILE": "notes.txt", "NAME": "mine", "KIND": "whisper"}
SCRIPTS = Path(sysconfig.get_path("scripts"))
ASKED = "--help"
RUN = {"transcribe", "punctuate", "replay", "models"}  # not what waits for a person, nor doctor
SAMPLE = "assets/samples/dictation.ogg"
HELLO = {"word": "hello", "start": 0.1, "end": 0.5, "conf": 0.9}
SESSION = [{"partial": "hello", "t": 0.5}, {"result": [HELLO], "text": "hello"}]
OTHERS = {"gh", "sha256sum"}  # programs of those who download a release


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The files mentioned in the pages."""
    assert (REPOSITORY / SAMPLE).is_file()
    (tmp_path / SAMPLE).parent.mkdir(parents=True)
    for name in ("talk.mp3", SAMPLE):  # recognised by content, which is shorter than the sample
        shutil.copy(DATA / "speech" / "flite-slt-09.wav", tmp_path / name)
    for name in ("notes.txt", "said.txt"):
        (tmp_path / name).write_text("hello there comma how are you")
    for name in ("one.srt", "two.srt"):
        (tmp_path / name).write_text("1\n00:00:01,000 --> 00:00:02,000\nhello there\n")
    (tmp_path / "talk.json").write_text(
        json.dumps({"text": "hello there", "segments": [{"start": 0, "end": 1, "text": "hello"}]})
    )
    (tmp_path / "session.jsonl").write_text("".join(json.dumps(it) + "\n" for it in SESSION))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def check(folder, fermata, monkeypatch):
    return Check(folder, fermata, monkeypatch)


@functools.cache
def all_tests():
    return "".join(path.read_text("utf-8") for path in (REPOSITORY / "tests").rglob("*.py"))


class Check:
    """Runs a command, or asserts that it would work."""

    def __init__(self, folder, fermata, monkeypatch):
        self._folder, self._fermata, self._monkeypatch = folder, fermata, monkeypatch

    def __call__(self, command):
        sets, words = split(command)
        assert [name for name in sets if name not in all_tests()] == []
        words = [STANDS_FOR.get(word, word) for word in words]
        program, *rest = words
        look = getattr(self, program.replace("-", "_").removesuffix("3"), None)
        if look is not None:
            look(rest)
        elif "/" in program:
            assert (REPOSITORY / program).is_file(), program
        elif program not in OTHERS:
            assert (SCRIPTS / program).is_file(), program

    def fermata(self, words):
        expanded = [it for word in words for it in self._expand(word)]
        if words in ([name] for name in ("punctuate", "replay", "train", "transcribe")):
            words = [*words, ASKED]  # only mentioned
        if ASKED in words:
            assert self._fermata(*words)[0] == 0
            return
        parser = cli._parser()
        arguments = parser.parse_args(cli.with_command(expanded, parser.error))
        if not words or words[0] not in RUN:
            assert callable(arguments.run)
        elif words[:2] == ["models", "download"]:
            assert words[2] in {it.name for it in load_catalogue(default_paths())}
        else:
            status, _, errors = self._fermata(*expanded)
            assert status == 0, errors

    def just(self, words):
        line = [SCRIPTS / "just", "--dry-run", *words]
        done = subprocess.run(line, cwd=REPOSITORY, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        for line in done.stderr.replace("\\\n", " ").splitlines():
            self(line)

    def pytest(self, words):
        paths = [word for word in words if "/" in word]
        assert [path for path in paths if not exists(path)] == []
        if "-k" in words:
            wanted = words[words.index("-k") + 1]
            assert any(wanted in (REPOSITORY / path).read_text("utf-8") for path in paths)

    def pip(self, words):
        assert words[0] == "install"
        table = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
        for before, word in itertools.pairwise(words):
            if before == "-r":
                assert (REPOSITORY / word).is_file()
            elif word.startswith("."):
                extras = re.findall(r"[\w-]+", word)
                assert set(extras) <= set(table["optional-dependencies"])
            elif not word.startswith("-") and word != "uv":  # only `just lock` needs it
                assert Requirement(word).name != "fermata"  # somebody else's

    def uv(self, words):
        assert words[:2] == ["pip", "compile"]
        assert exists(words[2])
        assert exists(words[words.index("-o") + 1])

    def xvfb_run(self, words):
        self(" ".join(words[words.index("-s") + 2 :]))

    def python(self, words):
        if words in (["-m"], ["-m", "venv", words[-1]]):  # the first is an incomplete command
            return
        if words[0] != "-m":
            assert (REPOSITORY / words[0]).is_file()
        elif words[1] == "training":
            self._training(words[2:] or [ASKED])
        else:
            assert importlib.util.find_spec(words[1]) is not None

    def _training(self, words):
        from training.__main__ import main

        if words == [ASKED]:
            with pytest.raises(SystemExit, match=r"^0$"):
                main(words)
            return
        module = importlib.import_module(f"training.commands.{words[0]}")
        seen = []
        self._monkeypatch.setattr(module, "run", seen.append)
        if len(words) == 1 and words[0] != "bench":  # only mentioned
            with pytest.raises(SystemExit, match=r"^0$"):
                main([*words, ASKED])
            return
        assert main(words) == 0
        (options,) = seen
        if words[0] == "bench":  # `run` reports missing tables
            assert set(options.tables) <= set(module._TABLES)

    def _expand(self, word):
        is_pattern = "*" in word
        return sorted(path.name for path in self._folder.glob(word)) if is_pattern else [word]


@pytest.mark.parametrize("command", EVERY)
def test_each_command_in_the_pages_works(command, check):
    check(command)


def test_every_page_is_read():
    counts = {name: len(found) for name, found in PAGES.items()}
    assert counts["README.md"] >= 20
    assert counts["CONTRIBUTING.md"] >= 15
    assert counts["tests/faults/README.md"] >= 20
    assert counts["training/RESULTS.md"] >= 15
    for language in ("en", "zh_CN", "zh_TW"):
        assert PAGES[f"assets/guide/{language}.md"] == PAGES["assets/guide/en.md"]
    assert counts["assets/guide/en.md"] >= 10


@pytest.mark.parametrize(
    "command",
    [
        "fermata sing",
        "fermata transcribe nothing.mp3",
        "fermata punctuate notes.txt --loud",
        "just nothing",
        "just test tests/none",
        "pytest tests/none.py",
        "pytest tests/app/test_pages.py -k nowhere_to_be_found" + "_at_all",
        "FERMATA_NO" + "BODY=1 pytest tests/app/test_pages.py",
        "pip install '.[nothing]'",
        "pip install fermata",
        "python -m training sing",
        "python -m training bench nothing",
        "packaging/nothing.py",
        "sing",
    ],
)
def test_a_wrong_command_is_noticed(command, check):
    with pytest.raises((AssertionError, SystemExit, ImportError)):
        check(command)
