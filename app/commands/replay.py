"""`fermata replay`: a recorded session through the live path."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from app.commands.options import (
    add_punctuation_options,
    add_spoken_options,
    punctuation_settings,
)
from app.commands.output import Output, open_output
from app.commands.terminal import Progress, note
from engine.errors import FermataError, TranscriptFormatError
from engine.settings import Policy

if TYPE_CHECKING:
    from engine.session import Session
    from engine.types import Hypothesis, Sentence, SessionEvent, SourceEvent

HELP = "replay a recorded session as if it were live"
DESCRIPTION = """Replay a recorded session as if it were dictated now, and print the final text.
A session is a file of Vosk's messages, one per line:

  {"result": [{"word", "start", "end", "conf"}, …], "text"}
  {"partial": "…", "t": seconds}"""
EXAMPLES = """examples:
  fermata replay s.jsonl                    the final text
  fermata replay s.jsonl --pace real        watch it being dictated
  fermata replay s.jsonl --policy segments  each pause ends a sentence
  fermata replay s.jsonl --events e.jsonl   what was committed when: a line each
                                            for input lines and the flush"""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("session", type=Path, metavar="SESSION.jsonl", help="recorded session")
    parser.add_argument(
        "--policy",
        choices=["streaming", "segments"],
        default="streaming",
        help="streaming: commit a sentence once the next has begun; segments: at each pause",
    )
    parser.add_argument(
        "--events",
        type=Path,
        metavar="EVENTS.jsonl",
        help="write what each line led to, one event a line",
    )
    parser.add_argument(
        "--pace",
        choices=["fast", "real"],
        default="fast",
        help="real: take as long as the speaker did (default: fast)",
    )
    add_punctuation_options(parser)
    add_spoken_options(parser)


def run(arguments: argparse.Namespace) -> int:
    from app.commands.terminal_view import can_redraw
    from engine.recognisers.recorded_session import RecordedSession

    recorded = RecordedSession(arguments.session, pace=arguments.pace)
    session = _session(arguments)
    with ExitStack() as stack:
        path, is_watched = arguments.session, arguments.pace == "real" and can_redraw()
        bar = Progress(path.name, _line_count(path), " lines", is_wanted=not is_watched)
        progress = stack.enter_context(bar)
        events = None
        if arguments.events:
            opened = open_output(arguments.events, [path], progress)
            events = stack.enter_context(opened)
        replay = Replay(events, progress)
        happened = replay.events(recorded, session)
        _watch(happened) if is_watched else _print(happened, path, progress)
    if replay.error is not None:
        raise replay.error
    if not replay.has_words:
        raise TranscriptFormatError(arguments.session, "there are no words in it")
    return 0


def _session(arguments: argparse.Namespace) -> Session:
    from engine.build import load_language_model
    from engine.paths import default_paths
    from engine.session import Session

    settings = punctuation_settings(arguments, Policy(arguments.policy))
    model = load_language_model(settings, default_paths())
    note(f"Model {model.bundle.name}, {model.backend.description}")
    return Session(*model.stages(settings), settles=settings.policy is Policy.STREAMING)


def _watch(events: Iterable[SessionEvent]) -> None:
    from app.commands.terminal_view import TerminalView
    from engine.types import Update

    view = TerminalView()
    for event in events:
        if isinstance(event, Update):
            view.show(event)
    view.end()


def _print(events: Iterable[SessionEvent], session: Path, progress: Progress) -> None:
    from app.commands.dictated_text import apply
    from app.document.document import Document

    document = Document(longest_paragraph=None)
    document.begin_session(0)
    with open_output(None, [session], progress) as output:
        for event in events:
            apply(document, event)
        output.write(f"{document.text}\n" if document.text else "")


def _line_count(path: Path) -> int | None:
    if not path.is_file():
        return None
    with path.open("rb") as file:
        return sum(not line.isspace() for line in file)


class Replay:
    """Plays back a session; an error is held back until everything before it has been shown.

    Writes what each hypothesis led to: the lines of `--events`, the last one for the flush.
    """

    def __init__(self, output: Output | None, progress: Progress) -> None:
        self.error: FermataError | None = None
        self.has_words = False
        self._output = output
        self._progress = progress
        self._end_s = 0.0
        self._tail = ""
        self._seam: str | None = None
        self._begin()

    def events(self, recorded: Iterable[SourceEvent], session: Session) -> Iterator[SessionEvent]:
        from engine.types import Update

        try:
            for event in session.run(self._watched(recorded)):
                if isinstance(event, Update):
                    self._committed += event.sentences
                    self._tail = event.tail
                    self._seam = event.seam if event.seam is not None else self._seam
                    self.has_words |= bool(event.sentences)
                yield event
        except FermataError as error:
            self.error = error
        self._write()

    def _watched(self, recorded: Iterable[SourceEvent]) -> Iterator[SourceEvent]:
        """Pass recorded events on; what happens before the next one belongs to this one."""
        from engine.types import Hypothesis

        for event in recorded:
            if isinstance(event, Hypothesis):
                self._end_s = _last_end_s(event, self._end_s)
            self._begin()
            yield event
            self._write()
            self._progress.advance(1)

    def _begin(self) -> None:
        self._committed: list[Sentence] = []
        self._seam = None
        self._began_s = time.perf_counter()

    def _write(self) -> None:
        taken_ms = (time.perf_counter() - self._began_s) * 1000
        from engine.types import joined_sentences

        event = {
            "t": round(self._end_s, 3),
            "ms": round(taken_ms, 3),
            "committed": joined_sentences(self._committed),
            "tail": self._tail,
        } | ({} if self._seam is None else {"seam": self._seam})
        if self._output is not None:
            self._output.write(json.dumps(event, ensure_ascii=False) + "\n")
        self._begin()


def _last_end_s(hypothesis: Hypothesis, before_s: float) -> float:
    """Return the end of the last word: its own, or for a partial the time of the message."""
    ends_s = [word.end_s for word in hypothesis.words if word.end_s is not None]
    if ends_s:
        return ends_s[-1]
    if hypothesis.words and hypothesis.time_s is not None:
        return hypothesis.time_s
    return before_s
