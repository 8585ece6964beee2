"""The whole data path, from any source through any stages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from engine.types import Stage


def run(source: Iterable[Any], stages: Sequence[Stage[Any, Any]]) -> Iterator[Any]:
    """Push every item of the source through the stages, then flush them in order.

    What a stage yields goes to the next one at once, so that the last stage's values arrive while
    the source is still open.
    """
    for item in source:
        yield from _push(item, stages)
    yield from flush(stages)


def flush(stages: Sequence[Stage[Any, Any]]) -> Iterator[Any]:
    """Flush each stage into those that follow it."""
    for at, stage in enumerate(stages):
        for value in stage.flush():
            yield from _push(value, stages[at + 1 :])


def _push(item: Any, stages: Sequence[Stage[Any, Any]]) -> Iterator[Any]:  # noqa: ANN401  a stage's own type
    if not stages:
        yield item
        return
    for value in stages[0].push(item):
        yield from _push(value, stages[1:])
