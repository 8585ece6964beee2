"""Fermata's folders on this system, created once and passed on."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from platformdirs import PlatformDirs


@dataclass(frozen=True, slots=True)
class Paths:
    """Folders; none need exist."""

    assets: Path  # what comes with Fermata
    data: Path  # the user's models and sessions
    speech_models: tuple[Path, ...]  # searched in this order
    config: Path | None = None  # the user's settings; None if they are in `data`

    @property
    def settings(self) -> Path:
        return self.config or self.data

    @property
    def bundled_models(self) -> Path:
        return self.assets / "models"

    @property
    def punctuation_models(self) -> tuple[Path, ...]:
        """Folders searched for punctuation bundles: the bundled ones, then the user's own."""
        return (self.bundled_models, self.data / "models")


def default_paths(environment: Mapping[str, str] = os.environ) -> Paths:
    """Return this system's folders, with `VOSK_MODEL_PATH` and `FERMATA_DATA` applied.

    `FERMATA_DATA` holds the user's settings too.
    """
    own = PlatformDirs("fermata", appauthor=False)
    moved = environment.get("FERMATA_DATA")
    data = Path(moved or own.user_data_dir)
    speech = [
        Path(part) for part in environment.get("VOSK_MODEL_PATH", "").split(os.pathsep) if part
    ]
    speech += [data / "speech-models", Path.home() / ".cache" / "vosk", Path("/usr/share/vosk")]
    return Paths(_assets_folder(), data, tuple(speech), None if moved else own.user_config_path)


def _assets_folder() -> Path:
    """Return `assets/` of a checkout, or the package `fermata_assets` of an installation."""
    beside = Path(__file__).resolve().parent.parent
    installed = beside / "fermata_assets"
    return installed if installed.is_dir() else beside / "assets"
