"""Time scaled to a machine of the usual speed: the one that runs the tests may be slower.

Virtual machines on CI share their cores, and take up to 2.5 times as long for seconds or hours.
"""

from __future__ import annotations

import time

_ROUNDS = 10_000
_USUAL_MS = 1.9  # Python 3.11 on an undisturbed Xeon of 2.5 GHz


def usual_ms(do):
    """Return this thread's processor time for a function, corrected for a slow machine."""
    before_ms = _reference_ms()
    took_ms = _thread_ms(do)
    now_ms = (before_ms + _reference_ms()) / 2
    return took_ms / max(1.0, now_ms / _USUAL_MS)


def _reference_ms():
    return _thread_ms(_work)


def _work():
    table = {}
    for number in range(_ROUNDS):
        table[number & 0xFFF] = str(number)


def _thread_ms(do):
    began_s = time.thread_time()
    do()
    return (time.thread_time() - began_s) * 1000
