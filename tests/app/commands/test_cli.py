from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress

import pytest

from app.commands import cli
from engine.errors import FermataError, RecogniserError
from tests.support.terminal import run_in_terminal

HEAVY = [
    *(
        "numpy",
        "onnxruntime",
        "soundfile",
        "sounddevice",
        "tqdm",
        "tokenizers",
        "vosk",
        "platformdirs",
    ),
    *("requests", "PySide6"),
]


COMMANDS = (
    *("window", "transcribe", "punctuate", "replay", "listen", "train", "models", "doctor"),
    "list",
)


@pytest.mark.parametrize("argv", [["--help"], ["punctuate", "--help"], ["--version"]])
def test_help_imports_nothing_heavy(fermata, argv):
    code = (
        "import sys; from app.commands.cli import main; status = main(sys.argv[1:]);"
        f"print([m for m in {HEAVY} if m in sys.modules], status, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *argv],
        env=fermata.environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == "[] 0\n"
    assert done.stdout


@pytest.mark.parametrize(
    "argv",
    [
        ["sing"],
        ["punctuate"],
        ["punctuate", "x.txt", "--from", "pdf"],
        ["punctuate", "x.txt", "--to", "txt,pdf"],
        ["punctuate", "x.txt", "--from-scratch", "--only-add"],
        ["punctuate", "x.txt", "y.txt", "-o", "one.txt"],
        ["punctuate", "x.txt", "--format", "txt"],
        ["models", "list", "--all"],
        ["replay", "x", "--pace", "slow"],
        ["transcribe", "--form", "srt", "x.wav"],
        ["train", "--name", "mine"],
        ["train", "--texts", "a.txt"],
    ],
)
def test_wrong_usage_gives_one_sentence_and_status_2(fermata, argv):
    status, out, err = fermata(*argv)
    assert (status, out) == (2, "")
    assert err.startswith("fermata: ")
    assert err.count("\n") == 1
    command = "" if argv == ["sing"] else f" {' '.join(it for it in argv[:2] if it in COMMANDS)}"
    assert err.endswith(f"; see `fermata{command} --help`.\n")


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["notes.txt"], ["window", "notes.txt"]),
        (["--verbose", "notes.txt", "talk.wav"], ["--verbose", "window", "notes.txt", "talk.wav"]),
        (["talk.wav", "-o", "talk.srt"], ["transcribe", "talk.wav", "-o", "talk.srt"]),
        (["notes.txt", "--to", "md"], ["punctuate", "notes.txt", "--to", "md"]),
        (["sounds"], ["window", "sounds"]),
        (["sing"], ["sing"]),
        (["--toggle"], ["--toggle"]),
    ],
)
def test_files_without_a_command_are_opened_or_processed(tmp_path, monkeypatch, words, meant):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    (tmp_path / "notes.txt").write_text("hello there")
    (tmp_path / "talk.wav").touch()
    (tmp_path / "sounds").mkdir()
    assert cli.with_command(words, pytest.fail) == meant


def test_files_without_a_command_are_processed_if_there_is_no_screen(fermata, tmp_path):
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        fermata.environment.pop(name, None)
    (tmp_path / "notes.txt").write_text("hello there")
    process = fermata.start(tmp_path / "notes.txt", stdout=subprocess.PIPE, text=True)
    assert process.communicate(timeout=120)[0] == "Hello there."
    status, _, err = fermata(tmp_path / "talk.mp3")
    assert (status, f"there is no file {tmp_path / 'talk.mp3'}" in err) == (2, True)


def test_every_command_is_in_the_help(fermata):
    status, out, _ = fermata("--help")
    assert status == 0
    for command in COMMANDS[:-1]:
        assert f"\n    {command}" in out


@pytest.mark.parametrize("command", ["", *COMMANDS[:-1], "models list"])
def test_help_lists_exit_codes_in_lines_of_the_usual_length(fermata, command):
    status, out, _ = fermata(*command.split(), "--help")
    lines = out.splitlines()
    assert status == 0
    assert max(map(len, lines)) <= 80
    assert lines[0].startswith(f"usage: fermata {command}".rstrip())
    assert "exit status:" in lines
    if command != "window":
        assert max(map(len, lines)) > 70


@pytest.mark.parametrize(("columns", "most"), [(80, 80), (120, 100)])
def test_help_is_as_wide_as_the_terminal(fermata, columns, most):
    """`COLUMNS` may be another terminal's."""
    words = fermata.command("punctuate", "--help")
    environment = fermata.environment | {"COLUMNS": str(200 - columns), "TERM": "xterm"}
    status, written = run_in_terminal(words, environment, columns=columns)
    assert status == 0
    assert most - 10 < max(map(len, written.splitlines())) <= most


@pytest.mark.parametrize(
    ("error", "told"),
    [(ZeroDivisionError, "(ZeroDivisionError)"), (ImportError, "A package is missing or broken")],
)
def test_an_unexpected_error_gives_one_sentence_and_status_1(fermata, monkeypatch, error, told):
    def fail(_arguments):
        raise error("what was said must not be shown")

    monkeypatch.setattr(cli.models, "run", fail)
    status, out, err = fermata("models")
    assert (status, out, err.count("\n"), told in err) == (1, "", 1, True)
    assert "what was said" not in err


