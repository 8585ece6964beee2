"""Brings assets/catalogue up to date with the publishers' own lists; run it as a script.

Sizes and digests of what the lists name are replaced in place, comments stay; each change is
printed, to be looked at before it is committed. Nothing is added or removed. A SHA-256 that we
have is never replaced by an MD5.
"""

from __future__ import annotations

import hashlib
import re
import sys
import tomllib
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import requests

_CATALOGUE = Path(__file__).resolve().parent.parent / "assets" / "catalogue"
_SHERPA = "https://github.com/k2-fsa/sherpa-onnx/releases/download/asr-models/checksum.txt"
_SHERPA_API = "https://api.github.com/repos/k2-fsa/sherpa-onnx/releases/tags/asr-models"
_RELEASE = re.compile(
    r"https://github\.com/(?P<repository>[^/]+/[^/]+)/releases/download/(?P<tag>[^/]+)/"
)
_RELEASE_API = "https://api.github.com/repos/{repository}/releases/tags/{tag}"
_VOSK = "https://alphacephei.com/vosk/models/model-list.json"
_TREE = "https://huggingface.co/api/models/{repository}/tree/{revision}"
_RESOLVE = re.compile(r"https://huggingface\.co/(?P<repository>[^/]+/[^/]+)/resolve/(?P<at>[^/]+)/")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_MODEL = re.compile(r"(?m)^\[\[model\]\]$")
_SIZE = re.compile(r"(?<=\bsize_bytes = )\d+")
_CHECKSUM = re.compile(r'(?<=\bchecksum = ")(?:sha256|md5):[0-9a-f]+(?=")')
_TIMEOUT_S = 60.0


@dataclass(frozen=True, slots=True)
class Published:
    """What a publisher says of a file; None and "" where it does not."""

    size_bytes: int | None = None
    checksum: str = ""


Lists = Mapping[str, Published]


def of_checksums(text: str) -> dict[str, Published]:
    """Read a list of digests and names, one file a line, in either order."""
    found = {}
    for line in text.splitlines():
        words = line.replace("*", " ").split()
        digests = [word.lower() for word in words if _SHA256.fullmatch(word.lower())]
        names = [word for word in words if not _SHA256.fullmatch(word.lower())]
        if len(digests) == len(names) == 1:
            found[names[0]] = Published(None, f"sha256:{digests[0]}")
    return found


def of_release(table: Mapping[str, Any]) -> dict[str, Published]:
    """Read what GitHub says of a release's assets; old ones have no digest."""
    assets = table["assets"]
    return {it["name"]: Published(it["size"], it.get("digest") or "") for it in assets}


def of_tree(
    table: Iterable[Mapping[str, Any]], read: Callable[[str], bytes]
) -> dict[str, Published]:
    """Read what Hugging Face says of a folder's files.

    It has the SHA-256 of large ones; of the small ones it has git's name, so they are read.

    Raises:
        ValueError: what was read is not the file that the list names.
    """
    found = {}
    for item in table:
        if item["type"] == "file":
            digest = item["lfs"]["oid"] if "lfs" in item else _digest(item, read(item["path"]))
            found[item["path"]] = Published(item["size"], f"sha256:{digest}")
    return found


def of_vosk(table: Iterable[Mapping[str, Any]]) -> dict[str, Published]:
    """Read the list of alphacephei.com: sizes and MD5 of zip archives."""
    return {f"{it['name']}.zip": Published(it["size"], f"md5:{it['md5']}") for it in table}


def refreshed(text: str, published: Callable[[Mapping[str, Any]], Lists]) -> tuple[str, list[str]]:
    """Return a catalogue with the publisher's sizes and digests, and what was changed.

    Args:
        text: the catalogue, each model after a line `[[model]]`, each single file on its own line.
        published: returns the list that a model's files stand in, by their names.
    """
    table = tomllib.loads(text)
    head, *blocks = _MODEL.split(text)
    changes: list[str] = []
    for at, model in enumerate(table["model"]):
        known = published(model)
        lines = blocks[at].splitlines(keepends=True)
        if "files" in model:
            lines = [_of_file(line, model["name"], known, changes) for line in lines]
            blocks[at] = "".join(lines)
        else:
            packed = f"{model['name']}.{table.get('archive', 'zip')}"
            blocks[at] = _replaced(blocks[at], packed, known.get(packed), changes)
    return "[[model]]".join([head, *blocks]), changes


