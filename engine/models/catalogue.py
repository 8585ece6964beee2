"""The models that can be downloaded: data in files that anyone may edit."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote, urljoin, urlsplit

from engine.errors import ModelFormatError, ModelNotFoundError
from engine.messages import Message
from engine.models.verify import Checksum
from engine.paths import Paths

_FORMAT = 1
_SHIPPED = (Path("catalogue", "vosk.toml"), Path("catalogue", "sherpa-onnx.toml"))
_OWN = "catalogue.toml"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_ENGINES = ("Vosk", "sherpa-onnx")
_ARCHIVES = ("zip", "tar.bz2")
_MOST_BYTES = 1_000_000
_LARGEST_BYTES = (1 << 63) - 1  # a number may have thousands of digits
_GARBLED = (ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError)
_UNPACKED_FACTOR = 2.2  # the largest among the archives whose size is known is 1.97


@dataclass(frozen=True, slots=True)
class CatalogueModel:
    """A speech model that a publisher offers as an archive.

    Attributes:
        name: of the model, and of its folder once installed.
        languages: their codes.
        archive: how it is packed, "zip" or "tar.bz2".
        size_bytes: of the archive; None where unknown.
        size_is_rounded: the size is the publisher's round figure, not a count.
        unpacked_bytes: of the installed model, an estimate where it is not known.
        licence: as the publisher states it; empty where it does not.
        word_error_rates: benchmark to per cent, as the publisher measured them.
        is_recommended: the one to begin with in its language.
    """

    name: str
    title: str
    languages: tuple[str, ...]
    url: str
    engine: str = "Vosk"
    archive: str = "zip"
    size_bytes: int | None = None
    size_is_rounded: bool = False
    unpacked_bytes: int | None = None
    licence: str = ""
    checksum: Checksum | None = None
    word_error_rates: Mapping[str, float] = field(default_factory=dict)
    is_recommended: bool = False

    @property
    def exact_bytes(self) -> int | None:
        return None if self.size_is_rounded else self.size_bytes

    def room_bytes(self, archive_bytes: int | None) -> int:
        """Estimate the room that the unpacked model takes."""
        if self.unpacked_bytes is not None:
            return self.unpacked_bytes
        return round((archive_bytes or self.size_bytes or 0) * _UNPACKED_FACTOR)


def load_catalogue(paths: Paths, base_url: str = "") -> tuple[CatalogueModel, ...]:
    """Return what can be downloaded: the shipped lists, then the user's own.

    Args:
        paths: where the lists are; either may be missing.
        base_url: replaces every list's own server; empty for none.

    Raises:
        ModelFormatError: a list is no catalogue.
    """
    models: dict[str, CatalogueModel] = {}
    for path in (*(paths.assets / shipped for shipped in _SHIPPED), paths.data / _OWN):
        if path.is_file():
            models |= {model.name: model for model in read_catalogue(path, base_url)}
    return tuple(models.values())


def read_catalogue(path: Path, base_url: str = "") -> tuple[CatalogueModel, ...]:
    """Return the models of one list, in its order.

    Raises:
        ModelFormatError: it is no catalogue, or of a newer form.
    """
    try:
        with path.open("rb") as stream:
            table = tomllib.loads(stream.read(_MOST_BYTES).decode())
        if table.get("format") != _FORMAT:
            found = table.get("format")
            reason = Message("catalogue format {format} is not read here", format=found)
            raise ModelFormatError(path, reason)
        server = base_url or str(table.get("base_url", ""))
        common = {key: table[key] for key in ("engine", "archive") if key in table}
        items = [common | item for item in table["model"]]
        return tuple(_model(item, server, is_forced=bool(base_url)) for item in items)
    except (OSError, *_GARBLED) as error:
        reason = Message("the catalogue cannot be read: {detail}", detail=error)
        raise ModelFormatError(path, reason) from error


def find_model(name: str, models: tuple[CatalogueModel, ...]) -> CatalogueModel:
    """Return the model of this name, or raise ModelNotFoundError."""
    for model in models:
        if model.name == name:
            return model
    raise ModelNotFoundError("catalogue", name)


def _model(item: Mapping[str, Any], server: str, *, is_forced: bool) -> CatalogueModel:
    name = item["name"]
    if not _NAME.fullmatch(name):
        raise ValueError(f"the name {name!r}")
    model = CatalogueModel(
        name=name,
        title=str(item.get("title", name)),
        languages=tuple(str(code) for code in item["languages"]),
        url=_url(item, "" if is_forced else str(item.get("url", "")), server),
        engine=_one_of(_ENGINES, item, "engine"),
        archive=_one_of(_ARCHIVES, item, "archive"),
        size_bytes=_size(item, "size_bytes"),
        size_is_rounded=bool(item.get("size_is_rounded", False)),
        unpacked_bytes=_size(item, "unpacked_bytes"),
        licence=str(item.get("licence", "")),
        word_error_rates={k: float(v) for k, v in item.get("word_error_rates", {}).items()},
        is_recommended=bool(item.get("is_recommended", False)),
    )
    checksum = item.get("checksum")
    return model if checksum is None else replace(model, checksum=Checksum.parse(checksum))


def _url(item: Mapping[str, Any], own: str, server: str) -> str:
    packed = quote(f"{item['name']}.{_one_of(_ARCHIVES, item, 'archive')}")
    url = own or urljoin(server.rstrip("/") + "/", packed)
    if urlsplit(url).scheme not in {"http", "https"}:
        raise ValueError(f"the address of {item['name']}")
    return url


def _one_of(known: tuple[str, ...], item: Mapping[str, Any], name: str) -> str:
    value = item.get(name, known[0])
    if value not in known:
        raise ValueError(f"{name} of {item['name']}")
    return str(value)


def _size(item: Mapping[str, Any], name: str) -> int | None:
    size = item.get(name)
    if size is not None and not (isinstance(size, int) and 0 < size <= _LARGEST_BYTES):
        raise ValueError(f"{name} of {item['name']}")
    return size
