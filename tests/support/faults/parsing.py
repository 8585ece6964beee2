"""What a parser under attack is."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import FermataError

Errors = tuple[type[FermataError], ...]


@dataclass(frozen=True)
class Parser:
    """A parser under attack.

    Attributes:
        name: of the file it reads.
        samples: files it reads well.
        read: reads the file, and everything that can be asked of it.
        errors: all errors that may come out.
        pack: turns a sample into the file.
        prepare: puts accompanying files beside it.
    """

    name: str
    samples: Sequence[bytes]
    read: Callable[[Path], object]
    errors: Errors
    pack: Callable[[bytes], bytes] = bytes
    prepare: Callable[[Path], object] = lambda _: None


def dumped(*tables: object) -> list[bytes]:
    """Return tables as JSON files."""
    return [json.dumps(table).encode() for table in tables]
