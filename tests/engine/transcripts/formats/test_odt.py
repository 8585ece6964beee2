from __future__ import annotations

import io
import zipfile

import pytest

from engine.errors import TranscriptFormatError
from engine.transcripts.formats.odt import _CONTENT, _DOCUMENT
from engine.transcripts.registry import format_named, read_transcript
from engine.transcripts.repunctuate import changes_of, repunctuate
from engine.transcripts.treatment import Treatment
from tests.support.fakes import EverySeventhWord
from tests.support.transcripts import opened, restored, words_of

SEVEN = "one two three four five six seven"
BODY = f"""<text:h>my own heading</text:h>
<text:p text:style-name="Standard">so <text:span>w</text:span>e<text:tab/>went<text:note>
<text:note-body><text:p>the note here</text:p></text:note-body></text:note> home</text:p>
<text:p/><text:p>Ann Lee: so<text:line-break/>we go</text:p><text:p>Bob Ray: oh</text:p>
<text:p/><text:list><text:list-item><text:p>{SEVEN}</text:p></text:list-item></text:list>
<t:table xmlns:t="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><t:table-row><t:table-cell>
<text:p>a cell</text:p></t:table-cell><t:table-cell><text:p>{SEVEN}</text:p></t:table-cell>
</t:table-row></t:table>"""


def document(tmp_path, body=BODY):
    path = tmp_path / "a.odt"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        packed.writestr(_CONTENT, _DOCUMENT.format(body))
        packed.writestr("styles.xml", "<styles/>")
    return path


def rewritten(transcript, names=None):
    stream = io.BytesIO()
    words = list(repunctuate(transcript, EverySeventhWord, treatment=Treatment.FROM_SCRATCH))
    text = "".join(transcript.rewritten(changes_of(words), names))
    transcript.save(changes_of(words), stream, names)
    with zipfile.ZipFile(stream) as packed:
        return text, {name: packed.read(name).decode() for name in packed.namelist()}


def test_words_of_paragraphs_change_and_all_else_stays(tmp_path):
    path = document(tmp_path)
    transcript = read_transcript(path)
    _, files = rewritten(transcript)
    seven = SEVEN.capitalize() + "."
    after = BODY.replace(SEVEN, seven).replace(" home<", " home.<").replace("we go", "we go.")
    for old, new in (("so <", "So <"), ("Ann Lee: so", "Ann Lee: So"), ("oh<", "Oh.<")):
        after = after.replace(old, new)
    written = files[_CONTENT].partition("<office:text>")[2].partition("</office:text>")[0]
    assert written == after
    assert files["styles.xml"] == "<styles/>"
    assert len(transcript.warnings) == 2


def test_speakers_are_turns_and_can_be_renamed(tmp_path):
    transcript = read_transcript(document(tmp_path))
    assert restored(transcript).speakers == ("Ann Lee", "Bob Ray")
    transcript = read_transcript(document(tmp_path))
    text, files = rewritten(transcript, {"Ann Lee": "Anna Smith"})
    assert "Anna Smith: So" in text
    assert "Anna Smith: So<text:line-break/>we go." in files[_CONTENT]


@pytest.mark.parametrize("content", [b"", b"hello", b"PK\x05\x06" + b"\0" * 18])
def test_other_files_are_refused(tmp_path, content):
    (tmp_path / "a.odt").write_bytes(content)
    with pytest.raises(TranscriptFormatError, match="OpenDocument text"):
        read_transcript(tmp_path / "a.odt")


def test_entities_are_refused(tmp_path):
    path = tmp_path / "a.odt"
    bomb = (
        '<!DOCTYPE a [<!ENTITY b "c">]>' + _DOCUMENT.format("<text:p>&b;</text:p>").split("\n")[1]
    )
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr(_CONTENT, bomb)
    with pytest.raises(TranscriptFormatError):
        read_transcript(path)


def test_a_written_document_is_read_back(tmp_path):
    text = restored(opened(tmp_path, "Ann Lee: so & so\n\nBob Ray: oh"))
    with (tmp_path / "b.odt").open("wb") as stream:
        format_named("odt").write(text, stream, "my title")
    words = [said.word.core for said in words_of(read_transcript(tmp_path / "b.odt"))]
    assert words == ["So", "so", "Oh"]
