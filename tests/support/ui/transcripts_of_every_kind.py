"""One small file of every kind that can be dropped, all with the same words."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import docx

from engine.transcripts.registry import format_named
from engine.transcripts.restored import Layout, RestoredText, Stretch
from tests.support.shared_data import DATA, need_program
from tests.support.transcripts_of_services import aws, otter

FOX = DATA / "speech" / "flite-slt-09.wav"
_TEXT = "so i went to the shop\nit was closed\nwhat should i do now\n"
WORDS = _TEXT.split()
_TIMES = ("00:00:01{0}000 --> 00:00:03{0}000", "00:00:03{0}500 --> 00:00:05{0}000")
_LINES = ("so i went to the shop it was closed", "what should i do now")
_PAGE = "".join(
    f'<p><span class="timestamp" data-timestamp="{at}">0:0{at}</span> {line}</p>'
    for at, line in zip((1, 3), _LINES, strict=True)
)
_VIDEO = ("-f", "lavfi", "-i", "color=size=32x32:rate=5:duration=1", "-shortest")


def write_transcripts(folder: Path) -> dict[str, Path]:
    """Write a transcript of each kind; the key says which."""
    whisper = {
        "text": " ".join(_LINES),
        "segments": [
            {"id": at, "start": 2.0 * at, "end": 2.0 * at + 2, "text": f" {line}"}
            for at, line in enumerate(_LINES)
        ],
    }
    vosk = {
        "text": " ".join(WORDS),
        "result": [
            {"word": word, "start": at / 2, "end": at / 2 + 0.4, "conf": 0.9}
            for at, word in enumerate(WORDS)
        ],
    }
    contents = {
        "txt": _TEXT,
        "md": f"# notes\n\n{_TEXT}",
        "html": f"<html><body><p>{_TEXT}</p></body></html>",
        "srt": _cues(","),
        "vtt": "WEBVTT\n\n" + _cues("."),
        "whisper.json": json.dumps(whisper),
        "vosk.json": json.dumps(vosk),
        "aws.json": json.dumps(aws()),
        "otter.json": json.dumps(otter()),
        "otr": json.dumps({"text": _PAGE, "media": "talk.ogg", "media-time": 8.1}),
    }
    paths = {name: folder / f"talk.{name}" for name in (*contents, "docx", "odt")}
    for name, content in contents.items():
        paths[name].write_text(content)
    document = docx.Document()
    document.add_paragraph(" ".join(WORDS))
    document.save(str(paths["docx"]))
    text = RestoredText(Layout.LINES, (Stretch((" ".join(WORDS), "\n")),))
    with paths["odt"].open("wb") as stream:
        format_named("odt").write(text, stream)
    return paths


def _cues(sign: str) -> str:
    cues = zip(_TIMES, _LINES, strict=True)
    return "\n".join(f"{at}\n{t.format(sign)}\n{line}\n" for at, (t, line) in enumerate(cues, 1))


def write_recordings(folder: Path, *suffixes: str) -> list[Path]:
    """Write one sentence as recordings; films also have a picture."""
    ffmpeg = need_program("ffmpeg")
    paths = [folder / f"fox.{suffix}" for suffix in suffixes]
    for path in paths:
        picture = _VIDEO if path.suffix in {".mp4", ".mkv"} else ()
        command = [ffmpeg, "-v", "error", *picture, "-i", str(FOX), str(path)]
        subprocess.run([it for it in command if it != "-shortest"], check=True)
    return paths
