"""Stores preferences in a file: written atomically, read leniently."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from platformdirs import PlatformDirs

from app.preferences.preferences import Preferences, settings, value_of, with_value
from engine.atomic_file import PRIVATE, replacing
from engine.errors import SettingsError
from engine.messages import Message

_log = logging.getLogger(__name__)
_MOST_BYTES = 1_000_000


class PreferencesFile:
    """A JSON object of sections in the user's own configuration folder.

    Unknown values are kept as found, so that an older version does not lose what a newer one wrote.
    Invalid values are replaced by their defaults, and listed in `problems`; a file that cannot be
    read at all is set aside, never overwritten.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problems: tuple[SettingsError, ...] = ()
        self._unknown: dict[str, Any] = {}

    def load(self) -> Preferences:
        table, preferences = self._read(), Preferences()
        self._unknown, problems = table, list(self.problems)
        for item in settings():
            section, _, name = item.key.partition(".")
            part = table.get(section)
            if not isinstance(part, Mapping) or name not in part:
                continue
            try:
                preferences = with_value(preferences, item.key, part[name])
            except SettingsError as error:
                problems.append(error)
        self.problems = tuple(problems)
        return preferences

    def save(self, preferences: Preferences) -> None:
        """Write everything, atomically.

        Raises:
            OSError: The folder cannot be written.
        """
        text = json.dumps(self._table(preferences), ensure_ascii=False, indent=1) + "\n"
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with replacing(self.path, PRIVATE) as stream:
            # unknown values are kept, even lone surrogates
            stream.write(text.encode(errors="surrogatepass"))

    def _table(self, preferences: Preferences) -> dict[str, Any]:
        table = dict(self._unknown)
        for item in settings():
            section, _, name = item.key.partition(".")
            kept = table.get(section)
            part = dict(kept) if isinstance(kept, Mapping) else {}
            part[name] = value_of(preferences, item.key)
            table[section] = part
        return table

    def _read(self) -> dict[str, Any]:
        self.problems = ()
        try:
            with self.path.open("rb") as stream:
                table = json.loads(stream.read(_MOST_BYTES))
            if isinstance(table, dict):
                return table
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError) as error:
            _log.warning("preferences cannot be read: %s", type(error).__name__)
        aside = self._set_aside()
        reason = Message("it cannot be read and was kept as {path}", path=aside)
        self.problems = (SettingsError(self.path.name, reason),)
        return {}

    def _set_aside(self) -> str:
        names = (".broken", *(f".broken-{number}" for number in range(2, 100)))
        asides = [self.path.with_suffix(name) for name in names]
        aside = next((path for path in asides if not path.exists()), asides[-1])
        try:
            self.path.replace(aside)
        except OSError:  # in a read-only folder the file stays
            return self.path.name
        return aside.name


def default_preferences_path(environment: Mapping[str, str] = os.environ) -> Path:
    """Return where preferences are stored; with the data if `FERMATA_DATA` names a folder."""
    data = environment.get("FERMATA_DATA")
    folder = Path(data) if data else Path(PlatformDirs("fermata", appauthor=False).user_config_dir)
    return folder / "preferences.json"
