"""What a command reads and writes: patterns, files, folders and formats."""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from glob import glob, has_magic
from pathlib import Path

from app.commands.output import STANDARD_OUTPUT
from app.commands.terminal import say
from app.commands.wording import exit_status, explain
from engine.errors import FermataError, SettingsError
from engine.transcripts.registry import (
    WRITTEN_OPTIONS,
    Format,
    format_by_name_of,
    format_named,
    written_format,
)
from engine.transcripts.source import STANDARD_INPUT

_RUN_ON = {"txt", "md"}  # several texts in these formats can be joined
_SEPARATORS = tuple(filter(None, (os.sep, os.altsep)))


@dataclass(frozen=True, slots=True)
class Result:
    """One output: standard output if `path` is None, the source's own format if `form` is."""

    path: Path | None
    form: Format | None


@dataclass(frozen=True, slots=True)
class Target:
    """One input and its outputs."""

    source: Path
    results: tuple[Result, ...]


def add_target_options(parser: argparse.ArgumentParser, own_format: str) -> None:
    """Add `-o`, `--to` and `--quiet`; `own_format` describes the default format."""
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        help="output file; or a folder (that exists, or ends in a slash) for one file each",
    )
    parser.add_argument(
        "--to",
        action="extend",
        type=_formats,
        default=[],
        metavar="FORMAT",
        help=f"output format: {', '.join(WRITTEN_OPTIONS)}; several, separated by commas, go "
        f"into a folder (default: from OUT's name, else {own_format})",
    )
    parser.add_argument(
        "--quiet", action="store_true", help="print errors and warnings only, no progress"
    )


def _formats(names: str) -> list[Format]:
    try:
        forms = [format_named(name.strip().lower()) for name in names.split(",")]
    except SettingsError as error:
        raise argparse.ArgumentTypeError(str(error.reason)) from error
    if unwritten := [form.name for form in forms if not form.can_write]:
        raise argparse.ArgumentTypeError(f"{unwritten[0]} can be read but not written")
    return forms


def plan_targets(
    words: Sequence[str],
    output: str | None,
    to: Sequence[Format] = (),
    *,
    default: Format | None = None,
    source_form: Format | None = None,
) -> list[Target]:
    """Return the outputs of each input; create the folder that several need.

    Args:
        words: Files, `-`, and patterns that no shell has expanded.
        output: As given on the command line: a slash at its end marks a folder.
        to: Requested formats.
        default: The format if nothing else tells; None for each source's own.
        source_form: The sources' format, if known better than from their names.

    Raises:
        SettingsError: This cannot be done.
    """
    sources = expanded(words)
    forms = tuple(dict.fromkeys(to))
    if output is None or Path(output) == STANDARD_OUTPUT:
        return _to_standard_output(sources, forms, default, source_form)
    if output.endswith(_SEPARATORS) or Path(output).is_dir():
        return _into_folder(sources, Path(output), forms or (default,))
    if len(sources) > 1 or len(forms) > 1:
        what = f"{len(sources)} files" if len(sources) > 1 else f"{len(forms)} formats"
        reason = f"{what} cannot go into one file; for a folder, write {output}{os.sep}"
        raise SettingsError("--output", reason)
    (source,) = sources
    form = forms[0] if forms else _format_of(Path(output), source, default)
    return [Target(source, (Result(Path(output), form),))]


def work_through(targets: Sequence[Target], work: Callable[[Target, str], None]) -> int:
    """Process one input after another, and return the worst exit status.

    One that fails does not stop the others. On standard output, a blank line separates them.

    Args:
        targets: The inputs and their outputs.
        work: Takes an input and its label for a progress bar: its name and position.
    """
    from app.files.remarks import shown_name

    status, count = 0, len(targets)
    for place, target in enumerate(targets):
        if place and target.results[0].path is None:
            print()
        try:
            if target.source.is_dir():
                advice = f"it is a folder; name the files in it, as {target.source / '*'}"
                raise SettingsError(str(target.source), advice)
            of_all = f" ({place + 1} of {count})" if count > 1 else ""
            work(target, shown_name(target.source) + of_all)
        except BrokenPipeError:
            raise
        except (FermataError, OSError) as error:
            say(f"fermata: {explain(error)}")
            status = max(status, exit_status(error))
        except KeyboardInterrupt:
            if left := count - place - 1:
                say(f"{left} more {'file was' if left == 1 else 'files were'} not started.")
            raise
    return status


def expanded(words: Sequence[str]) -> list[Path]:
    """Return the files that words name, each once; a pattern without matches stays as it is."""
    found: list[Path] = []
    for word in words:
        is_pattern = has_magic(word) and not Path(word).exists()
        names = map(Path, glob(word, recursive=True)) if is_pattern else ()  # noqa: PTH207  absolute ones too
        found += sorted(path for path in names if path.is_file()) or [Path(word)]
    return list(dict.fromkeys(found))


def _to_standard_output(
    sources: Sequence[Path],
    forms: Sequence[Format],
    default: Format | None,
    source_form: Format | None,
) -> list[Target]:
    if len(forms) > 1:
        raise SettingsError("--to", "several formats go into a folder; name one with -o")
    form = forms[0] if forms else default
    if form and not form.is_text:
        raise SettingsError("--to", f"{form.name} is not text; name a file with -o")
    known = {form or source_form or format_by_name_of(source) for source in sources}
    apart = [it.name for it in known if it and it.is_text and it.name not in _RUN_ON]
    if len(sources) > 1 and apart:
        reason = f"several {apart[0]} files cannot be joined; name a folder with -o"
        raise SettingsError("--to" if forms else "--output", reason)
    return [Target(source, (Result(None, form),)) for source in sources]


def _into_folder(
    sources: Sequence[Path], folder: Path, forms: Sequence[Format | None]
) -> list[Target]:
    if STANDARD_INPUT in sources:
        reason = f"standard input has no name; give its result one, as -o {folder / 'NAME'}"
        raise SettingsError("--output", reason)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = f"{folder} cannot be the folder of the results: {error.strerror}"
        raise SettingsError("--output", reason) from error

    def named(source: Path, form: Format | None) -> Result:
        name = f"{source.stem}.{form.name}" if form else source.name
        return Result(folder / name, form)

    targets = [Target(it, tuple(named(it, form) for form in forms)) for it in sources]
    paths = Counter(result.path for target in targets for result in target.results)
    path, count = paths.most_common(1)[0]
    if count > 1:
        reason = f"{count} results would be written to {path}; process the files one at a time"
        raise SettingsError("--output", reason)
    return targets


def _format_of(output: Path, source: Path, default: Format | None) -> Format | None:
    if not output.suffix or (default is None and output.suffix == source.suffix):
        return default
    found = written_format(output)
    if found is None:
        reason = f"{output.name} has no known output format; add --to FORMAT"
        raise SettingsError("--output", reason)
    return found
