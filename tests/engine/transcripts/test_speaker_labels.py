from __future__ import annotations

import pytest

from engine.transcripts.speaker_labels import read_label, speakers_in


@pytest.mark.parametrize(
    ("line", "text", "speaker", "start_s"),
    [
        ("Bob Smith: so we went", "Bob Smith: ", "Bob Smith", None),
        ("JOHN: hello", "JOHN: ", "JOHN", None),
        ("- DR. SMITH: bye", "- DR. SMITH: ", "DR. SMITH", None),
        (">> ANNA: bye", ">> ANNA: ", "ANNA", None),
        ("Speaker 1: hello", "Speaker 1: ", "Speaker 1", None),
        ("SPEAKER_00: hello", "SPEAKER_00: ", "SPEAKER_00", None),
        (
            "Anna O'Neill-McGrath (Host): hi",
            "Anna O'Neill-McGrath (Host): ",
            "Anna O'Neill-McGrath",
            None,
        ),
        ("Ludwig van Beethoven: hi", "Ludwig van Beethoven: ", "Ludwig van Beethoven", None),
        ("[00:01:10] Anna: well", "[00:01:10] Anna: ", "Anna", 70.0),
        ("(00:12) Anna: well", "(00:12) Anna: ", "Anna", 12.0),
        ("[00:12] speaker_01: well", "[00:12] speaker_01: ", "speaker_01", 12.0),
        ("00:01:10 Anna: well", "00:01:10 Anna: ", "Anna", 70.0),
        ("0:12 - Anna: well", "0:12 - Anna: ", "Anna", 12.0),
        ("00:01:10 Anna\n", "00:01:10 Anna\n", "Anna", 70.0),
        ("Anna  0:12\n", "Anna  0:12\n", "Anna", 12.0),
        ("Anna Smith   1:00:04\r\n", "Anna Smith   1:00:04\r\n", "Anna Smith", 3604.0),
        ("Anna (00:12):\n", "Anna (00:12):\n", "Anna", 12.0),
        ("Anna [00:12]: well", "Anna [00:12]: ", "Anna", 12.0),
        ("Anna: [00:12] well", "Anna: [00:12] ", "Anna", 12.0),
        ("[Anna Smith] 10:32:01\n", "[Anna Smith] 10:32:01\n", "Anna Smith", 37921.0),
        ("0:04\n", "0:04\n", "", 4.0),
        ("0:0:4.570 --> 0:0:6.910\n", "0:0:4.570 --> 0:0:6.910\n", "", 4.57),
        ("[00:00:01.000 --> 00:00:04.000]   so", "[00:00:01.000 --> 00:00:04.000]   ", "", 1.0),
        ("[01:02.500 --> 01:04.000]  so", "[01:02.500 --> 01:04.000]  ", "", 62.5),
        ("[00:01:10] well", "[00:01:10] ", "", 70.0),
        ("[00:01:10] Note: well", "[00:01:10] ", "", 70.0),
        ("**Anna Smith:** hello", "**Anna Smith:** ", "Anna Smith", None),
        ("**Anna Smith**: hello", "**Anna Smith**: ", "Anna Smith", None),
        ("(Anna) come in", "(Anna) ", "", None),
        ("- (Dr. Smith) i will", "- (Dr. Smith) ", "", None),
        ("[Anna Smith] come in", "[Anna Smith] ", "", None),
        ("(Sighs) i do not", "(Sighs) ", "", None),
        ("（小明）你好", "（小明）", "", None),
    ],
)
def test_labels_are_read(line, text, speaker, start_s):
    label = read_label(line)
    assert label is not None
    assert (label.text, label.speaker, label.start_s) == (text, speaker, start_s)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "he said: go away",
        "(he was nine) and so",
        "so (Anna) come in",
        "He said: go away",
        "Note: this is new",
        "Subject: your letter",
        "http://example.org is new",
        "10:30 works for me",
        "At 10:30 we meet",
        "John 3:16\n",
        "Well, Anna: come here",
        "However: we stay",
        "The three of them: Ann, Bob and Carl",
    ],
)
def test_sentences_are_not_labels(line):
    assert read_label(line) is None


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("NOTE: mind the gap", "NOTE: "),
        ("**my notes:** so", "**my notes:** "),
        ("注意：小心", "注意："),
    ],
)
def test_text_set_apart_stays_and_names_no_speaker(line, text):
    label = read_label(line)
    assert label is not None
    assert (label.text, label.speaker) == (text, "")


@pytest.mark.parametrize(
    ("text", "speakers"),
    [
        ("Anna: well i went", {"Anna"}),
        ("Anna: well\nBob: so did i", {"Anna", "Bob"}),
        ("Q. Where?\nA. Here.\nQ. When?\nA. Now.\n", {"Q", "A"}),
        ("bob: so\nann: no\nbob: so\nann: no\nbob: ah\nann: oh", {"bob", "ann"}),
        ("主持人：好\n\n来宾：不好\n\n主持人：再见", {"主持人", "来宾"}),
        ("a\nb\nc\nd\nRemedy: none of this\ne\nf\ng\n", set()),
        ("Subject: a\nDate: b\nFrom: c", set()),
        ("he said: no\nhe said: no\nhe said: no", set()),
    ],
)
def test_a_text_shows_who_speaks(text, speakers):
    assert speakers_in(text.splitlines()) == speakers
    for line in text.splitlines():
        label = read_label(line, speakers)
        assert bool(label and label.speaker) is (bool(speakers) and bool(line))
