"""Parsers of models: bundles, networks, tokenizers, lists of tokens, catalogues, records."""

from __future__ import annotations

import json
import shutil
from functools import cache
from pathlib import Path

from engine.errors import ModelFormatError
from tests.support.bundles import bundle_folder
from tests.support.faults.parsing import Errors, Parser, dumped
from tests.support.shared_data import DATA

_ERRORS: Errors = (ModelFormatError,)
_SHERPA = DATA / "sherpa-onnx-tiny-zh-en"
_CATALOGUE = b"""format = 1
base_url = "https://models.invalid/"
[[model]]
name = "tiny"
languages = ["en"]
size_bytes = 41205931
checksum = "md5:228741ed058893e403dce60bdd659f42"
word_error_rates = { "LibriSpeech" = 9.85, "TED" = 10 }
[[model]]
name = "other"
languages = ["zh", "en"]
archive = "tar.bz2"
engine = "sherpa-onnx"
"""


def _whole_bundle(place: Path) -> None:
    """A bundle of small files, with correct checksums."""
    from tests.engine.network.test_bundle import make_bundle

    made = place.parent / "made"
    make_bundle(made)
    shutil.copytree(made, place, dirs_exist_ok=True)


def bundles() -> Parser:
    """`bundle.json`, and what the window shows of it."""
    return Parser("bundle.json", [_description()], _load_bundle, _ERRORS, prepare=_whole_bundle)


@cache
def _description() -> bytes:
    import tempfile

    from tests.engine.network.test_bundle import make_bundle

    with tempfile.TemporaryDirectory() as folder:
        table = make_bundle(Path(folder) / "b")
    real = json.loads((bundle_folder() / "bundle.json").read_bytes())
    more = {name: real[name] for name in ("training", "scores") if name in real}
    return dumped({**table, **more})[0]


def _load_bundle(path: Path) -> None:
    from app.ui.models.entries import RecogniserChoice, model_entries
    from engine.models.installed import installed_models
    from engine.network.bundle import load_bundle
    from engine.paths import Paths

    folder = path.parent
    paths = Paths(folder / "none", folder.parent / "data", ())
    place = paths.data / "models" / "mine"
    if not place.exists():
        place.parent.mkdir(parents=True)
        place.symlink_to(folder)
    installed_models(paths)
    model_entries(paths, RecogniserChoice("auto", ""), "")
    _ = load_bundle(folder).labels


def lexicons() -> Parser:
    """`lexicon.json`, with a correct checksum."""
    sample = dumped({"always": {"i": "I"}, "mixed": {"iphone": "iPhone"}, "common": ["the", "i"]})

    def read(path: Path) -> None:
        from engine.network.bundle import load_bundle, sha256_of

        table = json.loads(_description())
        table["sha256"]["lexicon.json"] = sha256_of(path)
        (path.parent / "bundle.json").write_text(json.dumps(table))
        load_bundle(path.parent)

    return Parser("lexicon.json", sample, read, _ERRORS, prepare=_whole_bundle)


def tokenizers() -> Parser:
    """`tokenizer.json`, and words put through it."""

    def read(path: Path) -> None:
        from engine.network.tokenizer import WordTokenizer

        tokenizer = WordTokenizer(path)
        _ = tokenizer.largest_id
        for word in ("word", "", "don't", "\ud800", "a\0b", "你", "x" * 500):
            assert tokenizer.encode_word(word)

    return Parser("tokenizer.json", _tokenizers(), read, _ERRORS)


