"""English units of measure and their symbols."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.formatting.english_numerals import word_at

_PREFIXES = {
    "": "", "nano": "n", "micro": "μ", "milli": "m", "centi": "c", "deci": "d", "hecto": "h",
    "kilo": "k", "mega": "M", "giga": "G", "tera": "T", "peta": "P", "pico": "p",
}  # fmt: skip
_METRIC = {
    "gram": "g", "gramme": "g", "meter": "m", "metre": "m", "liter": "l", "litre": "l",
    "watt": "W", "volt": "V", "amp": "A", "ampere": "A", "hertz": "Hz", "byte": "B", "bit": "b",
    "joule": "J", "pascal": "Pa", "newton": "N", "ohm": "Ω", "siemens": "S", "mole": "mol",
    "second": "s", "molar": "M", "lumen": "lm", "calorie": "cal", "electronvolt": "eV",
    "sievert": "Sv",
    "becquerel": "Bq", "gray": "Gy", "tesla": "T", "farad": "F", "bel": "B", "equivalent": "Eq",
}  # fmt: skip
# everyday words without a prefix
_ONLY_PREFIXED = {
    "byte", "bit", "second", "mole", "calorie", "bel", "equivalent", "gray", "molar", "siemens",
}  # fmt: skip
_WITHOUT_PLURAL = {"hertz", "siemens"}
_OTHERS = {
    "kilowatt hour": "kWh", "megawatt hour": "MWh", "gigawatt hour": "GWh", "watt hour": "Wh",
    "terawatt hour": "TWh", "hectare": "ha", "horsepower": "hp", "astronomical unit": "AU",
    "c c": "cc", "cc": "cc", "kilogram force": "kgf", "millimeter of mercury": "mmHg",
    "millimetre of mercury": "mmHg", "degree celsius": "°C", "degree centigrade": "°C",
    "degree fahrenheit": "°F", "international unit": "IU", "revolution per minute": "rpm",
    "mile per hour": "mph", "mile per gallon": "mpg", "frame per second": "fps",
    "kilometer an hour": "km/h", "kilometre an hour": "km/h", "mile an hour": "mph",
    "microgram": "mcg", "mcg": "mcg", "mg": "mg", "kg": "kg", "km": "km", "ml": "ml", "cm": "cm",
    "mm": "mm", "mph": "mph", "psi": "psi", "rpm": "rpm", "kph": "km/h", "milligramme": "mg",
}  # fmt: skip
_EVERYDAY = {
    "foot": "ft", "feet": "ft", "mile": "mi", "ounce": "oz", "fluid ounce": "fl oz", "knot": "kn",
}  # fmt: skip
_POWERS = {"square": "²", "cubic": "³"}
_IMPERIAL_AREAS = {
    "foot": "ft", "feet": "ft", "mile": "mi", "inch": "in", "inches": "in", "yard": "yd",
}  # fmt: skip
_PER = {
    "hour": "h", "minute": "min", "second": "s", "day": "day", "liter": "l", "litre": "l",
}  # fmt: skip
_LONGEST = 4  # words of a name without "per"


@dataclass(frozen=True, slots=True)
class Measure:
    """A unit of measure as a symbol.

    Attributes:
        is_everyday: Spelled out beside a small number ("two feet").
    """

    symbol: str
    end: int
    is_everyday: bool = False


def _plurals(name: str) -> tuple[str, ...]:
    head, space, rest = name.partition(" ")
    if head in _WITHOUT_PLURAL or head in {"feet", "inches", "horsepower", "c", "cc"}:
        return (name,)
    if rest and not rest.startswith(("of ", "per ", "an ", "celsius", "centigrade", "fahrenheit")):
        return name, name if name.endswith("s") else f"{name}s", f"{head}s {rest}"
    return name, f"{head}s{space}{rest}"


def _table() -> dict[str, tuple[str, bool]]:  # noqa: C901, PLR0912  a loop per kind of unit
    table: dict[str, tuple[str, bool]] = {}

    def add(name: str, symbol: str, *, is_everyday: bool = False) -> None:
        for form in _plurals(name):
            table[form] = symbol, is_everyday

    for base, letter in _METRIC.items():
        for prefix, sign in _PREFIXES.items():
            if not prefix and base in _ONLY_PREFIXED:
                continue
            for name in {f"{prefix}{base}", f"{prefix} {base}".strip()}:
                add(name, sign + letter)
                for power, exponent in _POWERS.items():
                    if letter == "m":
                        add(f"{power} {name}", f"{sign}{letter}{exponent}")
    table["square meters"] = table["square metres"] = "m²", False
    for length in list(table):
        for power, exponent in _POWERS.items():
            if table[length][0].endswith("m") and length.endswith(("meters", "metres")):
                table[f"{power} {length}"] = table[length][0] + exponent, False
    for name, symbol in _OTHERS.items():
        add(name, symbol)
    for spoken in ("kilo watt hour", "mega watt hour", "giga watt hour"):
        add(spoken, table[spoken.replace(" watt", "watt")][0])
    for name in ("kilowatt", "megawatt", "gigawatt", "kilo watt", "mega watt", "giga watt"):
        table[f"{name} hours"] = table[f"{name} hour"]
    for name, symbol in _EVERYDAY.items():
        add(name, symbol, is_everyday=True)
    for name, symbol in _IMPERIAL_AREAS.items():
        add(f"square {name}", f"sq {symbol}")
        add(f"cubic {name}", f"cu {symbol}")
        for form in _plurals(name):
            table[f"square {form}"] = f"sq {symbol}", False
            table[f"cubic {form}"] = f"cu {symbol}", False
    return table


_NAMES: Final = _table()


def _simple(words: Sequence[str], first: int) -> Measure | None:
    for length in range(_LONGEST, 0, -1):
        known = _NAMES.get(" ".join(words[first : first + length]))
        if known is not None and first + length <= len(words):
            return Measure(known[0], first + length, known[1])
    return None


def read_measure(words: Sequence[str], first: int) -> Measure | None:
    """Return the unit of measure that begins here, including "per" what."""
    found = _simple(words, first)
    if found is None or word_at(words, found.end) not in {"per", "a", "an"}:
        return found
    below = word_at(words, found.end + 1)
    is_per = words[found.end] == "per"
    unit = _simple(words, found.end + 1) if is_per else None
    if unit is not None and not unit.is_everyday:
        return Measure(f"{found.symbol}/{unit.symbol}", unit.end)
    if is_per and below in _PER:
        return Measure(f"{found.symbol}/{_PER[below]}", found.end + 2)
    return found
