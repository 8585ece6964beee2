"""When a piece of a JSON transcript was said, in each service's own way."""

from __future__ import annotations

from typing import Any

_HUGE = 1e9
_OTTER_UNITS_A_SECOND = 16_000


def number(holder: dict[str, Any], key: str) -> float | None:
    """Return a number, also one that is written as a text (Amazon), None where there is none."""
    value = holder.get(key)
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return None
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    return float(value) if abs(value) < _HUGE else None


def segment_times(holder: dict[str, Any]) -> tuple[float, float] | None:
    """Return begin and end in seconds: of Whisper, of whisper.cpp (ms), of Otter (samples)."""
    offsets = holder.get("offsets")
    for source, begin_key, end_key, units in (
        (holder, "start", "end", 1),
        (offsets if isinstance(offsets, dict) else {}, "from", "to", 1000),
        (holder, "start_offset", "end_offset", _OTTER_UNITS_A_SECOND),
    ):
        begin, end = number(source, begin_key), number(source, end_key)
        if begin is not None and end is not None and begin <= end:
            return begin / units, end / units
    return None


def words_begin_s(holder: dict[str, Any]) -> float:
    """Return what the times of the words count from: with Otter, the begin of their segment."""
    offset = number(holder, "start_offset") if "alignment" in holder else None
    return (offset or 0.0) / _OTTER_UNITS_A_SECOND
