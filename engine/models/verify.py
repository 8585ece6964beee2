"""Checks that a model is what its publisher made: checksums of archives and installed files."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast

from engine.errors import ModelFormatError
from engine.messages import Message
from engine.models.installed import InstalledModel
from engine.network.bundle import load_bundle
from engine.recognisers.speakers import check_speaker_model
from engine.recognisers.speech_models import check_speech_model
from engine.regular_file import open_regular

RECORD = "fermata-install.json"
_BLOCK_BYTES = 1 << 20
_MOST_BYTES = 4 << 20
_HEX_DIGITS = {"sha256": 64, "md5": 32}


@dataclass(frozen=True, slots=True)
class Checksum:
    """A published digest; MD5 detects accidents, SHA-256 also tampering."""

    kind: Literal["sha256", "md5"]
    value: str

    @classmethod
    def parse(cls, text: str) -> Checksum:
        """Read "sha256:…" or "md5:…".

        Raises:
            ValueError: it is neither.
        """
        kind, _, value = text.partition(":")
        value = value.strip().lower()
        if len(value) != _HEX_DIGITS.get(kind) or set(value) - set("0123456789abcdef"):
            raise ValueError(f"the checksum {text!r}")
        return cls(cast('Literal["sha256", "md5"]', kind), value)


def digest_of(path: Path, kind: str, watch: Callable[[int], None] = lambda _: None) -> str:
    digest = hashlib.new(kind, usedforsecurity=False)
    done_bytes = 0
    with open_regular(path) as stream:
        while block := stream.read(_BLOCK_BYTES):
            digest.update(block)
            watch(done_bytes := done_bytes + len(block))
    return digest.hexdigest()


Thoroughness = Literal["files", "layout"]


def verify_model(model: InstalledModel) -> Thoroughness:
    """Check that an installed model is complete.

    Returns:
        "files" if each file matches its SHA-256, "layout" if none are known and only the presence
        of the required files was checked.

    Raises:
        ModelFormatError: a file is missing or altered.
    """
    if model.folder is None:
        return "layout"
    if model.kind == "punctuation":
        load_bundle(model.folder, rereads=True)
        return "files"
    (check_speaker_model if model.kind == "speakers" else check_speech_model)(model.folder)
    record = model.folder / RECORD
    if not record.is_file():
        return "layout"
    _compare(model.folder, _digests(record))
    return "files"


def write_record(folder: Path, origin: str, digests: Mapping[str, str]) -> None:
    """Record where a model came from and its files' digests, for `verify_model`."""
    content = {"format": 1, "origin": origin, "sha256": dict(sorted(digests.items()))}
    text = json.dumps(content, ensure_ascii=False, indent=1)
    (folder / RECORD).write_text(text + "\n", encoding="utf-8")


def _digests(record: Path) -> dict[str, str]:
    try:
        with open_regular(record) as stream:
            table = json.loads(stream.read(_MOST_BYTES))
        digests = {str(name): str(digest) for name, digest in dict(table["sha256"]).items()}
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        reason = Message("{file} cannot be read", file=RECORD)
        raise ModelFormatError(record.parent, reason) from error
    return digests


def _compare(folder: Path, digests: Mapping[str, str]) -> None:
    for name, expected in digests.items():
        path = folder / name
        try:
            if not path.resolve().is_relative_to(folder.resolve()):
                reason = Message("{file} names a file outside the folder", file=RECORD)
                raise ModelFormatError(folder, reason)
            found = digest_of(path, "sha256")
        except (OSError, ValueError) as error:  # names with a zero byte are invalid
            raise ModelFormatError(folder, Message("{file} is missing", file=name)) from error
        if found != expected:
            raise ModelFormatError(folder, Message("{file} was altered", file=name))
