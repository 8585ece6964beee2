"""Numerals of Chinese, of Cantonese among them, and what they amount to."""

from __future__ import annotations

from typing import Final

from engine.settings import NumberStyle

DIGITS: Final = {
    **{sign: value for value, sign in enumerate("零一二三四五六七八九")},
    **{sign: value for value, sign in enumerate("零壹贰叁肆伍陆柒捌玖")},
    **{sign: value for value, sign in enumerate("零壹貳參肆伍陸柒捌玖")},
    **dict.fromkeys("两兩俩", 2),
    **dict.fromkeys("〇○", 0),
    "幺": 1,
    "叁": 3,
}
_SMALL: Final = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
_JOINED: Final = {"廿": 20, "卅": 30, "卌": 40}  # Cantonese says them
_LARGE: Final = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8, "兆": 10**12}


def read_number(numeral: str) -> int | None:  # noqa: C901, PLR0911, PLR0912  one automaton
    """Return what a whole number said with 十, 百, 千, 万, 亿 amounts to; None where it is none.

    "一百二" is 120, as it is said; what is no number as a whole ("五六") is none.
    """
    total = section = 0
    digit: int | None = None
    last, last_large = 10**9, 10**17
    unit_before = 0
    has_zero = False
    for sign in numeral:
        if sign in DIGITS and DIGITS[sign] == 0:
            if digit is not None:
                return None
            has_zero, unit_before = True, 0
        elif sign in DIGITS:
            if digit is not None:
                return None
            digit = DIGITS[sign]
        elif sign in _JOINED:
            if digit is not None or last <= 10:
                return None
            section, last, unit_before = section + _JOINED[sign], 10, 0
        elif sign in _SMALL:
            size = _SMALL[sign]
            if size >= last or (digit is None and size > 10):
                return None
            section, last, unit_before = (
                section + (1 if digit is None else digit) * size,
                size,
                size,
            )
            digit = None
        elif sign in _LARGE:
            size = _LARGE[sign]
            section += digit or 0
            if size >= last_large or (not section and not total):
                return None
            total, section = (total + section) * size if not total else total + section * size, 0
            digit, last, last_large, unit_before = None, 10**9, size, size
        else:
            return None
    if digit is not None:
        is_short = unit_before >= 100 and not (has_zero and unit_before == 0) and numeral[-2:-1]
        section += digit * (unit_before // 10 if is_short else 1)
    return total + section


def read_digits(numeral: str) -> str:
    return "".join(str(DIGITS[sign]) for sign in numeral)


def number_text(numeral: str, style: NumberStyle) -> str | None:
    """Return how a whole number is written: "30万" where nothing stands behind 万 or 亿."""
    sign = numeral[-1]
    if sign in _LARGE and sum(part in _LARGE for part in numeral) == 1:
        head = read_number(numeral[:-1])
        return f"{_digits(head, style)}{sign}" if head else None
    value = read_number(numeral)
    return None if value is None else _digits(value, style)


def _digits(value: int, style: NumberStyle) -> str:
    return f"{value:,}" if style.grouped and value >= 10_000 else str(value)
