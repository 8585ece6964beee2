"""English words spelled letter by letter: BMW, the US, a DVD; "spell bravo mike"."""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator
from typing import Final

from engine.formatting.english_clause import Clause, Figures
from engine.formatting.english_numerals import DIGITS

_LETTERS: Final = frozenset(string.ascii_lowercase)
_FEWEST, _MOST = 2, 8
_WORDS_TOO: Final = frozenset("ai")

# two letters that are not the start of a broken-off word
_PAIRS: Final = frozenset([
    "ac", "ai", "ar", "bc", "bp", "bt", "cd", "cs", "cv", "db", "dc", "dj", "dna", "er", "eu", "ev",
    "gb", "ge", "gm", "gp", "hd", "hp", "hr", "id", "ip", "iq", "it", "iv", "js", "jv", "kb", "la",
    "lg", "mb", "mc", "md", "mp", "nz", "ny", "ok", "os", "ot", "pa", "pc", "pe", "pr", "ps", "qa",
    "rv", "tb", "tv", "ui", "uk", "un", "us", "ux", "va", "vc", "vp", "vr", "xy",
])  # fmt: skip
# contain a letter that is also a word
_KNOWN: Final = frozenset([
    "adhd", "aids", "api", "apr", "asap", "atm", "aws", "ascii", "bafta", "cad", "cgi", "cia",
    "cli", "cpa", "dea", "dia", "diy", "dna", "epa", "eta", "faa", "faq", "fbi", "fda", "fifa",
    "gif", "gpa", "gui", "hci", "hiv", "iata", "ibm", "ibs", "icu", "ieee", "imf", "ios", "ipo",
    "ira", "irs", "isbn", "iso", "itv", "ivf", "kpi", "kia", "lan", "mba", "mia", "mit", "mri",
    "nasa", "nato", "nba", "ncaa", "nda", "nra", "nsa", "opec", "pci", "pin", "psa", "raf", "ram",
    "rna", "roi", "saas", "sap", "sat", "scsi", "sim", "tia", "tsa", "uae", "uav", "ucla", "unicef",
    "usa", "usda", "via", "vip", "wan", "wifi", "ymca",
])  # fmt: skip
_BEFORE_A: Final = frozenset([
    "the", "an", "my", "your", "his", "her", "its", "our", "their", "every", "each", "any", "some",
    "new", "old",
])  # fmt: skip
_BEFORE_I: Final = _BEFORE_A | {"a", "in", "at", "by", "from", "of", "for", "with", "near", "via"}
# letters that name items of a list; times have their own rule
_LISTED: Final = frozenset([
    "letters", "options", "vitamins", "plans", "variables", "points", "keys", "columns", "groups",
    "types", "grades", "notes", "sections", "parts", "teams", "versions", "answers", "chords",
])  # fmt: skip
_NOT_JOINED: Final = frozenset(["am", "pm", "ad", "ie", "eg"])
_LIST_JOINTS: Final = frozenset({"and", "or"})
# people known by their initials: J. K. Rowling
_INITIALLED: Final = frozenset([
    "abrams", "auden", "barnum", "baum", "berry", "chesterton", "cummings", "dubois", "eliot",
    "forster", "hinton", "houseman", "housman", "james", "king", "lang", "lawrence", "lewis",
    "lovecraft", "martin", "milne", "montgomery", "morgan", "naipaul", "narayan", "nesbit",
    "penney", "rowling", "salinger", "simpson", "skinner", "smith", "stine", "tolkien", "travers",
    "tyson", "vance", "watson", "watt", "wells", "white", "wodehouse", "yeats", "jones", "johnson",
    "brown", "miller", "williams", "lee",
])  # fmt: skip
_NO_INITIALS = 4
_WRITTEN: Final = {"phd": "PhD", "ios": "iOS", "www": "www"}

_ALPHABET: Final = {
    **{word: word[0] for word in (
        "alpha", "alfa", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india",
        "juliet", "juliett", "kilo", "lima", "mike", "november", "oscar", "papa", "quebec", "romeo",
        "sierra", "tango", "uniform", "victor", "whiskey", "whisky", "xray", "x-ray", "yankee",
        "zulu",
    )},
    **{letter: letter for letter in string.ascii_lowercase},
    **{word: str(value) for word, value in DIGITS.items() if word != "o"},
    "niner": "9",
}  # fmt: skip
_CAPITAL: Final = frozenset(["cap", "capital"])
_ASKED: Final = frozenset(["to", "you", "i", "we", "they", "he", "she", "can", "could", "a", "the"])


