"""Timed Text: what is read of a paragraph, how times are written, and what is refused."""

from __future__ import annotations

import pytest

from engine.errors import TranscriptFormatError
from engine.transcripts.registry import format_named
from engine.transcripts.source import read_source
from tests.support.transcripts import exported, opened, restored, rewritten, words_of

NAMES = (
    'xmlns="http://www.w3.org/ns/ttml" xmlns:ttm="http://www.w3.org/ns/ttml#metadata"'
    ' xmlns:ttp="http://www.w3.org/ns/ttml#parameter"'
)


def page(body: str, told: str = "", head: str = "") -> str:
    return f"<tt {NAMES} {told}><head>{head}</head><body>{body}</body></tt>\n"


@pytest.mark.parametrize(
    ("times", "told", "expected"),
    [
        ('begin="00:00:01.5" end="00:00:02.25"', "", (1.5, 2.25)),
        ('begin="00:00:01:05" dur="10f"', 'ttp:frameRate="10"', (1.5, 2.5)),
        (
            'begin="00:00:00:24" end="48f"',
            'ttp:frameRate="24" ttp:frameRateMultiplier="1000 1001"',
            (1.001, 2.002),
        ),
        ('begin="120t" end="5s"', 'ttp:tickRate="100"', (1.2, 5.0)),
        ('begin="500ms" dur="0.1m"', "", (0.5, 6.5)),
        ('begin="soon" end="5s"', "", (None, None)),
    ],
)
def test_all_kinds_of_times_are_read(tmp_path, times, told, expected):
    transcript = opened(tmp_path, page(f"<div><p {times}>so it goes</p></div>", told), "a.ttml")
    spoken = words_of(transcript)
    assert (spoken[0].start_s, spoken[-1].end_s) == pytest.approx(expected)
    assert bool(transcript.warnings) == (expected[0] is None)


def test_times_count_from_the_enclosing_element(tmp_path):
    body = '<div begin="10s"><p begin="1s" end="2s">so it goes</p></div>'
    spoken = words_of(opened(tmp_path, page(body), "a.ttml"))
    assert (spoken[0].start_s, spoken[-1].end_s) == (11.0, 12.0)


def test_spans_breaks_comments_and_metadata_stay(tmp_path):
    body = (
        '<p begin="1s" end="2s"><metadata><ttm:desc>no words</ttm:desc></metadata>so '
        '<span xml:id="a">it</span><br/>goes&apos; on <!-- no words --> &amp; on</p>'
    )
    transcript = opened(tmp_path, page(body), "a.ttml")
    assert [said.word.core for said in words_of(transcript)][:3] == ["so", "it", "goes"]
    assert "no" not in [said.word.core for said in words_of(transcript)]
    assert rewritten(transcript) == page(body.replace("so ", "So ").replace("on</p>", "on.</p>"))
    assert "So it\ngoes' on & on." in exported(restored(transcript), "srt")


def test_speakers_are_renamed_where_they_are_named(tmp_path):
    head = '<ttm:agent xml:id="a"><ttm:name>Ann &amp; Co</ttm:name></ttm:agent>'
    body = '<div ttm:agent="a"><p begin="1s" end="2s">so</p></div><p ttm:agent="b">and on</p>'
    transcript = opened(tmp_path, page(body, head=head), "a.ttml")
    assert restored(transcript).speakers == ("Ann & Co", "b")
    new = rewritten(transcript, names={"Ann & Co": "<Zoë>", "b": "Ben"})
    assert "<ttm:name>&lt;Zoë&gt;</ttm:name>" in new
    assert restored(opened(tmp_path, new, "b.ttml")).speakers == ("<Zoë>", "b")


@pytest.mark.parametrize(
    "text",
    [
        '<!DOCTYPE tt [<!ENTITY a "so it goes">]>\n' + page("<p>&a;</p>"),
        '<!DOCTYPE tt SYSTEM "file:///etc/passwd">\n' + page("<p>so</p>"),
        page("<p>&unknown;</p>"),
        page("<p>so it goes</p>")[:-20],
        "<html><body><p>so it goes</p></body></html>",
        "so it goes",
        "",
    ],
)
def test_invalid_and_untrusted_files_are_refused(tmp_path, text):
    (path := tmp_path / "a.ttml").write_text(text)
    source = read_source(path)
    with pytest.raises(TranscriptFormatError):
        format_named("ttml").open_transcript(source)


def test_the_new_encoding_is_declared(tmp_path):
    text = '<?xml version="1.0" encoding="UTF-16"?>\n' + page("<p>so it goes</p>")
    new = rewritten(opened(tmp_path, text.encode("utf-16"), "a.ttml"))
    assert 'encoding="UTF-8"' in new
    assert "So it goes." in new
