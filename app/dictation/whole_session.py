"""A session to its end, however it ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from engine.errors import FermataError
from engine.session import flush, run
from engine.types import Stage


def run_whole(source: Iterable[Any], stages: Sequence[Stage[Any, Any]]) -> Iterator[Any]:
    """Run a session; where it fails, what the stages hold back is yielded before the error goes on.

    So everything that was heard is committed when a microphone is unplugged or a file ends in
    rubbish. A stage that may fail itself belongs into the source of a second `run_whole`.

    Raises:
        FermataError, OSError: what the source or a stage raised.
    """
    try:
        yield from run(source, stages)
    except (FermataError, OSError):
        yield from flush(stages)
        raise