def letters(clause: Clause, place: int) -> Figures | None:
    """Read letters said one by one as one word, unless they are a list.

    Two letters may be broken-off words: only known pairs count.
    """
    before = clause.at(place - 1)
    if _letter(before) and before not in _WORDS_TOO:
        return None  # not at its beginning
    first, end = _bounds(clause, place)
    if not _FEWEST <= end - first <= _MOST or _is_list(clause, first, end):
        return None
    text = "".join(map(_letter, clause.words[first:end]))
    is_sure = _WORDS_TOO.isdisjoint(text) or _is_named(clause, first)
    is_known = (is_sure and text in _PAIRS) if len(text) == _FEWEST else is_sure or text in _KNOWN
    is_stutter = len(set(text)) == 1 and text not in _KNOWN and text not in _WRITTEN
    if is_stutter or text in _NOT_JOINED or not is_known:
        return None
    if len(text) < _NO_INITIALS and clause.at(end).removesuffix("'s") in _INITIALLED:
        return None
    ending = clause.words[end - 1][1:]  # the CEO's
    return Figures(first, end, _WRITTEN.get(text, text.upper()) + ending, is_word=True)


def spell(clause: Clause, place: int) -> Figures | None:
    """Read "spell bravo mike whiskey", dropping "spell"."""
    if clause.at(place) != "spell" or clause.at(place - 1) in _ASKED:
        return None
    signs = [*_signs(clause, place + 1)]
    if len(signs) < _FEWEST:
        return None
    end = signs[-1][1]
    text = "".join(sign for sign, _ in signs)
    return Figures(place, end, text.upper(), is_word=True)


def spelled(words: Iterable[str]) -> str:
    """Return what words spell, with "cap" before a capital; "" if they do anything else."""
    text, is_capital = "", False
    for word in " ".join(words).replace("x ray", "x").split():
        sign = _ALPHABET.get(word, "")
        if not sign and word not in _CAPITAL:
            return ""
        text += sign.upper() if is_capital else sign
        is_capital = not sign
    return text if len(text) >= _FEWEST else ""


def _signs(clause: Clause, place: int) -> Iterator[tuple[str, int]]:
    """Yield each letter or digit spelled from here on, and its end."""
    while (sign := _ALPHABET.get(clause.at(place))) is not None:
        continues = clause.ends_at(place + 1) or clause.at(place + 1) in _ALPHABET
        if clause.at(place) in _WORDS_TOO and not continues:
            return
        place += 2 if clause.has(place, ("x", "ray")) else 1
        yield sign, place


def _bounds(clause: Clause, place: int) -> tuple[int, int]:
    """Return start and end of letters, leaving out words at either end."""
    end = place
    while _letter(clause.at(end)) and end - place <= _MOST:
        end += 1
        if len(clause.words[end - 1]) > 1:
            break
    text = "".join(map(_letter, clause.words[place:end]))
    is_named = _is_named(clause, place)
    if text in _KNOWN or (text in _PAIRS and is_named):
        return place, end
    if clause.at(place) in _WORDS_TOO and not is_named:
        place, text = place + 1, text[1:]
    letter = clause.at(end - 1)
    if letter in _WORDS_TOO and text not in _KNOWN and not (letter == "a" and clause.ends_at(end)):
        end -= 1
    return place, end


def _is_named(clause: Clause, place: int) -> bool:
    """Whether the word before a letter shows that it is not the word "a" or "I"."""
    return clause.at(place - 1) in (_BEFORE_A if clause.at(place) == "a" else _BEFORE_I)


def _is_list(clause: Clause, first: int, end: int) -> bool:
    """Whether letters are separate things: "options a b and c", "plan a and b c"."""
    before = clause.at(first - 1)
    continues = clause.at(end) in _LIST_JOINTS and _is_alone(clause, end + 1)
    is_last = before in _LIST_JOINTS and _is_alone(clause, first - 2)
    return continues or is_last or before in _LISTED


def _is_alone(clause: Clause, place: int) -> bool:
    beside = clause.at(place - 1), clause.at(place + 1)
    return bool(_letter(clause.at(place))) and not any(map(_letter, beside))


def _letter(word: str) -> str:
    """Return the letter that a word is, also of "s's"; "" if it is not one."""
    stem = word.removesuffix("'s")
    return stem if stem in _LETTERS else ""
