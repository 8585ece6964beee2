"""`fermata listen`: live dictation in the terminal."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from app.commands.interrupts import first_interrupt
from app.commands.options import (
    add_language_option,
    add_punctuation_options,
    add_recogniser_options,
    add_spoken_options,
    chosen_recogniser,
    punctuation_settings,
)
from app.commands.terminal import quiet_libraries, say
from app.commands.wording import exit_status, explain
from engine.errors import FermataError, SettingsError
from engine.settings import Policy, PunctuationSettings

if TYPE_CHECKING:
    from concurrent.futures import Future

    from app.dictation.capture import CapturedMicrophone
    from app.dictation.recording import Recorded
    from engine.audio.sound_log import SoundLog
    from engine.recognisers.recogniser_process import RecogniserProcess
    from engine.recognisers.speech_models import RecogniserSpec
    from engine.types import SessionEvent

HELP = "dictate into the terminal"
DESCRIPTION = """Dictate into the terminal. A sentence is printed when it is finished and does not
change again; the words after it, shown dim, still may. Ctrl-C stops and keeps everything you
said. Without a terminal, only finished sentences are printed."""
EXAMPLES = """examples:
  fermata listen
  fermata listen > notes.txt           finished sentences, one per line
  fermata listen --save session.jsonl  also save the words, for `replay`
  fermata listen --device USB          the microphone with “USB” in its name"""
STATUS = """exit status:
  0 the session ended, also with Ctrl-C; 1 failure; 2 bad usage"""

_LATE_S, _STAYS_S = 4.0, 10.0  # as in the window


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--device", metavar="NAME|NUMBER", help="microphone; `fermata doctor` lists them"
    )
    parser.add_argument(
        "--save", type=Path, metavar="SESSION.jsonl", help="save the recognised words to a new file"
    )
    add_language_option(parser, "those of the active model")
    add_recogniser_options(parser)
    add_punctuation_options(parser)
    add_spoken_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Listen until Ctrl-C, or until the microphone is disconnected."""
    from app.dictation.capture import CapturedMicrophone
    from app.dictation.recogniser_text import describe
    from engine.audio.devices import find_microphone
    from engine.audio.sound_log import SoundLog

    save: Path | None = arguments.save
    if save is not None and save.is_file() and save.stat().st_size:  # it is never overwritten
        raise SettingsError("--save", f"{save} already exists; choose another name or delete it")
    settings = punctuation_settings(arguments, Policy.STREAMING, is_heard=True)
    spec = chosen_recogniser(arguments, settings)
    with ExitStack() as stack:
        stack.enter_context(quiet_libraries(is_wanted=not arguments.verbose))
        find_microphone(arguments.device)  # before loading models, which takes time
        sound = stack.enter_context(closing(SoundLog()))
        dictation = stack.enter_context(_dictation(save, settings, spec, sound))
        microphone = stack.enter_context(CapturedMicrophone(arguments.device or "", sound))
        stack.enter_context(first_interrupt(microphone.stop, or_end=True))
        status = _show(dictation(_announced(microphone, describe(spec))))
        if microphone.overflows:
            say(f"Sound was lost {microphone.overflows} times: this machine is too busy.")
    return status


@contextmanager
def _dictation(
    save: Path | None, settings: PunctuationSettings, spec: RecogniserSpec, sound: SoundLog
) -> Iterator[Callable[[Iterable[Recorded]], Iterator[SessionEvent]]]:
    """Load what a session needs; a recogniser that dies or hangs is restarted."""
    from engine.build import load_language_model
    from engine.paths import default_paths
    from engine.recognisers.listener import Listener
    from engine.recognisers.recogniser_process import RecogniserProcess
    from engine.recognisers.recorded_session import SessionRecorder
    from engine.session import Session
    from engine.types import Checkpoint

    def restart() -> Future[RecogniserProcess]:
        say("The recogniser stopped and is restarting. Nothing is lost.")
        return thread.submit(RecogniserProcess, spec)

    language = load_language_model(settings, default_paths())
    with ExitStack() as stack:
        recorder = () if save is None else (stack.enter_context(SessionRecorder(save)),)
        thread = stack.enter_context(ThreadPoolExecutor(1, "recogniser"))
        first = thread.submit(RecogniserProcess, spec)
        listener = stack.enter_context(closing(Listener(sound, first, restart)))
        session = Session(*language.stages(settings), settles=True)

        def events(recorded: Iterable[Recorded]) -> Iterator[SessionEvent]:
            source = warn_when_late(recorded, lambda: listener.behind_s)
            for event in session.run(source, listener, *recorder):
                if isinstance(event, Checkpoint):
                    sound.forget(event.until_s)
                yield event

        yield events


def warn_when_late(source: Iterable[Recorded], behind_s: Callable[[], float]) -> Iterator[Recorded]:
    """Say once that the recogniser has been behind for a while; `behind_s` returns by how much."""
    late_s = 0.0
    has_warned = False
    for recorded in source:
        yield recorded
        late_s = late_s + recorded.duration_s if behind_s() > _LATE_S else 0.0
        if late_s > _STAYS_S and not has_warned:
            has_warned = True
            say(
                "The recogniser is too slow for this computer: words come late, none is lost. "
                "`fermata models list` shows smaller ones for --speech-model."
            )


def _show(events: Iterable[SessionEvent]) -> int:
    from app.commands.terminal_view import TerminalView
    from engine.formatting.fields import filled, plain_value
    from engine.types import Update

    view = TerminalView()
    try:
        for event in events:
            if isinstance(event, Update):
                view.show(filled(event, plain_value))
    except FermataError as error:
        view.end()
        say(f"fermata: {explain(error).removesuffix('.')}; everything recognised so far is kept.")
        return exit_status(error)
    view.end()
    return 0


def _announced(microphone: CapturedMicrophone, recogniser: str) -> Iterator[Recorded]:
    """Announce the session with its first sound."""
    for number, recorded in enumerate(microphone):
        if not number:
            say(f"Listening ({microphone.name}, {recogniser}); Ctrl-C stops.")
        yield recorded
