"""Files made to break a parser: too deep, too long, too large unpacked, in odd encodings.

In full: `FERMATA_LARGE_MB=1024 pytest tests/faults/test_hostile_files.py`, lines of a gigabyte.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import zipfile
from functools import partial
from typing import ClassVar

import pytest

from engine.transcripts.registry import read_transcript
from engine.transcripts.treatment import Treatment
from tests.support.fakes import EverySeventhWord
from tests.support.faults.children import reading_process
from tests.support.faults.strange_texts import parts_of_documents
from tests.support.shared_data import DATA, need_module
from tests.support.transcripts import restored, rewritten

LARGE_MB = int(os.environ.get("FERMATA_LARGE_MB", "12"))
JSON_MB = LARGE_MB if LARGE_MB > 12 else 3  # each is costly
BODY = "word/document.xml"
MOST_MIB = 700
MOST_MIB_A_MB = 60
MOST_COST = 150  # in plain texts of a thousand words


@pytest.fixture(scope="module")
def read():
    with reading_process() as read_apart:
        yield partial(read_apart, limit_s=120 + LARGE_MB)


def written(path, content):
    content = content() if callable(content) else content
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def document(body, **more):
    buffer = io.BytesIO(parts_of_documents(BODY).pack(body))
    with zipfile.ZipFile(buffer, "a", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        for name, content in more.items():
            packed.writestr(name, content)
    return buffer.getvalue()


_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))


def body(inside, before=""):
    text = f"<w:body><w:p><w:r><w:t>{inside}</w:t></w:r></w:p></w:body>"
    return f'<?xml version="1.0"?>{before}<w:document {_W}>{text}</w:document>'.encode()


SMALL = {
    "deep.json": "[" * 100_000,
    "deep_objects.json": '{"a":' * 100_000,
    "deep_text.json": '{"text": "a", "more": ' + "[" * 100_000 + "]" * 100_000 + "}",
    "numbers.json": '{"text": "a", "n": ' + "9" * 100_000 + "}",
    "values.json": "1 " * 200_000,
    "broken_lines.json": '{"text": "a"}\n' + "{x\n" * 100_000,
    "dashes.json": json.dumps({"text": "a--" * 40_000}),
    "marks.json": json.dumps({"text": "!" * 200_000 + "a"}),
    "surrogates.json": '{"text": "so \\ud800 went \\udfff", "a": "\\ud83d"}',
    "laughs.docx": document(body("&l11;", f'<!DOCTYPE d [<!ENTITY l0 "lol">{_LAUGHS}]>')),
    "outside.docx": document(
        body("&x;", '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    ),
    "deep.docx": document(body("<w:p>" * 50_000 + "</w:p>" * 50_000)),
    "bomb.docx": lambda: document(body("so i went"), bomb=bytes(520 << 20)),
    "large_part.docx": lambda: document(body("a" * (65 << 20))),
    "zeros.txt": b"so i went\0to the shop\0" * 1000,
    "deep.session": "[" * 100_000,
    "number.session": '{"text": "a", "t": ' + "9" * 4000 + "}",
    "alike.session": "".join(
        json.dumps({key: "a " * 20_000}) + "\n" for key in ("partial", "text")
    ),
    "playlist.mp3": "#EXTM3U\n#EXTINF:2,\nfile:///etc/passwd\n",
    "list.mp3": "ffconcat version 1.0\nfile other.wav\n",
}
REFUSED = {
    *("deep.json", "deep_objects.json", "deep_text.json", "numbers.json", "values.json"),
    *("broken_lines.json", "laughs.docx", "outside.docx", "deep.docx", "bomb.docx"),
    *("large_part.docx", "zeros.txt", "deep.session", "number.session"),
    *("playlist.mp3", "list.mp3"),
}


@pytest.mark.parametrize("name", SMALL)
def test_a_hostile_file_is_read_or_refused_soon_and_in_little_memory(read, tmp_path, name):
    shutil.copyfile(DATA / "speech" / "flite-slt-09.wav", tmp_path / "other.wav")
    told = read(written(tmp_path / name, SMALL[name]))
    assert bool(told["said"]) == (name in REFUSED), told
    assert "root:" not in told["said"]
    assert told["cost"] < MOST_COST, told
    assert told["mib"] < MOST_MIB


@pytest.mark.skipif(os.name != "posix", reason="has such files")
@pytest.mark.parametrize("name", ["a.txt", "a.srt", "a.json", "a.docx", "a"])
def test_pipes_and_devices_are_refused_without_waiting(read, tmp_path, name):
    os.mkfifo(tmp_path / name)
    assert "it is a pipe or a device" in read(tmp_path / name)["said"]
    (tmp_path / "device").mkdir()
    (tmp_path / "device" / name).symlink_to("/dev/zero")
    assert "it is a pipe or a device" in read(tmp_path / "device" / name)["said"]


def cue(text):
    return f"1\n00:00:00,000 --> 00:00:01,000\nhello\n\n{text}"


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("a.srt", lambda count: cue("\n" * count)),
        ("a.txt", lambda count: "hello\n" + "\r\n" * count),
        ("a.md", lambda count: "hello\n" + " \n" * count),
        ("a.docx", lambda count: document(body("so</w:t>" + "<w:tab/>" * count + "<w:t>it"))),
        ("a.docx", lambda count: document(body("so</w:t>" + "<w:tab/><w:t/>" * count + "<w:t>it"))),
    ],
)
def test_wordless_parts_are_read_together(tmp_path, name, made):
    few, many = (
        sum(1 for _ in read_transcript(written(tmp_path / name, made(count))).parts())
        for count in (5_000, 20_000)
    )
    assert few < 50
    assert many < 50


def test_blank_lines_are_kept_but_share_one_object(tmp_path):
    transcript = read_transcript(written(tmp_path / "a.txt", "hello\n" + "\r\n" * 20_000 + "bye"))
    text = restored(transcript)
    assert len(text.stretches) == 20_002
    assert len({id(stretch) for stretch in text.stretches}) < 10
    assert "".join(text.paragraphs()) == "Hello." + "\r" * 20_000 + "Bye."


class Counting(EverySeventhWord):
    """Counts what is passed on."""

    pushed: ClassVar = []

    def push(self, hypothesis):
        self.pushed.append(hypothesis)
        return super().push(hypothesis)


def test_short_paragraphs_cost_no_more_than_their_words(tmp_path, monkeypatch):
    monkeypatch.setattr(Counting, "pushed", [])
    transcript = read_transcript(written(tmp_path / "a.txt", "so it goes\n\n" * 300))
    assert rewritten(transcript, Counting, treatment=Treatment.REPAIR).count(".") == 300
    assert len(Counting.pushed) == 300
    assert not any(it.ends_segment for it in Counting.pushed), "each would be decided on twice"


LARGE = {
    "a.txt": (b"", b"a", b""),
    "signs.txt": (b"", b"!", b"a"),
    "lines.txt": (b"", b"hello" + b" " * 250 + b"\n", b""),
    "a.md": (b"", b"- ", b""),
    "a.srt": (b"1\n00:00:00,000 --> 00:00:01,000\n", b"<", b"\n"),
    "a.vtt": (b"WEBVTT\n\n00:00.000 --> 00:01.000\n", b"&a", b"\n"),
    "a": ("中".encode(), "。".encode(), b""),
    "a.session": (b'{"text": "', b"a ", b'"}\n'),
    "a.json": (b'{"text": "', b"a", b'"}'),
    "bundle.json": (b'{"format": 1, "x": "', b"a", b'"}'),
    "preferences.json": (b'{"x": "', b"a", b'"}'),
    "tokens.txt": (b"", b"a", b" 1"),
    "a.mp3": (b"ID3", b"\0", b""),
}


@pytest.mark.parametrize("name", LARGE)
def test_an_endless_line_is_read_or_refused_in_bounded_memory(read, tmp_path, name):
    first, piece, last = LARGE[name]
    count = (1 << 20) // len(piece)
    path = tmp_path / name
    size_mb = JSON_MB if name == "a.json" else LARGE_MB
    with path.open("wb") as stream:
        stream.write(first)
        for _ in range(size_mb):
            stream.write(piece * count)
        stream.write(last)
    if name == "tokens.txt":
        shutil.copytree(DATA / "sherpa-onnx-tiny-zh-en", tmp_path, dirs_exist_ok=True)
        path.unlink()
        path.write_bytes(first + piece * (count * size_mb) + last)
    told = read(path)
    assert told["mib"] < min(MOST_MIB, MOST_MIB_A_MB * size_mb), told
    shutil.rmtree(tmp_path)


@pytest.mark.parametrize("place", ["../secret.bin", "{}/secret.bin"])
def test_a_network_cannot_read_other_files(tmp_path, place):
    need_module("onnx")
    from onnx import TensorProto, helper

    from engine.errors import ModelFormatError
    from engine.network.onnx_backend import OnnxBackend

    (tmp_path / "secret.bin").write_bytes(bytes(16))
    weights = TensorProto(name="w", data_type=1, dims=[4], data_location=TensorProto.EXTERNAL)
    for key, value in (("location", place.format(tmp_path)), ("offset", "0"), ("length", "16")):
        weights.external_data.add(key=key, value=value)
    nodes = [helper.make_node("Add", ["ids", "w"], ["x"])]
    ids, attention = (helper.make_tensor_value_info(name, 1, [4]) for name in ("ids", "attention"))
    out = helper.make_tensor_value_info("x", 1, [4])
    graph = helper.make_graph(nodes, "g", [ids, attention], [out], [weights])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    (tmp_path / "model").mkdir()
    path = written(tmp_path / "model" / "model.onnx", model.SerializeToString())
    with pytest.raises(ModelFormatError, match="ONNX Runtime cannot load the network"):
        OnnxBackend(path)
