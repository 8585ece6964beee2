"""E-mail and web addresses as they are spelled: "a dot b at gmail dot com"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.formatting.english_numerals import DIGITS, read_digits, two_digits, word_at

_TOP: Final = frozenset(
    [
        "com",
        "org",
        "net",
        "edu",
        "gov",
        "mil",
        "int",
        "info",
        "biz",
        "io",
        "ai",
        "co",
        "app",
        "dev",
        "me",
        "uk",
        "us",
        "eu",
        "ca",
        "au",
        "nz",
        "ie",
        "de",
        "fr",
        "es",
        "it",
        "nl",
        "ch",
        "at",
        "be",
        "se",
        "no",
        "dk",
        "fi",
        "pl",
        "pt",
        "gr",
        "ru",
        "jp",
        "kr",
        "cn",
        "hk",
        "tw",
        "mo",
        "sg",
        "my",
        "in",
        "br",
        "mx",
        "za",
        "tv",
        "fm",
        "law",
        "health",
    ]
)
_MAIL: Final = frozenset(
    [
        "gmail",
        "googlemail",
        "hotmail",
        "outlook",
        "yahoo",
        "icloud",
        "aol",
        "msn",
        "proton",
        "protonmail",
        "live",
        "fastmail",
    ]
)
_JOINTS: Final = {"dot": ".", "dash": "-", "hyphen": "-", "underscore": "_"}
_NO_LABEL: Final = frozenset(
    [
        "a",
        "an",
        "the",
        "this",
        "that",
        "these",
        "those",
        "my",
        "your",
        "his",
        "her",
        "its",
        "our",
        "their",
        "and",
        "or",
        "of",
        "to",
        "in",
        "on",
        "at",
        "by",
        "for",
        "with",
        "from",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "i",
        "you",
        "he",
        "she",
        "it",
        "we",
        "they",
        "me",
        "him",
        "us",
        "them",
        "not",
        "connect",
        "first",
    ]
)
_ASKS_FOR_MAIL: Final = frozenset(
    ["email", "e-mail", "mail", "address", "write", "contact", "is", "to"]
)
_LONGEST_LABEL = 24  # letters spelled one by one


@dataclass(frozen=True, slots=True)
class Address:
    """Words `first` up to `end` spell `text`."""

    first: int
    end: int
    text: str


def find_addresses(words: Sequence[str]) -> list[Address]:
    """Return the addresses in a clause, from left to right."""
    found: list[Address] = []
    if "dot" not in words:
        return found
    place = 0
    while (place := _next_dot(words, place)) < len(words):
        address = _around(words, place, found[-1].end if found else 0)
        if address is not None:
            found.append(address)
        place = address.end if address is not None else place + 1
    return found


def _next_dot(words: Sequence[str], place: int) -> int:
    while place < len(words) and words[place] != "dot":
        place += 1
    return place


def _is_letter(word: str) -> bool:
    return len(word) == 1 and word.isascii() and word.isalpha()


def _label_right(words: Sequence[str], first: int, *, is_top: bool = False) -> tuple[str, int]:
    """Return a name as it is spelled from there on, and its end."""
    text, place = "", first
    while place < len(words) and place - first < _LONGEST_LABEL:
        word = words[place]
        if word in {"dot", "slash", "at", "colon", *_JOINTS}:
            break
        if _is_letter(word) and not (text and word in {"a", "i"} and not _spelled(words, place)):
            text, place = text + word, place + 1
        elif word in DIGITS and word != "o" and not is_top:
            digits, place = read_digits(words, place)
            text += digits
        elif not text or (place - first == 1 and len(text) == 1 and not is_top):
            if not word.isalnum():
                break
            return text + word, place + 1
        else:
            break
    return text, place


def _spelled(words: Sequence[str], place: int) -> bool:
    """Whether a letter that is a word, too, stands among letters."""
    after = word_at(words, place + 1)
    return _is_letter(after) or after in {"dot", "slash", "at", *DIGITS}


def _label_left(words: Sequence[str], end: int, least: int) -> int:
    """Return where a name begins that ends there."""
    place = end
    while place > least and end - place < _LONGEST_LABEL:
        word = words[place - 1]
        if not (_is_letter(word) or word in DIGITS or word in {"double", "triple"}):
            break
        place -= 1
    if place == end and end > least and words[end - 1].isalnum():
        place -= 1
        if place > least and _is_letter(words[place - 1]) and words[place - 1] not in {"a", "i"}:
            place -= 1
    elif end - place > 1 and words[place] in {"a", "i"} and words[place + 1] in DIGITS:
        return place
    return place


def _names(words: Sequence[str], first: int, end: int) -> str:
    """Return what is spelled between two places."""
    text, place = "", first
    while place < end:
        if words[place] in _JOINTS:
            text, place = text + _JOINTS[words[place]], place + 1
            continue
        is_letter = _is_letter(words[place])
        digits, after = ("", place) if is_letter else read_digits(words[:end], place)
        if not digits and not is_letter and (pair := two_digits(words[:end], place)) is not None:
            digits, after = f"{pair[0]:02d}", pair[1]
        text, place = (text + digits, after) if digits else (text + words[place], place + 1)
    return text


_LONGEST_HOST = 24  # words behind the first dot
# what is done at a place or a shop, and is no name in front of its address
_DONE_AT = frozenset(
    [
        "look",
        "looks",
        "looked",
        "looking",
        "shop",
        "shops",
        "shopped",
        "shopping",
        "buy",
        "buys",
        "bought",
        "buying",
        "meet",
        "meets",
        "met",
        "meeting",
        "work",
        "works",
        "worked",
        "working",
        "stay",
        "stays",
        "stayed",
        "staying",
        "order",
        "orders",
        "ordered",
        "ordering",
        "find",
        "finds",
        "found",
        "sell",
        "sells",
        "sold",
        "available",
        "arrive",
        "arrives",
        "arrived",
        "check",
        "checks",
        "checked",
        "be",
        "live",
        "lives",
        "lived",
        "apply",
        "applied",
        "register",
        "registered",
    ]
)


def _host_end(words: Sequence[str], dot: int) -> tuple[str, int] | None:
    """Return ".com" or ".co.uk" and its end."""
    text, place, is_known = "", dot, False
    while place - dot < _LONGEST_HOST and word_at(words, place) in {"dot", "dash", "hyphen"}:
        sign = _JOINTS[words[place]]
        label, end = _label_right(words, place + 1, is_top=False)
        if not label:
            break
        spelled = end - place > 2
        known = label in _TOP or (spelled and len(label) <= 3 and label.isalpha() and sign == ".")
        if is_known and not known:
            break
        is_known = is_known or known
        text, place = text + sign + label, end
    return (text, place) if is_known else None


def _around(words: Sequence[str], dot: int, least: int) -> Address | None:
    """Return the address whose first dot stands there."""
    at = next((n for n in range(dot, min(dot + 12, len(words))) if words[n] == "at"), None)
    if at is not None and (mail := _mail(words, dot, at, least)) is not None:
        return mail  # the dot stands in the name
    back = next((n for n in range(dot - 1, max(dot - _LONGEST_LABEL, least) - 1, -1)
                 if words[n] == "at"), None)  # fmt: skip
    if back is not None and (mail := _mail(words, dot, back, least)) is not None:
        return mail
    return _web(words, dot, least)


def _mail(words: Sequence[str], dot: int, at: int, least: int) -> Address | None:
    label, end = _label_right(words, at + 1)
    if word_at(words, at + 2) == "mail" and word_at(words, at + 1) == "g":
        label, end = "gmail", at + 3
    host = _host_end(words, end) if label else None
    if host is None or not (dot < at or end <= dot < host[1]):
        return None
    first = _label_left(words, at, least)
    while first - 1 > least and words[first - 1] in _JOINTS:
        first = _label_left(words, first - 1, least)
    name = _names(words, first, at)
    if not name or words[first] in {*_NO_LABEL, *_JOINTS, *_DONE_AT} - {"a", "i"}:
        return None
    is_plain = at - first == 1 and not _is_letter(words[first])
    asked = word_at(words, first - 1) in _ASKS_FOR_MAIL or label in _MAIL or first == 0
    return Address(first, host[1], f"{name}@{label}{host[0]}") if not is_plain or asked else None


def _web(words: Sequence[str], dot: int, least: int) -> Address | None:
    host = _host_end(words, dot)
    first = _label_left(words, dot, least)
    if host is None or first == dot or words[first] in _NO_LABEL - {"a", "i"}:
        return None
    if words[first] in {"a", "i"} and first + 1 == dot:
        return None
    text, end = _names(words, first, dot) + host[0], host[1]
    while word_at(words, end) == "slash":
        label, after = _label_right(words, end + 1)
        if not label:
            break
        text, end = f"{text}/{label}", after
    scheme = ("colon", "slash", "slash")
    if first >= 3 and tuple(words[first - 3 : first]) == scheme:
        for name in ("https", "http"):
            for start in (first - 4, first - 3 - len(name)):
                if start >= least and "".join(words[start : first - 3]) == name:
                    return Address(start, end, f"{name}://{text}")
    return Address(first, end, text)
