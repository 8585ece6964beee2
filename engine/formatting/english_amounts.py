"""English amounts with what they count: measures, money, ages, blood pressure."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.formatting.english_clause import (
    BEFORE_NUMBER,
    COUNTED,
    ERAS,
    NUMBERED_MANY,
    Clause,
    Figures,
    kept,
)
from engine.formatting.english_measures import Measure, read_measure
from engine.formatting.english_numerals import (
    NUMBER_WORDS,
    Amount,
    below_hundred,
    read_amount,
    read_digits,
)
from engine.settings import SmallNumbers

# after a determiner it is not a decimal: "at this point two people left"
_NO_DECIMAL: Final = frozenset(
    [
        "this",
        "that",
        "the",
        "a",
        "an",
        "my",
        "your",
        "his",
        "her",
        "our",
        "their",
        "what",
        "which",
        "some",
        "any",
        "at",
        "every",
        "each",
        "one",
        "no",
    ]
)


_CURRENCIES: Final = {
    "dollar": "$", "euro": "€", "yen": "¥", "rupee": "₹",
}  # fmt: skip


_NO_WEIGHT = 1_000_000  # this many pounds are money
_INCHES = 12  # per foot


_COUNTRIES: Final = {
    ("us",): "$",
    ("u", "s"): "$",
    ("united", "states"): "$",
    ("american",): "$",
    ("canadian",): "C$",
    ("australian",): "A$",
    ("hong", "kong"): "HK$",
    ("new", "zealand"): "NZ$",
    ("singapore",): "S$",
    ("new", "taiwan"): "NT$",
}


_STAGED: Final = {
    "type": frozenset({"diabetes", "diabetic"}),
    "stage": frozenset({"cancer", "disease", "carcinoma", "hypertension", "kidney", "chronic"}),
    "grade": frozenset({"cancer", "carcinoma", "tumor", "tumour", "sprain"}),
    "phase": frozenset({"trial", "trials", "study", "clinical"}),
}


# has a number, but more often than `BEFORE_NUMBER` something else follows
_NUMBERED: Final = frozenset([
    "number", "step", "act", "scene", "platform", "level", "lesson", "exercise", "question",
    "line", "item", "phase", "unit", "season", "episode", "exit", "terminal", "lane", "seat",
    "grade", "bus", "tram", "suite", "appendix", "figure", "schedule", "module", "slide",
])  # fmt: skip
_EVERY: Final = frozenset({"every", "each", "a", "an", "per"})
_NO_PLURAL: Final = frozenset({"is", "was", "has", "as", "this", "says", "shows", "needs", "does"})
_AFTER_NUMBER: Final = frozenset({"of", "the", "in", "and", "is", "was", "to", "at", "on", "or"})


def signed(clause: Clause, place: int) -> Figures | None:
    if clause.at(place) not in {"minus", "negative"}:
        return None
    before = clause.at(place - 1)
    amount = read_amount(clause.words, place + 1, clause.style)
    if amount is None or amount.is_written or before in NUMBER_WORDS | {"or", "plus"}:
        return None
    if before[:1].isdigit() or amount.is_shorthand or amount.is_indefinite:
        return None
    found = _counted(clause, place, replace(amount, text=f"-{amount.text}", is_small=False))
    return replace(found, is_sure=True)


def pressure(clause: Clause, place: int) -> Figures | None:
    """Read e.g. "one twenty over eighty"."""
    upper = read_amount(clause.words, place, clause.style)
    if upper is None or clause.at(upper.end) != "over" or not upper.is_whole:
        return None
    lower = read_amount(clause.words, upper.end + 1, clause.style)
    if lower is None or not lower.is_whole:
        return None
    if not (60 <= upper.value <= 300 and 20 <= lower.value <= 160 and upper.value > lower.value):
        return None
    if clause.at(lower.end) in COUNTED or read_measure(clause.words, lower.end) is not None:
        return None
    return Figures(place, lower.end, f"{upper.text}/{lower.text}")


def amount(clause: Clause, place: int) -> Figures | None:
    word = clause.at(place)
    if word == "point" and (clause.at(place - 1) in _NO_DECIMAL or clause.at(place - 1) == ""):
        digits, end = read_digits(clause.words, place + 1)
        is_number = len(digits) > 1 and (
            place == 0 or clause.words[place + 1] in {"zero", "oh", "o"}
        )
        counted = read_measure(clause.words, end) or clause.at(end) in {"percent", "dollars"}
        if clause.at(place - 1) != "" or not (is_number or counted):
            return None
    joins = not (clause.at(place - 1) == "between" and _and_ends(clause, place))
    amount = read_amount(clause.words, place, clause.style, joins=joins)
    if amount is None:
        return None
    if word == "one" and not amount.is_whole and clause.at(place - 1) == "at":
        return None  # "at one point two people left"
    return _counted(clause, place, amount)


def _and_ends(clause: Clause, place: int) -> bool:
    """Whether the "and" after "between" separates two numbers, not hundreds from the rest."""
    longest = read_amount(clause.words, place, clause.style)
    return longest is not None and clause.at(longest.end) != "and"


def _counted(  # noqa: PLR0911  a return per kind
    clause: Clause, place: int, amount: Amount
) -> Figures:
    """Return an amount together with what it counts."""
    money = _money(clause, place, amount)
    if money is not None:
        return money
    end = amount.end
    following = clause.at(end)
    per_cent = following == "percent" or clause.has(end, ("per", "cent"))
    if per_cent:
        after = end + (1 if following == "percent" else 2)
        return Figures(place, after, f"{amount.text}%", amount=amount)
    if following in {"year", "month", "week", "day"} and clause.at(end + 1) in {"old", "olds"}:
        if amount.is_shorthand:
            return kept(place, place + 1)  # "two seventy five year olds"
        text = f"{amount.text}-{following}-{clause.words[end + 1]}"
        return Figures(place, end + 2, text, is_sure=not amount.is_indefinite)
    area = read_measure(clause.words, end + 1) if following == "per" else None
    if area is not None and area.symbol.endswith(("²", "³")) and clause.style.unit_symbols:
        return Figures(place, area.end, f"{amount.text} /{area.symbol}", amount=amount)
    measure = read_measure(clause.words, end)
    if measure is not None:
        return _measured(clause, place, amount, measure)
    for length in (3, 2, 1):
        era = ERAS.get(" ".join(clause.words[end : end + length]))
        if (
            era is not None
            and end + length <= len(clause.words)
            and not amount.is_indefinite
            and amount.value >= 10
        ):
            return Figures(place, end + length, f"{amount.text} {era}")
    return _plain(clause, place, amount)


def _plain(clause: Clause, place: int, amount: Amount) -> Figures:
    before = clause.at(place - 1)
    is_number = (
        before in BEFORE_NUMBER and clause.at(place - 2) not in {"every", "each"}
    ) or _is_numbered(clause, place, amount)
    is_staged = clause.at(amount.end) in _STAGED.get(before, ())
    if amount.is_written or amount.is_indefinite or clause.at(amount.end) == "something":
        is_sure = False
    elif amount.is_small:
        is_digit = clause.style.small_numbers is SmallNumbers.DIGITS and amount.value > 1
        is_sure = is_number or is_staged or is_digit or _is_half(amount)
    else:
        is_sure = not amount.is_shorthand or is_number
    return Figures(place, amount.end, amount.text, is_sure=is_sure, amount=amount)


def _is_numbered(clause: Clause, place: int, amount: Amount) -> bool:
    """Whether it is the number of a step, act or platform; many of these are also verbs."""
    before = clause.at(place - 1)
    if before in NUMBERED_MANY and clause.at(amount.end) in {"and", "to", "or", "through"}:
        return clause.at(amount.end + 1) in NUMBER_WORDS
    if before not in _NUMBERED or clause.at(place - 2) in _EVERY:
        return False
    following = clause.at(amount.end)
    is_plural = following.endswith("s") and following not in _NO_PLURAL
    if following in COUNTED or is_plural:
        return False
    if before == "number" and clause.at(place - 2) not in _NUMBERED - {"number"}:
        return False  # "number two" may be the second best
    return amount.value != 1 or clause.ends_at(amount.end) or following in _AFTER_NUMBER


def _is_half(amount: Amount) -> bool:
    return not amount.is_whole and " " in amount.text


def _measured(clause: Clause, place: int, amount: Amount, measure: Measure) -> Figures:
    inches = read_amount(clause.words, measure.end, clause.style)
    if measure.symbol == "ft" and inches is not None and clause.style.unit_symbols:
        end = inches.end + 1
        if clause.at(inches.end) in {"inch", "inches"} and 0 <= inches.value < _INCHES:
            text = f"{amount.text} ft {inches.text} in"
            return Figures(place, end, text, amount=amount)
    is_prose = measure.is_everyday and (
        (amount.is_small and clause.style.small_numbers is SmallNumbers.WORDS)
        or amount.is_indefinite
        or (amount.is_small and amount.value <= 1)
    )
    if not clause.style.unit_symbols:
        is_sure = not is_prose and not amount.is_written
        return Figures(place, amount.end, amount.text, is_sure=is_sure, amount=amount)
    text = f"{amount.text} {measure.symbol}"
    return Figures(place, measure.end, text, is_sure=not is_prose, amount=amount)


def _money(  # noqa: C901  country, sign, fraction: any may be missing
    clause: Clause, place: int, amount: Amount
) -> Figures | None:
    sign, end = "", amount.end
    for country, its_sign in _COUNTRIES.items():
        if clause.has(end, country) and clause.at(end + len(country)) in {"dollar", "dollars"}:
            sign, end = its_sign, end + len(country) + 1
    word = clause.at(end)
    name = word.removesuffix("s")
    if not sign and name in _CURRENCIES and not (amount.value == 1 and word.endswith("s")):
        sign, end = _CURRENCIES[name], end + 1
    elif not sign and word == "won" and amount.value >= 1000:
        sign, end = "₩", end + 1
    elif not sign and word in {"pounds", "pound"}:
        if clause.at(end + 1) == "sterling":
            sign, end = "£", end + 2
        elif _cents(clause, end + 1, {"pence", "p"}) is not None or (
            amount.value >= _NO_WEIGHT and clause.at(end + 1) != "of"
        ):
            sign, end = "£", end + 1
    if not sign or (amount.is_indefinite and clause.at(place - 1) == "like"):
        return None
    if amount.is_small and word == "yen":
        return None  # "two yen" may be a wish
    text = amount.text
    cents = _cents(clause, end, {"cents", "cent", "pence", "p"}) if amount.is_whole else None
    if cents is not None:
        text, end = f"{text}.{cents[0]:02d}", cents[1]
    minus = "-" if text.startswith("-") else ""
    if amount.is_indefinite and " " in text:
        text = text.replace("a ", "1 ")
    return Figures(place, end, f"{minus}{sign}{text.removeprefix('-')}", amount=amount)


def _cents(clause: Clause, place: int, names: set[str]) -> tuple[int, int] | None:
    """Return the cents after dollars, and their end."""
    first = place + (clause.at(place) == "and")
    found = below_hundred(clause.words, first)
    if found is None:
        return None
    if clause.at(found[1]) in names:
        return found[0], found[1] + 1
    is_bare = first == place and found[0] >= 10 and clause.ends_at(found[1])
    return found if is_bare else None
