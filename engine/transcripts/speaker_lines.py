"""Lines that say who speaks and when, as Otter exports them; they hold no spoken words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.transcripts.transcript import Part, Slot

_SPEAKER = re.compile(
    r"(?:\S[^\r\n]{0,60}?\s{2,})?(?:(?P<h>\d{1,3}):)?(?P<m>\d{1,2}):(?P<s>[0-5]\d)\s*"
)
_FOOTER = re.compile(r"Transcribed by https?://otter\.ai/?\s*", re.IGNORECASE)


def speaker_time_s(line: str) -> float | None:
    """Return when a turn begins, in seconds; None where the line is no head of a turn."""
    found = _SPEAKER.fullmatch(line)
    if found is None:
        return None
    hours, minutes, seconds = (int(found[name] or 0) for name in ("h", "m", "s"))
    return float(hours * 3600 + minutes * 60 + seconds)


def is_footer(line: str) -> bool:
    """True for the line that names the service."""
    return _FOOTER.fullmatch(line) is not None


def begun_at(parts: Iterable[Part], time_s: float | None) -> Iterator[Part]:
    """Give the first word the time at which its turn begins."""
    for part in parts:
        if time_s is not None and isinstance(part, Slot):
            yield replace(part, start_s=time_s)
            time_s = None
        else:
            yield part
