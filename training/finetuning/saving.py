"""A new bundle appears whole in the user's folder, or not at all."""

from __future__ import annotations

import errno
import re
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from engine.errors import DiskSpaceError, FermataError, TrainingError
from engine.messages import Message
from engine.models.disk_space import check_room, write_through, writing

_UNFINISHED = ".unfinished"
_NAME = re.compile(r"[^\W_][\w.-]{0,63}")
_STALE_S = 24 * 3600.0
_LEAST_FREE_BYTES = 8 << 20
_COPIES = 5  # the float network, its int8 form and what quantisation puts beside them


def check_name(name: str, folders: Sequence[Path]) -> None:
    """Raise TrainingError if a model cannot have this name, or one already has it."""
    if not _NAME.fullmatch(name) or name.endswith("."):
        reason = Message("a name may have up to 64 letters, digits, dots, hyphens and underscores")
        raise TrainingError(name, reason)
    if any((folder / name).exists() for folder in folders):
        raise TrainingError(name, "there is already a model with this name; choose another")


def checked_room(folder: Path, bundle_bytes: int) -> int:
    """Return how many bytes are needed to write a bundle of about this size.

    Raises:
        DiskSpaceError: the disk has less.
    """
    needed_bytes = _COPIES * bundle_bytes
    check_room(next(it for it in (folder, *folder.parents) if it.exists()), needed_bytes)
    return needed_bytes


@contextmanager
def unfinished_bundle(models: Path, needed_bytes: int) -> Iterator[Path]:
    """Make a folder to write a bundle in, and remove it unless it is published.

    Raises:
        DiskSpaceError: the disk filled up meanwhile.
        OSError: the folder cannot be made or written; libraries' errors become this one.
    """
    base = models / _UNFINISHED
    base.mkdir(parents=True, exist_ok=True)
    _remove_stale(base)
    folder = Path(tempfile.mkdtemp(dir=base))
    try:
        with _said_plainly(models, needed_bytes):
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if not any(base.iterdir()):
            base.rmdir()


def publish(folder: Path, target: Path) -> None:
    """Move a whole bundle to its place in one step; nothing is ever replaced.

    Raises:
        TrainingError: another one has taken the place in the meantime.
    """
    if target.exists():
        raise TrainingError(target.name, "there is already a model with this name; choose another")
    for path in folder.iterdir():
        path.chmod(0o600)  # libraries let others read some; it learnt from private letters
    folder.chmod(0o700)
    write_through(folder)
    folder.rename(target)


@contextmanager
def _said_plainly(models: Path, needed_bytes: int) -> Iterator[None]:
    try:
        with writing(models / _UNFINISHED, needed_bytes):
            yield
    except (OSError, FermataError):
        raise
    except Exception as error:  # safetensors, onnx and torch have errors of their own
        free_bytes = shutil.disk_usage(models).free
        if free_bytes < _LEAST_FREE_BYTES:
            raise DiskSpaceError(models, needed_bytes, free_bytes) from error
        raise OSError(errno.EIO, "the new model could not be written", str(models)) from error


def _remove_stale(base: Path) -> None:
    """Remove what killed runs left behind; a younger folder may still be in use."""
    for folder in base.iterdir():
        if time.time() - folder.stat().st_mtime > _STALE_S:
            shutil.rmtree(folder, ignore_errors=True)
