"""The models that can be downloaded: data in files that anyone may edit."""

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

_FORMATS = (1, 2)  # the second knows single files
_LISTS = ("whisper", "sherpa-onnx", "vosk", "speakers")
_SHIPPED = tuple(Path("catalogue", f"{name}.toml") for name in _LISTS)
_OWN = "catalogue.toml"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_ENGINES = ("Vosk", "sherpa-onnx", "Whisper")
_ARCHIVES = ("zip", "tar.bz2")
_COMMON = ("engine", "kind", "archive", "licence", "is_free_for_work", "emits_marks")
_MOST_BYTES = 1_000_000
_LARGEST_BYTES = (1 << 63) - 1  # a number may have thousands of digits
_SLOWEST = 1000.0  # real-time factors
_GARBLED = (ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError)
_UNPACKED_FACTOR = 2.2  # the largest among the archives whose size is known is 1.97


@dataclass(frozen=True, slots=True)
class CatalogueFile:
    """One file to download; its size is exact, None where it is not known."""

    name: str
    url: str
    size_bytes: int | None = None
    checksum: Checksum | None = None


@dataclass(frozen=True, slots=True)
class CatalogueModel:
    """A speech model that a publisher offers, as an archive or file by file.

    Attributes:
        name: of the model, and of its folder once installed.
        languages: their codes; none of one that tells speakers apart.
        url: of the archive, or of what its files lie in.
        archive: how it is packed, "zip" or "tar.bz2".
        files: what it consists of where it is not packed.
        size_bytes: of the download; None where unknown.
        size_is_rounded: the size is the publisher's round figure, not a count.
        unpacked_bytes: of the installed model, an estimate where it is not known.
        checksum: of the archive; files have their own.
        withdrawn: of an archive of the same name that its publisher has replaced.
        memory_bytes: that it takes while it listens; None where nobody says.
        real_time_factor: seconds of work for a second of speech, with two threads of a desktop
            computer; None where nobody measured it.
        emits_marks: it punctuates by itself.
        needs_gpu: too slow without a graphics card.
        licence: as the publisher states it; empty where it does not.
        is_free_for_work: what the licence says of earning money with it; None where unknown.
        word_error_rates: benchmark to per cent, as published.
        is_recommended: the one to begin with in its language.
        kind: of what it does: tell words, or speakers.
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
        """What is fetched for it: its files, or its archive."""
        size_bytes = None if self.size_is_rounded else self.size_bytes
        packed = f"{self.name}.{self.archive}"
        return self.files or (CatalogueFile(packed, self.url, size_bytes, self.checksum),)

    @property
    def check(self) -> str:
        """How all of the download can be checked: "sha256", "md5", or not at all."""
        kinds = {"" if it.checksum is None else it.checksum.kind for it in self.downloads}
        return min(kinds)  # the weakest of them

    def room_bytes(self, archive_bytes: int | None) -> int:
        """Estimate the room that the archive takes once it is unpacked."""
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
        if table.get("format") not in _FORMATS:
            found = table.get("format")
            reason = Message("catalogue format {format} is not read here", format=found)
            raise ModelFormatError(path, reason)
        server = base_url or str(table.get("base_url", ""))
        common = {key: table[key] for key in _COMMON if key in table}
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
    """Return the address of an archive, or that of a folder with a slash behind."""
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
