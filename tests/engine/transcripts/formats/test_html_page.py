from __future__ import annotations

import pytest

from engine.transcripts.registry import read_transcript
from tests.support.transcripts import exported, opened, restored, rewritten

PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>my long page of a day in words</title>
<style>p { color: red }</style><script>var a = "one two three four five six seven <p>";</script>
</head><body class='x > y'>
<nav><ul><li><a href="/a">one two three four five six seven</a></li></ul></nav>
<h1>one two three four five six</h1>
<!-- one two three four five six -->
<p id="a">%s</p>
<ul><li>short item</li><li>%s</li></ul>
<pre>one two three four five six</pre>
<p>see <code>a b</code> now<br/>two &amp; three</p>
<div
  class="one two">%s</div>
</body></html>
"""
SIX = "one two three four five six"


def test_words_change_and_everything_else_stays(tmp_path):
    before = PAGE % ("so <b>w</b>e went", SIX, SIX)
    after = PAGE % ("So <b>w</b>e went.", SIX.capitalize() + ".", SIX.capitalize() + ".")
    after = after.replace("see <code>", "See <code>").replace("three</p>", "three.</p>")
    assert rewritten(opened(tmp_path, before, "a.html")) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<p>it&#39;s a caf&eacute; so</p>", "<p>It&#39;s a caf&eacute; so.</p>"),
        ("<p>so<a\n href='one two'>we</a> go</p>", "<p>So<a\n href='one two'>we</a> go.</p>"),
        ("<p>we <3 it</p>", "<p>We <3 it.</p>"),
        ("<div>Home</div>", "<div>Home</div>"),
        ("<td>Ann: so</td>", "<td>Ann: So.</td>"),
        ("<p>one<p>two", "<p>One.<p>Two."),
        ("<p>one", "<p>One."),
        ("<p", "<p"),
        ("<script>one two", "<script>one two"),
        ("", ""),
    ],
)
def test_pieces_of_pages_are_rewritten(tmp_path, before, after):
    (tmp_path / "a.html").write_text(before)
    assert rewritten(read_transcript(tmp_path / "a.html", "html")) == after


TURNS = """<html><body><p><b>Ann Lee:</b> so we went</p>
<p><time>[00:12]</time> <strong>Bob</strong>: oh</p>
<p><b>Ann Lee:</b> home &amp; <i>dry</i></p></body></html>"""


def test_speakers_and_times_are_read_kept_and_renamed(tmp_path):
    transcript = opened(tmp_path, TURNS, "a.htm")
    text = restored(transcript)
    assert text.speakers == ("Ann Lee", "Bob")
    assert [word.start_s for word in text.words if word.text == "Oh."] == [12.0]
    assert exported(text, "txt") == "Ann Lee: So we went.\n[00:12] Bob: Oh.\nAnn Lee: Home & dry.\n"
    assert "<strong>R &amp; B</strong>: Oh.</p>" in rewritten(transcript, names={"Bob": "R & B"})


CUES = ["so this is a", "test of", "i", "think we should go and", "see it"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<cite>Nora:</cite> <time>0:00</time><p>so</p>", "<time>0:00</time><p>So.</p>"),
        ("<p><time>0:00</time> so</p>", "<p><time>0:00</time> So.</p>"),
        ("<p><span>0:00</span> so</p><p><span>0:03</span> oh</p>", "0:00</span> So.</p>"),
        ("<p><a href='#t=3'>[0:00:03]</a> so</p><p><a>0:08</a> oh</p>", "3]</a> So.</p>"),
        ("<p>at <time>10:30</time> we</p>", "<p>At <time>10:30</time> we.</p>"),
    ],
)
def test_a_time_in_its_own_markup_is_not_spoken(tmp_path, before, after):
    assert after in rewritten(opened(tmp_path, f"<html><body>{before}</body></html>", "a.html"))


def test_sentences_continue_across_paragraphs(tmp_path):
    page = "".join(f"<p>{cue}</p>" for cue in CUES)
    after = rewritten(
        opened(tmp_path, f"<html><body>{page}<h1>no</h1><p>oh</p></body></html>", "a.html")
    )
    assert "<p>So this is a</p><p>test of</p><p>i.</p><p>Think we" in after
    assert "<p>see it.</p><h1>no</h1><p>Oh.</p>" in after


def test_the_new_encoding_is_declared(tmp_path):
    page = '<html><meta charset="iso-8859-1"><p>caf\u00e9</p></html>'
    after = rewritten(opened(tmp_path, page.encode("latin-1"), "a.html"))
    assert after == '<html><meta charset="utf-8"><p>Caf\u00e9.</p></html>'


def test_a_written_page_is_read_back(tmp_path):
    page = exported(restored(opened(tmp_path, "Ann: a < b\nBob: so")), "html")
    assert "<p>Ann: A &lt; b.</p>\n<p>Bob: So.</p>" in page
    assert restored(opened(tmp_path, page, "b.html")).speakers == ("Ann", "Bob")
