"""E-mail and web addresses that are spelled out: "a dot b at gmail dot com"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
JOINTS: Final = {"dot": ".", "dash": "-", "hyphen": "-", "underscore": "_"}
_SIGNS: Final = JOINTS | {"slash": "/"}
NO_LABEL: Final = frozenset(
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
    """Words `first` up to `end`, which spell `text`."""

    first: int
    end: int
    text: str


def find_addresses(words: Sequence[str]) -> list[Address]:
    """Return the addresses in a clause, from left to right."""
    found = [*_local(words)]
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


def label_right(words: Sequence[str], first: int, *, is_top: bool = False) -> tuple[str, int]:
    """Return the name spelled from this place on, and its end."""
    text, place = "", first
    while place < len(words) and place - first < _LONGEST_LABEL:
        word = words[place]
        if word in {"dot", "slash", "at", "colon", *JOINTS}:
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
    """Whether a letter that is also a word is among letters."""
    after = word_at(words, place + 1)
    return _is_letter(after) or after in {"dot", "slash", "at", *DIGITS}


def label_left(words: Sequence[str], end: int, least: int) -> int:
    """Return the start of a name that ends here."""
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


def spelled_text(words: Sequence[str], first: int, end: int) -> str:
    """Return the text spelled between two places."""
    text, place = "", first
    while place < end:
        if words[place] in _SIGNS:
            text, place = text + _SIGNS[words[place]], place + 1
            continue
        is_letter = _is_letter(words[place])
        digits, after = ("", place) if is_letter else read_digits(words[:end], place)
        if not digits and not is_letter and (pair := two_digits(words[:end], place)) is not None:
            digits, after = f"{pair[0]:02d}", pair[1]
        text, place = (text + digits, after) if digits else (text + words[place], place + 1)
    return text


_LONGEST_HOST = 24  # words after the first dot
# done at a place or shop, so not a name before its address
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
    """Return ".com" or ".co.uk" and its end; None if there is none."""
    text, place, is_known = "", dot, False
    while place - dot < _LONGEST_HOST and word_at(words, place) in {"dot", "dash", "hyphen"}:
        sign = JOINTS[words[place]]
        label, end = label_right(words, place + 1, is_top=False)
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
    """Return the address whose first dot is here."""
    at = next((n for n in range(dot, min(dot + 12, len(words))) if words[n] == "at"), None)
    if at is not None and (mail := _mail(words, dot, at, least)) is not None:
        return mail  # the dot is in the name
    back = next((n for n in range(dot - 1, max(dot - _LONGEST_LABEL, least) - 1, -1)
                 if words[n] == "at"), None)  # fmt: skip
    if back is not None and (mail := _mail(words, dot, back, least)) is not None:
        return mail
    return _web(words, dot, least)


def _mail(words: Sequence[str], dot: int, at: int, least: int) -> Address | None:
    host_at = at + 1 + (word_at(words, at + 1) == "sign")
    label, end = label_right(words, host_at)
    if word_at(words, host_at + 1) == "mail" and word_at(words, host_at) == "g":
        label, end = "gmail", host_at + 2
    host = _host_end(words, end) if label else None
    if host is None or not (dot < at or end <= dot < host[1]):
        return None
    first = label_left(words, at, least)
    while first - 1 > least and words[first - 1] in JOINTS:
        first = label_left(words, first - 1, least)
    name = spelled_text(words, first, at)
    if not name or words[first] in {*NO_LABEL, *JOINTS, *_DONE_AT} - {"a", "i"}:
        return None
    is_plain = at - first == 1 and not _is_letter(words[first])
    asked = word_at(words, first - 1) in _ASKS_FOR_MAIL or label in _MAIL or first == 0
    return Address(first, host[1], f"{name}@{label}{host[0]}") if not is_plain or asked else None


def _web(words: Sequence[str], dot: int, least: int) -> Address | None:
    host = _host_end(words, dot)
    first = label_left(words, dot, least)
    is_joined = first - 1 > least and words[first - 1] in JOINTS and words[first - 1] != "dot"
    if is_joined:
        first = label_left(words, first - 1, least)
    if host is None or first == dot or words[first] in JOINTS:
        return None
    is_word = words[first] in NO_LABEL - {"a", "i"} or (
        words[first] in {"a", "i"} and first + 1 == dot
    )
    if is_word and not is_joined:
        return None
    text, end = _port_and_path(words, host[1])
    start, scheme = _scheme(words, first, least)
    return Address(start, end, scheme + spelled_text(words, first, dot) + host[0] + text)


def _local(words: Sequence[str]) -> Iterator[Address]:
    """Yield addresses on this computer: "localhost colon eight zero eight zero"."""
    for place, word in enumerate(words):
        if word == "localhost":
            text, end = _port_and_path(words, place + 1)
            start, scheme = _scheme(words, place, 0)
            if text or scheme:
                yield Address(start, end, f"{scheme}localhost{text}")


def _port_and_path(words: Sequence[str], end: int) -> tuple[str, int]:
    text = ""
    if word_at(words, end) == "colon":
        digits, after = read_digits(words, end + 1)
        text, end = (f":{digits}", after) if len(digits) > 1 else (text, end)
    while word_at(words, end) == "slash":
        label, after = _path_part(words, end + 1)
        if not label:
            break
        text, end = f"{text}/{label}", after
    return text, end


def _path_part(words: Sequence[str], first: int) -> tuple[str, int]:
    label, end = label_right(words, first)
    while label and word_at(words, end) in JOINTS:
        more, after = label_right(words, end + 1)
        if not more:
            break
        label, end = label + JOINTS[words[end]] + more, after
    return label, end


def _scheme(words: Sequence[str], first: int, least: int) -> tuple[int, str]:
    """Return the start of "https colon slash slash" before a host, and the text for it."""
    if first >= 4 and tuple(words[first - 3 : first]) == ("colon", "slash", "slash"):
        for name in ("https", "http", "ftp", "ssh", "git"):
            for start in (first - 4, first - 3 - len(name)):
                if start >= least and "".join(words[start : first - 3]) == name:
                    return start, f"{name}://"
    return first, ""
