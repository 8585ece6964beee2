"""Downloads, imports and removes models; installs them completely or not at all."""

from __future__ import annotations

import json
import re
import shutil
import stat
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count, takewhile
from pathlib import Path
from typing import Literal

from engine.audio.sound_file import SoundFile
from engine.errors import (
    ArchiveError,
    AudioFileError,
    DownloadError,
    ModelExistsError,
    ModelFormatError,
    RecogniserError,
    SettingsError,
)
from engine.messages import Message
from engine.models.catalogue import CatalogueModel, load_catalogue
from engine.models.disk_space import check_room, make_folder, write_through, writing
from engine.models.download import (
    DownloadRequest,
    Progress,
    RetryPolicy,
    download,
    forget,
    received_bytes,
)
from engine.models.installed import InstalledModel, folder_size_bytes
from engine.models.unpack import unpack
from engine.models.unpacking import USUAL_LIMITS
from engine.models.verify import digest_of, write_record
from engine.network.bundle import DESCRIPTION, load_bundle
from engine.paths import Paths
from engine.recognisers.recogniser_process import RecogniserProcess
from engine.recognisers.sherpa_models import unused_networks
from engine.recognisers.speakers import check_speaker_model, is_speaker_model, try_speaker_model
from engine.recognisers.speech_models import (
    BUILT_IN,
    RecogniserSpec,
    built_in_model,
    check_speech_model,
    kind_of_model,
)
from engine.recognisers.speed import SAMPLE

ARCHIVES = (".zip", ".tar.bz2")
_TEMPORARY = ".fermata-"
_TRIAL_S = 1.5
_STALE_S = 24 * 3600
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")

_POLICY = RetryPolicy()

Phase = Literal["downloading", "checking", "unpacking"]
Report = Callable[[Phase, Progress], None]


@dataclass(frozen=True, slots=True)
class Job:
    """How a long call is cancelled and reports progress."""

    stop: threading.Event
    report: Report = lambda _phase, _progress: None


def fetch_model(
    model: CatalogueModel, paths: Paths, job: Job, policy: RetryPolicy = _POLICY
) -> Path | None:
    """Download a speech model from the catalogue and install it; return None if cancelled.

    What arrived is kept if the call is cancelled or the connection breaks; the next call resumes.

    Raises:
        DownloadError: the server refuses, or the file is not the one in the catalogue.
        DiskSpaceError: there is no room for it.
        ArchiveError, ModelFormatError: the archive is unsafe, or has no speech model in it.
        ModelExistsError: it is already installed.
    """
    target = user_folder("speech", paths) / model.name
    if target.exists():
        forget_download(model, paths)  # from a run killed before its last step
    if target.exists():
        raise ModelExistsError(target.name, target)
    if not _download_all(model, paths, job, policy):
        return None
    digests = _check_all(model, paths, job)
    try:
        if model.files:
            installed = _install_files(model, digests, paths)
        else:
            (part,) = parts_of(model, paths)
            installed = install_archive(part, target.name, paths, job, model.url)
    except (ArchiveError, ModelFormatError):
        if not job.stop.is_set():
            forget_download(model, paths)  # resuming cannot fix it
            raise
        return None
    forget_download(model, paths)
    return installed


def parts_of(model: CatalogueModel, paths: Paths) -> tuple[Path, ...]:
    """Return the partial files of a model's download, in the order of `downloads`."""
    folder = paths.data / "downloads"
    folder = folder / model.name if model.files else folder
    return tuple(folder / f"{file.name}.part" for file in model.downloads)


def downloaded_bytes(model: CatalogueModel, paths: Paths) -> int:
    """Return how much of a model has been downloaded and kept."""
    return sum(received_bytes(part) for part in parts_of(model, paths))


def forget_download(model: CatalogueModel, paths: Paths) -> None:
    """Delete what has been downloaded of a model."""
    for part in parts_of(model, paths):
        forget(part)
        if model.files:
            with suppress(OSError):  # missing, or not empty
                part.parent.rmdir()


