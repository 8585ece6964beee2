"""How the marks and capitals that stand in a transcript are treated."""

from __future__ import annotations

from enum import Enum


class Treatment(Enum):
    """What becomes of the marks and capitals of a text.

    Attributes:
        REPAIR: they are evidence: what is likely stays, false stops at pauses are joined, bare
            stretches are filled.
        FROM_SCRATCH: they are ignored and restored from the words.
        ONLY_ADD: they stay, and are only added to.
    """

    REPAIR = "repair"
    FROM_SCRATCH = "from-scratch"
    ONLY_ADD = "only-add"
