"""How cost grows with size: a ratio within one run."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

_MORE, _MOST = 16, 64  # linear is 16, quadratic 256
_MOST_OF_ANOTHER = 8


def cost_s(work: Callable[[], object]) -> float:
    """Return the processor time, the best of three."""
    return min(_once_s(work) for _ in range(3))


def assert_grows_with_length(work: Callable[[int], object], count: int) -> None:
    """Process `count` items, and sixteen times as many; fail if the cost grows much faster."""
    few_s, many_s = cost_s(lambda: work(count)), cost_s(lambda: work(_MORE * count))
    assert many_s < _MOST * few_s


def assert_costs_no_more(work: Callable[[], object], other: Callable[[], object]) -> None:
    assert cost_s(work) < _MOST_OF_ANOTHER * cost_s(other)


def _once_s(work: Callable[[], object]) -> float:
    gc.disable()  # it looks at everything else in the process
    try:
        began_s = time.process_time()
        work()
        return time.process_time() - began_s
    finally:
        gc.enable()