def _download_all(model: CatalogueModel, paths: Paths, job: Job, policy: RetryPolicy) -> bool:
    """Download each file; return False if cancelled. Progress covers all files together."""
    files, parts = model.downloads, parts_of(model, paths)
    for file, part in zip(files, parts, strict=True):
        is_checked = file.checksum is not None
        room_bytes = _room_of_others(model, part, parts)
        wanted = DownloadRequest(file.url, file.size_bytes, room_bytes, is_checked)
        others_bytes = downloaded_bytes(model, paths) - received_bytes(part)

        def report(it: Progress, others_bytes: int = others_bytes) -> None:
            total_bytes = model.size_bytes if model.files else it.total_bytes
            received = others_bytes + it.received_bytes
            job.report("downloading", Progress(received, total_bytes, it.speed_bytes_a_s))

        if not download(wanted, part, job.stop, report, policy):
            return False
    return True


def _room_of_others(
    model: CatalogueModel, part: Path, parts: tuple[Path, ...]
) -> Callable[[int | None], int]:
    """Return the room needed besides a file: for its archive's content, or the other files."""
    if not model.files:
        return model.room_bytes
    missing_bytes = sum(
        max(0, (file.size_bytes or 0) - received_bytes(other))
        for file, other in zip(model.files, parts, strict=True)
        if other != part
    )
    return lambda _: missing_bytes


def _check_all(model: CatalogueModel, paths: Paths, job: Job) -> dict[str, str]:
    """Verify the checksums of what arrived; return the SHA-256 of single files by name."""
    total_bytes, done_bytes, digests = downloaded_bytes(model, paths), 0, {}
    for file, part in zip(model.downloads, parts_of(model, paths), strict=True):
        before_bytes = done_bytes

        def watch(done: int, before_bytes: int = before_bytes) -> None:
            job.report("checking", Progress(before_bytes + done, total_bytes, 0.0))

        kind = "sha256" if file.checksum is None else file.checksum.kind
        if file.checksum is not None or model.files:
            digests[file.name] = digest_of(part, kind, watch)
        if file.checksum is not None and digests[file.name] != file.checksum.value:
            forget(part)
            shown = kind.upper().replace("SHA256", "SHA-256")
            reason = Message("what arrived is not what was published ({kind} differs)", kind=shown)
            raise DownloadError(file.url, reason)
        if model.files and kind != "sha256":
            digests[file.name] = digest_of(part, "sha256")
        done_bytes += received_bytes(part)
    return digests


def _install_files(model: CatalogueModel, digests: dict[str, str], paths: Paths) -> Path:
    with _workplace(user_folder("speech", paths)) as temporary:
        root = temporary / model.name
        root.mkdir()
        for file, part in zip(model.files, parts_of(model, paths), strict=True):
            shutil.move(part, root / file.name)
        write_record(root, model.url, digests)
        return _put(root, "speech", model.name, paths)


def import_model(source: Path, paths: Paths, job: Job, name: str = "") -> Path:
    """Install a speech or punctuation model from a folder or an archive (zip, tar.bz2).

    Args:
        source: The folder or archive.
        paths: Where to install it.
        job: Cancels it.
        name: Its new name; "" keeps its own.

    Raises:
        ArchiveError: the archive is broken or unsafe.
        ModelFormatError: it has no model, a broken one, or one that its publisher withdrew.
        ModelExistsError: one with this name is already installed.
        DiskSpaceError, OSError: there is no room, or it cannot be read.
    """
    if source.is_dir():
        return _install_folder(source, paths, name)
    _refuse_withdrawn(source, paths)
    return install_archive(source, name, paths, job, source.name)


def _refuse_withdrawn(archive: Path, paths: Paths) -> None:
    for model in load_catalogue(paths):
        known = model.withdrawn if archive.name.startswith(model.name) else None
        if known is not None and digest_of(archive, known.kind) == known.value:
            raise ModelFormatError(archive, "its publisher has since replaced this archive")


