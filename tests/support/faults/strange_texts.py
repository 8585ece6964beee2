"""Parsers of transcripts, documents, recorded sessions and texts to learn from."""

from __future__ import annotations

import io
import tempfile
import zipfile
from functools import cache
from pathlib import Path

from engine.errors import TranscriptFormatError
from engine.transcripts.treatment import Treatment
from tests.support.fakes import EverySeventhWord
from tests.support.faults.parsing import Errors, Parser, dumped
from tests.support.ui.transcripts_of_every_kind import write_transcripts

_ERRORS: Errors = (TranscriptFormatError,)
_SESSION = (
    b'{"partial": "so i", "t": 0.5}\n{"partial": "so i went"}\n'
    b'{"result": [{"word": "so", "start": 0.1, "end": 0.2, "conf": 0.9}], "text": "so"}\n'
    b'{"text": "so i went", "t": 2.5, "ends_segment": false}\n\n{"text": ""}\n'
)
_SHAPES: tuple[object, ...] = (
    {
        "text": " so i",
        "chunks": [
            {"timestamp": [0.0, 0.5], "text": " so"},
            {"timestamp": [0.5, None], "text": " i"},
        ],
    },
    [
        {"text": "so i went", "start": 0.0, "duration": 1.5},
        {"text": "home", "start": 2, "duration": 1},
    ],
    {
        "results": [
            {
                "alternatives": [
                    {"transcript": "so i ", "timestamps": [["so", 0.1, 0.3], ["i", 0.4, 0.5]]}
                ]
            }
        ],
        "speaker_labels": [
            {"from": 0.1, "to": 0.3, "speaker": 0},
            {"from": 0.4, "to": 0.5, "speaker": 1},
        ],
    },
    {
        "events": [
            {
                "tStartMs": 900,
                "dDurationMs": 500,
                "segs": [{"utf8": "so"}, {"utf8": " i", "tOffsetMs": 200}],
            },
            {
                "tStartMs": 1400,
                "dDurationMs": 900,
                "segs": [{"utf8": "went"}, {"utf8": " on", "tOffsetMs": 200}],
            },
        ]
    },
    {"fragments": [{"begin": "0.000", "end": "2.640", "id": "f1", "lines": ["so i went", "home"]}]},
    {
        "monologues": [
            {
                "speaker": 0,
                "elements": [
                    {"type": "text", "value": "so", "ts": 0.5, "end_ts": 0.8},
                    {"type": "punct", "value": "."},
                ],
            }
        ]
    },
)
_ROLLING = (b"so<00:01.500><c> i</c>", b"so i \nwent to", b"went to\n \n&gt;&gt; the shop")
_FIXTURES = Path(__file__).parents[2] / "fixtures" / "transcripts"


@cache
def _written() -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as folder:
        paths = write_transcripts(Path(folder))
        return {name: path.read_bytes() for name, path in paths.items()}


def _read(path: Path) -> None:
    from app.files.new_session import from_transcript
    from app.files.worker import rewrite
    from app.history.edited_text import unkept
    from app.history.session_export import export_session
    from engine.transcripts.registry import read_transcript

    treatment = tuple(Treatment)[path.stat().st_size % len(Treatment)]
    transcript = read_transcript(path)
    words = rewrite(transcript, EverySeventhWord, lambda _: None, treatment=treatment)
    session = from_transcript(transcript, words)
    assert [word for word, _ in words] == [*transcript.words()]
    assert len(session.spans) == len(words)
    names = dict.fromkeys({word.speaker for word, _ in words} - {""}, "Ann")
    changes = (change for _, changes in words for change in changes)
    transcript.save(changes, io.BytesIO(), names)
    export_session(unkept(session), session.file, transcript.format.name, path.with_name("out"))


