"""What to do with the marks and capitals of a transcript."""

from __future__ import annotations

from enum import Enum


class Treatment(Enum):
    """What to do with the marks and capitals of a text.

    Attributes:
        REPAIR: They are evidence: likely ones stay, sentences falsely split at pauses are joined,
            unpunctuated stretches are filled in.
        FROM_SCRATCH: They are ignored and restored from the words.
        ONLY_ADD: They stay, and others are added.
    """

    REPAIR = "repair"
    FROM_SCRATCH = "from-scratch"
    ONLY_ADD = "only-add"
