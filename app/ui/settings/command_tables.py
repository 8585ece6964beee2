"""The tables of spoken commands, as the settings read and write them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.tasks import Lane, TaskRunner
from engine.atomic_file import PRIVATE, replacing
from engine.models.active import active_model
from engine.models.spoken_languages import spoken_languages
from engine.paths import Paths
from engine.spoken_commands.own_commands import OwnCommands

_LANE = Lane("own commands", drains=True)


class CommandTables(QObject):
    """Reads tables, and stores the user's changes to them.

    Signals:
        changed(): A table was written or removed.
        not_saved(object): The OSError because of which one could not be written.
    """

    changed = Signal()
    not_saved = Signal(object)

    def __init__(self, paths: Paths, tasks: TaskRunner) -> None:
        super().__init__()
        self._paths, self._tasks = paths, tasks

    def languages(self) -> Sequence[str]:
        """Return the languages that have a table, those of the active model first."""
        known = sorted(path.stem for path in (self._paths.assets / "commands").glob("*.txt"))
        spoken = spoken_languages(active_model(self._paths), self._paths)
        return [*(it for it in spoken if it in known), *(it for it in known if it not in spoken)]

    def read(self, language: str) -> OwnCommands:
        """Read a language's commands.

        Raises:
            OSError: The user's own table exists but cannot be read.
        """
        return OwnCommands(self._bundled(language), _text(self._own(language)))

    def bundled(self, language: str) -> OwnCommands:
        """Return a language's commands as they came with Fermata."""
        return OwnCommands(self._bundled(language), "")

    def save(self, language: str, commands: OwnCommands) -> None:
        self._run(partial(_write, self._own(language), commands.own_table()))

    def reset(self) -> None:
        """Remove the user's own tables of all languages."""
        self._run(partial(_remove, [self._own(language) for language in self.languages()]))

    def _bundled(self, language: str) -> str:
        return _text(self._paths.assets / "commands" / f"{language}.txt")

    def _own(self, language: str) -> Path:
        return self._paths.settings / "commands" / f"{language}.txt"

    def _run(self, work: partial[None]) -> None:
        self._tasks.run(_LANE, work, lambda _: self.changed.emit(), self.not_saved.emit)


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""


def _write(path: Path, text: str) -> None:
    if not text:
        path.unlink(missing_ok=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path, PRIVATE) as stream:
        stream.write(text.encode("utf-8", "replace"))


def _remove(paths: Sequence[Path]) -> None:
    for path in paths:
        path.unlink(missing_ok=True)
