from __future__ import annotations

import io
import os
import sys
from concurrent.futures import ThreadPoolExecutor

import docx
import pytest

from tests.support.articles import ARTICLES
from tests.support.terminal import run_in_terminal

SPOKEN = "hello there how are you i think we should go now because it is late"


def words_of(text):
    return [word.strip(".,?!").lower() for word in text.split()]


def test_a_file_or_a_pipe_goes_to_standard_output(fermata, tmp_path, monkeypatch):
    path = tmp_path / "notes.txt"
    path.write_text(SPOKEN + "\n\n" + SPOKEN.upper())
    status, out, err = fermata("punctuate", path)
    said = (
        "notes.txt: Text, English, 30 words, no punctuation; punctuation and capitals are added.\n"
    )
    assert (status, err) == (0, said)
    first, blank, second = out.split("\n")
    assert blank == ""
    assert words_of(first) == words_of(second) == SPOKEN.split()
    assert first.startswith("Hello")
    assert first[-1] in ".?!"
    assert path.read_text().endswith("LATE")

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
    assert fermata("punctuate", "-", "--quiet") == (0, out, "")
    path.write_text("Hello! There how are you; fine")
    _, out, _ = fermata("punctuate", path, "--only-add")
    assert out.startswith("Hello! There")
    assert "you;" in out


def test_subtitles_keep_their_times(fermata, tmp_path):
    path, result = tmp_path / "talk.srt", tmp_path / "out.srt"
    source = "1\n00:00:01,000 --> 00:00:02,000\nhello there how are\n\n"
    source += "2\n00:00:02,000 --> 00:00:04,000\nyou i think it is late\n"
    path.write_text(source)
    assert fermata("punctuate", path, "-o", result, "--quiet") == (0, "", "")
    written = result.read_text()
    assert words_of(written) == words_of(source)
    assert "Hello there" in written
    assert path.read_text() == source


def test_a_malformed_cue_is_reported_with_its_line_and_kept(fermata, tmp_path):
    path = tmp_path / "talk.srt"
    path.write_text(
        "1\n00:00:01,000 --> 00:00:02,000\nhello there\n\n2\n00:00:xx --> 00:00:04,000\nwell\n"
    )
    status, out, err = fermata("punctuate", path, "--quiet")
    assert status == 0
    assert "00:00:xx --> 00:00:04,000" in out
    assert err.startswith("fermata: Warning: ")
    assert "talk.srt, line 6" in err


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("marks.txt", b" . , \n -- \n", "no words"),
        ("broken.json", b'{"segments": [\n{"text": ', "line 2"),
    ],
)
def test_bad_input_gives_one_sentence_and_status_2(fermata, tmp_path, name, content, reason):
    path = tmp_path / name
    path.write_bytes(content)
    status, out, err = fermata("punctuate", path)
    assert (status, out) == (2, "")
    assert err.startswith("fermata: ")
    assert name in err
    assert reason in err
    assert err.count("\n") == 1


def test_missing_things_have_status_2(fermata, tmp_path):
    path = tmp_path / "notes.txt"
    assert fermata("punctuate", path)[0] == 2
    path.write_text(SPOKEN)
    assert fermata("punctuate", path, "--model", "xy")[0] == 2
    assert fermata("punctuate", path, "--model", tmp_path)[0] == 2
    assert fermata("punctuate", path, "-o", tmp_path / "no" / "folder.txt")[0] == 2


