"""English digits said one by one: telephone numbers, IP addresses."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from engine.formatting.english_clause import Clause, Figures, kept
from engine.formatting.english_numerals import (
    SCALES,
    TEENS,
    TENS,
    below_hundred,
    read_digits,
    read_shorthand,
    two_digits,
)

_MOST_PARTS = 4
_FEWEST_PIECES, _MOST_PIECES = 5, 12
_CALLS = frozenset({"call", "phone", "telephone", "dial", "at", "number", "cell", "mobile", "fax"})
_OH = frozenset({"oh", "o"})
_SECRETS = frozenset({"password", "passcode", "code", "pin", "dial"})
_CODES = frozenset({"code", "zip", "postcode", "pin", "extension", "room", "flight"})


def telephone(clause: Clause, place: int) -> Figures | None:
    """Read digits said one by one: "seven nine nine", a telephone number, an IP address."""
    has_plus = clause.at(place) == "plus"
    first = place + has_plus
    found = _dotted(clause, first, "dot", 4) or _dotted(clause, first, "point", 3)
    if found is None and not has_plus:
        found = _called(clause, first)
    if found is not None:
        return found
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
    if clause.words[end - 1] in _OH and not is_whole:
        digits, end = digits[:-1], end - 1
    is_call = clause.words[first] in _OH
    steps = {int(b) - int(a) for a, b in itertools.pairwise(digits)}
    is_count = len(digits) < 7 and (steps in ({1}, {-1}) or (steps == {0} and len(digits) < 4))
    before = clause.at(place - 1)
    is_count = is_count and _SECRETS.isdisjoint(context)
    if len(digits) < 3 or is_count or (is_call and len(digits) < 7):
        return kept(place, end)
    if before in {"no", "any", "every", "some"}:
        return None
    text = _telephone_text(digits, context, has_plus=has_plus)
    says_oh = not _OH.isdisjoint(clause.words[first:end])  # which the network takes for "Oh, …"
    return Figures(place, end, text, is_word=says_oh)


def _telephone_text(  # noqa: PLR0911  a line per length
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
    if size == 7 and (digits.startswith("555") or not _CALLS.isdisjoint(context)):
        return f"{digits[:3]}-{digits[3:]}"
    return digits


def _called(clause: Clause, place: int) -> Figures | None:
    """Return a telephone number with "nine hundred" or "twelve" among its digits."""
    digits, end, pieces = "", place, 0
    while pieces < _MOST_PIECES:
        length = 2 if clause.at(end) in {"double", "triple"} else 1
        run, after = read_digits(clause.words[end : end + length], 0)
        after += end
        pair = below_hundred(clause.words, end) if not run else None
        if not run and pair is None:
            break
        piece, after = (run, after) if pair is None else (str(pair[0]), pair[1])
        if len(piece) == 1 and clause.at(after) == "hundred":
            rest = below_hundred(clause.words, after + 1) or (0, 0)
            is_one = rest[0] >= 10  # two hundred twelve, but not eight hundred five five five
            piece, after = (f"{piece}{rest[0]}", rest[1]) if is_one else (f"{piece}00", after + 1)
        digits, end, pieces = digits + piece, after, pieces + 1
    is_plain = pieces == len(digits) or clause.words[place:end].count("hundred") > 1
    size = len(digits)
    context = clause.words[max(0, place - 5) : place]
    is_call = size == 7 and not _CALLS.isdisjoint(context)
    is_long = size == 10 or (size == 11 and digits[0] in "01")
    if is_plain or pieces < _FEWEST_PIECES or not (is_call or is_long):
        return None
    return Figures(place, end, _telephone_text(digits, context, has_plus=False))


def _dotted(clause: Clause, place: int, joint: str, fewest: int) -> Figures | None:
    """Return an IP address, or a version ("one point two point three")."""
    parts: list[str] = []
    end = place
    while len(parts) < _MOST_PARTS:
        digits, after = read_digits(clause.words, end)
        short = read_shorthand(clause.words, end) or two_digits(clause.words, end)
        if short is not None and (short[1] > after or len(digits) > 3):
            digits, after = str(short[0]), short[1]
        if not digits or len(digits) > 3:
            break
        parts.append(digits)
        end = after
        if clause.at(end) != joint:
            break
        end += 1
    if len(parts) < fewest or clause.words[end - 1] == joint:
        return None
    return Figures(place, end, ".".join(parts))
