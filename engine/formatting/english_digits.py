"""English digits said one by one: telephone numbers, addresses of the internet."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from engine.formatting.english_clause import Clause, Spelling, kept
from engine.formatting.english_numerals import (
    SCALES,
    TEENS,
    TENS,
    below_hundred,
    read_digits,
    read_shorthand,
    two_digits,
)

_CODES = frozenset({"code", "zip", "postcode", "pin", "extension", "room", "flight"})


def telephone(clause: Clause, place: int) -> Spelling | None:
    """Digits one by one: "seven nine nine", a telephone number, an address of the internet."""
    has_plus = clause.at(place) == "plus"
    first = place + has_plus
    if (dotted := _dotted(clause, first)) is not None:
        return dotted
    digits, end = read_digits(clause.words, first)
    if has_plus and not digits and (code := below_hundred(clause.words, first)) is not None:
        digits, end = read_digits(clause.words, code[1])
        digits = f"{code[0]}{digits}" if len(digits) >= 7 else ""
    if len(digits) < 3 or end - first < 2:
        return None
    if clause.at(end) in {"hundred", "point", *SCALES, *TENS, *TEENS}:
        return None
    context = clause.words[max(0, place - 5) : place]
    is_whole = len(digits) in {7, 10, 11, 16} or not _CODES.isdisjoint(context)
    if clause.words[end - 1] in {"oh", "o"} and not is_whole:
        digits, end = digits[:-1], end - 1
    is_call = clause.words[first] in {"oh", "o"}
    steps = {int(b) - int(a) for a, b in itertools.pairwise(digits)}
    is_count = len(digits) < 7 and (steps in ({1}, {-1}) or (steps == {0} and len(digits) < 4))
    before = clause.at(place - 1)
    if len(digits) < 3 or is_count or (is_call and len(digits) < 7):
        return kept(place, end)
    if before in {"no", "any", "every", "some"}:
        return None
    return Spelling(place, end, _telephone_text(digits, context, has_plus=has_plus))


def _telephone_text(  # noqa: PLR0911  a line a length
    digits: str, context: Sequence[str], *, has_plus: bool
) -> str:
    size = len(digits)
    local = f"{digits[-10:-7]}-{digits[-7:-4]}-{digits[-4:]}"
    if has_plus:
        return f"+{digits[:-10]} {local}" if 10 < size < 14 else f"+{digits}"
    if size == 10:
        return local
    if size == 11:
        if digits.startswith("020"):
            return f"{digits[:3]} {digits[3:7]} {digits[7:]}"
        return f"{digits[:5]} {digits[5:]}" if digits[0] == "0" else f"{digits[0]} {local}"
    if size == 16:
        return " ".join(digits[n : n + 4] for n in range(0, 16, 4))
    if size == 9 and {"ssn", "social"} & set(context):
        return f"{digits[:3]}-{digits[3:5]}-{digits[5:]}"
    calls = {"call", "phone", "telephone", "dial", "at", "number", "cell", "mobile", "fax"}
    if size == 7 and (digits.startswith("555") or calls & set(context)):
        return f"{digits[:3]}-{digits[3:]}"
    return digits


def _dotted(clause: Clause, place: int) -> Spelling | None:
    """Return an IP address."""
    parts: list[str] = []
    end = place
    while len(parts) < 4:
        digits, after = read_digits(clause.words, end)
        short = read_shorthand(clause.words, end) or two_digits(clause.words, end)
        if short is not None and (short[1] > after or len(digits) > 3):
            digits, after = str(short[0]), short[1]
        if not digits or len(digits) > 3:
            return None
        parts.append(digits)
        end = after
        if len(parts) < 4:
            if clause.at(end) != "dot":
                return None
            end += 1
    return Spelling(place, end, ".".join(parts))
