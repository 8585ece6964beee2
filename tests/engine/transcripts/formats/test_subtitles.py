from __future__ import annotations

import pysubs2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.errors import TranscriptFormatError
from engine.transcripts.formats.subtitles import read_times
from engine.transcripts.passages import Change, SpokenWord
from engine.transcripts.transcript import has_words
from engine.transcripts.treatment import Treatment
from engine.transcripts.words import LineWords, cue_runs
from tests.support.growth import assert_grows_with_length
from tests.support.transcripts import exported, opened, restored, rewritten, words_of

SRT = """1
00:00:01,000 --> 00:00:02,500
hello <i>there</i>
my friend

2
00:00:03,000 --> 00:00:04,000
JOHN: how are
- you
"""


@pytest.mark.parametrize("text", [SRT, "\ufeff" + SRT.replace("\n", "\r\n")])
def test_only_marks_and_case_change(tmp_path, text):
    after = rewritten(opened(tmp_path, text, "a.srt"))
    expected = text.replace("hello", "Hello").replace("friend", "friend.")  # a turn ends it
    assert after == expected.replace("how are", "How are.").replace("you", "You.")


def test_cue_times_go_to_first_and_last_words(tmp_path):
    spoken = words_of(opened(tmp_path, SRT, "a.srt"))
    assert [s.word.core for s in spoken] == ["hello", "there", "my", "friend", "how", "are", "you"]
    assert [s.start_s for s in spoken] == [1.0, None, None, None, 3.0, None, None]
    assert [s.end_s for s in spoken] == [None, None, None, 2.5, None, None, 4.0]


def test_all_of_webvtt_stays(tmp_path):
    text = """WEBVTT - a title
Kind: captions

NOTE this is
not spoken

STYLE
::cue { color: red }

intro
00:01.000 --> 00:02.000 align:start position:10%
<v Mary Ann>hello&nbsp;<c.yellow>there</c>

00:00:03.000 --> 00:00:04.000
we<00:00:03.200><c> are</c> un<i>believ</i>able
"""
    after = rewritten(opened(tmp_path, text, "a.vtt"))
    assert after == text.replace("hello", "Hello").replace("> are", "> are.")


def test_sounds_and_songs_stay(tmp_path):
    lines = ["[MUSIC PLAYING]", "♪ la la, la ♪", "(door closes)", "(LAUGHS) hello", ">> MAN 2: bye"]
    cues = [f"{n}\n00:00:0{n},000 --> 00:00:0{n},900\n{line}\n" for n, line in enumerate(lines)]
    after = rewritten(opened(tmp_path, "\n".join(cues), "a.srt"))
    expected = "\n".join(cues).replace("hello", "Hello.").replace("bye", "Bye.")
    assert after == expected


def test_a_voice_with_entities_is_read_and_renamed(tmp_path):
    text = "WEBVTT\n\n00:01.000 --> 00:02.000\n<v.b Bo &amp; Co>hello there\n"
    transcript = opened(tmp_path, text, "a.vtt")
    assert restored(transcript).speakers == ("Bo & Co",)
    assert rewritten(transcript, names={"Bo & Co": "A < B"}).endswith(
        "<v.b A &lt; B>Hello there.\n"
    )


def test_exported_cues_do_not_begin_with_a_space(tmp_path):
    words = " ".join(f"word{at}" for at in range(40))
    told = {"segments": [{"start": 0.0, "end": 20.0, "text": f" {words}."}]}
    text = restored(opened(tmp_path, told, "a.json"))
    for name in ("srt", "vtt", "sbv"):
        lines = exported(text, name).splitlines()
        assert len(lines) > 10
        assert [line for line in lines if line != line.strip()] == []


def test_a_mark_stays_outside_markup_it_was_outside_of(tmp_path):
    text = "1\n00:00:01,000 --> 00:00:02,000\n<i>hello there</i>. my friend, {\\an8}bye\n"
    assert "<i>Hello there</i> my friend {\\an8}bye." in rewritten(opened(tmp_path, text, "a.srt"))
    kept = rewritten(opened(tmp_path, text, "a.srt"), treatment=Treatment.ONLY_ADD)
    assert "<i>Hello there</i>. My friend, {\\an8}bye." in kept


