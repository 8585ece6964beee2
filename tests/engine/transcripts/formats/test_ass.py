"""Advanced SubStation: what is read of a dialogue, and that all else stays."""

from __future__ import annotations

import pytest

from engine.errors import TranscriptFormatError
from tests.support.transcripts import exported, opened, restored, rewritten, words_of

HEAD = "[Script Info]\n\n[Events]\nFormat: Layer, Start, End, Style, Name, Effect, Text\n"


def dialogue(text: str, name: str = "", times: str = "0:00:01.00,0:00:02.50") -> str:
    return f"Dialogue: 0,{times},Default,{name},,{text}\n"


def cores_of(transcript) -> list[str]:
    return [word.word.core for word in words_of(transcript)]


def test_override_blocks_and_breaks_stay_and_are_not_words(tmp_path):
    line = dialogue(r"{\an8\fnArial\b1}so{note, kept} I went\Nto{\blur2} the\hshop\nit was closed")
    transcript = opened(tmp_path, HEAD + line, "a.ass")
    assert cores_of(transcript) == ["so", "I", "went", "to", "the", "shop", "it", "was", "closed"]
    new = rewritten(transcript)
    assert r"{\an8\fnArial\b1}So{note, kept} i went\Nto{\blur2} the\hshop" in new
    assert new.lower().replace(".", "") == (HEAD + line).lower().replace(".", "")


@pytest.mark.parametrize("close", [r"{\p0}", r"{\an8\p0}", ""])
def test_drawings_are_not_words(tmp_path, close):
    line = dialogue(r"{\pos(1,2)\p1}m 0 0 l 100 0" + close + ("then words" if close else ""))
    text = HEAD + line + dialogue("and words behind it")
    transcript = opened(tmp_path, text, "a.ass")
    drawn = ["then", "words"] if close else []
    assert cores_of(transcript) == [*drawn, "and", "words", "behind", "it"]
    assert "100" not in exported(restored(transcript), "srt")


def test_text_after_a_very_long_block_is_read(tmp_path):
    clip = r"{\clip(m " + "0 100 l " * 5000 + ")}"
    transcript = opened(tmp_path, HEAD + dialogue(clip + "so") + dialogue("it goes"), "a.ass")
    assert cores_of(transcript) == ["so", "it", "goes"]
    assert clip + "So" in rewritten(transcript)


def test_a_very_long_line_is_read(tmp_path):
    words = ["so", "it", "goes"] * 2000
    transcript = opened(tmp_path, HEAD + dialogue(" ".join(words)), "a.ass")
    assert cores_of(transcript) == words


def test_columns_follow_the_format_line_and_comments_stay(tmp_path):
    text = (
        "[Events]\nFormat: End, Actor, Start, Text\nComment: x, Ann, y, no, words here\n"
        "Dialogue: 0:00:02.50, Ann ,0:00:01.00,yes, well\n"
        "Dialogue: 0:00:03.50,,0:00:03.00,nobody told\n[Fonts]\nDialogue: a,b,c,no words\n"
    )
    transcript = opened(tmp_path, text, "a.ass")
    spoken = words_of(transcript)
    assert [said.word.core for said in spoken] == ["yes", "well", "nobody", "told"]
    assert (spoken[0].start_s, spoken[1].end_s) == (1.0, 2.5)
    assert [word.speaker for word in restored(transcript).words] == ["Ann", "Ann", "", ""]
    assert "Dialogue: 0:00:02.50, Vega Zoë ,0:00:01.00,Yes" in rewritten(
        transcript, names={"Ann": "Vega, Zoë"}
    )


def test_unreadable_times_are_reported_and_words_still_read(tmp_path):
    lines = (
        dialogue("so it goes") + dialogue("and on", times="0:00:xx,0:00:02.00") + "Dialogue: 0,1"
    )
    transcript = opened(tmp_path, HEAD + lines, "a.ass")
    assert cores_of(transcript) == ["so", "it", "goes", "and", "on"]
    assert [warning.line for warning in transcript.warnings] == [6, 7]
    with pytest.raises(TranscriptFormatError, match="no cue whose times"):
        opened(tmp_path, HEAD + dialogue("and on", times="1,2"), "b.ass")


def test_a_truncated_file_keeps_every_character(tmp_path):
    whole = HEAD + dialogue(r"{\i1}so{\i0} it\Ngoes {\p1}m 0 0{\p0}", "Ann")
    for end in range(len(HEAD), len(whole)):
        try:
            transcript = opened(tmp_path, whole[:end], "a.ass")
        except TranscriptFormatError:
            continue
        assert rewritten(transcript).lower().replace(".", "") == whole[:end].lower().replace(
            ".", ""
        )


def test_dialogue_speakers_appear_in_other_subtitles(tmp_path):
    lines = dialogue("so it goes", "Ann") + dialogue(r"and\Non", "Ben", "0:00:03.00,0:00:04.00")
    srt = exported(restored(opened(tmp_path, HEAD + lines, "a.ass")), "srt")
    assert srt == (
        "1\n00:00:01,000 --> 00:00:02,500\nAnn: So it goes.\n\n"
        "2\n00:00:03,000 --> 00:00:04,000\nBen: And\non.\n\n"
    )
