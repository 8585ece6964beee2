"""The files of a streaming sherpa-onnx model: its family, what to load, and whether it fits.

A family is told by what its encoder says of itself. What the library reads there, and ends
its process without, stands in the `Read` methods of its csrc/online-*-model.cc (`needs`); a network
for whole files lacks at least one of these properties.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from pathlib import Path

from engine.errors import ModelFormatError
from engine.messages import Message
from engine.recognisers.protobuf import fields
from engine.regular_file import has_content, open_regular

TOKENS = "tokens.txt"
_PROPERTIES = 14  # of a ModelProto; 1 and 2 of each are its key and its value
_MOST_PROPERTIES = 100
_MOST_TOKENS = 1_000_000
_MOST_BYTES = 32 << 20
_MOST_FRAMES = 6_000
_FRAME_S = 0.01
_ENCODER = "encoder"
_BLANKS = {"<blk>", "<eps>", "<blank>"}
_NEMO = {"EncDecHybridRNNTCTCBPEModel", "EncDecRNNTBPEModel", "EncDecCTCModelBPE", "EncDecCTCModel"}
_STEPS = {"decode_chunk_len", "chunk_shift", "chunk_feature_frames", "subsampling_factor"}

_About = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Family:
    """Models that one maker of `sherpa_onnx.OnlineRecognizer` loads.

    Attributes:
        maker: its name.
        parts: the networks, as the maker's arguments name them.
        frames: how many frames of 10 ms the library awaits before it decodes a chunk, from `needs`.
        needs: numbers that the encoder must tell.
        vocabulary: the network that tells `vocab_size`.
        types: the `model_type` of the encoder; empty where that tells nothing.
        ends_in_blank: the vocabulary's size does not count the blank, which must be the last token.
        takes_hot_words: its beam search weighs them.
    """

    maker: str
    parts: tuple[str, ...]
    frames: Callable[[_About], int]
    needs: frozenset[str]
    vocabulary: str
    types: frozenset[str] = frozenset()
    ends_in_blank: bool = False
    takes_hot_words: bool = False


_TRANSDUCER = ("encoder", "decoder", "joiner")
_CACHES = {f"cache_last_{of}_dim{n}" for of in ("channel", "time") for n in (1, 2, 3)}
FAMILIES = {
    "transducer": Family(
        "from_transducer",
        _TRANSDUCER,
        lambda about: about["T"],
        frozenset({"T", "decode_chunk_len"}),
        vocabulary="decoder",
        types=frozenset({"conformer", "ebranchformer", "lstm", "zipformer", "zipformer2"}),
        takes_hot_words=True,
    ),
    "NeMo transducer": Family(
        "from_transducer",
        _TRANSDUCER,
        lambda about: about["window_size"],
        frozenset({"window_size", "chunk_shift", "subsampling_factor", "pred_rnn_layers"})
        | frozenset({"pred_hidden", *_CACHES}),
        vocabulary="encoder",
        types=frozenset(_NEMO),
        ends_in_blank=True,
        takes_hot_words=True,
    ),
    "buffered NeMo transducer": Family(
        "from_transducer",
        _TRANSDUCER,
        lambda about: about["chunk_feature_frames"] + about["right_feature_frames"],
        frozenset({"chunk_feature_frames", "right_feature_frames", "left_feature_frames"})
        | frozenset({"subsampling_factor", "pred_rnn_layers", "pred_hidden"}),
        vocabulary="encoder",
        types=frozenset(_NEMO),
        ends_in_blank=True,
    ),
    "paraformer": Family(
        "from_paraformer",
        ("encoder", "decoder"),
        lambda _: 61,  # fixed in online-recognizer-paraformer-impl.h
        frozenset({"lfr_window_size", "lfr_window_shift"}),
        vocabulary="encoder",
    ),
}


@dataclass(frozen=True, slots=True)
class SherpaModel:
    """What to load.

    Attributes:
        kind: the name of its family.
        networks: the file of each of the family's parts.
        tokens: each token's text.
        chunk_s: how much sound it hears at once.
        languages: lower-case codes that a stream may be told, such as "en-us" and "en".
    """

    kind: str
    folder: Path
    networks: Mapping[str, Path]
    tokens: tuple[str, ...]
    chunk_s: float
    languages: frozenset[str] = frozenset()

    @property
    def family(self) -> Family:
        return FAMILIES[self.kind]


def is_sherpa_model(folder: Path) -> bool:
    """Return whether a folder looks like one, complete or not."""
    return (folder / TOKENS).is_file() and bool(_candidates(folder, _ENCODER))


def read_sherpa_model(folder: Path) -> SherpaModel:
    """Find the networks and read what they say of themselves; the weights are not looked at.

    Of several variants the int8 encoder and joiner are taken, and the float decoder of a
    transducer, which is small: so its publisher recommends.

    Raises:
        ModelFormatError: a file is missing, cut short, or does not fit the others.
    """
    path = _network(folder, _ENCODER)
    about = read_metadata(path)
    kind = _kind(about)
    if kind is None:
        raise ModelFormatError(folder, Message("{file} is of no streaming model", file=path.name))
    family = FAMILIES[kind]
    floats = {"decoder"} if "joiner" in family.parts else set()
    others = {it: _network(folder, it, prefers_int8=it not in floats) for it in family.parts[1:]}
    networks = {_ENCODER: path, **others}
    told = {_ENCODER: about} | {part: read_metadata(other) for part, other in others.items()}
    numbers = {name: int(about[name]) for name in family.needs}
    chunk_s = family.frames(numbers) * _FRAME_S
    model = SherpaModel(kind, folder, networks, _tokens(folder), chunk_s, _languages(about))
    _check_size(model, told[family.vocabulary], networks[family.vocabulary])
    return model


def unused_networks(folder: Path) -> list[Path]:
    """Return the networks of a model that are never loaded: archives hold float and int8 ones."""
    used = set(read_sherpa_model(folder).networks.values())
    return [path for path in sorted(folder.glob("*.onnx")) if path not in used]


def _kind(about: Mapping[str, str]) -> str | None:
    """Return the family of an encoder."""

    def fits(family: Family) -> bool:
        is_type = not family.types or about.get("model_type") in family.types
        is_told = all(_is_number(about.get(name, "")) for name in family.needs)
        return is_type and is_told and _moves_on(family, about)

    return next((kind for kind, family in FAMILIES.items() if fits(family)), None)


def _moves_on(family: Family, about: Mapping[str, str]) -> bool:
    """Return whether each chunk brings the library further; by none it would hear for ever."""
    numbers = {name: int(about[name]) for name in family.needs}
    is_moved = all(numbers[name] for name in _STEPS & family.needs)
    return is_moved and 0 < family.frames(numbers) <= _MOST_FRAMES


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= len(str(_MOST_TOKENS))


def _languages(about: Mapping[str, str]) -> frozenset[str]:
    """Return the languages of a multilingual NeMo model, and what it takes "en" to be."""
    try:
        codes = json.loads(about.get("prompt_dictionary", "{}"))
    except (ValueError, RecursionError):
        return frozenset()
    if not isinstance(codes, dict):
        return frozenset()
    whole = [str(code).lower().replace("_", "-") for code in codes]
    return frozenset(whole) | {code.partition("-")[0] for code in whole}


def read_metadata(path: Path) -> dict[str, str]:
    """Return the properties that an exporter wrote into a model, without reading its weights."""
    try:
        with open_regular(path) as stream:
            found = fields(stream, path.stat().st_size)
            properties = (body for field, body in found if field == _PROPERTIES)
            bodies = list(islice(properties, _MOST_PROPERTIES))
        pairs = [dict(fields(BytesIO(body), len(body))) for body in bodies]
        return {pair[1].decode(): pair.get(2, b"").decode() for pair in pairs}
    except (OSError, ValueError, KeyError) as error:
        reason = Message("{file} is no ONNX file, or is cut short", file=path.name)
        raise ModelFormatError(path.parent, reason) from error


def _network(folder: Path, part: str, *, prefers_int8: bool = True) -> Path:
    """Return the file of a part; the last of its names, where versions lie side by side."""
    found = [path for path in _candidates(folder, part) if has_content(path)]
    if not found:
        reason = Message("{file} is missing or empty", file=f"{part}*.onnx")
        raise ModelFormatError(folder, reason)
    wanted = [path for path in found if (".int8." in path.name) == prefers_int8]
    return (wanted or found)[-1]


def _candidates(folder: Path, part: str) -> list[Path]:
    return sorted(folder.glob(f"{part}*.onnx"))


def _tokens(folder: Path) -> tuple[str, ...]:
    try:
        with open_regular(folder / TOKENS) as stream:
            text = stream.read(_MOST_BYTES).decode()
        lines = [line for line in text.split("\n") if line.strip()]
        rows = [line.rsplit(maxsplit=1) for line in lines]
        # a row of one field is the number of the white space before it
        numbered = {int(row[-1]): row[0] if len(row) > 1 else " " for row in rows}
    except (OSError, ValueError) as error:
        reason = Message("{file} cannot be read: {detail}", file=TOKENS, detail=error)
        raise ModelFormatError(folder, reason) from error
    size = max(numbered, default=-1) + 1
    has_spaces = any(len(line.encode().split()) > 2 for line in lines)  # the library ends of these
    if has_spaces or not 0 < size <= _MOST_TOKENS or min(numbered) < 0:
        raise ModelFormatError(folder, Message("{file} is no list of numbered tokens", file=TOKENS))
    return tuple(numbered.get(number, "") for number in range(size))


def _check_size(model: SherpaModel, about: Mapping[str, str], source: Path) -> None:
    """Compare the vocabularies: sherpa-onnx would abort at the first token without a name."""
    size = about.get("vocab_size", "")
    if not _is_number(size):
        reason = Message("{file} does not say its vocabulary's size", file=source.name)
        raise ModelFormatError(model.folder, reason)
    ends_in_blank = model.family.ends_in_blank
    expected = int(size) + ends_in_blank
    fits = expected == len(model.tokens) if ends_in_blank else expected <= len(model.tokens)
    if not fits:
        reason = Message(
            "{file} has {tokens} tokens, {network} {vocabulary}",
            file=TOKENS,
            tokens=len(model.tokens),
            network=source.name,
            vocabulary=expected,
        )
        raise ModelFormatError(model.folder, reason)
    if ends_in_blank and model.tokens[-1] not in _BLANKS:
        raise ModelFormatError(
            model.folder, Message("{file} has no token for silence", file=TOKENS)
        )