def _tokenizers() -> list[bytes]:
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

    special = {"[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3, "[MASK]": 4}
    pieces = {**special, "a": 5, "b": 6, "##b": 7, "word": 8}
    made = [
        Tokenizer(models.WordPiece(pieces, unk_token="[UNK]")),  # noqa: S106  not a password
        Tokenizer(models.BPE({**special, "a": 5, "b": 6, "ab": 7}, [("a", "b")])),
        Tokenizer(models.Unigram([(piece, -1.0) for piece in pieces], 1)),
    ]
    made[0].normalizer = normalizers.BertNormalizer()
    made[0].pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made[1].pre_tokenizer = pre_tokenizers.ByteLevel()
    made[1].add_special_tokens(list(special))
    return [one.to_str().encode() for one in made]


def network_headers() -> Parser:
    """What an ONNX file says about itself."""

    def read(path: Path) -> None:
        from engine.recognisers.sherpa_models import read_sherpa_model

        read_sherpa_model(path.parent)

    return Parser("joiner.onnx", _small_networks(), read, _ERRORS, prepare=_sherpa)


def encoder_headers() -> Parser:
    """The metadata of an encoder, which must fit the tokens, at the head of its file."""

    def read(path: Path) -> None:
        from engine.recognisers.sherpa_models import read_metadata, read_sherpa_model

        read_metadata(path)
        read_sherpa_model(path.parent)

    return Parser("encoder.onnx", [_metadata()], read, _ERRORS, prepare=_sherpa_without_encoder)


def _metadata() -> bytes:
    """A model with only metadata."""
    about = {"model_type": "zipformer", "T": "9", "decode_chunk_len": "4", "vocab_size": "9"}
    pairs = [_field(1, key.encode()) + _field(2, value.encode()) for key, value in about.items()]
    return b"".join(_field(14, pair) for pair in pairs)


def _field(number: int, content: bytes) -> bytes:
    assert len(content) < 128
    return bytes([number << 3 | 2, len(content)]) + content


def _sherpa(place: Path) -> None:
    shutil.copytree(_SHERPA, place, dirs_exist_ok=True)


def _sherpa_without_encoder(place: Path) -> None:
    _sherpa(place)
    (place / "encoder.int8.onnx").unlink()


def _small_networks() -> list[bytes]:
    return [(_SHERPA / "joiner.onnx").read_bytes()]


def tokens() -> Parser:
    """`tokens.txt` of a sherpa-onnx model, and hot words in its tokens."""

    def read(path: Path) -> None:
        from engine.recognisers.sherpa_hot_words import known_hot_words, piece_scores
        from engine.recognisers.sherpa_models import read_sherpa_model

        model = read_sherpa_model(path.parent)
        known_hot_words(["so", "你好", "a\0"], model, in_capitals=False)
        piece_scores(model)

    samples = [(_SHERPA / "tokens.txt").read_bytes()]
    return Parser("tokens.txt", samples, read, _ERRORS, prepare=_sherpa)


def pieces(name: str) -> Parser:
    """`bpe.model` or `bpe.vocab` beside a sherpa-onnx model."""
    model = b"".join(_field(1, _field(1, word) + b"\x15\0\0\x80\xbf") for word in (b"a", b"so"))
    sample = {"bpe.model": model, "bpe.vocab": "▁a\t-1.5\n▁so\t-2\n".encode()}[name]

    def read(path: Path) -> None:
        from engine.recognisers.sherpa_hot_words import piece_scores
        from engine.recognisers.sherpa_models import read_sherpa_model

        piece_scores(read_sherpa_model(path.parent))

    return Parser(name, [sample], read, _ERRORS, prepare=_sherpa)


def networks() -> Parser:
    """An ONNX file, loaded by ONNX Runtime."""

    def read(path: Path) -> None:
        from engine.network.onnx_backend import OnnxBackend

        OnnxBackend(path, threads=1)

    def read_any(path: Path) -> None:
        try:
            read(path)
        except ModelFormatError as error:
            if "inputs are" not in str(error.reason):  # another kind of model, but it loads
                raise

    return Parser("model.onnx", _small_networks(), read_any, _ERRORS)


def float_weights() -> Parser:
    """`model.safetensors`, loaded with torch."""
    import torch
    from safetensors.torch import save

    from engine.network.torch_network import EncoderShape, TaggerNetwork

    shape = EncoderShape(5, 4, 1, 2, 4, 8)
    torch.manual_seed(1)
    sample = save(TaggerNetwork(shape, 9).state_dict())

    def read(path: Path) -> None:
        from engine.network.torch_backend import TorchBackend

        TorchBackend(path, shape, 9, "cpu")

    return Parser("model.safetensors", [sample], read, _ERRORS)


def catalogues() -> Parser:
    """A catalogue that anyone could have written."""

    def read(path: Path) -> None:
        from engine.models.catalogue import read_catalogue

        for model in read_catalogue(path):
            model.room_bytes(None)

    return Parser("catalogue.toml", [_CATALOGUE], read, _ERRORS)


def install_records() -> Parser:
    """The record of a model's installation."""
    sample = dumped({"format": 1, "origin": "x", "sha256": {"conf/mfcc.conf": "0" * 64}})[0]

    def prepare(place: Path) -> None:
        shutil.copytree(DATA / "vosk-model-tiny-en", place, dirs_exist_ok=True)

    def read(path: Path) -> None:
        from engine.models.installed import InstalledModel
        from engine.models.verify import digest_of, verify_model

        if path.read_bytes() == sample:
            digest = digest_of(path.parent / "conf" / "mfcc.conf", "sha256")
            path.write_bytes(sample.replace(b"0" * 64, digest.encode()))
        verify_model(InstalledModel("speech", "Vosk", "tiny", path.parent))

    return Parser("fermata-install.json", [sample], read, _ERRORS, prepare=prepare)
