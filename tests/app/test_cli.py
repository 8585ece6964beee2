from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

from app import cli

HEAVY = [
    "numpy",
    "onnxruntime",
    "av",
    "sounddevice",
    "tqdm",
    "tokenizers",
    "vosk",
    "platformdirs",
    "PySide6",
]


@pytest.mark.parametrize("argv", [["--help"], ["punctuate", "--help"], ["--version"]])
def test_help_imports_nothing_heavy(fermata, argv):
    code = (
        "import sys; from app.cli import main; status = main(sys.argv[1:]);"
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
        ["punctuate", "x.txt", "--format", "pdf"],
        ["replay", "x", "--pace", "slow"],
        ["transcribe", "--form", "srt", "x.wav"],
    ],
)
def test_wrong_usage_is_one_sentence_and_status_2(fermata, argv):
    status, out, err = fermata(*argv)
    assert (status, out) == (2, "")
    assert err.startswith("fermata: ")
    assert err.count("\n") == 1
    assert "--help" in err


def test_every_command_is_in_the_help(fermata):
    status, out, _ = fermata("--help")
    assert status == 0
    for command in ("transcribe", "punctuate", "replay", "listen", "models", "doctor"):
        assert f"\n    {command}" in out
        assert fermata(command, "--help")[0] == 0


def test_an_unforeseen_error_is_one_sentence_and_status_1(fermata, monkeypatch):
    def fail(_arguments):
        raise ZeroDivisionError("what was said must not be shown")

    monkeypatch.setattr(cli.models, "run", fail)
    status, out, err = fermata("models")
    assert (status, out) == (1, "")
    assert "ZeroDivisionError" in err
    assert "Traceback" not in err
    assert "what was said" not in err


def test_a_reader_that_leaves_is_no_error(fermata, tmp_path):
    text = tmp_path / "long.txt"
    text.write_text("hello there\n\n" * 5000)
    process = fermata.start(
        "punctuate", text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "Hello there.\n"
    process.stdout.close()
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.wait(20) == 141


def test_an_interrupt_is_quiet(fermata, tmp_path):
    text, result = tmp_path / "long.txt", tmp_path / "result.txt"
    text.write_text("hello there\n\n" * 50_000)
    process = fermata.start(
        "punctuate", text, "-o", result, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    while process.poll() is None and not list(tmp_path.glob(".result.txt.*")):
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (130, "", "")
    assert [path.name for path in tmp_path.iterdir()] == ["long.txt"]


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
