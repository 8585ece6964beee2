"""The models that can be downloaded, read from lists that anyone may edit."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote, urljoin, urlsplit

from engine.errors import ModelFormatError, ModelNotFoundError
from engine.messages import Message
from engine.models.verify import Checksum
from engine.paths import Paths

_FORMATS = (1, 2)  # the second allows separate files
_LISTS = ("whisper", "sherpa-onnx", "vosk", "speakers")
_SHIPPED = tuple(Path("catalogue", f"{name}.toml") for name in _LISTS)
_OWN = "catalogue.toml"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_ENGINES = ("Vosk", "sherpa-onnx", "Whisper")
_ARCHIVES = ("zip", "tar.bz2")
_COMMON = ("engine", "kind", "archive", "licence", "is_free_for_work", "emits_marks")
_MOST_BYTES = 1_000_000
_LARGEST_BYTES = (1 << 63) - 1  # TOML numbers may have thousands of digits
_SLOWEST = 1000.0  # a real-time factor
_GARBLED = (ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError)
_UNPACKED_FACTOR = 2.2  # the largest known factor is 1.97


@dataclass(frozen=True, slots=True)
class CatalogueFile:
    """A file to download; its size is exact, None if unknown."""

    name: str
    url: str
    size_bytes: int | None = None
    checksum: Checksum | None = None


@dataclass(frozen=True, slots=True)
class CatalogueModel:
    """A speech model offered by a publisher, as an archive or as separate files.

    Attributes:
        name: Name of the model, and of its folder once installed.
        languages: Language codes; empty for models that tell speakers apart.
        url: Address of the archive, or of the folder of its files.
        archive: How it is packed, "zip" or "tar.bz2".
        files: Its files if it is not packed.
        size_bytes: Size of the download; None if unknown.
        size_is_rounded: The size is the publisher's round figure, not exact.
        unpacked_bytes: Size once installed; None if unknown.
        checksum: Checksum of the archive; files have their own.
        withdrawn: Checksum of an archive of the same name that its publisher has replaced.
        memory_bytes: Memory it takes while listening; None if unknown.
        real_time_factor: Seconds of work per second of speech, with two threads of a desktop
            computer; None if never measured.
        emits_marks: It punctuates by itself.
        needs_gpu: It is too slow without a graphics card.
        licence: As stated by the publisher; empty if not stated.
        is_free_for_work: Whether the licence allows commercial use; None if unknown.
        word_error_rates: Benchmark to per cent, as published.
        is_recommended: It is the one to start with in its language.
        kind: Whether it recognises speech or speakers.
    """

    name: str
    title: str
    languages: tuple[str, ...]
    url: str
    engine: str = "Vosk"
    archive: str = "zip"
    files: tuple[CatalogueFile, ...] = ()
    size_bytes: int | None = None
    size_is_rounded: bool = False
    unpacked_bytes: int | None = None
    checksum: Checksum | None = None
    withdrawn: Checksum | None = None
    memory_bytes: int | None = None
    real_time_factor: float | None = None
    emits_marks: bool = False
    needs_gpu: bool = False
    licence: str = ""
    is_free_for_work: bool | None = None
    word_error_rates: Mapping[str, float] = field(default_factory=dict)
    is_recommended: bool = False
    kind: Literal["speech", "speakers"] = "speech"

    @property
    def downloads(self) -> tuple[CatalogueFile, ...]:
        """The files to download: its own, or its archive."""
        size_bytes = None if self.size_is_rounded else self.size_bytes
        packed = f"{self.name}.{self.archive}"
        return self.files or (CatalogueFile(packed, self.url, size_bytes, self.checksum),)

    @property
    def check(self) -> str:
        """How all of the download can be checked: "sha256", "md5", or "" for not at all."""
        kinds = {"" if it.checksum is None else it.checksum.kind for it in self.downloads}
        return min(kinds)  # the weakest of them

    def room_bytes(self, archive_bytes: int | None) -> int:
        """Estimate the room the unpacked archive needs."""
        if self.unpacked_bytes is not None:
            return self.unpacked_bytes
        return round((archive_bytes or self.size_bytes or 0) * _UNPACKED_FACTOR)


def load_catalogue(paths: Paths, base_url: str = "") -> tuple[CatalogueModel, ...]:
    """Return what can be downloaded: the bundled lists, then the user's own.

    Args:
        paths: Where the lists are; any may be missing.
        base_url: Replaces the server of every list; empty to keep them.

    Raises:
        ModelFormatError: a list is not a catalogue.
    """
    models: dict[str, CatalogueModel] = {}
    for path in (*(paths.assets / shipped for shipped in _SHIPPED), paths.data / _OWN):
        if path.is_file():
            models |= {model.name: model for model in read_catalogue(path, base_url)}
    return tuple(models.values())


def read_catalogue(path: Path, base_url: str = "") -> tuple[CatalogueModel, ...]:
    """Return the models of a list, in order.

    Raises:
        ModelFormatError: it is not a catalogue, or of a newer format.
    """
    try:
        with path.open("rb") as stream:
            table = tomllib.loads(stream.read(_MOST_BYTES).decode())
        if table.get("format") not in _FORMATS:
            found = table.get("format")
            reason = Message("Fermata cannot read catalogue format {format}", format=found)
            raise ModelFormatError(path, reason)
        server = base_url or str(table.get("base_url", ""))
        common = {key: table[key] for key in _COMMON if key in table}
        items = [common | item for item in table["model"]]
        return tuple(_model(item, server, is_forced=bool(base_url)) for item in items)
    except (OSError, *_GARBLED) as error:
        reason = Message("the catalogue cannot be read: {detail}", detail=error)
        raise ModelFormatError(path, reason) from error


def find_model(name: str, models: tuple[CatalogueModel, ...]) -> CatalogueModel:
    """Return the model with this name, or raise ModelNotFoundError."""
    for model in models:
        if model.name == name:
            return model
    raise ModelNotFoundError("catalogue", name)


def _model(item: Mapping[str, Any], server: str, *, is_forced: bool) -> CatalogueModel:
    name = item["name"]
    if not _NAME.fullmatch(name):
        raise ValueError(f"the name {name!r}")
    is_packed = "files" not in item
    url = _url(item, "" if is_forced else str(item.get("url", "")), server, is_packed=is_packed)
    files = tuple(_file(one, url, is_forced=is_forced) for one in item.get("files", ()))
    if len({one.name.casefold() for one in files}) != len(files) or not (is_packed or files):
        raise ValueError(f"the files of {name}")
    sizes = [one.size_bytes for one in files]
    total_bytes = sum(size or 0 for size in sizes) if files and None not in sizes else None
    is_free = item.get("is_free_for_work")
    return CatalogueModel(
        name=name,
        title=str(item.get("title", name)),
        languages=tuple(str(code) for code in item["languages"]),
        url=url,
        engine=_one_of(_ENGINES, item, "engine"),
        archive=_one_of(_ARCHIVES, item, "archive"),
        files=files,
        size_bytes=total_bytes or _size(item, "size_bytes"),
        size_is_rounded=bool(item.get("size_is_rounded", False)),
        unpacked_bytes=total_bytes or _size(item, "unpacked_bytes"),
        checksum=_checksum(item),
        withdrawn=_checksum(item, "withdrawn"),
        memory_bytes=_size(item, "memory_bytes"),
        real_time_factor=_factor(item),
        emits_marks=bool(item.get("emits_marks", False)),
        needs_gpu=bool(item.get("needs_gpu", False)),
        licence=str(item.get("licence", "")),
        is_free_for_work=None if is_free is None else bool(is_free),
        word_error_rates={k: float(v) for k, v in item.get("word_error_rates", {}).items()},
        is_recommended=bool(item.get("is_recommended", False)),
        kind="speakers" if item.get("kind") == "speakers" else "speech",
    )


def _file(item: Mapping[str, Any], folder_url: str, *, is_forced: bool) -> CatalogueFile:
    name = item["name"]
    if not _NAME.fullmatch(name):
        raise ValueError(f"the name {name!r}")
    own = "" if is_forced else str(item.get("url", ""))
    url = own or urljoin(folder_url, quote(name))
    if urlsplit(url).scheme not in {"http", "https"}:
        raise ValueError(f"the address of {name}")
    return CatalogueFile(name, url, _size(item, "size_bytes"), _checksum(item))


def _checksum(item: Mapping[str, Any], name: str = "checksum") -> Checksum | None:
    text = item.get(name)
    return None if text is None else Checksum.parse(text)


def _url(item: Mapping[str, Any], own: str, server: str, *, is_packed: bool) -> str:
    """Return the address of an archive, or of a folder, ending in a slash."""
    place = f"{item['name']}.{_one_of(_ARCHIVES, item, 'archive')}" if is_packed else item["name"]
    url = own or urljoin(server.rstrip("/") + "/", quote(place))
    if urlsplit(url).scheme not in {"http", "https"}:
        raise ValueError(f"the address of {item['name']}")
    return url if is_packed else url.rstrip("/") + "/"


def _factor(item: Mapping[str, Any]) -> float | None:
    factor = item.get("real_time_factor")
    if factor is not None and not (isinstance(factor, int | float) and 0 < factor <= _SLOWEST):
        raise ValueError(f"real_time_factor of {item['name']}")
    return None if factor is None else float(factor)


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