def transcripts(suffix: str) -> Parser:
    """Any text format, recognised by its name or, without one, by its content."""
    written = _written()
    names = [name for name in written if name.endswith(suffix) and name not in {"docx", "odt"}]
    more = {
        "vtt": [
            b"WEBVTT\n\nNOTE x\n\nid\n00:01.000 --> 00:02.000 line:0\n<v Ann>so <i>i</i> &amp;\n",
            b"WEBVTT\n\n"
            + b"\n".join(
                b"00:0%d.000 --> 00:0%d.010\n%s\n" % (at, at, text)
                for at, text in enumerate(_ROLLING)
            ),
        ],
        "srt": [b"1\n00:00:01,000 --> 00:00:02,000\n<i>(Mary)</i> so {\\an8}i\n<b>BO:</b> went\n"],
        "txt": [
            "[ANN]: 你好，世界！ So i (went) — 「一」“two”.\n\n- three\n".encode(),
            *("你好，世界 so i 你去那边".encode(name) for name in ("iso2022_jp_2", "hz", "utf-7")),
        ],
        "ass": [
            (_FIXTURES / "aegisub.ass").read_bytes(),
            b"[Events]\n"
            + b"".join(
                b"Dialogue: 0,0:00:0%d.00,0:00:0%d.00,,,0,0,0,,%s\n"
                % (at, at + 1, text.replace(b"\n", rb"\N"))
                for at, text in enumerate(_ROLLING)
            ),
        ],
        "ttml": [
            (_FIXTURES / "netflix.ttml").read_bytes(),
            b"<tt><body>%s</body></tt>"
            % b"".join(
                b'<p begin="%ds" end="%ds">%s</p>' % (at, at + 1, text.replace(b"\n", b"<br/>"))
                for at, text in enumerate((*_ROLLING[1:], b"ANN: <span>so</span> it"))
            ),
        ],
        "sbv": [b"0:00:01.000,0:00:02.500\nAnn: so <i>i</i> went\n\n0:00:03.000,0:00:04.000\nto\n"],
        "tsv": [b"start\tend\ttext\n0\t1500\tso i went\n1500\t3100\tto the shop\n"],
        "json": [
            *dumped([{"text": "a b"}], *_SHAPES),
            b'{"text": "a"}\n{"text": "b"}\n',
        ],
    }
    return Parser(
        f"a.{suffix}" if suffix else "a",
        [written[name] for name in names] + more.get(suffix, []),
        _read,
        _ERRORS,
    )


def whole_documents() -> Parser:
    """A Word document, changed anywhere."""
    return Parser("a.docx", [_packed(_document())], _read, _ERRORS)


def open_documents() -> Parser:
    """An OpenDocument text, changed anywhere."""
    return Parser("a.odt", [_written()["odt"]], _read, _ERRORS)


def bodies_of_open_documents() -> Parser:
    """A correct archive around a text that is not."""
    body = (
        b'<o:document-content xmlns:o="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
        b' xmlns:t="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><o:body><o:text>'
        b"<t:p>Ann: so<t:tab/>i <t:span>we</t:span>nt<t:s t:c='2'/>on</t:p><t:p>Bob: oh</t:p>"
        b"</o:text></o:body></o:document-content>"
    )
    return Parser("a.odt", [body], _read, _ERRORS, lambda it: _packed({"content.xml": it}))


def parts_of_documents(name: str) -> Parser:
    """A correct archive with one part that is not."""

    def pack(content: bytes) -> bytes:
        return _packed({**_document(), name: content})

    return Parser("a.docx", [_document()[name]], _read, _ERRORS, pack)


@cache
def _document() -> dict[str, bytes]:
    import docx
    from docx.oxml import parse_xml
    from docx.oxml.ns import nsdecls

    document = docx.Document()
    document.add_heading("Minutes")
    paragraph = document.add_paragraph("so i went to the shop\tit was")
    paragraph.add_run(" closed").bold = True
    inserted = f"<w:ins {nsdecls('w')}><w:r><w:t>put in</w:t></w:r></w:ins>"
    paragraph._p.append(parse_xml(inserted))
    table = document.add_table(1, 2)
    table.cell(0, 0).text = "one two three four five six seven"
    buffer = io.BytesIO()
    document.save(buffer)
    with zipfile.ZipFile(buffer) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def _packed(parts: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as packed:
        for name, content in parts.items():
            packed.writestr(name, content)
    return buffer.getvalue()


def recorded_sessions() -> Parser:
    """Vosk's messages, and what is made of them."""

    def read(path: Path) -> None:
        from engine.recognisers.recorded_session import RecordedSession

        session = RecordedSession(path)
        words = [word.text for hypothesis in session for word in hypothesis.words]
        _encode(words)

    return Parser("session.jsonl", [_SESSION], read, _ERRORS)


def _encode(words: list[str]) -> None:
    """The words reach the network's tokenizer."""
    tokenizer = _tokenizer()
    for word in words[:50]:
        tokenizer.encode_word(word)


@cache
def _tokenizer():
    from engine.network.tokenizer import WordTokenizer
    from tests.support.bundles import bundle_folder

    return WordTokenizer(bundle_folder() / "tokenizer.json")


def training_texts() -> Parser:
    """What people give to learn from."""

    def read(path: Path) -> None:
        from training.finetuning.texts import knows_case, read_user_text, without_repeats

        text = read_user_text(path)
        without_repeats([text])
        _ = text.marked_share, list(text.spoken_words())
        for document in text.documents:
            knows_case(document)

    samples = [b"# Head\n\nSo I went. It was closed, was it?\n", b"one\n\ntwo three\n"]
    return Parser("a.md", samples, read, _ERRORS)
