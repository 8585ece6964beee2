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
        name: of the file that it reads.
        samples: what it reads well.
        read: reads the file, and all that can be asked of it.
        errors: all that may come out.
        pack: makes the file of a sample.
        prepare: puts beside the file what belongs there.
    """

    name: str
    samples: Sequence[bytes]
    read: Callable[[Path], object]
    errors: Errors
    pack: Callable[[bytes], bytes] = bytes
    prepare: Callable[[Path], object] = lambda _: None


def dumped(*tables: object) -> list[bytes]:
    """Return tables as files of JSON."""
    return [json.dumps(table).encode() for table in tables]
