"""How to write numbers, dates, times, measures and money spoken in Chinese.

Mandarin and Cantonese, Simplified and Traditional. A digit below ten stays a character unless its
context says it is a figure; idioms and estimates ("两三百", "十几") stay.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from engine.formatting.chinese_numerals import IDIOMS, number_text, read_digits, read_number
from engine.settings import Clock, NumberStyle, SmallNumbers

_ONE_TO_NINE = "[一二三四五六七八九两兩]"
_DECIMAL = "[零〇○一二三四五六七八九壹贰叁肆伍陆柒捌玖貳參陸]"
_PLAIN = "[零〇○一二三四五六七八九幺]"  # said digit by digit
_NUMERAL = "[零〇○一二三四五六七八九两兩十百千万萬亿億廿卅卌壹贰叁肆伍陆柒捌玖拾佰仟貳參陸]"
_POINT = "[点點]"
_NUMBER = f"(?:[负負]?{_NUMERAL}+(?:{_POINT}{_DECIMAL}+[万萬亿億]?)?)"

_DAY_PART = (
    "上午|下午|早上|晚上|中午|凌晨|傍晚|清晨|早晨|今早|今晚|明早|明晚|昨晚|夜里|夜裡|夜晚"
    "|朝早|下晝|下昼|上晝|上昼|晏晝|晏昼|晚黑|半夜"
)
_AFTERNOON: Final = frozenset(
    ["下午", "晚上", "傍晚", "今晚", "明晚", "昨晚", "下晝", "下昼", "晏晝", "晏昼", "晚黑", "夜晚"]
)

_MEASURES = (
    "毫克|微克|公斤|千克|毫升|公升|毫米|厘米|公分|公里|千米|平方米|平方公里|立方米|毫安|伏特|千瓦|瓦|摄氏度|攝氏度|华氏度|華氏度"
    "|毫米汞柱|毫摩尔|分钟|分鐘|秒钟|秒鐘|英寸|英尺|海里|公顷|公頃|平方公尺|公尺|千卡|兆|赫兹|赫茲"
)
_MONEY = (
    "美元|美金|欧元|歐元|英镑|英鎊|日元|日圓|韩元|韓元|港元|港币|港幣|人民币|人民幣|台币"
    "|台幣|新台币|新臺幣|加元|澳元|印度卢比|印度卢布|卢布|元|块钱|塊錢|蚊|文錢"
)
# what may be counted after a lone 十; elsewhere it may be part of a word ("十分高兴", "十足")
_AFTER_TEN = (
    "[个個年月日号號天岁歲点點名位人次条條张張本件块塊元万萬亿億米篇页頁章节節秒周週种種只隻台臺辆輛级級届屆倍期号家所间間层層楼樓班组組项項度斤吨噸克蚊皮]"
    f"|小时|小時|星期|礼拜|禮拜|分钟|分鐘|世纪|世紀|多|余|餘|{_MEASURES}|{_MONEY}"
)

_FORMAL = "[壹贰貳叁參肆伍陆陸柒捌玖拾佰仟]"
_ESTIMATE = (
    f"{_ONE_TO_NINE}{{2}}[十百千万萬亿億]+"  # 两三百
    f"|[廿卅]?十?{_ONE_TO_NINE}{{2}}(?=[个個岁歲天年人块塊次条條张張分小名位点點])"  # 十七八岁
    f"|{_NUMERAL}*[几幾数數][十百千万萬亿億]*|[十廿卅][零來来](?=[个個日年岁歲人蚊張张])|[拾肆伍捌陆](?!{_FORMAL})|[十廿卅]来|[十廿卅]來|[十廿卅]幾|[十廿卅]几"
)
_ESTIMATES: Final = re.compile(_ESTIMATE)
_NOT_BEFORE: Final = frozenset("几幾数數好上成")  # 几十, 上百


@dataclass(frozen=True, slots=True)
class ChineseSpelling:
    """Characters `first` up to `end`, written as `text`."""

    first: int
    end: int
    text: str


_Writer = Callable[["re.Match[str]", NumberStyle], str | None]


def chinese_spellings(text: str, style: NumberStyle) -> list[ChineseSpelling]:
    """Return what to write in figures in a clause of single characters, from left to right."""
    found: list[ChineseSpelling] = []
    place = 0
    while (start := _BEGINNING.search(text, place)) is not None:
        place = start.start()
        kept = _kept_until(text, place)
        if kept:
            place = kept
            continue
        spelling = _spelling_at(text, place, style)
        if spelling is not None:
            if spelling.text != text[spelling.first : spelling.end]:
                found.append(spelling)
            place = spelling.end
        else:
            place = _after_numeral(text, place)
    return found


def _after_numeral(text: str, place: int) -> int:
    """Return the end of a number that no rule matched, since none may start within it."""
    run = _RUN.match(text, place)
    return max(place + 1, run.end() if run is not None else 0)


def _kept_until(text: str, place: int) -> int:
    idiom = IDIOMS.match(text, place)
    estimate = _ESTIMATES.match(text, place)
    end = max(idiom.end() if idiom else 0, estimate.end() if estimate else 0)
    if end:
        return end
    if place and text[place - 1] in _NOT_BEFORE and text[place] in "十百千万萬亿億":
        return _after_numeral(text, place)
    if place and text[place - 1] == "初":
        return _after_numeral(text, place)
    if place and text[place - 1] == "每" and text[place] == "一":
        return place + 1
    return 0


def _spelling_at(text: str, place: int, style: NumberStyle) -> ChineseSpelling | None:
    for pattern, write in _RULES:
        match = pattern.match(text, place)
        if match is not None and (written := write(match, style)) is not None:
            return ChineseSpelling(place, match.end(), written)
    return None


def _any(numeral: str, style: NumberStyle) -> str | None:
    """Return a number with a sign or decimals as digits."""
    sign = "-" if numeral[:1] in {"负", "負"} else ""
    numeral = numeral.removeprefix("负").removeprefix("負")
    parts = re.split(_POINT, numeral)
    if len(parts) == 1:
        whole = number_text(numeral, style)
        return None if whole is None else sign + whole
    tail = parts[1].rstrip("万萬亿億")
    value = read_number(parts[0])
    if value is None:
        return None
    head = f"{value:,}" if style.grouped and value >= 10_000 else str(value)
    return f"{sign}{head}.{read_digits(tail)}{parts[1][len(tail) :]}"


def _year(match: re.Match[str], style: NumberStyle) -> str | None:  # noqa: ARG001
    return read_digits(match["digits"]) + "年"


def _day(match: re.Match[str], _style: NumberStyle) -> str | None:
    month = read_number(match["month"])
    if month is None or not 1 <= month <= 12:
        return None
    if match["day"] is None:
        return f"{month}月"
    day = read_number(match["day"])
    if day is None or not 1 <= day <= 31:
        return None
    return f"{month}月{day}{match['sign'] or ''}"


def _in_span(match: re.Match[str]) -> bool:
    """Whether an hour starts or ends a span: 九点到十一点."""
    before, after = match.string[: match.start()], match.string[match.end() :]
    return _SPAN.match(after) is not None or before[-2:] in {"点到", "點到", "点至", "點至"}


_FIVES: Final = re.compile(f"{_NUMERAL}?[个個]?字")  # 八點九個字: units of five minutes
_SPAN: Final = re.compile(f"[到至]{_NUMERAL}+{_POINT}")


def _time(match: re.Match[str], style: NumberStyle) -> str | None:
    hour = read_number(match["hour"])
    part, minutes, rest = match["part"] or "", match["minutes"], match["rest"] or ""
    if hour is None or not 0 <= hour <= 24 or _FIVES.match(match.string, match.end()):
        return None
    is_whole = match.start() == 0 and match.end() == len(match.string)
    is_plain = hour >= 10 or is_whole or _in_span(match)
    if not part and not minutes and not rest and not is_plain:
        return None  # 两点建议, 有一点
    minute = read_number(minutes) if minutes else None
    if minutes and (minute is None or minute >= 60):
        return None
    if style.clock is Clock.TWENTY_FOUR and rest not in {"一刻", "二刻", "两刻", "兩刻", "三刻"}:
        if part in _AFTERNOON and hour < 12:
            hour, part = hour + 12, ""
        elif part in {"上午", "早上"}:
            part = ""
        seconds = f":{read_number(match['seconds']):02d}" if match["seconds"] else ""
        clock = 30 if rest == "半" else minute or 0
        return f"{part}{hour}:{clock:02d}{seconds}"
    point = match["point"]
    if rest in {"一刻", "二刻", "两刻", "兩刻", "三刻"}:
        return f"{part}{hour}{point}{read_number(rest[0])}刻"
    text = f"{part}{hour}{point}"
    if minute is not None:
        padded = f"{minute:02d}" if minutes[0] in "零〇○" else str(minute)
        text += f"{padded}{match['unit'] or ''}"
        if match["seconds"]:
            text += f"{read_number(match['seconds'])}秒"
    return text + rest


def _percent(match: re.Match[str], style: NumberStyle) -> str | None:
    if match["number"] == "百" and not match["to"]:
        return "100%"
    number = _any(match["number"], style)
    sign = {"百": "%", "千": "‰"}[match["base"]]
    most = _any(match["most"], style) if match["most"] else None
    if number is None or (match["most"] and most is None):
        return None
    return f"{number}{sign}" + (f"{match['to']}{most}{sign}" if most else "")


def _tenths(match: re.Match[str], style: NumberStyle) -> str | None:
    """Write e.g. 二十三块五 and 三十七度二."""
    number, tenths = _any(match["number"], style), read_number(match["tenths"])
    return None if number is None else f"{number}{match['unit']}{tenths}{match['rest']}"


def _fraction(match: re.Match[str], _style: NumberStyle) -> str | None:
    below, above = read_number(match["below"]), read_number(match["above"])
    if not below or above is None:
        return None
    if match["whole"] is None:
        return f"{above}/{below}"
    whole = read_number(match["whole"])
    return None if whole is None else f"{whole}又{above}/{below}"


def _ordinal(match: re.Match[str], style: NumberStyle) -> str | None:
    value = read_number(match["number"])
    if value is None or value < 10:
        return None
    plain = replace(style, grouped=False)
    return f"第{number_text(match['number'], plain)}"


def _decimal(match: re.Match[str], style: NumberStyle) -> str | None:
    before = match.string[match.start() - 1 : match.start()]
    if match["number"][0] == "一" and before and before in "有差早晚快慢这這那多少好大小高低":
        return None  # 有一点, 差一点
    if match["number"][:3] in {"一点一", "一點一"} and match.string[match.end() :][:1] in _POINTS:
        return None
    if _FIVES.match(match.string, match.end()):
        return None
    if len(match["number"]) == 3 and match.string[match.end() :][:1] in _AFTER_FIVES:
        return None  # 五點九到: each of the nine is five minutes
    return _any(match["number"], style)


_AFTER_FIVES: Final = frozenset("到先開")


def _length(match: re.Match[str], _style: NumberStyle) -> str | None:
    return f"{read_number(match['metres'])}米{read_digits(match['rest'])}"


def _score(match: re.Match[str], style: NumberStyle) -> str | None:
    left, right = _any(match["left"], style), _any(match["right"], style)
    return None if left is None or right is None else f"{left}比{right}"


def _before_hour(match: re.Match[str], _style: NumberStyle) -> str | None:
    minutes, hour = read_number(match["minutes"]), read_number(match["hour"])
    if not minutes or not hour or minutes > 30 or hour > 24:
        return None
    return f"{minutes}{match['unit']}{hour}{match['point']}"


def _shortened(match: re.Match[str], style: NumberStyle) -> str | None:
    """Write Cantonese 百二蚊, which drops the leading one."""
    return number_text(f"一{match['number']}", style)


def _string(match: re.Match[str], style: NumberStyle) -> str | None:  # noqa: ARG001
    """Write digits said one by one: telephone and room numbers, years."""
    digits = read_digits(match["digits"])
    steps = {int(b) - int(a) for a, b in itertools.pairwise(digits)}
    is_count = len(digits) < 7 and (steps in ({1}, {-1}) or (steps == {0} and len(digits) < 4))
    is_number = _CALLED.search(match.string, 0, match.start()) is not None
    return None if (is_count and not is_number) or len(digits) < 3 else digits


def _measured(match: re.Match[str], style: NumberStyle) -> str | None:
    number = _any(match["number"], style)
    if number is None or (match["number"] in {"一", "廿", "卅"} and match["unit"][:1] in "分秒"):
        return None
    return number + match["unit"]


def _number(match: re.Match[str], style: NumberStyle) -> str | None:
    numeral = match["number"]
    bare = numeral.lstrip("负負")
    value = read_number(bare)
    before = match.string[: match.start()][-1:]
    if value is None or bare[0] in "百千万萬亿億" or before in {"双", "雙"}:
        return None
    following = match.string[match.end() :]
    if bare == "十" and not re.match(_AFTER_TEN, following):
        return None
    if bare == "十" and following[:1] == "分" and not following.startswith(("分钟", "分鐘")):
        return None
    is_digits = style.small_numbers is SmallNumbers.DIGITS and 1 < value < 10
    if value < 10 and not (numeral != bare or is_digits):
        return None
    return _any(numeral, style)


_CALLED: Final = re.compile("(?:拨打?|撥打?|致[电電]|号码是?|號碼是?|密[码碼]是?|[电電][话話]是?)$")
_POINTS: Final = frozenset("点點")
_BEGINNING: Final = re.compile(f"{_NUMERAL}|[第负負幺]|{_DAY_PART}|公元|纪元")
_RUN: Final = re.compile(f"(?:{_NUMERAL})+")
_HOUR = "(?:[一二三四五六七八九两兩]|十[一二]?|十[三四五六七八九]|[二廿]?十?[一二三四]|零|〇)"
_MINUTES = (
    "(?:[零〇○]?[一二三四五六七八九]|[二三四五]?十[一二三四五六七八九]?"
    "|[廿卅][一二三四五六七八九]?)"
)

_RULES: Final[tuple[tuple[re.Pattern[str], _Writer], ...]] = (
    (re.compile(f"(?P<digits>{_PLAIN}{{4}})年"), _year),
    (re.compile(f"(?P<digits>[七八九零〇]{_PLAIN})年(?!级|級)"), _year),
    (
        re.compile(
            "(?P<month>[一二三四五六七八九十]|十[一二])月"
            "(?:(?P<day>[一二三]?十[一二三四五六七八九]?|[一二三四五六七八九]|[廿卅][一二三四五六七八九]?)(?P<sign>[日号號]))?"
        ),
        _day,
    ),
    (
        re.compile(
            f"(?P<part>{_DAY_PART})?(?P<hour>{_HOUR})(?P<point>[点點])"
            f"(?:(?P<minutes>{_MINUTES})(?P<unit>分)(?!之)(?:(?P<seconds>{_MINUTES})秒)?"
            f"|(?P<rest>半|整|[钟鐘]|[一二三两兩]刻))"
        ),
        _time,
    ),
    (
        re.compile(
            f"(?P<part>{_DAY_PART})(?P<hour>{_HOUR})(?P<point>[点點])"
            f"(?:(?P<minutes>[零〇○][一二三四五六七八九]|[二三四五]?十[一二三四五六七八九]?)(?P<unit>分)?)?"
            f"(?P<rest>(?!))?(?P<seconds>(?!))?"
        ),
        _time,
    ),
    (
        re.compile(
            f"(?P<part>(?!))?(?P<hour>{_HOUR})(?P<point>[点點])"
            f"(?P<minutes>[零〇○][一二三四五六七八九](?!{_PLAIN})|[二三四五]?十[一二三四五六七八九]?)(?P<unit>分)?"
            f"(?P<rest>(?!))?(?P<seconds>(?!))?"
        ),
        _time,
    ),
    (
        re.compile(
            f"(?P<number>{_NUMERAL}+)(?P<unit>[块塊蚊度])(?P<tenths>[一二三四五六七八九])"
            f"(?P<rest>[毛角]?)(?<!蚊一(?=.))(?!{_NUMERAL}|[个個斤両碟杯碗隻只位人日晚次张張条條件樽份])"
        ),
        _tenths,
    ),
    (
        re.compile(f"(?P<metres>[一二两兩])米(?P<rest>{_DECIMAL}{{2}})(?!{_NUMERAL}|{_POINT})"),
        _length,
    ),
    (
        re.compile(
            f"(?<=差)(?P<minutes>{_MINUTES})(?P<unit>分[钟鐘]?)(?P<hour>{_HOUR})(?P<point>{_POINT})"
            f"(?!{_NUMERAL})"
        ),
        _before_hour,
    ),
    (
        re.compile(f"(?P<left>{_NUMERAL}+)比(?P<right>{_NUMERAL}+)(?![个個])"),
        _score,
    ),
    (re.compile(f"(?P<number>[百千萬万]{_ONE_TO_NINE})(?=[蚊銀])"), _shortened),
    (re.compile(f"(?P<number>{_NUMERAL}+)(?P<unit>皮)(?=嘢|左右|[咋啫啦喎嘅]|$)"), _measured),
    (
        re.compile(
            f"(?P<base>[百千])分之(?P<number>百|{_NUMBER})(?:(?P<to>[到至])(?P<most>{_NUMBER})(?!分之))?"
        ),
        _percent,
    ),
    (
        re.compile(
            f"(?:(?P<whole>{_NUMERAL}+)又)?(?P<below>{_NUMERAL}+)分之(?P<above>{_NUMERAL}+)"
        ),
        _fraction,
    ),
    (
        re.compile(f"(?P<number>{_NUMERAL}+)(?P<unit>号线|號線|號綫|號閘|号楼|號樓|单元|單元)"),
        _measured,
    ),
    (re.compile(f"第(?P<number>{_NUMERAL}+)"), _ordinal),
    (re.compile(f"(?P<number>{_NUMBER})(?P<unit>{_MEASURES}|{_MONEY})"), _measured),
    (
        re.compile(f"(?P<number>[负負]?{_NUMERAL}+{_POINT}{_DECIMAL}+[万萬亿億]?)(?![十百千])"),
        _decimal,
    ),
    (
        re.compile(
            f"(?P<part>(?!))?(?P<hour>{_HOUR})(?P<point>[点點])(?P<minutes>(?!))?(?P<unit>(?!))?"
            f"(?P<rest>(?!))?(?P<seconds>(?!))?(?!{_NUMERAL})"
        ),
        _time,
    ),
    (re.compile(f"(?P<digits>{_PLAIN}{{3,}})(?![十百千万萬亿億])"), _string),
    (re.compile(f"(?P<number>[负負]?{_NUMERAL}+)"), _number),
)
