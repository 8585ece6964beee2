"""Fine-tune a bundle on a person's own texts and report progress in JSON lines.

`fermata train` is its friendly front. Ctrl-C and SIGTERM cancel and leave nothing behind.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import signal
import sys
import threading
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine.errors import DiskSpaceError, FermataError, TrainingError
from engine.installation import missing_for_training, way_to
from engine.messages import Message
from engine.models.active import active_model
from engine.paths import default_paths

_CANCELLED, _FAILED, _BAD_INPUT = 130, 1, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--from", dest="start", help="name or folder of a bundle")
    parser.add_argument("--texts", type=Path, nargs="+", required=True, help="files to learn from")
    parser.add_argument("--name", required=True, help="of the new model")
    parser.add_argument("--activate", choices=["if-better", "always", "never"], default="if-better")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--until-stdin-ends", action="store_true", help="cancel when standard input is closed"
    )


def run(options: argparse.Namespace) -> None:
    """Print one JSON object per line; the last is `done`, `cancelled` or `failed`.

    Raises:
        SystemExit: it was cancelled (130), the input is wrong (2), or it failed (1).
    """
    logging.getLogger().setLevel(logging.ERROR)  # quantisation has advice for everyone
    try:
        _cancel_on_signals()
        if options.until_stdin_ends:
            threading.Thread(target=_cancel_at_end_of_input, daemon=True).start()
        _fine_tune(options)
    except KeyboardInterrupt:
        _tell_last({"event": "cancelled"})
        raise SystemExit(_CANCELLED) from None
    except (FermataError, OSError) as error:
        _tell_last({"event": "failed", **_described(error)})
        is_failure = isinstance(error, OSError | DiskSpaceError)
        raise SystemExit(_FAILED if is_failure else _BAD_INPUT) from error


def _fine_tune(options: argparse.Namespace) -> None:
    missing = missing_for_training()
    if missing:
        reason = Message("not installed, and training needs it: {way}", way=way_to("train"))
        raise TrainingError(missing[0], reason)
    from training.finetuning.fine_tuning import Activation, Request, fine_tune

    paths = default_paths()
    request = Request(
        start=options.start or active_model(paths),
        texts=tuple(options.texts),
        name=options.name,
        activation=Activation(options.activate),
        seed=options.seed,
    )
    with closing(fine_tune(request, paths)) as reports:
        for report in reports:
            _tell(report.to_table())


def _tell(table: Mapping[str, Any]) -> None:
    print(json.dumps(table, default=os.fspath), flush=True)


def _tell_last(table: Mapping[str, Any]) -> None:
    with suppress(BrokenPipeError):  # nobody may be reading any more
        _tell(table)


def _described(error: FermataError | OSError) -> dict[str, Any]:
    """Return what another process needs to raise the error again."""
    if isinstance(error, OSError):
        return {"error": "OSError", "fields": [error.errno, error.strerror, error.filename]}
    values = asdict(error)  # type: ignore[call-overload]  # each of our errors is a dataclass
    return {"error": type(error).__name__, "fields": [*values.values()]}


def _cancel_on_signals() -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _cancel)


def _cancel(*_: object) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # once is enough: tidying up must not be cut short
    raise KeyboardInterrupt


def _cancel_at_end_of_input() -> None:
    with suppress(OSError):
        while os.read(sys.stdin.fileno(), 1024):
            pass
    signal.raise_signal(signal.SIGINT)