def test_a_reader_that_leaves_early_is_not_an_error(fermata, tmp_path):
    text = tmp_path / "long.txt"
    text.write_text("hello there\n\n" * 6000)  # more than a pipe holds
    process = fermata.start(
        *("punctuate", text, "--quiet"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout.readline() == "Hello there.\n"
    process.stdout.close()
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.wait(20) == 141


def test_nothing_is_left_in_the_home_folder(fermata, tmp_path):
    home, text = tmp_path / "home", tmp_path / "notes.txt"
    home.mkdir()
    text.write_text("hello there")
    done = subprocess.run(
        fermata.command("punctuate", text),
        env={**fermata.environment, "HOME": str(home), "XDG_CACHE_HOME": ""},
        capture_output=True,
        check=True,
    )
    assert done.stdout == b"Hello there."
    assert list(home.rglob("*")) == []  # ONNX Runtime's telemetry would leave an identifier


@pytest.mark.parametrize("closed", [">&-", "<&- >&- 2>&-"])
def test_closed_streams_are_not_an_error(fermata, tmp_path, closed):
    text = tmp_path / "notes.txt"
    text.write_text("hello there")
    done = subprocess.run(
        ["sh", "-c", f'exec "$@" {closed}', "sh", *fermata.command("punctuate", text, "--quiet")],
        env=fermata.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == ("" if ">&-" in closed.split() else "Hello there.")


@pytest.mark.skipif(sys.platform != "linux", reason="/dev/full")
def test_an_error_that_cannot_be_printed_has_its_status(fermata, tmp_path):
    command = fermata.command("--verbose", "punctuate", tmp_path / "missing.txt")
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" 2>/dev/full', "sh", *command],
        env=fermata.environment,
        check=False,
    )
    assert done.returncode == 2


def test_an_interrupt_during_the_start_is_quiet(fermata):
    code = (
        "import signal; from app.__main__ import run;"
        "import builtins; plain = builtins.__import__\n"
        "def interrupted(name, *rest, **more):\n"
        "    if name == 'app.commands.cli': signal.raise_signal(signal.SIGINT)\n"
        "    return plain(name, *rest, **more)\n"
        "builtins.__import__ = interrupted; run()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "models"],
        env=fermata.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")


def fail_interrupted(error):
    """Do what a C extension does, and what cleaning up does after an interrupt."""

    def fail(_arguments):
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            if isinstance(error, FermataError):
                raise error  # noqa: B904  like an `__exit__`
        raise error

    return fail


@pytest.mark.parametrize(
    "error", [ImportError("initialization failed"), RecogniserError("vosk", "it is gone")]
)
def test_an_error_caused_by_an_interrupt_is_quiet(fermata, monkeypatch, error):
    monkeypatch.setattr(cli.models, "run", fail_interrupted(error))
    assert fermata("models") == (130, "", "")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_terminated_command_leaves_nothing_half_written(fermata, tmp_path, number):
    text, result = tmp_path / "long.txt", tmp_path / "result.txt"
    text.write_text("hello there\n\n" * 10_000)
    process = fermata.start(
        *("punctuate", text, "-o", result, "--quiet"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),  # the tests may run under nohup
    )
    while process.poll() is None and not list(tmp_path.glob(".result.txt.*")):
        time.sleep(0.02)
    process.send_signal(number)
    try:
        out, err = process.communicate(timeout=20)
    finally:
        process.kill()
    assert (process.returncode, out, err) == (128 + number, "", "")
    assert [path.name for path in tmp_path.iterdir()] == ["long.txt"]


def test_a_character_unknown_to_the_terminal_is_replaced(fermata, tmp_path):
    text = tmp_path / "notes.txt"
    text.write_text("the word 你 means you")
    environment = fermata.environment | {"PYTHONIOENCODING": "latin-1"}
    status, written = run_in_terminal(fermata.command("punctuate", text), environment)
    assert status == 0
    assert " ? means" in written


def test_an_undecodable_folder_name_is_printed_unchanged(fermata, tmp_path):
    folder = tmp_path / os.fsdecode(b"d\xff")
    (folder / "models" / "mine").mkdir(parents=True)
    (folder / "models" / "mine" / "bundle.json").write_text("{}")
    done = subprocess.run(
        fermata.command("models", "--details"),
        env=fermata.environment | {"FERMATA_DATA": str(folder)},
        capture_output=True,
        check=True,
    )
    assert os.fsencode(folder) in done.stdout


def test_a_crash_leaves_no_memory_on_disk(fermata):
    code = (
        "import resource, sys; from app.commands import cli; sys.argv = ['fermata', '--version']\n"
        "resource.setrlimit = lambda which, limits: print(which == resource.RLIMIT_CORE, limits)\n"
        "cli.run()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=fermata.environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("True (0, 0)\nfermata ")


def test_an_error_caused_by_a_signal_ends_like_the_signal(fermata, monkeypatch):
    def fail(_arguments):
        with suppress(SystemExit):
            signal.raise_signal(signal.SIGTERM)
        raise ImportError("initialization failed")

    monkeypatch.setattr(cli.models, "run", fail)
    assert fermata("models") == (143, "", "")
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
