"""Transcripts in files: opened, rewritten and looked at."""

from __future__ import annotations

import json
from pathlib import Path

from engine.transcripts.registry import read_transcript
from engine.transcripts.repunctuate import repunctuate
from engine.transcripts.transcript import Slot, Transcript
from tests.support.fakes import EverySeventhWord


def opened(folder: Path, content: object, name: str = "a.txt") -> Transcript:
    """Write a text, bytes or a JSON value to a file, and open it."""
    path = folder / name
    if not isinstance(content, str | bytes):
        content = json.dumps(content, ensure_ascii=False)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return read_transcript(path)


def rewritten(transcript: Transcript, make=EverySeventhWord, *, keep_marks: bool = False) -> str:
    return "".join(repunctuate(transcript, make, keep_marks=keep_marks))


def slots_of(transcript: Transcript) -> list[Slot]:
    return [part for part in transcript.parts() if isinstance(part, Slot)]


def letters_of(text: str) -> str:
    return "".join(sign for sign in text.lower() if sign.isalnum())
