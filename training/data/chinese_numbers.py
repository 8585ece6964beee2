"""Numbers as a recogniser of Mandarin or Cantonese writes them, in characters.

The characters are Traditional; in a vocabulary they share a row with their Simplified forms.
"""

from __future__ import annotations

import re

_DIGITS = "零一二三四五六七八九"
_UNITS = ("", "十", "百", "千")
_GROUPS = ("", "萬", "億")
_NUMBER = re.compile(r"(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?([%％]?)")
_LONGEST = 12
_TWO_OF = re.compile(
    "[個个位次年天種种項项點点件本張张條条隻只場场人篇塊块間间家歲岁步片份句名層层組组]"
)


def spelled_in_chinese(number: str, after: str = "") -> list[str] | None:
    """Return the characters of a number in digits, None if it can be read in several ways.

    Years and long numbers are read digit by digit.

    Args:
        number: for example `2,020`, `3.5` or `40%`.
        after: the character that follows, or nothing.
    """
    found = _NUMBER.fullmatch(number)
    if found is None or len(found.group(1)) > _LONGEST:
        return None
    whole, fraction, percent = found.groups()
    digits = whole.replace(",", "")
    if fraction or percent:
        text = ("百分之" if percent else "") + _cardinal(int(digits))
        return [*text, *("點" + _one_by_one(fraction) if fraction else "")]
    if digits.startswith("0") or _is_name(digits, whole, after):
        return [*_one_by_one(digits)]
    if digits == "2" and _TWO_OF.match(after):
        return ["兩"]
    return [*_cardinal(int(digits))]


def _is_name(digits: str, whole: str, after: str) -> bool:
    """Return whether it is a year or the number of something, and so read digit by digit."""
    return whole == digits and (len(digits) > 6 or (len(digits) == 4 and after == "年"))


def _one_by_one(digits: str) -> str:
    return "".join(_DIGITS[int(digit)] for digit in digits)


def _cardinal(number: int) -> str:
    if number == 0:
        return _DIGITS[0]
    groups: list[int] = []
    while number:
        number, group = divmod(number, 10_000)
        groups.append(group)
    text = ""
    for at in reversed(range(len(groups))):
        if not groups[at]:
            continue
        if text and (groups[at] < 1000 or (at + 1 < len(groups) and not groups[at + 1])):
            text += _DIGITS[0]
        text += _below_ten_thousand(groups[at]) + _GROUPS[at]
    text = re.sub("^一十", "十", text)
    return re.sub("二(?=[千萬億])", "兩", text)


def _below_ten_thousand(number: int) -> str:
    text, is_gap = "", False
    for at in reversed(range(len(_UNITS))):
        digit = number // 10**at % 10
        if digit:
            text += (_DIGITS[0] if is_gap and text else "") + _DIGITS[digit] + _UNITS[at]
        is_gap = digit == 0
    return text
