"""English numbers that belong together: ranges, scores, shares, the sides of a card."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.formatting.english_clause import NUMBERED_MANY, Clause, Figures
from engine.formatting.english_numerals import Amount, read_amount, two_digits

_NOT_A_NUMBER: Final = frozenset(
    ["no", "any", "every", "some", "which", "this", "that", "the", "each", "another"]
)
_JOINERS: Final = frozenset({"to", "or", "by", "through"})
_CURRENCY_SIGNS: Final = frozenset("$€£¥₹")
_TIMES: Final = frozenset(["seconds", "minutes", "hours", "days", "weeks", "months", "years"])
_SCORE_WORDS = 4
_OF_SCORES: Final = frozenset([
    "won", "win", "lost", "lose", "beat", "beaten", "score", "lead", "led", "leading",
    "trailing", "tied", "ahead", "drew",
])  # fmt: skip
_HAS_SIDES: Final = frozenset([
    "card", "cards", "inch", "grid", "matrix", "photo", "board", "sheet", "foot", "table",
])  # fmt: skip


def linked(clause: Clause, found: list[Figures]) -> list[Figures]:
    """Return the figures, making those joined by one word alike."""
    spellings = list(found)
    for n in range(len(spellings) - 1, 0, -1):
        left, right = spellings[n - 1], spellings[n]
        if right.first != left.end + 1 or left.amount is None or right.amount is None:
            continue
        word = clause.at(left.end)
        if not _is_joint(clause, left):
            continue
        if _shares_scale(left.amount, right.amount):
            spellings[n - 1 : n + 1] = [
                replace(left, is_sure=False),
                replace(right, is_sure=" " in right.text and right.is_sure),
            ]
        elif right.is_sure != left.is_sure and not (left.amount.is_indefinite and left.text):
            is_pronoun = (
                left.amount.value == 1 and clause.at(left.first - 1) in _NOT_A_NUMBER
            ) or (not left.is_sure and word == "to" and left.amount.is_shorthand)
            if not is_pronoun and not right.amount.is_shorthand:
                spellings[n - 1] = replace(left, is_sure=True)
                spellings[n] = replace(right, is_sure=True)
    _link_to_right(clause, spellings)
    return spellings


def _link_to_right(clause: Clause, spellings: list[Figures]) -> None:
    """Make figures sure that follow sure ones, as in "ten or five", from left to right."""
    for n in range(1, len(spellings)):
        left, right = spellings[n - 1], spellings[n]
        if _is_pair(clause, left, right):
            spellings[n - 1 : n + 1] = replace(left, is_sure=True), replace(right, is_sure=True)
            continue
        joined = right.first == left.end + 1 and _is_joint(clause, left)
        if joined and left.is_sure and left.amount and right.amount and right.amount.is_small:
            spellings[n] = replace(right, is_sure=True)
        sign = right.text[:1]
        if joined and sign in _CURRENCY_SIGNS and left.amount and left.text == left.amount.text:
            spellings[n - 1] = replace(left, text=f"{sign}{left.text}")  # $5 to $10


def ratio(clause: Clause, place: int) -> Figures | None:
    """Read "three colon one" unless something is counted after it, as in a list of things."""
    left = read_amount(clause.words, place, clause.style)
    if left is None or not left.is_whole or clause.at(left.end) != "colon":
        return None
    right = read_amount(clause.words, left.end + 1, clause.style)
    if right is None or not right.is_whole or left.is_indefinite or right.is_indefinite:
        return None
    after = clause.at(right.end)
    if (
        after
        and after not in _AFTER_RATIO
        and _OF_RATIOS.isdisjoint(clause.words[max(0, place - _SCORE_WORDS) : place])
    ):
        return None
    minutes = two_digits(clause.words, left.end + 1)
    text = right.text
    if minutes is not None and minutes[1] == right.end:
        text = f"{minutes[0]:02d}"  # nine colon oh five
    return Figures(place, right.end, f"{left.text}:{text}", is_word=True)


_OF_RATIOS: Final = frozenset([
    "ratio", "odds", "scale", "aspect", "format", "mix", "mixed", "proportion", "verse", "chapter",
])  # fmt: skip
_AFTER_RATIO: Final = frozenset([
    "and", "or", "in", "on", "is", "was", "to", "ratio", "odds", "scale", "mix", "against",
    "format", "aspect", "screen", "am", "pm", "but", "with",
])  # fmt: skip


def _is_joint(clause: Clause, left: Figures) -> bool:
    """Whether the word after a number joins it to the next number."""
    word = clause.at(left.end)
    before = clause.at(left.first - 1)
    return word in _JOINERS or (word == "and" and (before == "between" or before in NUMBERED_MANY))


def _is_pair(clause: Clause, left: Figures, right: Figures) -> bool:
    """Whether two numbers are a score, a share or two sides, and so both figures."""
    if left.amount is None or right.amount is None or not right.amount.is_whole:
        return False
    between = tuple(clause.words[left.end : right.first])
    after = clause.at(right.end)
    if between in {("in",), ("out", "of")} and right.is_sure:
        is_share = right.text == right.amount.text and after not in _TIMES
        return left.amount.is_small and left.amount.value < right.amount.value and is_share
    if not (left.amount.is_small and right.amount.is_small):
        return False
    if between == ("by",):
        return after in _HAS_SIDES
    said = clause.words[max(0, left.first - _SCORE_WORDS) : left.first]
    return between == ("to",) and not _OF_SCORES.isdisjoint(said)


def _shares_scale(left: Amount, right: Amount) -> bool:
    """Whether the right number's last word may also belong to the left ("two or three hundred")."""
    if not right.is_round or left.is_round or not right.value or not left.value:
        return False
    share = right.value
    while share >= 100 and share % 100 == 0:
        share /= 100
    while share >= 10 and share % 10 == 0 and left.value * 10 <= share:
        share /= 10
    return left.value < max(share, right.value / 1000) and left.value < 100
