"""How characters sound: Jyutping for Cantonese, Pinyin for Mandarin.

Ref: Li et al. (2023), "PunCantonese", §3.4. A character has one row in the vocabulary, so it gets
its commonest reading, whatever its neighbours: onset, rime and tone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.network.backend import IntArray
from engine.text.scripts import is_cjk

Sound = tuple[str, str, str]
_JYUTPING = re.compile(r"(?:(ng|gw|kw|[bpmfdtnlgkhzcsjw])(?=[aeiouy]))?([a-z]+)([1-6])")


@dataclass(frozen=True, slots=True)
class SoundTable:
    """The sounds of tokens, (tokens, 3) int64: onset, rime and tone, 1 to `kinds`; 0 for none."""

    sounds: IntArray
    kinds: int


def read_sounds(name: str, tokenizer: Path) -> SoundTable:
    """Return how the characters in a tokenizer's vocabulary sound.

    Args:
        name: `jyutping` or `pinyin`.
        tokenizer: a `tokenizer.json`.

    Raises:
        ValueError: it has no such characters.
    """
    vocabulary: Mapping[str, int] = json.loads(tokenizer.read_text(encoding="utf-8"))["model"][
        "vocab"
    ]
    sounds = np.zeros((max(vocabulary.values()) + 1, 3), dtype=np.int64)
    kinds: dict[tuple[int, str], int] = {}
    for character, at in vocabulary.items():
        if len(character) != 1 or not is_cjk(character) or sounds[at].any():
            continue
        sound = _READINGS[name](character)
        for place, part in enumerate(sound or ()):
            sounds[at, place] = kinds.setdefault((place, part), len(kinds) + 1)
    if not kinds:
        raise ValueError(f"there is not a character in {tokenizer}")
    return SoundTable(sounds, len(kinds))


def jyutping_of(character: str) -> Sound | None:
    """Return onset, rime and tone in Cantonese, None if no reading is known."""
    import ToJyutping  # type: ignore[import-untyped]

    reading = ToJyutping.get_jyutping_list(character)[0][1]
    found = _JYUTPING.match(reading or "")
    return (found.group(1) or "", found.group(2), found.group(3)) if found else None


def pinyin_of(character: str) -> Sound | None:
    """Return onset, rime and tone in Mandarin, None if no reading is known."""
    from pypinyin import Style, lazy_pinyin

    parts = [
        lazy_pinyin(character, style=style, strict=False, errors="ignore")
        for style in (Style.INITIALS, Style.FINALS, Style.FINALS_TONE3)
    ]
    if not parts[1] or not parts[1][0]:
        return None
    tone = parts[2][0][-1]
    return parts[0][0], parts[1][0], tone if tone.isdigit() else "5"


_READINGS: Mapping[str, Callable[[str], Sound | None]] = {
    "jyutping": jyutping_of,
    "pinyin": pinyin_of,
}
SOUND_NAMES = tuple(_READINGS)
