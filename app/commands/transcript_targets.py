"""Where the transcripts of some recordings go, and in which format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.commands.output import STANDARD_OUTPUT
from engine.errors import SettingsError
from engine.transcripts.registry import WRITTEN_OPTIONS, format_by_name_of


@dataclass(frozen=True, slots=True)
class Target:
    """One recording and its transcript; `output` is None for standard output."""

    audio: Path
    output: Path | None
    format_name: str


def plan_targets(
    audio: Sequence[Path], output: Path | None, format_name: str | None
) -> list[Target]:
    """Return a target for each recording; makes the folder that several need.

    Raises:
        SettingsError: these recordings do not fit into this output.
    """
    if output is None or output == STANDARD_OUTPUT:
        return _to_standard_output(audio, format_name or "txt")
    if len(audio) > 1 or output.is_dir():
        return _into_folder(audio, output, format_name or "txt")
    return [Target(audio[0], output, format_name or _format_of(output))]


def _to_standard_output(audio: Sequence[Path], format_name: str) -> list[Target]:
    if len(audio) > 1 and format_name != "txt":
        reason = f"several recordings make several {format_name} files; name a folder with -o"
        raise SettingsError("--format", reason)
    return [Target(path, None, format_name) for path in audio]


def _into_folder(audio: Sequence[Path], folder: Path, format_name: str) -> list[Target]:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = f"{folder} cannot be the folder for several transcripts: {error.strerror}"
        raise SettingsError("--output", reason) from error
    targets = [
        Target(path, folder / f"{path.stem}.{format_name}", format_name)
        for path in dict.fromkeys(audio)
    ]
    name, count = Counter(target.output for target in targets).most_common(1)[0]
    if count > 1:
        reason = f"{count} recordings would be written to {name}; transcribe them one by one"
        raise SettingsError("--output", reason)
    return targets


def _format_of(output: Path) -> str:
    if not output.suffix:
        return "txt"
    found = format_by_name_of(output)
    if found is None or not found.is_text or output.suffix.lower() not in found.suffixes:
        *others, last = WRITTEN_OPTIONS
        choices = f"{', '.join(others)} or {last}"
        reason = f"{output.name} does not tell the format; add --format {choices}"
        raise SettingsError("--output", reason)
    return found.option