def remove_model(model: InstalledModel, paths: Paths) -> None:
    """Delete one of the user's models.

    Raises:
        SettingsError: it came with Fermata or is outside the user's own folders.
        OSError: it cannot be deleted.
    """
    if not is_removable(model, paths):
        raise SettingsError(model.name, "it is not in Fermata's own folder, so it stays")
    with _workplace(model.folder.parent) as place:  # gone at once, even if deleting is interrupted
        model.folder.rename(place / "removed")


def is_removable(model: InstalledModel, paths: Paths) -> bool:
    return model.folder.parent in {
        user_folder("speech", paths),
        user_folder("punctuation", paths),
    }


def install_archive(archive: Path, name: str, paths: Paths, job: Job, origin: str) -> Path:
    """Like `import_model`; an empty `name` keeps the archive's, `origin` is recorded."""
    place = user_folder("speech", paths)
    with _workplace(place, archive) as temporary:
        folder = temporary / "unpacked"
        folder.mkdir()
        digests = unpack(archive, folder, job.stop, _unpacking(job))
        root, inner = _model_root(folder, archive)
        own = {path.removeprefix(inner): it for path, it in digests.items()}
        kind = _kind(root, archive)
        if kind == "speech":
            is_sherpa = kind_of_model(root) == "sherpa"
            for path in unused_networks(root) if is_sherpa else ():  # more than half of some models
                path.unlink()
                del own[path.relative_to(root).as_posix()]
            write_record(root, origin, own)
        return _put(root, kind, name or _own_name(root, folder, archive), paths)


def _unpacking(job: Job) -> Callable[[int, int], None]:
    last_s = 0.0

    def tell(done: int, total: int) -> None:
        nonlocal last_s
        if time.monotonic() - last_s > 0.1 or done == total:
            last_s = time.monotonic()
            job.report("unpacking", Progress(done, total, 0.0))

    return tell


def _install_folder(source: Path, paths: Paths, name: str) -> Path:
    files = _plain_files(source)
    kind = _kind(source, source)
    place = user_folder(kind, paths)
    make_folder(place)
    check_room(place, folder_size_bytes(source))
    with _workplace(place, source) as temporary:
        root, digests = temporary / source.resolve().name, {}
        for file in files:
            path = root / file
            path.parent.mkdir(parents=True, exist_ok=True)
            with writing(path, (source / file).stat().st_size):
                shutil.copyfile(source / file, path, follow_symlinks=False)
            digests[file.as_posix()] = digest_of(path, "sha256")
        if kind == "speech":
            write_record(root, source.name, digests)
        return _put(root, kind, name or _own_name(root, source, source), paths)


def _plain_files(source: Path) -> list[Path]:
    """Return the files of a folder, relative to it; links are refused."""
    files, total = [], 0
    for path in source.rglob("*"):
        status = path.lstat()
        if not stat.S_ISREG(status.st_mode) and not stat.S_ISDIR(status.st_mode):
            raise ModelFormatError(source, "it contains a link or a device")
        if stat.S_ISREG(status.st_mode):
            files.append(path.relative_to(source))
            total += status.st_size
        if len(files) > USUAL_LIMITS.files or total > USUAL_LIMITS.unpacked_bytes:
            raise ModelFormatError(source, "it is too large for a model")
    return files


def _put(root: Path, kind: Literal["speech", "punctuation"], name: str, paths: Paths) -> Path:
    """Verify a model, then move it into place in one step."""
    name = _safe_name(name)
    if kind == "speech":
        (check_speaker_model if is_speaker_model(root) else check_speech_model)(root)
    elif load_bundle(root).name != name:
        table = json.loads((root / DESCRIPTION).read_bytes())
        (root / DESCRIPTION).write_text(json.dumps(table | {"name": name}), encoding="utf-8")
    target = user_folder(kind, paths) / name
    make_folder(target.parent)
    _refuse_taken(kind, name, paths)
    if kind == "speech":
        _try_out(root, name, paths)
    write_through(root)
    root.rename(target)
    return target


