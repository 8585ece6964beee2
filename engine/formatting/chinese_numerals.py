"""Chinese numerals, including Cantonese ones, and their values."""

from __future__ import annotations

import re
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
_JOINED: Final = {"廿": 20, "卅": 30, "卌": 40}  # used in Cantonese
_LARGE: Final = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8, "兆": 10**12}
# words with numerals that are not numbers
IDIOMS: Final = re.compile(
    "万一(?![千百零])|千万别|万万|千千万万|一千零一夜|百分百|十全十美|十之八九|十有八九|十拿九稳"
    "|十拿九穩|七上八下|乱七八糟|亂七八糟|不管三七二十一|三七二十一|一五一十|九九八十一|三十六计"
    "|三十六計|七十二变|七十二變|十八般|五十步笑百步|三百六十行|二百五(?!十)"
    "|一百八十度(?:大转弯|大轉彎|转变|轉變)|八九不离十|八九不離十|三十而立|四十不惑|五十知天命"
    "|六十耳顺|七十古来稀|三十年河[东東西]|双十一|雙十一|双十二|雙十二|双十|雙十"
    "|十一(?:长假|長假|黄金周|黃金週|假期|国庆|國慶)|国庆十一|十二指[肠腸]|十二生肖|十二星座|十字|十月革命"
    "|九一八|九一一|一二九|七七事变|七七事變|五四|六四|五一|六一|七一|八一|三八|二二八|九二共识"
    "|九二共識|一一得一|零零碎碎|三三两两|三三兩兩|七七八八|三三五五|一二三四五六七|一心一意|一模一样"
    "|一模一樣|接二连三|接二連三|丢三落四|朝三暮四|万一|百万富翁|百萬富翁|亿万|億萬|千万富翁"
    "|年[十廿卅][一二三四五六七八九]?|廿四味|廿四孝|十三点(?!半|整|[一二三四五零])|十三太保"
    "|十三香|一百八十个不|十年树木|十年樹木|百年树人|十年如一日|十年寒窗|一日三秋|五十肩|八十后"
    "|九十后|八零后|九零后|零零后|八零後|九零後|零零後|十月怀胎|十月懷胎|三分钟热度|三分鐘熱度"
    "|三分钟热情|一刻钟|一刻鐘|十指|十八罗汉|十八羅漢|十八变|十八變"
    "|百分之百(?=(?:的)?(?:同意|支持|相信|确定|確定|肯定))|八百里加急|万里长城|二十四节气"
    "|二十四節氣|八月十五|十万火急|十萬火急|一百[个個]不|二十四孝|二十八宿"
    "|十里洋场|十里洋場|三十六行|一百零八将|五花八门|七十二家房客"
    "|十面埋伏|六十甲子"
)


def read_number(numeral: str) -> int | None:  # noqa: C901, PLR0911, PLR0912  one automaton
    """Return the value of a whole number spoken with 十, 百, 千, 万, 亿; None if it is not one.

    "一百二" is 120, as in speech; "五六" is not a single number.
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
    """Return a whole number as written: "30万" if nothing follows 万 or 亿."""
    sign = numeral[-1]
    if sign in _LARGE and sum(part in _LARGE for part in numeral) == 1:
        head = read_number(numeral[:-1])
        return f"{_digits(head, style)}{sign}" if head else None
    value = read_number(numeral)
    return None if value is None else _digits(value, style)


def _digits(value: int, style: NumberStyle) -> str:
    return f"{value:,}" if style.grouped and value >= 10_000 else str(value)
