"""Where words that the history could not take wait for the next start."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from platformdirs import PlatformDirs

from app.privacy import is_ours_alone
from engine.errors import HistoryError


def places(data: Path, settings: Path) -> list[Path]:
    """Return the folders where they may wait, to be tried in order; none need exist."""
    key = hashlib.sha256(os.fsencode(data.resolve())).hexdigest()[:16]
    state = PlatformDirs("fermata", appauthor=False).user_state_path
    folders = [folder / f"unsaved-{key}" for folder in (data, settings, state)]
    if hasattr(os, "getuid"):  # the next start may follow a reboot: this is the last resort
        folders.append(Path(tempfile.gettempdir()) / f"fermata-{os.getuid()}-unsaved-{key}")
    return list(dict.fromkeys(folders))


def made(place: Path) -> Path:
    """Create a new folder in a place.

    Raises:
        HistoryError, OSError: It cannot be created, or others can read it.
    """
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not is_ours_alone(place):
        raise HistoryError(place, "it belongs to someone else, or others can look into it")
    folder = place / f"{datetime.now().astimezone():%Y%m%d-%H%M%S-%f}"
    folder.mkdir(mode=0o700)
    return folder


def found(among: Iterable[Path]) -> list[Path]:
    """Return the folders made before, oldest first."""
    files = [file for place in among if is_ours_alone(place) for file in place.glob("*/*.sqlite")]
    return sorted((file.parent for file in files), key=lambda folder: folder.name)