def _of_file(line: str, model: str, known: Lists, changes: list[str]) -> str:
    found = re.match(r'\s*\{ name = "([^"]+)"', line)
    if found is None:
        return line
    name = found[1]
    return _replaced(line, f"{model}/{name}", known.get(name), changes)


def _replaced(text: str, name: str, found: Published | None, changes: list[str]) -> str:
    if found is None:
        changes.append(f"{name}: the publisher does not list it")
        return text
    new = text
    is_rounded = "size_is_rounded" in text
    if found.size_bytes is not None and not is_rounded:
        new = _SIZE.sub(str(found.size_bytes), new, count=1)
    old = _CHECKSUM.search(text)
    is_weaker = old is not None and old[0].startswith("sha256") and found.checksum[:3] == "md5"
    if found.checksum and not is_weaker:
        new = _CHECKSUM.sub(found.checksum, new, count=1)
    if new != text:
        changes.append(f"{name}: {found.size_bytes} bytes, {found.checksum}")
    return new


def _digest(item: Mapping[str, Any], content: bytes) -> str:
    blob = b"blob %d\0%b" % (len(content), content)
    if hashlib.sha1(blob, usedforsecurity=False).hexdigest() != item["oid"]:
        raise ValueError(f"{item['path']} is not what the list names")
    return hashlib.sha256(content).hexdigest()


def _get(url: str) -> requests.Response:
    response = requests.get(url, timeout=_TIMEOUT_S)
    response.raise_for_status()
    return response


def _of_files(model: Mapping[str, Any]) -> Lists:
    """Look each file of a model up where it lies, by the name that it has there."""
    names = {file.get("url", model["url"] + file["name"]): file["name"] for file in model["files"]}
    found = {}
    for folder in dict.fromkeys(url[: url.rindex("/") + 1] for url in names):
        listed = _of_folder(folder, {url.removeprefix(folder) for url in names})
        found |= {names[folder + it]: listed[it] for it in listed if folder + it in names}
    return found


def _of_folder(url: str, wanted: Container[str]) -> Lists:
    """Read the list of a folder on Hugging Face, or of a release on GitHub."""
    if place := _RELEASE.match(url):
        return of_release(_get(_RELEASE_API.format(**place.groupdict())).json())
    if place := _RESOLVE.match(url):
        tree = _get(_TREE.format(repository=place["repository"], revision=place["at"])).json()
        named = [item for item in tree if item["path"] in wanted]
        return of_tree(named, lambda path: _get(place[0] + path).content)
    return {}


def _sherpa() -> Lists:
    """GitHub has the sizes; the publisher's own list wins for what stands in it."""
    release, listed = of_release(_get(_SHERPA_API).json()), of_checksums(_get(_SHERPA).text)
    return release | {
        name: Published(release[name].size_bytes, listed[name].checksum)
        for name in listed.keys() & release.keys()
    }


def main() -> int:
    """Refresh every list; return 1 where something was changed or is not listed."""
    archives = {"sherpa-onnx": _sherpa(), "vosk": of_vosk(_get(_VOSK).json())}
    changes = []
    for path in sorted(_CATALOGUE.glob("*.toml")):
        packed = archives.get(path.stem, {})
        text, made = refreshed(
            path.read_text(encoding="utf-8"),
            lambda model, packed=packed: _of_files(model) if "files" in model else packed,
        )
        path.write_text(text, encoding="utf-8")
        changes += made
    print("\n".join(changes) or "Nothing has changed.")
    return int(bool(changes))


if __name__ == "__main__":
    sys.exit(main())