def test_the_source_is_never_overwritten_and_untimed_text_becomes_no_subtitles(fermata, tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text(SPOKEN)
    status, _, err = fermata("punctuate", path, "-o", path)
    assert status == 2
    assert "never overwritten" in err
    for form, options in (("srt", ("-o", tmp_path / "notes.srt")), ("vtt", ("--to", "vtt"))):
        status, out, err = fermata("punctuate", path, *options)
        assert (status, out) == (2, "")
        assert err.endswith(f"notes.txt: {form} needs times, and this text has none.\n")
    assert [file.name for file in tmp_path.iterdir()] == ["notes.txt"]
    assert path.read_text() == SPOKEN


@pytest.mark.parametrize("language", ["ar", "de", "vi"])
def test_another_language_is_refused_and_nothing_is_written(
    fermata, tmp_path, monkeypatch, language
):
    monkeypatch.setattr("engine.recognisers.speech_models.multilingual_model", lambda: None)
    path, result = tmp_path / "notiz.txt", tmp_path / "result.txt"
    path.write_text(ARTICLES[language], encoding="utf-8")
    status, out, err = fermata("punctuate", path, "-o", result)
    assert (status, out, result.exists()) == (2, "", False)
    assert err.startswith("fermata: notiz.txt looks like ")
    assert ", but the model knows only English, so nothing was changed. If you have its" in err
    assert "`fermata models download " in err
    assert err.endswith(
        f"then `fermata transcribe RECORDING --language {language}` punctuates it."
        " If it is another language, add --language en.\n"
    )
    assert path.read_text(encoding="utf-8") == ARTICLES[language]


def test_the_language_can_be_given(fermata, tmp_path):
    path = tmp_path / "notiz.txt"
    path.write_text(ARTICLES["de"], encoding="utf-8")
    status, out, err = fermata("punctuate", path, "--language", "en", "--quiet")
    assert (status, err) == (0, "")
    assert words_of(out) == words_of(ARTICLES["de"])
    path.write_text(SPOKEN)
    status, _, err = fermata("punctuate", path, "--language", "de")
    assert (status, "German" in err) == (2, True)


def test_a_passage_in_another_language_stays_and_is_reported(fermata, tmp_path):
    path = tmp_path / "notes.txt"
    article = ARTICLES["de"]
    path.write_text(f"{SPOKEN}\n\n{article}\n\n{SPOKEN}\n\n{SPOKEN}\n", encoding="utf-8")
    status, out, err = fermata("punctuate", path)
    assert status == 0
    assert out.count(f"\n\n{article}\n\n") == 1
    assert words_of(out) == words_of(path.read_text(encoding="utf-8"))
    assert SPOKEN not in out
    assert "% of notes.txt looks like German, which the model does not know." in err


def test_another_encoding_is_reported(fermata, tmp_path):
    path = tmp_path / "cafe.txt"
    path.write_bytes("the café was closed so we went to the old théâtre".encode("cp1252"))
    status, out, err = fermata("punctuate", path)
    assert status == 0
    assert "café" in out
    assert "cp1252" in err


def test_a_terminal_shows_a_progress_bar(fermata, tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text((SPOKEN + "\n") * 20)
    command = fermata.command("punctuate", path, tmp_path / "no.txt")
    status, written = run_in_terminal(command, fermata.environment)
    assert status == 2
    assert "notes.txt (1 of 2)   0%|" in written
    assert "Model en, ONNX Runtime" in written
    assert written.count("ecause it is late") == 20


def test_a_word_document_stays_one(fermata, tmp_path):
    path, result = tmp_path / "talk.docx", tmp_path / "out.docx"
    document = docx.Document()
    document.add_heading("the talk", 1)
    document.add_paragraph("hello there how are ").add_run("you i think it is late").bold = True
    document.save(str(path))
    before = path.read_bytes()
    assert fermata("punctuate", path, "-o", result, "--quiet") == (0, "", "")
    heading, paragraph = docx.Document(str(result)).paragraphs
    assert heading.text == "the talk"
    assert " ".join(words_of(paragraph.text)) == "hello there how are you i think it is late"
    assert paragraph.text.startswith("Hello there")
    assert paragraph.runs[1].bold
    status, out, _ = fermata("punctuate", path)
    assert (status, out) == (0, f"the talk\n{paragraph.text}\n")
    assert path.read_bytes() == before
    assert fermata("punctuate", path, "-o", path)[0] == 2
    assert fermata("punctuate", path, "--to", "docx")[0] == 2  # not text for a terminal


def test_redirection_never_touches_the_source(fermata, tmp_path, monkeypatch):
    path, other = tmp_path / "notes.txt", tmp_path / "other.txt"
    path.write_text(SPOKEN)
    for words, written in ((("-", "-o", path), other), ((path,), path), (("-",), path)):
        with path.open() as stdin, written.open("a") as stdout, monkeypatch.context() as changed:
            changed.setattr(sys, "stdin", stdin)
            changed.setattr(sys, "stdout", stdout)
            status, _, err = fermata("punctuate", *words)
        assert (status, "never overwritten" in err) == (2, True)
        assert path.read_text() == SPOKEN


def test_a_named_pipe_is_written_to_and_never_replaced(fermata, tmp_path):
    path, text, pipe = tmp_path / "talk.docx", tmp_path / "talk", tmp_path / "pipe"
    document = docx.Document()
    document.add_paragraph(SPOKEN)
    document.save(str(path))
    text.write_text(SPOKEN)
    os.mkfifo(pipe)
    status, _, err = fermata("punctuate", path, "-o", pipe)
    assert (status, "pipe" in err) == (2, True)
    with ThreadPoolExecutor(1) as thread:
        read = thread.submit(pipe.read_text)
        assert fermata("punctuate", text, "-o", pipe, "--quiet") == (0, "", "")
        assert words_of(read.result(60)) == SPOKEN.split()
    assert pipe.is_fifo()


CUES = "1\n00:00:01,000 --> 00:00:02,000\nhello there how are\n\n"
CUES += "2\n00:00:02,000 --> 00:00:04,000\nyou i think it is late\n"


def test_one_format_is_converted_to_another(fermata, tmp_path):
    path = tmp_path / "talk.srt"
    path.write_text(CUES)
    options = ("-o", f"{tmp_path}/", "--to", "txt,md,json,docx")
    assert fermata("punctuate", path, *options)[0] == 0
    assert "-->" not in (tmp_path / "talk.txt").read_text()
    assert words_of((tmp_path / "talk.txt").read_text())[:4] == ["hello", "there", "how", "are"]
    assert (tmp_path / "talk.md").read_text().startswith("Hello there")
    assert "Hello there" in docx.Document(str(tmp_path / "talk.docx")).paragraphs[0].text
    assert fermata("punctuate", path, "-o", tmp_path / "out.vtt")[0] == 0
    vtt = (tmp_path / "out.vtt").read_text()
    assert vtt.startswith("WEBVTT")
    assert "00:01.000 -->" in vtt
    assert fermata("punctuate", path, "--to", "vtt")[1] == vtt
    again = fermata("punctuate", tmp_path / "talk.json", "--from", "json", "--to", "txt")
    assert again[0] == 0
    assert "Hello there" in again[1]


def test_converting_to_the_same_format_rewrites_it(fermata, tmp_path):
    path = tmp_path / "talk.srt"
    path.write_text(CUES.replace("hello", "<i>hello</i>"))
    _, out, _ = fermata("punctuate", path, "--to", "srt")
    assert "<i>Hello</i>" in out
    assert out == fermata("punctuate", path)[1]


def test_several_files_are_written_one_after_another(fermata, tmp_path):
    for name in ("a", "b"):
        (tmp_path / f"{name}.txt").write_text(SPOKEN)
    (tmp_path / "c.txt").write_text(" . \n")
    (tmp_path / "d.txt").write_text(SPOKEN + "\n")
    status, one, _ = fermata("punctuate", tmp_path / "a.txt")
    status, out, err = fermata(
        "punctuate", tmp_path / "*.txt", tmp_path, tmp_path / "no.txt", "--quiet"
    )
    assert status == 2
    assert out == f"{one}\n\n{one}\n\n\n{one}\n\n\n"
    empty, folder, missing = err.splitlines()
    assert "c.txt: there are no words in it" in empty
    assert f"{tmp_path}: it is a folder; name the files in it" in folder
    assert "no.txt: No such file" in missing


def test_a_folder_gets_one_result_for_each(fermata, tmp_path):
    for name in ("a.srt", "b.srt"):
        (tmp_path / name).write_text(CUES)
    folder = tmp_path / "out"
    sources = tmp_path / "*.srt"
    assert fermata("punctuate", sources, "-o", f"{folder}/", "--quiet") == (0, "", "")
    assert sorted(path.name for path in folder.iterdir()) == ["a.srt", "b.srt"]
    assert fermata("punctuate", sources, "-o", folder, "--to", "txt,srt")[0] == 0
    names = ["a.srt", "a.txt", "b.srt", "b.txt"]
    assert sorted(path.name for path in folder.iterdir()) == names
    for path in folder.iterdir():
        assert "Hello there" in path.read_text()
    status, _, err = fermata("punctuate", sources, "-o", tmp_path)
    assert status == 2
    assert err.count("never overwritten") == 2
    assert (tmp_path / "a.srt").read_text() == CUES


def test_quiet_only_reports_problems(fermata, tmp_path):
    path = tmp_path / "cafe.txt"
    path.write_bytes("the café was closed so we went to the old théâtre".encode("cp1252"))
    files = (path, tmp_path / "no.txt", "-o", f"{tmp_path}/out/")
    command = fermata.command("punctuate", *files, "--quiet")
    status, written = run_in_terminal(command, fermata.environment, columns=300)
    assert (status, written.count("\n"), "No such file" in written) == (2, 1, True)


@pytest.mark.parametrize(
    ("said", "around", "written"),
    [
        (
            "with the new tenants",
            ("--before", "The meeting ", "--after", " is on Monday at noon."),
            "The meeting with the new tenants is on Monday at noon.",
        ),
        (
            "To the park before breakfast.",
            ("--before", "The other day I took the dog"),
            "The other day I took the dog to the park before breakfast.",
        ),
        (
            "what are you afraid of",
            ("--before", 'He said, "', "--after", '"'),
            'He said, "What are you afraid of?"',
        ),
        (
            "of what they said",
            ("--before", "We know (", "--after", ")."),
            "We know (of what they said).",
        ),
    ],
)
def test_words_can_be_dictated_into_a_paragraph(fermata, tmp_path, said, around, written):
    path = tmp_path / "said.txt"
    path.write_text(said)
    assert fermata("punctuate", path, "--quiet", *around) == (0, f"{written}\n", "")


def test_subtitles_cannot_be_dictated_into_a_paragraph(fermata, tmp_path):
    path = tmp_path / "talk.srt"
    path.write_text("1\n00:00:01,000 --> 00:00:02,000\nhello there\n")
    status, _, err = fermata("punctuate", path, "--before", "We", "--from", "srt")
    assert status == 2
    assert "--before" in err
