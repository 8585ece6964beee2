"""Texts of other scripts that are written in ASCII alone: ISO 2022, HZ and UTF-7.

Nothing announces HZ and UTF-7 but a tilde and a plus, which English has too: so all of the text
must decode, and to letters that people use.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Callable, Iterable

_ISO_2022 = ("iso2022_jp", "iso2022_jp_ext", "iso2022_jp_2004", "iso2022_kr", "iso2022_jp_2")
_FORMS = (  # how such letters begin, which a terminal's colours do not
    (re.compile(rb"\x1b(?:\$(?:[@AB]|[()][A-Q])|\(I)"), _ISO_2022),
    (re.compile(rb"~\{(?:[\x21-\x77][\x21-\x7e])+~\}"), ("hz",)),
    (re.compile(rb"\+[A-Za-z0-9+/]{3}"), ("utf-7",)),
)
# Python's decoders let some escapes pass, and halves of pairs that UTF-8 cannot hold
_NOT_DECODED = re.compile("\x1b\\$|[\x00\x0e\x0f\ud800-\udfff]")
_BEYOND_UTF_7 = re.compile(rb"[^A-Za-z0-9+/]")
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_ALPHABETS = re.compile(
    "[\u00a0-\u017f\u0386-\u03ce\u0401-\u045f\u05d0-\u05ea\u060c-\u0652\u2010-\u2026\u20ac]"
)
# the lead byte of the last of their common letters
_COMMON = {"gb2312": 0xD7, "big5": 0xC6, "euc_jp": 0xCF, "euc_kr": 0xC8}
# a plus before an English word may be taken for fewer
_FEWEST_IN_ALPHABETS, _FEWEST_OTHERS, _MOST_RARE = 3, 8, 0.1
Blocks = Callable[[], Iterable[bytes]]


def seven_bit_encoding(read: Blocks) -> str | None:
    """Return the encoding that an ASCII text hides; None for plain ASCII.

    Args:
        read: gives the text from its beginning, each time anew.

    Raises:
        UnicodeError: it is ISO 2022 of a kind that cannot be read.
    """
    for form, encodings in _FORMS:
        if any(form.search(block) for block in read()):
            for encoding in encodings:
                if _fits(read, encoding):
                    return encoding
            if encodings is _ISO_2022:
                raise UnicodeError
    return None


def _fits(read: Blocks, encoding: str) -> bool:
    decoder = codecs.getincrementaldecoder(encoding)()
    letters: Counter[str] = Counter()
    try:
        for block in read():
            if encoding == "utf-7" and not _BEYOND_UTF_7.search(block):
                return False  # the decoder would begin again and again
            text = decoder.decode(block)
            if _NOT_DECODED.search(text):
                return False
            letters.update(_BEYOND_ASCII.findall(text))
        decoder.decode(b"", final=True)
    except UnicodeError:
        return False
    return encoding in _ISO_2022 or _are_plausible(letters, encoding)


def _are_plausible(letters: Counter[str], encoding: str) -> bool:
    alphabetic = {sign: count for sign, count in letters.items() if _ALPHABETS.match(sign)}
    others = letters.total() - sum(alphabetic.values())
    common = ("gb2312",) if encoding == "hz" else tuple(_COMMON)
    rare = sum(count for sign, count in letters.items() if not _is_common(sign, common))
    if rare > _MOST_RARE * letters.total():
        return False
    is_alphabetic = len(alphabetic) > 1 and sum(alphabetic.values()) >= _FEWEST_IN_ALPHABETS
    return is_alphabetic or others >= (2 if encoding == "hz" else _FEWEST_OTHERS)


def _is_common(sign: str, encodings: Iterable[str]) -> bool:
    if _ALPHABETS.match(sign):
        return True
    for encoding in encodings:
        try:
            if sign.encode(encoding)[0] <= _COMMON[encoding]:
                return True
        except UnicodeError:
            continue
    return False
