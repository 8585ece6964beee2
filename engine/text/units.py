"""Units: what gets a label in any language, a CJK character or a word between spaces.

Chinese and Japanese have no spaces, so there a character is the unit; Hangul and all other scripts
put spaces between words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.text.scripts import CJK, LETTERS, WIDE_CLOSING, WIDE_MARKS, WIDE_OPENING

# these never begin a unit: combining marks, variation selectors, joiners, long and small kana
_FOLLOWING = (
    "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u302a-\u302f\u3099\u309a\ufe00-\ufe0f"
    "\U000e0100-\U000e01ef\u200b-\u200f\u2060\u30fc\uff70\uff9e\uff9f"
    "ぁぃぅぇぉゃゅょゎァィゥェォャュョヮ"
)

_OPENING = WIDE_OPENING + "([{<«\"'*_#"
_CLOSING = WIDE_CLOSING + WIDE_MARKS + ")]}>»›.,;:?!‚،—–―～~·・‧-"
# an ellipsis and curly quotes also occur within English words, and split nothing there
_BREAKS = "，。？！；：、｡．､﹐﹑﹖﹗「『《〈【〔（［｛〖﹁﹃」』》〉】〕）］｝〗﹂﹄"

_SIGN = f"[{re.escape(_OPENING + _CLOSING)}]"
_LETTER = f"[^\\s{LETTERS}{re.escape(_OPENING + _CLOSING)}]"
# a sign between letters does not split a word, but a full-width one does unless within a number
_IN_NUMBER = r"(?<=\d)[．：](?=\d)|(?<=[０-９])，(?=[０-９])"
_INNER = f"(?:(?:(?![{re.escape(_BREAKS)}]){_SIGN})+|{_IN_NUMBER})"
_NUMBER_SIGN = "[-–+.](?=\\d)"
_TOKEN = re.compile(
    f"(?P<cjk>{CJK}[{_FOLLOWING}]*)"
    f"|(?P<word>(?:{_NUMBER_SIGN})?{_LETTER}+(?:{_INNER}{_LETTER}+)*)"
    f"|(?P<sign>{_SIGN}[{_FOLLOWING}]*)"
)
_NEEDS_CUTTING = re.compile(f"{CJK}|[{re.escape(_BREAKS)}]")
_APOSTROPHE = re.compile("['’]")
_HEARD = re.compile(f"{CJK}|[$£€¥]?([^\\W_{LETTERS}]+(?:['’][^\\W_{LETTERS}]+)*)[%°]?")
_LETTERS_ALONE = re.compile(f"(?:(?![{_FOLLOWING}]){CJK})+")


def split_units(text: str) -> list[str]:
    """Return the units of a text, each with the signs attached to it; only white space is left out.

    A text without CJK letters and full-width signs is split only at white space.
    """
    if text.isascii() or _NEEDS_CUTTING.search(text) is None:
        return text.split()
    if _LETTERS_ALONE.fullmatch(text):
        return list(text)
    return [text[first:end] for first, end in unit_spans(text)]


def heard_units(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the words of a text as heard, without case, marks and apostrophes, and their places.

    The place of a number includes its currency or percent sign.
    """
    for found in _HEARD.finditer(text):
        yield _APOSTROPHE.sub("", found[1] or found.group()).casefold(), *found.span()


def unit_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of each unit; between units there is white space or nothing."""
    for run in re.finditer(r"\S+", text):
        if _NEEDS_CUTTING.search(run.group()) is None:
            yield run.span()
        else:
            yield from _cut(text, *run.span())


def _cut(text: str, first: int, end: int) -> Iterator[tuple[int, int]]:
    """Split a run without white space; a sign goes with the unit before it unless it opens one."""
    opening: int | None = None
    has_core = is_quoted = False
    for found in _TOKEN.finditer(text, first, end):
        if found.lastgroup == "sign":
            opens = found.group()[0] in _OPENING
            if found.group()[0] == '"':
                opens = is_quoted = not is_quoted
            opening = (opening or found.start()) if opens else None
            has_core = has_core or found.group()[0] in WIDE_MARKS  # a space before the mark
            continue
        if has_core:
            cut = opening or found.start()
            yield first, cut
            first = cut
        has_core, opening = True, None
    yield first, end
