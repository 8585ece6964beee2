"""Downloads a model of the catalogue and installs it."""

from __future__ import annotations

from pathlib import Path

from engine.errors import ArchiveError, DownloadError, ModelFormatError
from engine.messages import Message
from engine.models.catalogue import CatalogueModel
from engine.models.download import DownloadRequest, Progress, RetryPolicy, download, forget
from engine.models.install import Job, install_archive, refuse_existing, user_folder
from engine.paths import Paths

_POLICY = RetryPolicy()


def fetch_model(
    model: CatalogueModel, paths: Paths, job: Job, policy: RetryPolicy = _POLICY
) -> Path | None:
    """Download a speech model of the catalogue and install it; None when it was cancelled.

    What arrived is kept when the call is cancelled or the connection breaks; the next call resumes.

    Raises:
        DownloadError: the server refuses, or what arrived is not what the catalogue names.
        DiskSpaceError: there is no room for it.
        ArchiveError, ModelFormatError: the archive is unsafe, or no speech model is in it.
        ModelExistsError: it is installed already.
    """
    target = user_folder("speech", paths) / model.name
    part = part_of(model, paths)
    if target.exists():
        forget(part)  # of a run that was killed when all was done but this
    refuse_existing(target)
    wanted = DownloadRequest(
        model.url, model.exact_bytes, model.room_bytes, is_checked_later=model.checksum is not None
    )
    if not download(wanted, part, job.stop, lambda it: job.report("downloading", it), policy):
        return None
    _check_archive(model, part, job)
    try:
        installed = install_archive(part, target.name, paths, job, model.url)
    except (ArchiveError, ModelFormatError):
        if not job.stop.is_set():
            forget(part)  # it can never become right
            raise
        return None
    forget(part)
    return installed


def part_of(model: CatalogueModel, paths: Paths) -> Path:
    """Return the partial file of a model that is being downloaded."""
    return paths.data / "downloads" / f"{model.name}.{model.archive}.part"


def _check_archive(model: CatalogueModel, part: Path, job: Job) -> None:
    checksum, size = model.checksum, part.stat().st_size
    if checksum is None:
        return
    if not checksum.fits(part, lambda done: job.report("checking", Progress(done, size, 0.0))):
        forget(part)
        kind = checksum.kind.upper().replace("SHA256", "SHA-256")
        reason = Message("what arrived is not what was published ({kind} differs)", kind=kind)
        raise DownloadError(model.url, reason)