def test_readable_parts_of_a_malformed_file_are_kept(tmp_path):
    text = (
        SRT
        + "\n3\n00:00:05,000 -> 00:00:06,000\nbroken one\n\nlost line\n\n4\n00:00:09,000 --> \n\n"
        "00:00:05,000 --> 00:00:04,000\nbye\n"
    )
    transcript = opened(tmp_path, text, "a.srt")
    assert [(w.line, str(w.reason)) for w in transcript.warnings] == [
        (12, "the times of this cue cannot be read"),
        (15, "text outside any cue"),
        (18, "the times of this cue cannot be read"),
        (20, "this cue ends before it begins; other formats get an estimated end"),
    ]
    after = rewritten(transcript)
    assert after.lower().replace(".", "") == text.lower().replace(".", "")


@pytest.mark.parametrize(
    ("text", "line"),
    [("this is\nno subtitle", 1), ("\n\n1\n00:99 -> x\nhello\n", 3)],
)
def test_a_file_without_readable_cues_is_refused_with_a_line(tmp_path, text, line):
    with pytest.raises(TranscriptFormatError) as caught:
        opened(tmp_path, text, "a.srt")
    assert caught.value.line == line


@pytest.mark.parametrize("text", ["", "\n", "1\n00:00:01,000 --> 00:00:02,000\n\n"])
def test_empty_subtitles_have_no_words(tmp_path, text):
    transcript = opened(tmp_path, text, "a.srt")
    assert not has_words(transcript)
    assert rewritten(transcript) == text


def test_a_number_is_an_index_only_before_times(tmp_path):
    text = "1\n00:00:01,000 --> 00:00:02,000\n42\nyears\n2\n00:00:03,000 --> 00:00:04,000\nlater\n"
    assert rewritten(opened(tmp_path, text, "a.srt")) == text.replace("later", "later.")


@pytest.mark.parametrize(
    ("line", "times"),
    [
        ("00:00:01,000 --> 00:00:02,500\r\n", (1.0, 2.5)),
        ("1:02.5 --> 01:00:00.000 line:0", (62.5, 3600.0)),
        ("00:00:01,000 --> ", None),
        ("00:00:01 --> 00:00:02", (1.0, 2.0)),
        ("00:38 --> 00:42", (38.0, 42.0)),
        ("0:00:01 --> 0:00:03.500000", (1.0, 3.5)),
        ("1 --> 2", None),
    ],
)
def test_cue_times_are_read(line, times):
    assert read_times(line) == times


ROLLING = """WEBVTT
Kind: captions

00:00:00.469 --> 00:00:03.169 align:start position:0%
~
welcome<00:00:01.469><c> to</c><00:00:01.620><c> our</c>

00:00:03.169 --> 00:00:03.179 align:start position:0%
welcome to our
~

00:00:03.179 --> 00:00:06.000 align:start position:0%
welcome to our
garden<00:00:03.500><c> today</c><00:00:03.800><c> my</c><00:00:04.100><c> guest</c>

00:00:06.000 --> 00:00:06.010 align:start position:0%
garden today my guest
~

00:00:06.010 --> 00:00:09.000 align:start position:0%
garden today my guest
is<00:00:06.300><c> ,</c> here<00:00:06.500><c> hello</c>

00:00:09.000 --> 00:00:09.010 align:start position:0%
is , here hello
~

00:00:09.010 --> 00:00:12.000 align:start position:0%
is , here hello
&gt;&gt; ANN: good<00:00:09.900><c> day</c>
""".replace("~", " ")


def test_edits_are_repeated_too(tmp_path):
    transcript = opened(tmp_path, ROLLING, "a.vtt")
    changes = [
        Change(ROLLING.index(old), ROLLING.index(old) + len(old), new)
        for old, new in (("welcome", "hi"), ("guest", "dear visitor"), ("here", ""))
    ]
    after = "".join(transcript.rewritten(changes))
    assert [after.count(it) for it in ("hi", "dear visitor", "welcome", "guest", "here")] == [
        ROLLING.count("welcome"),
        ROLLING.count("guest"),
        0,
        0,
        0,
    ]
    at, end = ROLLING.index("today"), ROLLING.index("guest") + len("guest")
    joined = "".join(transcript.rewritten([Change(at, end, "Ann")]))
    assert joined.count("garden Ann") == 2


GROWING = [
    ("so we", "so we"),
    ("so we will", " will"),
    ("so we will bake\nsome bread", " bake\nsome bread"),
    ("some bread\nit is", "it is"),
]


