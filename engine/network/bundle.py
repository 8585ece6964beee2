"""A model bundle: a folder with everything a language model needs."""

from __future__ import annotations

import hashlib
import json
import os
import time
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import ModelFormatError, ModelNotFoundError
from engine.messages import Message
from engine.network.layout import Layout
from engine.network.tokenizer_rules import read_tokenizer
from engine.punctuation.evidence import Calibration
from engine.punctuation.labels import PLAIN_MARKS, Case, Mark
from engine.punctuation.mark_offsets import MarkOffsets
from engine.regular_file import open_regular

FORMAT = 1
DESCRIPTION = "bundle.json"
NETWORK = "model.onnx"
FLOAT_WEIGHTS = "model.safetensors"
TOKENIZER = "tokenizer.json"
LEXICON = "lexicon.json"

_GARBLED = (KeyError, TypeError, ValueError, AttributeError, OverflowError)
_MOST_BYTES = 32 << 20  # per JSON file
_LEAST_WINDOW_TOKENS = 16
_MOST_LOOKAHEAD_WORDS = 8
_NAME_LENGTH = 100
_SETTLED_NS = 2 * 10**9  # more recent changes may be followed by another in the same clock tick
_MOST_DEPTH = 8
_ENCODER_SIZES = {  # least and most, far above any tagger's
    "vocabulary": (1, 1_000_000),
    "layers": (1, 48),
    "token_types": (0, 16),
    "first_position": (0, 16),
    "relative_buckets": (0, 1024),
    **dict.fromkeys(("width", "heads", "inner_width", "positions"), (1, 16_384)),
}


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What is known about a language beyond the network."""

    always: Mapping[str, str]  # lower-case word to its only written form: "i" to "I"
    mixed: Mapping[str, str]  # lower-case word to its form when it is not in lower case, if
    # that takes more than an initial capital: "iPhone", "NASA"


@dataclass(frozen=True, slots=True)
class Bundle:
    """A verified bundle on disk: network, tokenizer, lexicon, perhaps float weights."""

    folder: Path
    name: str
    languages: tuple[str, ...]
    architecture: str
    live_window_tokens: int
    offline_window_tokens: int
    layout: Layout
    encoder: Mapping[str, Any]
    calibration: Calibration
    lexicon: Lexicon
    mark_offsets: Mapping[str, MarkOffsets]  # by language; most need none
    description: Mapping[str, Any]

    @property
    def labels(self) -> int:
        """Columns of a score row: marks, then cases."""
        return len(self.description["labels"]["marks"]) + len(Case)

    @property
    def network(self) -> Path:
        return self.folder / NETWORK

    @property
    def tokenizer(self) -> Path:
        return self.folder / TOKENIZER

    @property
    def float_weights(self) -> Path | None:
        """The float weights, if the bundle has them with a checksum."""
        return self.folder / FLOAT_WEIGHTS if FLOAT_WEIGHTS in self.description["sha256"] else None


def find_bundle(name: str, folders: Sequence[Path]) -> Path:
    """Return the folder of a bundle, given its name or folder.

    Raises:
        ModelNotFoundError: there is none.
        ModelFormatError: the folder exists but is not a bundle.
    """
    for folder in [*(base / name for base in folders), Path(name)]:
        if _is_there(folder / DESCRIPTION):
            return folder
    if _is_there(Path(name)):
        raise ModelFormatError(Path(name), Message("it has no {file}", file=DESCRIPTION))
    raise ModelNotFoundError("punctuation", name, tuple(folders))


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # the name is too long, or the folder unreadable
        return False


def list_bundles(folders: Sequence[Path]) -> list[Path]:
    """Return all bundle folders, in the order of `folders`."""
    return [found.parent for base in folders for found in sorted(base.glob(f"*/{DESCRIPTION}"))]


def load_bundle(folder: Path, *, rereads: bool = False) -> Bundle:
    """Read and verify a bundle.

    Args:
        folder: Folder of the bundle.
        rereads: Verify the checksum of every file, even if this process has done so and the file
            has not changed since.

    Raises:
        ModelFormatError: a file is missing or altered, or the format is not this program's.
    """
    try:
        table = _read_json(folder / DESCRIPTION)
    except (OSError, ValueError, RecursionError) as error:
        raise ModelFormatError(
            folder, Message("{file} cannot be read", file=DESCRIPTION)
        ) from error
    if not isinstance(table, dict) or table.get("format") != FORMAT:
        found = table.get("format") if isinstance(table, dict) else None
        reason = Message(
            "it has bundle format {found}, and this Fermata reads {known}",
            found=found,
            known=FORMAT,
        )
        raise ModelFormatError(folder, reason)
    try:
        _check_depth(table)
        _verify(folder, table["sha256"], rereads=rereads)
        return _bundle(folder, table)
    except (OSError, RecursionError, *_GARBLED) as error:
        reason = Message(
            "{detail} is missing from {file}, or wrong", file=DESCRIPTION, detail=error
        )
        raise ModelFormatError(folder, reason) from error


def _bundle(folder: Path, table: Mapping[str, Any]) -> Bundle:
    if table["labels"] not in [labels_table(marks) for marks in (PLAIN_MARKS, tuple(Mark))]:
        raise ModelFormatError(folder, "its labels are not Fermata's")
    lexicon = _read_json(folder / LEXICON)
    return Bundle(
        folder=folder,
        name=_checked_name(table["name"]),
        languages=tuple(map(_checked_name, _texts(table["languages"]))),
        architecture=_checked_name(table["architecture"]),
        live_window_tokens=_window_tokens(table, "live_tokens"),
        offline_window_tokens=_window_tokens(table, "offline_tokens"),
        layout=_layout(table.get("layout", {})),
        encoder=_checked_encoder(table["encoder"]),
        calibration=Calibration.from_table(table["committer"]),
        lexicon=Lexicon(_forms(lexicon["always"]), _forms(lexicon["mixed"])),
        mark_offsets=_mark_offsets(table.get("mark_offsets", {})),
        description=table,
    )


def _read_json(path: Path) -> Any:  # noqa: ANN401  any JSON
    with open_regular(path) as stream:
        return json.loads(stream.read(_MOST_BYTES).decode())


def labels_table(marks: Sequence[Mark]) -> dict[str, Any]:
    return {"marks": [mark.text for mark in marks], "cases": len(Case)}


def _layout(table: Mapping[str, Any]) -> Layout:
    slot, words = table.get("slot_token"), int(table.get("lookahead_words", 0))
    if not 0 <= words <= _MOST_LOOKAHEAD_WORDS or (slot is not None and int(slot) < 0):
        raise ValueError("layout")
    return Layout(None if slot is None else int(slot), words)


def _mark_offsets(table: Mapping[str, Any]) -> dict[str, MarkOffsets]:
    return {_checked_name(name): MarkOffsets.from_table(row) for name, row in table.items()}


def _texts(values: object) -> tuple[str, ...]:
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise TypeError("a list of texts")
    return tuple(values)


def _forms(table: Mapping[str, object]) -> dict[str, str]:
    forms = {word: str(form) for word, form in table.items()}
    if any(form.lower() != word for word, form in forms.items()):
        raise ValueError("a word's written form")
    return forms


def _window_tokens(table: Mapping[str, Any], name: str) -> int:
    tokens = int(table["window"][name])
    encoder = table["encoder"]
    if not _LEAST_WINDOW_TOKENS <= tokens <= encoder["positions"] - encoder["first_position"]:
        raise ValueError(name)
    return tokens


def _verify(folder: Path, digests: Mapping[str, str], *, rereads: bool) -> None:
    for name in sorted({NETWORK, TOKENIZER, LEXICON} - digests.keys()):
        raise ModelFormatError(folder, Message("{file} has no checksum", file=name))
    for name, expected in digests.items():
        if Path(name).name != name:
            raise ModelFormatError(folder, "a file name points outside the folder")
        try:
            found = sha256_of(folder / name) if rereads else _remembered_sha256(folder / name)
        except OSError as error:
            raise ModelFormatError(folder, Message("{file} is missing", file=name)) from error
        if found != expected:
            reason = Message("{file} was altered or is incomplete", file=name)
            raise ModelFormatError(folder, reason)
    try:
        read_tokenizer(folder / TOKENIZER)
    except ModelFormatError as error:
        raise ModelFormatError(folder / TOKENIZER, error.reason) from error


def sha256_of(path: Path) -> str:
    with open_regular(path) as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


_digests: dict[tuple[int, ...], str] = {}


def _remembered_sha256(path: Path) -> str:
    """Return the checksum of a file, without reading it again if it has not changed."""
    with open_regular(path) as stream:
        status = os.fstat(stream.fileno())
        changed_ns = status.st_mtime_ns, status.st_ctime_ns
        version = (status.st_dev, status.st_ino, status.st_size, *changed_ns)
        if version in _digests:
            return _digests[version]
        is_settled = time.time_ns() - max(changed_ns) > _SETTLED_NS
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    if is_settled:
        _digests[version] = digest
    return digest


def _check_depth(description: object) -> None:
    level = [description]
    for _ in range(_MOST_DEPTH):
        level = [inner for outer in level for inner in _inside(outer)]
    if level:
        raise ValueError("depth")


def _inside(outer: object) -> Iterable[object]:
    if isinstance(outer, dict):
        return outer.values()
    return outer if isinstance(outer, list) else ()


def _checked_name(value: object) -> str:
    """Return it if it is one short line of text."""
    name = str(value)
    if len(name) > _NAME_LENGTH or any(unicodedata.category(sign) in {"Cc", "Cs"} for sign in name):
        raise ValueError("a name")
    return name


def _checked_encoder(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return the encoder's sizes; the network's constructor reports missing ones."""
    encoder = dict(table)
    for name, (least, most) in _ENCODER_SIZES.items():
        value = encoder.get(name, least)
        if type(value) is not int or not least <= value <= most:
            raise ValueError(name)
    epsilon = encoder.get("epsilon", 1e-12)
    if type(epsilon) is not float or not 0.0 < epsilon < 1.0:
        raise ValueError("epsilon")
    if type(encoder.get("timing", False)) is not bool:
        raise ValueError("timing")
    if encoder.get("width", 0) % encoder.get("heads", 1):
        raise ValueError("heads")
    return encoder