def _try_out(folder: Path, name: str, paths: Paths) -> None:
    """Have a speech model hear something, the only way to find out that it is damaged.

    Raises:
        ModelFormatError: it cannot be loaded, or cannot hear.
    """
    try:
        if is_speaker_model(folder):
            try_speaker_model(folder)
            return
        recogniser = RecogniserProcess(RecogniserSpec(kind_of_model(folder) or "vosk", folder))
    except ModelFormatError as error:
        raise ModelFormatError(Path(name), error.reason) from error
    except RecogniserError:  # what runs it is not installed, or too slow: nothing is known
        return
    with recogniser, suppress(AudioFileError), SoundFile(paths.assets / SAMPLE) as sound:
        try:
            for chunk in takewhile(lambda it: it.start_s < _TRIAL_S, sound):
                _ = [*recogniser.push(chunk)]
            _ = [*recogniser.flush()]
        except (ModelFormatError, RecogniserError) as error:
            raise ModelFormatError(Path(name), error.reason) from error


def _model_root(folder: Path, archive: Path) -> tuple[Path, str]:
    """Return the model's folder within what was unpacked, and its path ending in a slash."""
    if _is_model(folder):
        return folder, ""
    inner = [path for path in folder.iterdir() if path.is_dir() and _is_model(path)]
    if len(inner) != 1:
        raise ModelFormatError(archive, "there is no model in it")
    return inner[0], f"{inner[0].name}/"


def _is_model(folder: Path) -> bool:
    is_for_sound = kind_of_model(folder) is not None or is_speaker_model(folder)
    return (folder / DESCRIPTION).is_file() or is_for_sound


def _kind(folder: Path, source: Path) -> Literal["speech", "punctuation"]:
    if not _is_model(folder):
        raise ModelFormatError(source, "there is no model in it")
    return "punctuation" if (folder / DESCRIPTION).is_file() else "speech"


def _own_name(root: Path, unpacked: Path, source: Path) -> str:
    if (root / DESCRIPTION).is_file():
        return load_bundle(root).name
    own = source.name if root == unpacked else root.name
    for suffix in (".part", *ARCHIVES):
        own = own.removesuffix(suffix)
    return own


def _safe_name(name: str) -> str:
    return _UNSAFE.sub("-", name).strip(".-")[:100] or "model"


def user_folder(kind: Literal["speech", "punctuation"], paths: Paths) -> Path:
    """Return the folder for the user's own models of a kind."""
    return paths.data / ("speech-models" if kind == "speech" else "models")


def _refuse_taken(kind: Literal["speech", "punctuation"], name: str, paths: Paths) -> None:
    """Raise ModelExistsError if a model has this name, including those that came with Fermata."""
    own = user_folder(kind, paths)
    built_in = {path.name: path for path in paths.bundled_models.glob("*")}
    if kind == "speech":
        folder = built_in_model()
        built_in = {BUILT_IN: folder} if folder else {}
    if name in built_in or (own / name).exists():
        numbered = (f"{name}-{number}" for number in count(2))
        free = next(it for it in numbered if it not in built_in and not (own / it).exists())
        raise ModelExistsError(name, built_in.get(name, own / name), free, name in built_in)


@contextmanager
def _workplace(folder: Path, source: Path | None = None) -> Iterator[Path]:
    """Yield a temporary folder on the same disk, and delete those left by killed runs.

    Errors name the source instead of the temporary folder.
    """
    make_folder(folder)
    for old in folder.glob(f"{_TEMPORARY}*"):
        if time.time() - old.stat().st_mtime > _STALE_S:
            shutil.rmtree(old, ignore_errors=True)
    with tempfile.TemporaryDirectory(
        dir=folder, prefix=_TEMPORARY, ignore_cleanup_errors=True
    ) as name:
        try:
            yield Path(name)
        except ModelFormatError as error:
            if source is not None and error.path.is_relative_to(name):  # nobody would find it there
                inner = error.path.relative_to(name).parts[1:]
                raise ModelFormatError(Path(source.name, *inner), error.reason) from error
            raise
