"""Speech by Debian's synthesisers: flite, festival and espeak-ng."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from training.evaluation.bench.dictation import sound_of

_COMMANDS: Mapping[str, tuple[str, ...]] = {  # and the file with the text
    "flite": ("flite", "-voice", "{voice}", "-o", "{sound}", "-f"),
    "festival": ("text2wave", "-F", "16000", "-o", "{sound}", "-eval", "(voice_{voice})"),
    "espeak-ng": ("espeak-ng", "-v", "{voice}", "-w", "{sound}", "-f"),
}


@dataclass(frozen=True, slots=True)
class Voice:
    """One voice of a synthesiser."""

    program: str
    name: str


def is_installed(program: str) -> bool:
    return shutil.which(_COMMANDS[program][0]) is not None


def speech(text: str, voice: Voice) -> bytes:
    """Return a voice reading a text: int16 samples, little-endian, 16 kHz."""
    with tempfile.TemporaryDirectory() as folder:
        said, sound = Path(folder) / "said.txt", Path(folder) / "said.wav"
        said.write_text(text, encoding="utf-8")
        command = [it.format(voice=voice.name, sound=sound) for it in _COMMANDS[voice.program]]
        subprocess.run([*command, said], check=True)  # noqa: S603
        return sound_of(sound)
