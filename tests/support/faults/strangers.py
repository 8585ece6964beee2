"""Every parser of what comes from strangers, by name."""

from __future__ import annotations

import bz2
import io
import shutil
import tarfile
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from engine.errors import ArchiveError, AudioFileError, DiskSpaceError
from engine.transcripts.registry import FORMATS
from tests.support.faults import strange_models as models
from tests.support.faults import strange_texts as texts
from tests.support.faults.ogg_pages import with_checksums
from tests.support.faults.parsing import Errors, Parser, dumped

TEXT_FORMATS = tuple(form.name for form in FORMATS if form.is_text)
_ARCHIVES: Errors = (ArchiveError, DiskSpaceError)
_SOUNDS = ("wav", "mp3", "ogg", "flac", "m4a", "mkv", "aiff", "avi")


def _zips() -> Parser:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("m/am/final.mdl", b"model" * 50)
        packed.writestr("m/conf/mfcc.conf", b"--rate=1")
    return Parser("m.zip", [buffer.getvalue()], _unpack, _ARCHIVES)


def _tars() -> Parser:
    """A correct bzip2 around a tar that is not."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as packed:
        for name in ("m/am/final.mdl", "m/" + "long" * 40, "m/中文"):
            entry = tarfile.TarInfo(name)
            entry.size = 90
            packed.addfile(entry, io.BytesIO(b"model" * 18))
    return Parser("m.tar.bz2", [buffer.getvalue()], _unpack, _ARCHIVES, bz2.compress)


def _packed_tars() -> Parser:
    tars = _tars()
    return Parser("m.tar.bz2", [tars.pack(tars.samples[0])], _unpack, _ARCHIVES)


def _unpack(path: Path) -> None:
    """Check that nothing is outside the folder, which holds only files and folders."""
    from engine.models.unpack import unpack
    from engine.models.unpacking import Limits

    folder = path.parent / "out"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    try:
        unpack(path, folder, limits=Limits(unpacked_bytes=64 << 20))
    finally:
        assert {found.name for found in path.parent.iterdir()} == {path.name, "out"}
        assert all(
            found.is_dir() or (found.is_file() and not found.is_symlink())
            for found in folder.rglob("*")
        )


def _sounds(suffix: str) -> Parser:
    import tempfile

    from tests.support.sounds import RATES_HZ, write_sound

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"a.{suffix}"
        write_sound(path, RATES_HZ[suffix][-1], duration_s=0.3)
        sample = path.read_bytes()

    def read(path: Path) -> None:
        from engine.audio.sound_file import SoundFile

        with SoundFile(path) as sound:
            _ = sound.duration_s
            heard_s = 0.0
            for chunk in sound:
                heard_s += chunk.duration_s
                if heard_s > 600:  # silence that a few bytes announce
                    break

    pack = with_checksums if suffix == "ogg" else bytes
    return Parser(f"a.{suffix}", [sample], read, (AudioFileError,), pack)


def _preferences() -> Parser:
    def read(path: Path) -> None:
        from app.preferences.preferences_file import PreferencesFile

        file = PreferencesFile(path)
        preferences = file.load()
        file.save(preferences)
        assert PreferencesFile(path).load() == preferences

    sample = dumped({"general": {"theme": "dark"}, "models": {"recogniser": "vosk"}, "new": {}})
    return Parser("preferences.json", sample, read, ())


def _active_models() -> Parser:
    def read(path: Path) -> None:
        from engine.models.active import active_model
        from engine.paths import Paths

        assert active_model(Paths(path.parent, path.parent, (), path.parent))

    return Parser("active_model.json", dumped({"punctuation": ["mine", "en"]}), read, ())


PARSERS: dict[str, Callable[[], Parser]] = {
    **{option: partial(texts.transcripts, option) for option in TEXT_FORMATS},
    "any name": partial(texts.transcripts, ""),
    "docx": texts.whole_documents,
    "docx body": partial(texts.parts_of_documents, "word/document.xml"),
    "docx styles": partial(texts.parts_of_documents, "word/styles.xml"),
    "docx links": partial(texts.parts_of_documents, "word/_rels/document.xml.rels"),
    "docx types": partial(texts.parts_of_documents, "[Content_Types].xml"),
    "odt": texts.open_documents,
    "odt body": texts.bodies_of_open_documents,
    "session": texts.recorded_sessions,
    "training text": texts.training_texts,
    "bundle": models.bundles,
    "lexicon": models.lexicons,
    "tokenizer": models.tokenizers,
    "onnx header": models.network_headers,
    "onnx metadata": models.encoder_headers,
    "onnx network": models.networks,
    "safetensors": models.float_weights,
    "tokens": models.tokens,
    "bpe.model": partial(models.pieces, "bpe.model"),
    "bpe.vocab": partial(models.pieces, "bpe.vocab"),
    "catalogue": models.catalogues,
    "record": models.install_records,
    "preferences": _preferences,
    "active model": _active_models,
    "zip": _zips,
    "tar": _tars,
    "tar.bz2": _packed_tars,
    **{suffix: partial(_sounds, suffix) for suffix in _SOUNDS},
}
