"""Transcripts in files: opened, rewritten and inspected."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from engine.transcripts.passages import SpokenWord
from engine.transcripts.registry import format_named, read_transcript
from engine.transcripts.repunctuate import changes_of, repunctuate
from engine.transcripts.restored import RestoredText
from engine.transcripts.shown import restored as restored_text
from engine.transcripts.transcript import Transcript
from engine.transcripts.treatment import Treatment
from engine.types import Sentence
from tests.support.fakes import EverySeventhWord


def opened(folder: Path, content: object, name: str = "a.txt") -> Transcript:
    """Write a text, bytes or a JSON value to a file, and open it."""
    path = folder / name
    if not isinstance(content, str | bytes):
        content = json.dumps(content, ensure_ascii=False)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return read_transcript(path)


def rewritten(
    transcript: Transcript,
    make=EverySeventhWord,
    *,
    treatment: Treatment = Treatment.FROM_SCRATCH,
    names: Mapping[str, str] | None = None,
) -> str:
    changes = changes_of(repunctuate(transcript, make, treatment=treatment))
    return "".join(transcript.rewritten(changes, names))


def restored(transcript: Transcript, make=EverySeventhWord) -> RestoredText:
    return restored_text(
        transcript, repunctuate(transcript, make, treatment=Treatment.FROM_SCRATCH)
    )


def exported(text: RestoredText, name: str) -> str:
    stream = io.StringIO()
    format_named(name).write(text, stream)
    return stream.getvalue()


def written(option: str, sentences: Iterable[Sentence]) -> str:
    """Return what is written, sentence by sentence."""
    stream = io.StringIO()
    writer = format_named(option).open_writer(stream)
    for sentence in sentences:
        writer.write(sentence)
    writer.close()
    return stream.getvalue()


def words_of(transcript: Transcript) -> list[SpokenWord]:
    return list(transcript.words())


def letters_of(text: str) -> str:
    return "".join(sign for sign in text.lower() if sign.isalnum())
