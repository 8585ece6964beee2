"""`fermata listen`: live dictation in the terminal."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from app.commands.options import (
    add_punctuation_options,
    add_recogniser_options,
    chosen_recogniser,
    punctuation_settings,
)
from engine.errors import FermataError, SettingsError
from engine.settings import Policy, PunctuationSettings

if TYPE_CHECKING:
    from app.dictation.command_line import CommandLineDictation
    from engine.audio.microphone import Microphone
    from engine.recognisers.speech_models import RecogniserSpec
    from engine.types import AudioChunk, Update

_DESCRIPTION = """Dictate into the terminal. A sentence is printed when it is finished and never
changes again; the words behind it, shown dim, still may. Ctrl-C ends the session and
keeps everything that was said. Without a terminal only finished sentences are printed."""
_EXAMPLES = """examples:
  fermata listen
  fermata listen > notes.txt                 finished sentences, one a line
  fermata listen --save session.jsonl        also keep the recognised words for `replay`
  fermata listen --device USB                the microphone with “USB” in its name"""


def register(commands: Any) -> None:  # noqa: ANN401  argparse hides this type
    """Add the command to the command line."""
    parser = commands.add_parser(
        "listen",
        help="dictate into the terminal",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--device", metavar="NAME|NUMBER", help="microphone; `fermata doctor` lists them"
    )
    parser.add_argument(
        "--save", type=Path, metavar="SESSION.jsonl", help="new file for the recognised words"
    )
    add_recogniser_options(parser)
    add_punctuation_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Listen until Ctrl-C, or until the microphone goes away."""
    from app.commands.console import say
    from app.commands.quiet_libraries import quiet_libraries
    from app.dictation.recogniser_text import describe
    from engine.audio.devices import find_microphone
    from engine.audio.microphone import Microphone

    _refuse_existing(arguments.save)
    settings = punctuation_settings(arguments, Policy.STREAMING)
    spec = chosen_recogniser(arguments, settings)
    with ExitStack() as stack:
        stack.enter_context(quiet_libraries(is_wanted=not arguments.verbose))
        find_microphone(arguments.device)  # before the models take their time
        dictation = stack.enter_context(_dictation(arguments.save, settings, spec))
        microphone = stack.enter_context(Microphone(arguments.device))
        stack.enter_context(_stopped_by_interrupt(microphone))
        chunks = _announced(microphone, f"{microphone.info.name}, {describe(spec)}")
        status = _show(dictation.updates(chunks))
        if microphone.overflows:
            say(f"Sound was lost {microphone.overflows} times: this machine is too busy.")
    return status


def _refuse_existing(save: Path | None) -> None:
    """Keep an older session: what was said cannot be said again.

    Raises:
        SettingsError: there is something in the file.
    """
    if save is not None and save.is_file() and save.stat().st_size:
        raise SettingsError("--save", f"{save} is there already; choose another name, or delete it")


@contextmanager
def _dictation(
    save: Path | None, settings: PunctuationSettings, spec: RecogniserSpec
) -> Iterator[CommandLineDictation]:
    from app.dictation.command_line import CommandLineDictation
    from engine.build import load_language_model
    from engine.paths import default_paths
    from engine.recognisers.recorded_session import SessionRecorder

    language = load_language_model(settings, default_paths())
    with ExitStack() as stack:
        recorder = None if save is None else stack.enter_context(SessionRecorder(save))
        note = (lambda _: None) if recorder is None else recorder.write
        dictation = CommandLineDictation(spec, language, settings, note)
        stack.callback(dictation.close)
        yield dictation


def _show(updates: Iterable[Update]) -> int:
    """Show updates until the session ends; return the exit status."""
    from app.commands.console import say
    from app.commands.terminal_view import TerminalView
    from app.error_text import exit_status, explain

    view = TerminalView()
    try:
        for update in updates:
            view.show(update)
    except FermataError as error:
        view.end()
        say(f"fermata: {explain(error).removesuffix('.')}; all that was heard before is kept.")
        return exit_status(error)
    view.end()
    return 0


def _announced(chunks: Iterable[AudioChunk], what: str) -> Iterator[AudioChunk]:
    """Say that it listens once it really does."""
    from app.commands.console import say

    is_first = True
    for chunk in chunks:
        if is_first:
            say(f"Listening ({what}); Ctrl-C ends the session.")
            is_first = False
        yield chunk


@contextmanager
def _stopped_by_interrupt(microphone: Microphone) -> Iterator[None]:
    """Let the first Ctrl-C end the recording, and a second one the program."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before)
        microphone.stop()

    before = signal.signal(signal.SIGINT, stop)
    terminated = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        signal.signal(signal.SIGTERM, terminated)
