from __future__ import annotations

import base64
import json
import struct

import pytest
from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

from engine.errors import ModelFormatError
from engine.network.bundle import DESCRIPTION, TOKENIZER, load_bundle, sha256_of
from engine.network.tokenizer import WordTokenizer
from engine.network.tokenizer_rules import read_tokenizer
from tests.engine.network.test_bundle import make_bundle

SPECIAL = {"<s>": 0, "<pad>": 1, "</s>": 2, "<unk>": 3}
DOUBLING = {"type": "Replace", "pattern": {"String": "a"}, "content": "aa"}


def of_bert():
    made = Tokenizer(models.WordPiece({**SPECIAL, "a": 4, "##a": 5}, unk_token="<unk>"))  # noqa: S106
    made.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.BertNormalizer()])
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.decoder = decoders.WordPiece()
    return made


def of_roberta():
    made = Tokenizer(models.BPE({**SPECIAL, "a": 4, "Ġ": 5, "Ġa": 6}, [("Ġ", "a")]))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    made.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0))
    return made


def of_xlm_roberta():
    made = Tokenizer(models.Unigram([(name, -1.0) for name in (*SPECIAL, "▁", "a", "▁a")], 3))
    made.normalizer = normalizers.Sequence(
        [
            normalizers.Strip(),
            normalizers.Replace(Regex(" {2,}"), " "),
            normalizers.Replace("``", '"'),
        ]
    )
    splitters = [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()]
    made.pre_tokenizer = pre_tokenizers.Sequence(splitters)
    made.decoder = decoders.Metaspace()
    return made


def saved(folder, table):
    path = folder / "tokenizer.json"
    path.write_text(table if isinstance(table, str) else json.dumps(table))
    return path


@pytest.mark.parametrize("make", [of_bert, of_roberta, of_xlm_roberta])
def test_the_usual_kinds_are_read_unchanged(tmp_path, make):
    made = make()
    tokenizer = WordTokenizer(saved(tmp_path, made.to_str()))
    assert (tokenizer.start_id, tokenizer.end_id, tokenizer.padding_id) == (0, 2, 1)
    for word in ("a", "aaa", "b", "don't", "a  a", "é", "你好"):
        ids = made.encode(f" {word}", add_special_tokens=False).ids
        assert tokenizer.encode_word(word) == tuple(ids[:12])


def with_charsmap(forms: bytes, trie: bytes = bytes(8)):
    content = base64.b64encode(struct.pack("<I", len(trie)) + trie + forms).decode()
    return {"type": "Precompiled", "precompiled_charsmap": content}


def nested(step, depth):
    for _ in range(depth):
        step = {"type": "Sequence", "normalizers": [step]}
    return step


HOSTILE = {
    "a chain of replacements": {
        "normalizer": {"type": "Sequence", "normalizers": [DOUBLING] * 16},
    },
    "a long replacement": {"normalizer": {**DOUBLING, "content": "a" * 100_000}},
    "a replacement of nothing": {"normalizer": {**DOUBLING, "pattern": {"String": ""}}},
    "an expression": {"normalizer": {**DOUBLING, "pattern": {"Regex": "(a*)*b"}, "content": ""}},
    "a split by expression": {
        "pre_tokenizer": {
            "type": "Split",
            "pattern": {"Regex": "(a*)*b"},
            "behavior": "Isolated",
            "invert": False,
        }
    },
    "a long beginning": {"normalizer": {"type": "Prepend", "prepend": "a" * 100_000}},
    "bytes of bytes": {
        "normalizer": {"type": "Sequence", "normalizers": [{"type": "ByteLevel"}] * 2}
    },
    "many steps": {"normalizer": {"type": "Sequence", "normalizers": [{"type": "NFC"}] * 17}},
    "deep steps": {"normalizer": nested({"type": "NFC"}, 5)},
    "long forms": {"normalizer": with_charsmap(b"a" * 1000 + b"\0")},
    "a chain that writes words": {"decoder": {"type": "Sequence", "decoders": [DOUBLING] * 16}},
    "an unknown step": {"normalizer": {"type": "Other"}},
    "steps that are none": {"normalizer": ["NFC"]},
    "a long piece": {"model": {"type": "WordPiece", "vocab": {"a" * 1000: 0}}},
    "a long affix": {"model": {"type": "BPE", "vocab": {}, "end_of_word_suffix": "a" * 1000}},
    "steps without any": {"normalizer": {"type": "Sequence"}},
    "a piece without its score": {"model": {"type": "Unigram", "vocab": [[]]}},
    "a long added token": {"added_tokens": [{"id": 9, "content": "a" * 1000}]},
}


@pytest.mark.parametrize("name", HOSTILE)
def test_forbidden_steps_are_refused_before_loading(tmp_path, name, monkeypatch):
    monkeypatch.setattr("engine.network.tokenizer.Tokenizer", None)
    table = {**json.loads(of_bert().to_str()), **HOSTILE[name]}
    with pytest.raises(ModelFormatError, match="not a tokenizer"):
        WordTokenizer(saved(tmp_path, table))


@pytest.mark.parametrize(
    "content",
    [
        '{"normalizer": {"type": "NFC", "type": "Replace"}}',
        '{"more": [' + "[]," * 1_000_000 + "[]]}",
        "[" * 100_000,
        '{"more": "' + "a" * (33 << 20) + '"}',
    ],
)
def test_duplicate_keys_and_large_files_are_refused(tmp_path, content):
    with pytest.raises(ModelFormatError):
        WordTokenizer(saved(tmp_path, content))


def test_short_replacements_are_read(tmp_path):
    table = {**json.loads(of_bert().to_str()), "normalizer": with_charsmap(b"so\0i\0")}
    assert json.loads(read_tokenizer(saved(tmp_path, table))) == table


def test_a_bundle_with_a_forbidden_tokenizer_is_refused(tmp_path):
    table = make_bundle(tmp_path / "b")
    path = saved(tmp_path / "b", HOSTILE["a chain of replacements"])
    table["sha256"][TOKENIZER] = sha256_of(path)
    (tmp_path / "b" / DESCRIPTION).write_text(json.dumps(table))
    with pytest.raises(ModelFormatError, match=r"tokenizer\.json: not a tokenizer"):
        load_bundle(tmp_path / "b")
