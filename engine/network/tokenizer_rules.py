"""What a tokenizer file may ask of the library that runs it.

The library does what a file says: a chain of replacements can grow a word without bound, which
kills the process, and a regular expression can take for ever. The allowed steps cover BERT,
RoBERTa, XLM-RoBERTa and Whisper.
"""

from __future__ import annotations

import base64
import hashlib
import json
import struct
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from engine.errors import ModelFormatError
from engine.messages import Message
from engine.regular_file import open_regular

_MOST_BYTES = 32 << 20
_MOST_VALUES = 1_500_000  # a vocabulary of 250,000 pieces has half as many
_MOST_PIECE, _MOST_PIECES_CHARACTERS = 512, 4 << 20
_MOST_ADDED = 10_000
_MOST_STEPS, _DEPTH = 16, 4
_SHORT = 16
_CHARSMAP_BYTES, _CHARSMAP_FORM_BYTES = 1 << 20, 128
_ONCE = frozenset(("ByteLevel", "Precompiled", "Prepend"))  # each use makes a text longer
_EXPRESSIONS = frozenset((" {2,}", r"\s+"))
_Check = Callable[[Mapping[str, Any]], bool]
_known: set[bytes] = set()  # checksums of files found safe


def read_tokenizer(path: Path) -> str:
    """Return the text of a `tokenizer.json` that is safe to load.

    Raises:
        ModelFormatError: it cannot be read, is too large, or asks for something not allowed here.
    """
    try:
        with open_regular(path) as stream:
            content = stream.read(_MOST_BYTES + 1)
        text = content.decode()
        checksum = hashlib.sha256(content).digest()
        if checksum not in _known:
            _check_size(content)
            _check(json.loads(text, object_pairs_hook=_without_doubles))
            _known.add(checksum)
    except (OSError, ValueError, TypeError, LookupError, RecursionError, AttributeError) as error:
        raise ModelFormatError(path, Message("not a tokenizer ({detail})", detail=error)) from error
    return text


def _check_size(content: bytes) -> None:
    values = sum(map(content.count, (b"[", b"{", b",")))
    if len(content) > _MOST_BYTES or values > _MOST_VALUES:
        raise ValueError("it is too large")


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):  # we cannot know which one the library would take
        raise ValueError("a key stands in it twice")
    return table


def _check(table: Mapping[str, Any]) -> None:
    seen: list[str] = []
    for step in _steps(table.get("normalizer"), "normalizers"):
        _check_step(step, _NORMALIZERS, seen)
    for step in _steps(table.get("pre_tokenizer"), "pretokenizers"):
        _check_step(step, _SPLITTERS, seen)
    for step in _steps(table.get("decoder"), "decoders"):
        _check_step(step, _DECODERS, [])
    added = table.get("added_tokens") or ()
    if len(added) > _MOST_ADDED:
        raise ValueError("too many added tokens")
    _check_pieces([token["content"] for token in added if "content" in token])
    _check_model(table.get("model") or {})


def _steps(part: Mapping[str, Any] | None, inner: str, depth: int = 0) -> Iterator[Any]:
    if part is None:
        return
    if part.get("type") != "Sequence":
        yield part
        return
    if depth == _DEPTH or len(part[inner]) > _MOST_STEPS:
        raise ValueError("too many steps")
    for step in part[inner]:
        yield from _steps(step, inner, depth + 1)


def _check_step(step: Mapping[str, Any], allowed: Mapping[str, _Check], seen: list[str]) -> None:
    kind = str(step.get("type"))
    if kind in _ONCE and kind in seen:
        raise ValueError(f"{kind} twice")
    seen.append(kind)
    if len(seen) > 2 * _MOST_STEPS:
        raise ValueError("too many steps")
    if kind not in allowed or not allowed[kind](step):
        raise ValueError(f"a step {kind[:_SHORT]!r} that is not run here")


def _is_harmless(_: Mapping[str, Any]) -> bool:
    return True


def _grows_nothing(step: Mapping[str, Any]) -> bool:
    """Whether each match is replaced with no more characters than it has."""
    pattern, content = step["pattern"], step["content"]
    if "Regex" in pattern:
        return pattern["Regex"] in _EXPRESSIONS and len(content) <= 1
    return len(content) <= len(pattern["String"]) <= _SHORT and pattern["String"] != ""


def _splits_at_text(step: Mapping[str, Any]) -> bool:
    return 0 < len(step["pattern"].get("String", "")) <= _SHORT


def _has_short_forms(step: Mapping[str, Any]) -> bool:
    """Whether SentencePiece's table keeps each replacement of a character short."""
    content = base64.b64decode(step["precompiled_charsmap"] or "", validate=True)
    if not 4 <= len(content) <= _CHARSMAP_BYTES:
        return False
    (trie_bytes,) = struct.unpack_from("<I", content)
    forms = content[4 + trie_bytes // 4 * 4 :].split(b"\0")
    return max(map(len, forms)) <= _CHARSMAP_FORM_BYTES


_NORMALIZERS: dict[str, _Check] = {
    **dict.fromkeys(("BertNormalizer", "NFC", "NFD", "NFKC", "NFKD", "Nmt"), _is_harmless),
    **dict.fromkeys(("ByteLevel", "Lowercase", "Strip", "StripAccents"), _is_harmless),
    "Precompiled": _has_short_forms,
    "Prepend": lambda step: len(step["prepend"]) <= 1,
    "Replace": _grows_nothing,
}
_SPLITTERS: dict[str, _Check] = {
    **dict.fromkeys(("BertPreTokenizer", "Whitespace", "WhitespaceSplit"), _is_harmless),
    **dict.fromkeys(("Punctuation", "Digits", "UnicodeScripts"), _is_harmless),
    **dict.fromkeys(("ByteLevel", "CharDelimiterSplit", "Metaspace"), _is_harmless),
    "Split": _splits_at_text,
}
_DECODERS: dict[str, _Check] = {
    **dict.fromkeys(("BPEDecoder", "ByteFallback", "ByteLevel", "Fuse"), _is_harmless),
    **dict.fromkeys(("Metaspace", "Strip", "WordPiece"), _is_harmless),
    "Replace": _grows_nothing,
}


def _check_model(model: Mapping[str, Any]) -> None:
    vocabulary = model.get("vocab") or ()
    is_scored = isinstance(vocabulary, list)  # Unigram has pairs of a piece and its score
    _check_pieces([pair[0] for pair in vocabulary] if is_scored else list(vocabulary))
    affixes = (model.get("continuing_subword_prefix"), model.get("end_of_word_suffix"))
    _check_pieces([affix for affix in affixes if affix is not None])


def _check_pieces(pieces: list[Any]) -> None:
    """Check the pieces: the library keeps a node per character, and frees deep ones recursively."""
    longest, characters = max(map(len, pieces), default=0), sum(map(len, pieces))
    if longest > _MOST_PIECE or characters > _MOST_PIECES_CHARACTERS:
        raise ValueError("pieces that are too long")
