"""The times of a subtitle, as SRT and WebVTT write them."""

from __future__ import annotations

import re

_TIME = r"(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[,.](\d{1,3})"
_TIMING = re.compile(rf"\s*{_TIME}\s*-->\s*{_TIME}(?:\s.*)?", re.DOTALL)
_LOOKS_TIMED = re.compile(r"-->|^\s*\d{1,2}:\d{2}(?::\d{2})?[,.:]\d+\s*[-–—>]")


def read_times(line: str) -> tuple[float, float] | None:
    """Return start and end of a cue in seconds, None where this is no line of times."""
    found = _TIMING.fullmatch(line)
    if found is None:
        return None
    groups = found.groups()
    return _seconds(groups[:4]), _seconds(groups[4:])


def looks_timed(line: str) -> bool:
    """True for a line that is, or was meant to be, the times of a cue."""
    return _LOOKS_TIMED.search(line) is not None


def write_time(time_s: float, *, decimal_sign: str) -> str:
    """Return a time as `00:00:00,000`; SRT has a comma, WebVTT a point."""
    whole_ms = round(time_s * 1000)
    hours, rest_ms = divmod(whole_ms, 3_600_000)
    minutes, rest_ms = divmod(rest_ms, 60_000)
    seconds, thousandths = divmod(rest_ms, 1000)
    return f"{hours:02}:{minutes:02}:{seconds:02}{decimal_sign}{thousandths:03}"


def _seconds(groups: tuple[str | None, ...]) -> float:
    hours, minutes, seconds, fraction = (group or "0" for group in groups)
    whole = int(hours) * 3600 + int(minutes) * 60 + int(seconds)
    return whole + int(fraction.ljust(3, "0")) / 1000
