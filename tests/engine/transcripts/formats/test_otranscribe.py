from __future__ import annotations

import json

import pytest

from engine.errors import TranscriptFormatError
from tests.support.transcripts import opened, restored, rewritten, words_of

PAGE = (
    '<p><span class="timestamp" data-timestamp="3.2">0:03</span> Ann: so &quot;we&quot;<br />'
    "went</p>"
    '<p>\n<span class="timestamp">0:08</span>&nbsp;Bo: are you</p>'
)


@pytest.mark.parametrize("name", ["a.otr", "a.json"])
def test_the_page_is_read_and_everything_else_stays(tmp_path, name):
    before = json.dumps({"text": PAGE, "media": "so.mp3", "media-time": 8.1}, separators=(",", ":"))
    transcript = opened(tmp_path, before, name)
    assert [said.start_s for said in words_of(transcript)] == [3.0, None, None, 8.0, None]
    assert restored(transcript).speakers == ("Ann", "Bo")
    after = rewritten(transcript, names={"Ann": "A & B"})
    expected = before.replace("Ann", "A &amp; B")
    expected = (
        expected.replace("so &", "So &").replace("went", "went.").replace("are you", "Are you.")
    )
    assert after == expected


@pytest.mark.parametrize(
    "text",
    [
        '{"text": "<p>so',
        '{"text": "<p>so"} {}',
        '{"text": 3}',
        "[]",
        "",
        f'{{"text": {"9" * 5000}}}',
    ],
)
def test_other_files_are_refused(tmp_path, text):
    with pytest.raises(TranscriptFormatError):
        opened(tmp_path, text, "a.otr")