def test_rolling_captions_say_each_line_once_and_repeat_its_marks(tmp_path):
    transcript = opened(tmp_path, ROLLING, "a.vtt")
    assert transcript.warnings == []
    said = "Welcome to our garden today my guest. Is here hello. Good day."
    assert [word.text for word in restored(transcript).words] == said.split()
    after = rewritten(transcript, names={"ANN": "Bo"})
    assert after == (
        ROLLING.replace("welcome", "Welcome")
        .replace("guest", "guest.")
        .replace("\nis", "\nIs")
        .replace("<c> ,</c>", "<c></c>")
        .replace("s , here", "s here")
        .replace("hello", "hello.")
        .replace("ANN", "Bo")
        .replace("good", "Good")
        .replace("> day", "> day.")
    )


def test_captions_roll_in_ass_and_timed_text_too(tmp_path):
    cues = (
        "welcome to our",
        "welcome to our|garden today my guest",
        "garden today my guest",
        "garden today my guest|ANN: good {day}",
        "ANN: good {day}",
    )
    ass = [
        f"Dialogue: 0,0:00:0{at}.00,0:00:0{at + 1}.00,,,0,0,0,,{it}" for at, it in enumerate(cues)
    ]
    ttml = [f'<p begin="{at}s" end="{at + 1}s">{it}</p>' for at, it in enumerate(cues)]
    styles = {"|": r"\N", "{": r"{\b1}", "}": r"{\b0}"}
    spans = {"|": "<br/>", "{": "<span>", "}": "</span>"}
    for name, text in {
        "a.ass": "[Events]\n" + "\n".join(ass).translate(str.maketrans(styles)),
        "a.ttml": f"<tt><body>{''.join(ttml).translate(str.maketrans(spans))}</body></tt>",
    }.items():
        transcript = opened(tmp_path, text, name)
        assert restored(transcript).speakers == ("ANN",)
        said = "Welcome to our garden today my guest. Good day."
        assert " ".join(word.text for word in restored(transcript).words) == said
        assert exported(restored(transcript), "srt").count("garden") == 1
        assert rewritten(transcript, names={"ANN": "Bo"}) == (
            text.replace("welcome", "Welcome")
            .replace("guest", "guest.")
            .replace("ANN", "Bo")
            .replace("good", "Good")
            .replace("day<", "day.<")
            .replace("day{", "day.{")
        )


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("<i>(Mary)</i> come in", "<i>(Mary)</i> Come in."),
        ("<i>(Mary) come in</i>", "<i>(Mary) Come in.</i>"),
        ("(Mary) come in", "(Mary) Come in."),
        ("<i>MARY: come in</i>", "<i>MARY: Come in.</i>"),
        ("{\\an8}<b>Mary Ann</b>: come in", "{\\an8}<b>Mary Ann</b>: Come in."),
        ("- <i>(</i>Mary<i>)</i> come in", "- <i>(</i>Mary<i>)</i> Come in."),
        ("<i>- come in</i>", "<i>- Come in.</i>"),
        ("<i>(door closes)</i>", "<i>(door closes)</i>"),
    ],
)
def test_speakers_and_sounds_in_markup_stay(tmp_path, line, after):
    text = f"1\n00:00:01,000 --> 00:00:02,000\nso\n\n2\n00:00:02,500 --> 00:00:04,000\n{line}\n"
    assert rewritten(opened(tmp_path, text, "a.srt")) == text.replace("so", "So.").replace(
        line, after
    )


def test_speakers_in_markup_stay_in_another_format(tmp_path):
    text = "1\n00:00:01,000 --> 00:00:02,000\n<i>MARY: come <b>in</b></i>\n<i>(John)</i> so\n"
    text = restored(opened(tmp_path, text, "a.srt"))
    assert "<v MARY><i>Come <b>in.</b></i>\n<i>(John)</i> So." in exported(text, "vtt")
    assert "MARY,0,0,0,,Come in.\\N(John) So." in exported(text, "ass")


def test_growing_captions_count_only_what_is_new(tmp_path):
    cues = [f"00:0{at}.000 --> 00:0{at + 1}.000\n{text}\n" for at, (text, _) in enumerate(GROWING)]
    transcript = opened(tmp_path, "WEBVTT\n\n" + "\n".join(cues), "a.vtt")
    assert [said.written for said in transcript.words()] == "".join(
        f"{new} " for _, new in GROWING
    ).split()
    assert rewritten(transcript).count("So we will bake\nsome bread it.") == 0
    assert rewritten(transcript).count("So we") == 3


