from __future__ import annotations

import os
import shutil
import struct
from pathlib import Path

import pytest

from engine.errors import ModelFormatError
from engine.recognisers.recogniser_process import RecogniserProcess
from engine.recognisers.sherpa_hot_words import known_hot_words, modelling_unit, piece_scores
from engine.recognisers.sherpa_models import read_sherpa_model
from engine.recognisers.speech_models import RecogniserSpec
from tests.support.recognisers.speech import SHERPA_MODEL
from tests.support.recognisers.tone_models import make_model


@pytest.fixture
def model(tmp_path):
    return Path(shutil.copytree(SHERPA_MODEL, tmp_path / "one" / "tiny"))


def test_a_transducer_uses_its_int8_networks(model):
    shutil.copy(model / "joiner.onnx", model / "joiner.int8.onnx")
    for part in ("encoder", "decoder", "joiner"):
        shutil.copy(model / "joiner.onnx", model / f"{part}-epoch-99.onnx")
    shutil.copy(model / "decoder.onnx", model / "decoder-epoch-99.onnx")
    shutil.copy(model / "decoder.onnx", model / "decoder-epoch-99.int8.onnx")
    found = read_sherpa_model(model)
    assert found.kind == "transducer"
    assert found.networks["encoder"].name == "encoder.int8.onnx"
    assert found.networks["joiner"].name == "joiner.int8.onnx"
    assert ".int8." not in found.networks["decoder"].name  # small, and recommended by the publisher
    assert found.tokens[:3] == ("<blk>", "<sos/eos>", "<unk>")


@pytest.mark.parametrize("part", ["encoder.int8", "decoder", "joiner"])
def test_missing_empty_and_truncated_networks_are_errors(model, part):
    path = model / f"{part}.onnx"
    whole = path.read_bytes()
    for content, reason in (
        (whole[: len(whole) // 2], "is not an ONNX file, or is cut short"),
        (whole[:-3], "is not an ONNX file, or is cut short"),
        (b"\x93garbage\n" * 50, "is not an ONNX file, or is cut short"),
        (b"", "is missing or empty"),
    ):
        path.write_bytes(content)
        with pytest.raises(ModelFormatError, match=reason) as caught:
            read_sherpa_model(model)
        assert caught.value.path == model
    path.unlink()
    with pytest.raises(ModelFormatError, match=r"\.onnx is missing or empty"):
        read_sherpa_model(model)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda text: text.rsplit("\n", 4)[0] + "\n", r"tokens\.txt has \d+ tokens, but decoder"),
        (lambda text: "", "not a list of numbered tokens"),
        (lambda text: text.replace(" 3\n", " -3\n"), "not a list of numbered tokens"),
        (lambda text: text.replace(" 3\n", " 99999999999\n"), "not a list of numbered tokens"),
        (lambda text: text.replace(" 3\n", " three\n"), r"tokens\.txt cannot be read"),
    ],
)
def test_tokens_that_do_not_fit_are_an_error(model, change, reason):
    tokens = model / "tokens.txt"
    tokens.write_text(change(tokens.read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.raises(ModelFormatError, match=reason):
        read_sherpa_model(model)


def test_binary_tokens_and_tokens_with_spaces_are_errors(model):
    text = (model / "tokens.txt").read_text(encoding="utf-8")
    (model / "tokens.txt").write_text(text.replace("▁HE 3", "  3"), encoding="utf-8")
    assert read_sherpa_model(model).tokens[3] == " "
    (model / "tokens.txt").write_bytes(b"\xff\xfe 0\n")
    with pytest.raises(ModelFormatError, match="cannot be read"):
        read_sherpa_model(model)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes have names here")
@pytest.mark.parametrize("name", ["tokens.txt", "decoder.onnx"])
def test_a_pipe_instead_of_a_file_is_refused_without_waiting(model, name):
    (model / name).unlink()
    os.mkfifo(model / name)
    with pytest.raises(ModelFormatError):
        read_sherpa_model(model)


def test_networks_of_another_model_are_an_error(model):
    shutil.copy(model / "joiner.onnx", model / "encoder.int8.onnx")
    with pytest.raises(ModelFormatError, match="encoder input 1 should be int"):
        RecogniserProcess(RecogniserSpec("sherpa", model))
    shutil.copy(SHERPA_MODEL / "encoder.int8.onnx", model)
    shutil.copy(model / "joiner.onnx", model / "decoder.onnx")
    with pytest.raises(ModelFormatError, match="does not say its vocabulary's size"):
        read_sherpa_model(model)


def test_hot_words_are_cleaned_and_unknown_ones_left_out(tmp_path):
    model = read_sherpa_model(SHERPA_MODEL)
    wanted = [
        "too",
        " Hello  World ",
        "你好",
        "hello 你",
        "too",
        "xylophone",
        "/",
        ":3.5 #2 @x",
        "",
    ]
    known = known_hot_words(wanted, model, in_capitals=True)
    assert known == ["TOO", "HELLO WORLD", "你好", "HELLO 你"]
    paraformer = read_sherpa_model(make_model("paraformer", tmp_path / "p"))
    assert paraformer.kind == "paraformer"
    assert known_hot_words(["你好"], paraformer, in_capitals=False) == []
    assert modelling_unit(["<blk>", "▁A", "你"]) == "cjkchar+bpe"
    assert modelling_unit(["<blk>", "▁A", "B"]) == "bpe"
    assert modelling_unit(["<blk>", "你", "好"]) == "cjkchar"


def _sentencepiece(*pieces):
    content = b""
    for text, score in pieces:
        body = b"\x0a" + bytes([len(text.encode())]) + text.encode() + b"\x15"
        body += struct.pack("<f", score)
        content += b"\x0a" + bytes([len(body)]) + body
    return content + b"\x12\x02\x08\x01"


def test_piece_scores_come_from_the_best_source(model):
    lines = piece_scores(read_sherpa_model(model)).splitlines()
    scores = dict(line.split("\t") for line in lines)
    assert "你" not in scores
    assert float(scores["▁HE"]) > float(scores["LLO"]) > -1.1
    (model / "bpe.model").write_bytes(_sentencepiece(("<unk>", 0.0), ("▁HE", -1.5)))
    assert piece_scores(read_sherpa_model(model)) == "<unk>\t0.0\n▁HE\t-1.5\n"
    (model / "bpe.vocab").write_text("▁HE\t-7\n", encoding="utf-8")
    assert piece_scores(read_sherpa_model(model)) == "▁HE\t-7.0\n"


@pytest.mark.parametrize("name", ["bpe.vocab", "bpe.model"])
def test_broken_scores_are_an_error_with_the_folder(model, name):
    (model / name).write_bytes(b"\x93garbage\n" * 9)
    with pytest.raises(ModelFormatError, match=f"{name} cannot be read") as caught:
        piece_scores(read_sherpa_model(model))
    assert caught.value.path == model
