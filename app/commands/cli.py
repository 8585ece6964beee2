"""`fermata`: the same engine without a window."""

from __future__ import annotations

import argparse
import logging
import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, NoReturn

from app.commands import doctor, listen, models, punctuate, replay, train, transcribe, window
from app.commands.interrupts import INTERRUPTED, Interrupts, ended_in_order
from app.commands.terminal import prepare_streams, say, terminal_size
from app.commands.wording import exit_status, explain
from app.privacy import leave_no_memory, place_of
from engine.errors import FermataError, SettingsError

_log = logging.getLogger(__name__)
_COMMANDS = (window, transcribe, punctuate, replay, listen, train, models, doctor)
_BROKEN_PIPE = 141  # as if killed by SIGPIPE
_HINT = "`fermata --verbose …` shows where, for a report"
_EXAMPLES = """examples:
  fermata                                  open or show the window
  fermata talk.mp3 notes.txt               open files in it
  fermata --toggle                         start or stop dictation
  fermata listen                           dictate here; Ctrl-C stops
  fermata transcribe talk.mp3 -o talk.srt  make subtitles from a recording
  fermata punctuate notes.txt              punctuate a transcript
  fermata doctor                           what is installed and what is missing

`fermata COMMAND --help` describes a command."""
_STATUS = """exit status:
  0 success, 1 failure, 2 bad input or usage, 130 stopped with Ctrl-C"""
_MOST_COLUMNS = 100  # longer lines of help are hard to read


def run() -> NoReturn:
    prepare_streams()
    leave_no_memory()
    sys.exit(main(sys.argv[1:]))


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; errors become one sentence each."""
    # ONNX Runtime 1.29 and later report to Microsoft unless told otherwise before they load
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    interrupts = Interrupts()
    try:
        return _run(argv)
    except SystemExit as end:  # how argparse ends on --help and wrong usage
        return end.code if isinstance(end.code, int) else 1
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _discard_output()
        return _BROKEN_PIPE
    except Exception as error:  # noqa: BLE001  the last chance to explain it
        return INTERRUPTED if interrupts.are_behind(error) else _failed(error)
    finally:
        interrupts.close()


def _failed(error: Exception) -> int:
    _log.debug("why: %s", place_of(error))
    if isinstance(error, FermataError | OSError):
        say(f"fermata: {explain(error)}")
        return exit_status(error)
    if isinstance(error, ImportError):
        library = re.match(r"lib\S+\.so[.\d]*(?=: cannot open shared object)", str(error))
        package = f"The package {error.name}" if error.name else "A package"
        what = f"The system library {library[0]}" if library else package
        say(f"fermata: {what} is missing or broken; see `fermata doctor`.")
    else:
        say(f"fermata: Something inside Fermata failed ({type(error).__name__}); {_HINT}.")
    return 1


def _run(argv: Sequence[str] | None) -> int:
    parser = _parser()
    words = with_command(sys.argv[1:] if argv is None else argv, parser.error)
    arguments = parser.parse_args(words)
    _set_up_logging(verbose=arguments.verbose)
    # the window handles its own end
    with nullcontext() if arguments.run is window.run else ended_in_order():
        try:
            status: int = arguments.run(arguments)
        except SettingsError as error:
            if error.setting.startswith("-"):  # an option: the usage is wrong
                arguments.refuse(explain(error).removesuffix("."))
            raise
        sys.stdout.flush()  # a broken pipe shows up here rather than at interpreter exit
    return status


def with_command(argv: Sequence[str], refuse: Callable[[str], NoReturn]) -> list[str]:
    """Insert the command for files given without one: the window opens them.

    Without a screen, or with options saying what to do, they are transcribed or punctuated.
    """
    words = list(argv)
    at = next((at for at, word in enumerate(words) if not word.startswith("-")), len(words))
    names = {command.__name__.rpartition(".")[2] for command in _COMMANDS}
    if at == len(words) or words[at] in names:
        return words
    if not Path(words[at]).exists():
        if Path(words[at]).suffix or os.sep in words[at]:
            refuse(f"there is no file {words[at]}")
        return words
    has_options = any(word.startswith("-") for word in words[at:])
    return [*words[:at], _command_for(Path(words[at]), has_options=has_options), *words[at:]]


def _command_for(file: Path, *, has_options: bool) -> str:
    from app.desktop.screen import usable_platform
    from app.files.job import FileKind, kind_of

    if file.is_dir() or (not has_options and usable_platform() is not None):
        return "window"
    return "transcribe" if kind_of(file) is FileKind.RECORDING else "punctuate"


def _set_up_logging(*, verbose: bool) -> None:
    handler = _Said() if verbose else logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(relativeCreated)6d ms %(name)s %(message)s"))
    logging.getLogger().addHandler(handler)
    if verbose:
        logging.getLogger().setLevel(logging.DEBUG)


class _Said(logging.Handler):
    """Logs to where all other messages go, but never blocks."""

    def emit(self, record: logging.LogRecord) -> None:
        say(self.format(record), patience_s=0.0)


def _discard_output() -> None:
    """Send the interpreter's last flush nowhere: the reader has gone."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


class _Help(argparse.HelpFormatter):
    """As wide as the terminal; paragraphs with indented lines (examples) stay as they are."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=min(terminal_size().columns, _MOST_COLUMNS) - 2)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        paragraphs = text.split("\n\n")
        plain = super()._fill_text
        return "\n\n".join(it if "\n  " in it else plain(it, width, indent) for it in paragraphs)


class _Parser(argparse.ArgumentParser):
    """Reports errors in one sentence, without the usage before it."""

    def __init__(self, **options: Any) -> None:  # noqa: ANN401  argparse's own
        epilog = options.pop("epilog", None) or _STATUS
        super().__init__(allow_abbrev=False, formatter_class=_Help, epilog=epilog, **options)

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"fermata: {message}; see `{self.prog} --help`.\n")


class _CommandParser(_Parser):
    """Rejects unknown arguments itself, so that the message names its own help."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:  # noqa: ANN401
        known, others = super().parse_known_args(args, namespace)
        if others:
            self.error(f"unrecognized arguments: {' '.join(others)}")
        return known, others


class _Version(argparse.Action):
    """Prints the version, which is looked up only if asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from engine.installation import version

        print(f"fermata {version() or '(not installed)'}")
        parser.exit()


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="fermata",
        description="Offline dictation that does not mistake a pause for a full stop.",
        epilog=f"{_EXAMPLES}\n\n{_STATUS}",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    parser.add_argument(
        "--verbose", action="store_true", help="log more detail, never what is said"
    )
    parser.set_defaults(run=window.run, refuse=parser.error)
    window.add_commands(parser)
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=_CommandParser)
    for command in _COMMANDS:
        examples = getattr(command, "EXAMPLES", "")
        options = commands.add_parser(
            command.__name__.rpartition(".")[2],
            help=command.HELP,
            description=command.DESCRIPTION,
            epilog="\n\n".join(filter(None, (examples, getattr(command, "STATUS", _STATUS)))),
        )
        options.set_defaults(run=command.run, refuse=options.error)
        command.add_options(options)
    return parser