def test_repeated_words_alone_do_not_roll(tmp_path):
    cues = ["no", "no", "no\nno", "no i will not", "no i will not"]
    text = "".join(
        f"{at}\n00:00:0{at},000 --> 00:00:0{at + 1},000\n{cue}\n\n" for at, cue in enumerate(cues)
    )
    assert len(words_of(opened(tmp_path, text, "a.srt"))) == " ".join(cues).count(" ") + 2


def test_a_long_text_in_a_short_cue_is_reported(tmp_path):
    text = "1\n00:00:00,000 --> 00:00:01,700\n" + "so we bake bread " * 50
    (warning,) = opened(tmp_path, text, "a.srt").warnings
    assert str(warning.reason) == "849 characters in a cue of 1.7 seconds"


@pytest.mark.parametrize("name", ["srt", "vtt", "sbv", "ass", "ttml"])
def test_a_cue_that_ends_before_it_begins_gets_an_end_in_another_format(tmp_path, name):
    text = "1\n00:00:05,000 --> 00:00:04,000\nso\n\n2\n00:00:05,500 --> 00:00:07,000\nwe went\n"
    read = opened(tmp_path, exported(restored(opened(tmp_path, text, "a.srt")), name), f"b.{name}")
    assert read.warnings == []
    assert [(s.start_s, s.end_s) for s in words_of(read)] == [(5.0, 5.5), (5.5, None), (None, 7.0)]


LINES = st.lists(
    st.sampled_from(
        [
            "hello there,",
            "- Yes!",
            "<i>so</i>",
            "“Well”",
            "[MUSIC]",
            "♪ la ♪",
            "BOB: 42",
            "(no)",
            "12 men",
        ]
    ),
    min_size=1,
    max_size=3,
)


@given(cues=st.lists(LINES, min_size=1, max_size=12), line_end=st.sampled_from(["\n", "\r\n"]))
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@pytest.mark.parametrize("name", ["a.srt", "a.vtt"])
def test_cues_of_any_file_stay(tmp_path, cues, line_end, name):
    subs = pysubs2.SSAFile()
    subs.events = [
        pysubs2.SSAEvent(at * 1000, at * 1000 + 900, "\\N".join(lines))
        for at, lines in enumerate(cues)
    ]
    text = subs.to_string(name[2:]).replace("\n", line_end)
    transcript = opened(tmp_path, text, name)
    after = rewritten(transcript)
    assert transcript.warnings == []
    assert bare(after) == bare(text)
    read = pysubs2.SSAFile.from_string(after, name[2:])
    again = pysubs2.SSAFile.from_string(text, name[2:])
    assert [(e.start, e.end) for e in read] == [(e.start, e.end) for e in again]
    assert [e.text.count("\\N") for e in read] == [e.text.count("\\N") for e in again]


def bare(text: str) -> str:
    """Return the text without case and marks of speech; times have none of these."""
    return "".join(sign for sign in text.lower() if sign not in ".,!?")


@pytest.mark.parametrize(
    ("piece", "count"), [("a{\\b}.", 500), ("[a]", 3_000), ("a&b{\\i}.", 500), (" ", 200_000)]
)
def test_a_long_line_takes_linear_time(piece, count):
    assert_grows_with_length(lambda times: list(LineWords(cue_runs, piece * times + "a", 0)), count)


def test_trailing_white_space_takes_linear_time(tmp_path):
    cue = "1\n00:00:01,000 --> 00:00:02,000\nso"
    read = lambda times: opened(tmp_path, cue + "\u2003" * times, "a.srt")  # noqa: E731
    assert_grows_with_length(read, 2_000)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("so <i>un</i>seen b{\\i1}e{\\i0}d", ["so"]),
        ("a&b{\\i1}x{\\b1}y z", ["a&b", "z"]),
        ("[a]b<i>c</i> d", ["d"]),
        ("   so ♪ la", []),
        ("\u3000(door) ", []),
    ],
)
def test_words_with_markup_inside_stay(line, words):
    parts = LineWords(cue_runs, line, 0)
    assert [part.written for part in parts if isinstance(part, SpokenWord)] == words
