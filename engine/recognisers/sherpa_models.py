"""The files of a streaming sherpa-onnx model: which of them to load, and whether they fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Literal

from engine.errors import ModelFormatError
from engine.messages import Message
from engine.recognisers.protobuf import fields
from engine.regular_file import open_regular

TOKENS = "tokens.txt"
_PROPERTIES = 14  # of a ModelProto; 1 and 2 of each are its key and its value
_MOST_PROPERTIES = 100
_MOST_TOKENS = 1_000_000
_MOST_BYTES = 32 << 20
_TRANSDUCERS = {"conformer", "ebranchformer", "lstm", "zipformer", "zipformer2"}
_PARAFORMER = "lfr_window_size"  # its frames are stacked; no other model says how


@dataclass(frozen=True, slots=True)
class SherpaModel:
    """What to load: networks, of which a paraformer has no joiner, and each token's text."""

    kind: Literal["transducer", "paraformer"]
    folder: Path
    encoder: Path
    decoder: Path
    joiner: Path | None
    tokens: tuple[str, ...]


def is_sherpa_model(folder: Path) -> bool:
    """Return whether a folder looks like one, complete or not."""
    return (folder / TOKENS).is_file() and any(folder.glob("encoder*.onnx"))


def read_sherpa_model(folder: Path) -> SherpaModel:
    """Find the networks and read what they say of themselves; the weights are not looked at.

    Of several variants the int8 encoder and joiner are taken, and the float decoder of a
    transducer, which is small: so its publisher recommends.

    Raises:
        ModelFormatError: a file is missing, cut short, or does not fit the others.
    """
    encoder = _network(folder, "encoder")
    about = read_metadata(encoder)
    if _PARAFORMER not in about:
        return _transducer(folder, encoder, about)
    decoder = _network(folder, "decoder")
    model = SherpaModel("paraformer", folder, encoder, decoder, None, _tokens(folder))
    _check_size(model, about, encoder)
    read_metadata(decoder)
    return model


def unused_networks(folder: Path) -> list[Path]:
    """Return the networks of a model that are never loaded: archives hold float and int8 ones."""
    model = read_sherpa_model(folder)
    used = {model.encoder, model.decoder, model.joiner}
    return [path for path in sorted(folder.glob("*.onnx")) if path not in used]


def _transducer(folder: Path, encoder: Path, about: Mapping[str, str]) -> SherpaModel:
    kind = about.get("model_type", "")
    if kind not in _TRANSDUCERS or not {"T", "decode_chunk_len"} <= about.keys():
        reason = Message("{file} is of no streaming model", file=encoder.name)
        raise ModelFormatError(folder, reason)
    decoder = _network(folder, "decoder", prefers_int8=False)
    joiner = _network(folder, "joiner")
    model = SherpaModel("transducer", folder, encoder, decoder, joiner, _tokens(folder))
    _check_size(model, read_metadata(decoder), decoder)
    read_metadata(joiner)
    return model


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
    pattern = f"{part}*.onnx"
    found = sorted(path for path in folder.glob(pattern) if _has_content(path))
    if not found:
        raise ModelFormatError(folder, Message("{file} is missing or empty", file=pattern))
    wanted = [path for path in found if (".int8." in path.name) == prefers_int8]
    return (wanted or found)[-1]


def _tokens(folder: Path) -> tuple[str, ...]:
    try:
        with open_regular(folder / TOKENS) as stream:
            text = stream.read(_MOST_BYTES).decode()
        rows = [line.rsplit(maxsplit=1) for line in text.split("\n") if line.strip()]
        # a row of one field is the number of the white space before it
        numbered = {int(row[-1]): row[0] if len(row) > 1 else " " for row in rows}
    except (OSError, ValueError) as error:
        reason = Message("{file} cannot be read: {detail}", file=TOKENS, detail=error)
        raise ModelFormatError(folder, reason) from error
    size = max(numbered, default=-1) + 1
    if not 0 < size <= _MOST_TOKENS or min(numbered) < 0:
        raise ModelFormatError(folder, Message("{file} is no list of numbered tokens", file=TOKENS))
    return tuple(numbered.get(number, "") for number in range(size))


def _check_size(model: SherpaModel, about: Mapping[str, str], source: Path) -> None:
    """Compare the vocabularies: sherpa-onnx would abort at the first token without a name."""
    size = about.get("vocab_size", "")
    if not size.isdecimal() or len(size) > len(str(_MOST_TOKENS)):
        reason = Message("{file} does not say its vocabulary's size", file=source.name)
        raise ModelFormatError(model.folder, reason)
    if int(size) > len(model.tokens):
        reason = Message(
            "{file} has {tokens} tokens, {network} {vocabulary}",
            file=TOKENS,
            tokens=len(model.tokens),
            network=source.name,
            vocabulary=size,
        )
        raise ModelFormatError(model.folder, reason)


def _has_content(path: Path) -> bool:
    return path.is_file() and path.stat().st_size > 0
