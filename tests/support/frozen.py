"""Writes everything Fermata makes of fixed input into a folder, to compare two versions of it.

`cd CHECKOUT && python /path/to/tests/support/frozen.py OUT` runs the code of CHECKOUT; the input
comes from this file's checkout and, where it is there, from `../shared`. Compare with `diff -r`.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

_TESTS = Path(__file__).parents[1]
_SHARED = _TESTS.parents[1] / "shared"
_FIXTURES = _TESTS / "fixtures" / "transcripts"
_NUMBERS = _TESTS / "engine" / "formatting"
_SAMPLE = _TESTS.parent / "assets" / "samples" / "dictation.ogg"
_TREATMENTS = {"repair": (), "scratch": ("--from-scratch",), "add": ("--only-add",)}
_FORMATS = ["txt", "md", "docx", "odt", "html", "srt", "vtt", "sbv", "ass", "ttml", "json", "tsv"]
_CALLS = 3  # of the timed calls, each its first
_WORDS_OF_CALL = 1500
_TOOK = re.compile(r'"ms": [0-9.]+')


def main(out: Path) -> None:
    out.mkdir(parents=True)
    work = [*_transcripts(out), *_numbers(out), *_sessions(out), *_sound(out)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for name in pool.map(lambda one: _run(out, *one), work):
            print(name, flush=True)
    for path in [path for path in out.rglob("*") if path.suffix in {".docx", ".odt"}]:
        _unpack(path)


def _transcripts(out: Path) -> Iterable[tuple[str, list[str]]]:
    sources = [path for path in sorted(_FIXTURES.iterdir()) if path.suffix != ".md"]
    sources += [_FIXTURES / "minutes.md", _FIXTURES / "pandoc.md"]
    cases = _SHARED / "cases"
    sources += [path for path in sorted(cases.glob("[01]*")) if path.suffix not in {".wav", ".mp4"}]
    files = [str(_copied(path, out / "in")) for path in sources]
    for name, options in _TREATMENTS.items():
        for model in ("en", "zh-yue-en"):
            folder = f"own/{name}-{model}"
            chosen = ["--model", model, *(("--script", "taiwan") if model != "en" else ())]
            yield folder, ["punctuate", *options, *chosen, *files, "-o", f"{out / folder}/"]
    for form in _FORMATS:
        yield f"to/{form}", ["punctuate", "--to", form, *files, "-o", f"{out / 'to' / form}/"]


def _copied(path: Path, folder: Path) -> Path:
    """Copy a file to a name unique to its format."""
    folder.mkdir(exist_ok=True)
    copy = folder / f"{path.stem}_{path.suffix[1:]}{path.suffix}"
    copy.write_bytes(path.read_bytes())
    return copy


def _numbers(out: Path) -> Iterable[tuple[str, list[str]]]:
    for path in sorted(_NUMBERS.glob("numbers_*.txt")):
        lines = path.read_text(encoding="utf-8").splitlines()
        said = [line.partition(" = ")[0] for line in lines if line and not line.startswith("#")]
        source = out / path.name
        source.write_text("\n".join(said), encoding="utf-8")
        model = "en" if path.stem.endswith("en") else "zh-yue-en"
        for options in (["--numbers"], ["--numbers", "--commands"]):
            folder = f"{path.stem}{''.join(options)}"
            yield (
                folder,
                ["punctuate", *options, "--model", model, str(source), "-o", f"{out / folder}/"],
            )


def _sessions(out: Path) -> Iterable[tuple[str, list[str]]]:
    sources = []
    for call in sorted((_SHARED / "data" / "timed" / "earnings22_dev").glob("*.tsv"))[:_CALLS]:
        sources.append(out / f"{call.stem}.jsonl")
        rows = call.read_text(encoding="utf-8").splitlines()[1 : _WORDS_OF_CALL + 1]
        sources[-1].write_text("".join(_messages(row.split("\t") for row in rows)), "utf-8")
    for source in sources:
        for name, options in {
            "streaming": [],
            "segments": ["--policy", "segments"],
            "spoken": ["--commands", "--numbers"],
        }.items():
            folder = f"replayed/{source.stem}-{name}"
            (out / folder).mkdir(parents=True, exist_ok=True)
            yield (
                folder,
                ["replay", str(source), "--events", str(out / folder / "events"), *options],
            )


def _messages(rows: Iterable[list[str]]) -> Iterable[str]:
    """Yield what Vosk would say: a partial after every third word, a final at a long pause."""
    words: list[dict[str, object]] = []
    end_s = 0.0
    for text, *times in rows:
        start_s, stop_s = (float(time) if time else end_s for time in times[:2])
        if words and start_s - end_s > 0.8:
            yield (
                json.dumps({"result": words, "text": " ".join(str(w["word"]) for w in words)})
                + "\n"
            )
            words = []
        end_s = max(end_s, stop_s)
        words.append({"word": text.lower(), "start": start_s, "end": end_s, "conf": 0.9})
        if len(words) % 3 == 0:
            said = " ".join(str(word["word"]) for word in words)
            yield json.dumps({"partial": said, "t": end_s}) + "\n"
    if words:
        yield json.dumps({"result": words, "text": " ".join(str(w["word"]) for w in words)}) + "\n"


def _sound(out: Path) -> Iterable[tuple[str, list[str]]]:
    vosk = str(_TESTS / "data" / "vosk-model-tiny-en")
    clips = [str(path) for path in sorted((_TESTS / "data" / "speech").glob("*.wav"))]
    yield "whisper", ["transcribe", str(_SAMPLE), "--to", "json", "-o", f"{out / 'whisper'}/"]
    yield "vosk", ["transcribe", *clips, "--speech-model", vosk, "-o", f"{out / 'vosk'}/"]


def _run(out: Path, name: str, arguments: list[str]) -> str:
    here = os.environ | {"PYTHONPATH": str(Path.cwd()), "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "app", *arguments]
    done = subprocess.run(command, env=here, capture_output=True, text=True, check=False)
    log = out / f"{name}.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    said = f"{done.returncode}\n{done.stdout}\n---\n{done.stderr}".replace(str(out), "OUT")
    log.write_text(said.replace(str(_TESTS.parent), "HERE"), encoding="utf-8")
    events = out / name / "events"
    if events.exists():
        events.write_text(_TOOK.sub('"ms": 0', events.read_text(encoding="utf-8")), "utf-8")
    return name


def _unpack(path: Path) -> None:
    """Write the members of a document beside it: its own bytes hold the time of day."""
    with zipfile.ZipFile(path) as archive:
        for member in archive.namelist():
            target = path.with_name(f"{path.name}.parts") / member
            if not member.endswith("/"):
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(archive.read(member))
    path.unlink()


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
