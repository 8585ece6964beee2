"""`fermata listen`: live dictation in the terminal."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from app.options import add_punctuation_options, add_recogniser_options, punctuation_settings
from engine.errors import FermataError
from engine.settings import Policy

if TYPE_CHECKING:
    from engine.audio.microphone import Microphone
    from engine.recognisers.recorded_session import SessionRecorder
    from engine.recognisers.speech_models import RecogniserSpec
    from engine.types import AudioChunk, Hypothesis, Stage, Update

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
        "--save", type=Path, metavar="SESSION.jsonl", help="file for the recognised words"
    )
    add_recogniser_options(parser)
    add_punctuation_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Listen until Ctrl-C, or until the microphone goes away."""
    from app.messages import say
    from app.quiet_libraries import quiet_libraries
    from app.speech import describe
    from engine.audio.devices import find_microphone
    from engine.audio.microphone import Microphone
    from engine.paths import default_paths
    from engine.recognisers.recogniser_process import RecogniserProcess
    from engine.recognisers.speech_models import choose_recogniser

    spec = choose_recogniser(arguments.recogniser, arguments.speech_model, default_paths())
    with ExitStack() as stack:
        stack.enter_context(quiet_libraries(is_wanted=not arguments.verbose))
        find_microphone(arguments.device)  # before the models take their time
        stages = [*_recording(arguments.save, stack), *_stages(arguments, spec)]
        recogniser = stack.enter_context(RecogniserProcess(spec))
        microphone = stack.enter_context(Microphone(arguments.device))
        stack.enter_context(_stopped_by_interrupt(microphone))
        chunks = _announced(microphone, f"{microphone.info.name}, {describe(spec)}")
        status = _show(_updates(chunks, recogniser, stages))
        if microphone.overflows:
            say(f"Sound was lost {microphone.overflows} times: this machine is too busy.")
    return status


def _stages(arguments: argparse.Namespace, spec: RecogniserSpec) -> list[Stage[Any, Any]]:
    from engine.build import load_language_model
    from engine.paths import default_paths
    from engine.recognisers.settled_words import SettledWords

    settings = punctuation_settings(arguments, Policy.STREAMING)
    settings = replace(settings, partials_grow=spec.partials_grow)
    model = load_language_model(settings, default_paths())
    settled = [SettledWords()] if spec.partials_grow else []
    return [*settled, model.punctuator(settings)]


def _updates(
    chunks: Iterable[AudioChunk],
    recogniser: Stage[AudioChunk, Hypothesis],
    stages: list[Stage[Any, Any]],
) -> Iterator[Update]:
    from app.whole_session import run_whole

    return run_whole(run_whole(chunks, [recogniser]), stages)


def _show(updates: Iterable[Update]) -> int:
    """Show updates until the session ends; return the exit status."""
    from app.error_text import exit_status, explain
    from app.live_view import LiveView
    from app.messages import say

    view = LiveView()
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
    from app.messages import say

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


def _recording(path: Path | None, stack: ExitStack) -> Iterator[_Recording]:
    if path is not None:
        from engine.recognisers.recorded_session import SessionRecorder

        yield _Recording(stack.enter_context(SessionRecorder(path)))


class _Recording:
    """A stage that writes down what passes."""

    def __init__(self, recorder: SessionRecorder) -> None:
        self._recorder = recorder

    def push(self, hypothesis: Hypothesis) -> Iterator[Hypothesis]:
        self._recorder.write(hypothesis)
        yield hypothesis

    def flush(self) -> Iterator[Hypothesis]:
        yield from ()
