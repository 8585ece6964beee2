"""Which characters are written without spaces, and which signs are full-width.

CJK here means Chinese and Japanese; Hangul is not included, since Korean puts spaces between words.
"""

from __future__ import annotations

import re

_HAN = (
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3038-\u303b\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003fffd"
)
_KANA = (
    "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9d"
    "\U0001b000-\U0001b16f"
)
_BOPOMOFO = "\u3105-\u312f\u31a0-\u31bf"
LETTERS = _HAN + _KANA + _BOPOMOFO  # to be used within brackets of a regular expression
CJK = f"[{LETTERS}]"
_CJK_LETTER = re.compile(CJK)

WIDE_OPENING = "「『《〈【〔（［｛“‘〖﹁﹃＂"
WIDE_CLOSING = "」』》〉】〕）］｝”’〗﹂﹄"
WIDE_MARKS = "，。？！；：、…｡．､﹐﹑﹖﹗"


def is_cjk(text: str) -> bool:
    """Return whether a text contains a CJK character."""
    return _CJK_LETTER.search(text) is not None
