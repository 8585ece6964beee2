"""The files of a sherpa-onnx model: its family, what to load, and whether it all fits.

The metadata of its first network tells the family. A model that would crash the library is refused
before it is loaded.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from pathlib import Path

from engine.errors import ModelFormatError
from engine.messages import Message
from engine.recognisers.protobuf import fields
from engine.recognisers.sherpa_families import FAMILIES, ORT, STREAMING_FAMILIES, Family
from engine.regular_file import has_content, open_regular

TOKENS = "tokens.txt"
_PROPERTIES, _GRAPH = 14, 7  # of a ModelProto; 1 and 2 are the key and value of each property
_INITIALIZER, _INPUT = 5, 11  # of a GraphProto
_EXTERNAL = 13  # of a TensorProto; key and value as in properties
_ORT_MARK = b"ORTM"
_MOST_PROPERTIES = 100
_MOST_INPUTS = 1_000
_MOST_TOKENS = 1_000_000
_MOST_BYTES = 32 << 20
_MOST_FRAMES = 6_000
_FRAME_S = 0.01
_STEPS = {"decode_chunk_len", "chunk_shift", "chunk_feature_frames", "subsampling_factor"} | {
    "lfr_window_shift"
}
_STREAMED = {"decode_chunk_len", "chunk_shift", "window_size"} | {
    f"{part}_feature_frames" for part in ("left", "chunk", "right")
}
_BLANK = "<blk>"


@dataclass(frozen=True, slots=True)
class SherpaModel:
    """What to load.

    Attributes:
        kind: Name of its family.
        networks: File of each of the family's parts.
        tokens: Text of each token.
        chunk_s: How much sound a streaming model hears at once.
        languages: Lower-case codes that a stream can be given, such as "en-us" and "en".
    """

    kind: str
    folder: Path
    networks: Mapping[str, Path]
    tokens: tuple[str, ...]
    chunk_s: float = 0.0
    languages: frozenset[str] = frozenset()

    @property
    def family(self) -> Family:
        return FAMILIES[self.kind]


def is_sherpa_model(folder: Path) -> bool:
    """Whether a folder looks like a sherpa-onnx model, complete or not."""
    return (folder / TOKENS).is_file() and any(_present(folder, FAMILIES.values()))


def read_sherpa_model(folder: Path) -> SherpaModel:
    """Find the networks and read their metadata, but not their weights.

    Where there are several variants, takes the int8 encoder and joiner, but the float decoder of a
    transducer, which is small, as its publisher recommends.

    Raises:
        ModelFormatError: a file is missing, truncated, or does not fit the others.
    """
    kind, path, about = _first_network(folder)
    family = FAMILIES[kind]
    first, *others = family.parts
    floats = {"decoder"} if "joiner" in family.parts else set()
    networks = {first: path} | {
        part: _network(folder, family, part, prefers_int8=part not in floats) for part in others
    }
    told = {first: about} | {part: read_metadata(networks[part]) for part in others}
    numbers = {name: int(about[name]) for name in family.numbers}
    chunk_s = family.frames(numbers) * _FRAME_S if family.frames else 0.0
    tokens = _tokens(folder, are_encoded=family.ending == ORT)
    languages = family.languages or _prompts(about)
    model = SherpaModel(kind, folder, networks, tokens, chunk_s, languages)
    if family.vocabulary:
        _check_size(model, told[family.vocabulary], networks[family.vocabulary])
    _check_special_tokens(model)
    return model


def unused_networks(folder: Path) -> list[Path]:
    """Return networks that are never loaded: archives have both float and int8 ones."""
    used = set(read_sherpa_model(folder).networks.values())
    return [path for path in sorted(folder.glob("*.onnx")) if path not in used]


def _present(folder: Path, families: Iterable[Family]) -> Iterator[Family]:
    """Yield the families whose first network exists, judging by its name."""
    return (it for it in families if _candidates(folder, it, next(iter(it.parts))))


def _first_network(folder: Path) -> tuple[str, Path, dict[str, str]]:
    """Return a model's family, the network that shows it, and that network's metadata."""
    present = [*_present(folder, FAMILIES.values())]
    found = {_network(folder, it, next(iter(it.parts))): None for it in present} or {
        _network(folder, STREAMING_FAMILIES["transducer"], "encoder"): None
    }
    for path in found:
        about = read_metadata(path)
        inputs = _inputs(path)
        for kind, family in FAMILIES.items():
            is_named = path in _candidates(folder, family, next(iter(family.parts)))
            if is_named and _fits(family, about, inputs) and _has_decoder(folder, family):
                return kind, path, about
    file = next(iter(found)).name
    raise ModelFormatError(
        folder, Message("{file} belongs to no model that Fermata knows", file=file)
    )


def _has_decoder(folder: Path, family: Family) -> bool:
    """Whether the decoder has the metadata it must have."""
    if not family.decoder_numbers:
        return True
    about = read_metadata(_network(folder, family, "decoder", prefers_int8=False))
    return all(_is_number(about.get(name, "")) for name in family.decoder_numbers)


def _fits(family: Family, about: Mapping[str, str], inputs: int) -> bool:
    is_type = not family.types or about.get("model_type") in family.types
    is_told = all(_is_number(about.get(name, "")) for name in family.numbers)
    has_texts = family.texts <= about.keys()
    has_inputs = not family.inputs or family.inputs == inputs
    is_meant = family.is_streaming or _STREAMED.isdisjoint(about)
    return (
        is_type and is_told and has_texts and has_inputs and is_meant and _moves_on(family, about)
    )


def _moves_on(family: Family, about: Mapping[str, str]) -> bool:
    """Whether every chunk moves the library forward; otherwise it would decode for ever."""
    numbers = {name: int(about[name]) for name in family.numbers}
    is_moved = all(numbers[name] for name in _STEPS & family.numbers)
    return is_moved and (not family.frames or 0 < family.frames(numbers) <= _MOST_FRAMES)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= len(str(_MOST_TOKENS))


def _prompts(about: Mapping[str, str]) -> frozenset[str]:
    """Return the languages of a multilingual NeMo model, in full and without regions."""
    try:
        codes = json.loads(about.get("prompt_dictionary", "{}"))
    except (ValueError, RecursionError):
        return frozenset()
    if not isinstance(codes, dict):
        return frozenset()
    whole = [str(code).lower().replace("_", "-") for code in codes]
    return frozenset(whole) | {code.partition("-")[0] for code in whole}


def read_metadata(path: Path) -> dict[str, str]:
    """Return the metadata of a model, without reading its weights.

    Raises:
        ModelFormatError: it is truncated, or weights are in a file that is missing or elsewhere.
    """
    if path.suffix == ORT:
        _check_ort(path)
        return {}
    _check_external_data(path)
    bodies = _messages(path, [_PROPERTIES], _MOST_PROPERTIES)
    try:
        pairs = [dict(fields(BytesIO(body), len(body))) for body in bodies]
        return {pair[1].decode(): pair.get(2, b"").decode() for pair in pairs}
    except (ValueError, KeyError) as error:
        raise _cut_short(path) from error


def _check_external_data(path: Path) -> None:
    folder, key = path.parent.resolve(), b""
    try:
        with open_regular(path) as stream:
            place = [_GRAPH, _INITIALIZER, _EXTERNAL]
            for number, body in fields(stream, path.stat().st_size, place):
                key = body if number == 1 else key
                if number != 2 or key != b"location":
                    continue
                if not (file := (folder / body.decode()).resolve()).is_relative_to(folder):
                    raise ModelFormatError(path.parent, "a file name points outside the folder")
                if not has_content(file):
                    reason = Message("{file} is missing or empty", file=file.name)
                    raise ModelFormatError(path.parent, reason)
    except (OSError, RuntimeError, ValueError) as error:  # also from bad names
        raise _cut_short(path) from error


def _inputs(path: Path) -> int:
    """Return how many inputs a network has; 0 for formats where that is not checked."""
    return 0 if path.suffix == ORT else len(_messages(path, [_GRAPH, _INPUT], _MOST_INPUTS))


def _messages(path: Path, place: Sequence[int], most: int) -> list[bytes]:
    """Return the messages at a path of field numbers in an ONNX file."""
    *within, wanted = place
    try:
        with open_regular(path) as stream:
            found = fields(stream, path.stat().st_size, within)
            return list(islice((body for number, body in found if number == wanted), most))
    except (OSError, ValueError) as error:
        raise _cut_short(path) from error


def _check_ort(path: Path) -> None:
    try:
        with open_regular(path) as stream:
            is_ort = stream.read(8)[4:] == _ORT_MARK
    except OSError as error:
        raise _cut_short(path) from error
    if not is_ort:
        raise _cut_short(path)


def _cut_short(path: Path) -> ModelFormatError:
    reason = Message("{file} is not an ONNX file, or is cut short", file=path.name)
    return ModelFormatError(path.parent, reason)


def _network(folder: Path, family: Family, part: str, *, prefers_int8: bool = True) -> Path:
    """Return the file of a part; the last by name if there are several versions."""
    found = [path for path in _candidates(folder, family, part) if has_content(path)]
    if not found:
        name = f"{family.parts[part]}*{family.ending}"
        raise ModelFormatError(folder, Message("{file} is missing or empty", file=name))
    wanted = [path for path in found if (".int8." in path.name) == prefers_int8]
    return (wanted or found)[-1]


def _candidates(folder: Path, family: Family, part: str) -> list[Path]:
    return sorted(folder.glob(f"{family.parts[part]}*{family.ending}"))


def _tokens(folder: Path, *, are_encoded: bool = False) -> tuple[str, ...]:
    """Return the text of each token.

    Args: are_encoded: Whether tokens are in base64.
    """
    try:
        with open_regular(folder / TOKENS) as stream:
            text = stream.read(_MOST_BYTES).decode()
        lines = [line for line in text.split("\n") if line.strip()]
        rows = [line.rsplit(maxsplit=1) for line in lines]
        # a row with one field has the number of the white space before it
        numbered = {int(row[-1]): row[0] if len(row) > 1 else " " for row in rows}
        if are_encoded:
            numbered = {number: _decoded(token) for number, token in numbered.items()}
    except (OSError, ValueError) as error:
        reason = Message("{file} cannot be read: {detail}", file=TOKENS, detail=error)
        raise ModelFormatError(folder, reason) from error
    size = max(numbered, default=-1) + 1
    has_spaces = any(len(line.encode().split()) > 2 for line in lines)  # these crash the library
    if has_spaces or not 0 < size <= _MOST_TOKENS or min(numbered) < 0:
        raise ModelFormatError(
            folder, Message("{file} is not a list of numbered tokens", file=TOKENS)
        )
    return tuple(numbered.get(number, "") for number in range(size))


def _decoded(token: str) -> str:
    return base64.b64decode(token, validate=True).decode(errors="replace")


def _check_special_tokens(model: SherpaModel) -> None:
    family, tokens = model.family, model.tokens
    places = tokens[-1:] if family.ends_in_blank else tokens
    if (family.has_blank or family.ends_in_blank) and _BLANK not in places:
        reason = Message("{file} has no token for silence", file=TOKENS)
        raise ModelFormatError(model.folder, reason)
    if missing := sorted(family.special_tokens.difference(tokens)):
        reason = Message("{file} has no token {token}", file=TOKENS, token=missing[0])
        raise ModelFormatError(model.folder, reason)


def _check_size(model: SherpaModel, about: Mapping[str, str], source: Path) -> None:
    """Compare the vocabularies: sherpa-onnx would abort at the first token without a text."""
    size = about.get("vocab_size", "")
    if not _is_number(size):
        reason = Message("{file} does not say its vocabulary's size", file=source.name)
        raise ModelFormatError(model.folder, reason)
    ends_in_blank = model.family.ends_in_blank
    expected = int(size) + ends_in_blank
    fits = expected == len(model.tokens) if ends_in_blank else expected <= len(model.tokens)
    if not fits:
        reason = Message(
            "{file} has {tokens} tokens, but {network} has {vocabulary}",
            file=TOKENS,
            tokens=len(model.tokens),
            network=source.name,
            vocabulary=expected,
        )
        raise ModelFormatError(model.folder, reason)
