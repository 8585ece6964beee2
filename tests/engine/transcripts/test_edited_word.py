"""Editing a word: in its file only that word changes, wherever it occurs."""

import io
import re
import zipfile
from pathlib import Path

import pytest

from engine.transcripts.passages import Change
from engine.transcripts.registry import read_transcript

FIXTURES = Path(__file__).parents[2] / "fixtures" / "transcripts"
HEARD_OTHERWISE = {"sherpa_onnx.json", "vosk_alternatives.jsonl"}  # tokens, other hypotheses: kept
FILES = sorted(
    path
    for path in FIXTURES.iterdir()
    if not path.stem.isupper() and path.name not in HEARD_OTHERWISE
)
NEW = "marmalades"
OFFSETS = re.compile(rb'("(?:start|end)Offset": )\d+')


def contents(file: bytes) -> dict[str, bytes]:
    """Return the text of a file, or those of a packed one by name."""
    if not file.startswith(b"PK"):
        return {"": OFFSETS.sub(rb"\1", file)}
    with zipfile.ZipFile(io.BytesIO(file)) as packed:
        read = {name: packed.read(name) for name in packed.namelist()}
    return {name: text.replace(b' xml:space="preserve"', b"") for name, text in read.items()}


def word_in(word: str) -> re.Pattern[bytes]:
    return re.compile(rf"(?<!\w){re.escape(word)}(?!\w)".encode())


@pytest.mark.parametrize("path", FILES, ids=[path.name for path in FILES])
def test_an_edited_word_changes_nothing_else(path):
    transcript, before = read_transcript(path), contents(path.read_bytes())
    whole = b"\n".join(before.values())
    said = [word.word.core for word in transcript.words()]
    most = 8 if path.suffix in {".json", ".jsonl"} else 1  # places of the same word
    word = next(
        it
        for it in transcript.words()
        if said.count(it.word.core) == 1
        and it.word.core not in {"data", "start", "text", "word"}
        and 1 <= len(word_in(it.word.core).findall(whole)) <= most
    )
    start = word.start + len(word.lead)
    change = Change(start, start + len(word.word.core), NEW)
    transcript.save([change], edited := io.BytesIO())
    written = word_in(word.word.core)
    expected = {name: written.sub(NEW.encode(), text) for name, text in before.items()}
    assert contents(edited.getvalue()) == expected


def test_an_edited_word_keeps_the_escapes_around_it(tmp_path):
    text = r'"text":"caf\u00e9 \/ so \u0027on\u0027 été"'
    content = f'{{{text},"segments":[{{"start":0,"end":2,{text}}}]}}'
    (path := tmp_path / "a.json").write_text(content, encoding="utf-8")
    transcript = read_transcript(path)
    start = transcript.text.index("so")
    transcript.save([Change(start, start + 2, 'and "as')], edited := io.BytesIO())
    assert edited.getvalue().decode() == content.replace(" so ", r" and \"as ")
