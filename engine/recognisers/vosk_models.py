"""What makes a folder a Vosk model."""

from __future__ import annotations

from pathlib import Path

from engine.errors import ModelFormatError
from engine.messages import Message
from engine.regular_file import has_content

# the newer layout and the older, flat one; of the files in one row any one will do
_LAYOUT = (
    ("am/final.mdl",),
    ("conf/mfcc.conf", "conf/fbank.conf"),
    ("conf/model.conf",),
    ("graph/HCLG.fst", "graph/HCLr.fst"),
)
_FLAT_LAYOUT = (("final.mdl",), ("mfcc.conf",), ("HCLG.fst", "HCLr.fst"))


def is_vosk_model(folder: Path) -> bool:
    """Whether a folder looks like one, complete or not."""
    return any((folder / name).is_file() for name in ("am/final.mdl", "final.mdl"))


def check_vosk_model(folder: Path) -> None:
    """Raise ModelFormatError where a file is missing or empty without which Vosk aborts."""
    flat = (folder / "final.mdl").is_file() and not (folder / "am").exists()
    for names in _FLAT_LAYOUT if flat else _LAYOUT:
        if not any(has_content(folder / name) for name in names):
            reason = Message("{file} is missing or empty", file=" or ".join(names))
            raise ModelFormatError(folder, reason)
