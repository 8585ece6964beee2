"""A model to download: the tiny one for Vosk, made larger if the download must take a while."""

from __future__ import annotations

import hashlib
import io
import json
import random
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from engine.models.catalogue import CatalogueModel
from engine.models.install import downloaded_bytes
from engine.models.installed import installed_models
from engine.models.verify import Checksum, verify_model
from engine.paths import Paths
from engine.recognisers.speech_models import built_in_model
from tests.support.faults.rude_server import Behaviour, Request, sound, status
from tests.support.shared_data import DATA

VOSK_MODEL = DATA / "vosk-model-tiny-en"
NAME = "tiny"


def archive(more_bytes: int = 0) -> bytes:
    """Return the same archive each time, with a file that cannot be compressed."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as content:
        for file in sorted(path for path in VOSK_MODEL.rglob("*") if path.is_file()):
            name = str(Path("vosk-model-tiny-en") / file.relative_to(VOSK_MODEL))
            content.writestr(zipfile.ZipInfo(name), file.read_bytes(), zipfile.ZIP_DEFLATED)
        noise = random.Random(8).randbytes(more_bytes)
        content.writestr(zipfile.ZipInfo("vosk-model-tiny-en/ivector/noise"), noise)
    return buffer.getvalue()


def paths_in(folder: Path) -> Paths:
    """Return a user's folders, all empty."""
    data = folder / "data"
    return Paths(folder / "assets", data, (data / "speech-models",))


def offer(url: str, content: bytes | None = None, kind: str = "sha256") -> CatalogueModel:
    """Return its catalogue entry; without the content, there is no checksum."""
    checksum = None
    if content is not None:
        digest = hashlib.new(kind, content, usedforsecurity=False).hexdigest()
        checksum = Checksum.parse(f"{kind}:{digest}")
    return CatalogueModel(NAME, "Tiny", ("en",), url, checksum=checksum)


def is_whole_or_absent(paths: Paths) -> bool:
    """Return whether the model is there; fail if it is there in part."""
    found = [model for model in installed_models(paths) if model.engine == "Vosk"]
    for model in found:
        assert model.name == NAME, "something half-installed is seen"
        assert model.problem is None
        assert verify_model(model) == "files"
    return bool(found)


def received(paths: Paths) -> int:
    """Return how much of the archive is kept."""
    return downloaded_bytes(offer("http://x/"), paths)


WHISPER = "my-whisper.en"


def listed(server_url: str, files: Mapping[str, bytes], **facts: object) -> str:
    """Return a catalogue that offers a model, file by file."""
    rows = [
        f'{{ name = "{name}", size_bytes = {len(content)}, '
        f'checksum = "sha256:{hashlib.sha256(content).hexdigest()}" }}'
        for name, content in files.items()
    ]
    known = [f"{key} = {_as_toml(value)}" for key, value in facts.items()]
    head = ("format = 2", f'base_url = "{server_url}"', "[[model]]")
    return "\n".join((*head, *known, f"files = [{', '.join(rows)}]", ""))


def _as_toml(value: object) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{json.dumps(key)} = {it}' for key, it in value.items())} }}"
    return json.dumps(value, ensure_ascii=False)


def whisper_list(server_url: str) -> str:
    """Return a catalogue that offers the bundled Whisper."""
    return listed(server_url, whisper(), name=WHISPER, engine="Whisper", languages=["en"])


def whisper_files() -> Behaviour:
    """Serve what `whisper_list` names: the real files."""
    return files_of(whisper())


def files_of(files: Mapping[str, bytes], place: str = WHISPER) -> Behaviour:
    """Serve files of a folder properly; others are not found."""

    def behave(asked: Request) -> Iterator[bytes | float]:
        folder, _, name = asked.line.split()[1].lstrip("/").partition("/")
        found = files.get(name) if folder == place else None
        return (sound(found) if found is not None else status("404 Not Found"))(asked)

    return behave


def whisper() -> dict[str, bytes]:
    """Return the files of the bundled model, by name."""
    folder = built_in_model()
    assert folder is not None
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
