"""Prepares words that a model should expect in the form sherpa-onnx wants."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from io import BytesIO
from itertools import islice
from pathlib import Path

from engine.errors import ModelFormatError
from engine.messages import Message
from engine.recognisers.protobuf import fields
from engine.recognisers.sherpa_models import SherpaModel
from engine.text.scripts import CJK

_BEGINS = "\u2581"
_CJK = re.compile(CJK)
_PARTS = re.compile(rf"{CJK}|(?:(?!{CJK})\S)+")
_ALIEN = re.compile(r"[^\w'\s]|_")  # some of these mean something to sherpa-onnx: a score, an end
_PIECE, _SCORE = 1, 2  # fields of a piece in a SentencePiece model, whose field 1 has the pieces
_MOST = 1_000


def modelling_unit(tokens: Sequence[str]) -> str:
    """Return sherpa-onnx's name for the kind of tokens a model has."""
    if not any(token.startswith(_BEGINS) for token in tokens):
        return "cjkchar"
    return "cjkchar+bpe" if any(_CJK.match(token) for token in tokens) else "bpe"


def known_hot_words(wanted: Iterable[str], model: SherpaModel, *, in_capitals: bool) -> list[str]:
    """Return the hot words that a model has tokens for, cleaned; few families take any."""
    if not model.family.takes_hot_words:
        return []
    tokens = frozenset(model.tokens)
    mark = "" if modelling_unit(model.tokens) == "cjkchar" else _BEGINS
    cleaned = (" ".join(_ALIEN.sub(" ", word).split()) for word in wanted)
    cased = (word.upper() if in_capitals else word for word in cleaned)
    known = (it for it in dict.fromkeys(cased) if it and _can_spell(it, tokens, mark))
    return list(islice(known, _MOST))


def piece_scores(model: SherpaModel) -> str:
    """Return the lines of a `bpe.vocab`: the score of each piece, used to split words into pieces.

    Read from `bpe.vocab` or `bpe.model` in the model's folder. Few archives have them; without,
    every piece costs the same, so words are split into as few as possible, and frequent ones win
    ties.

    Raises:
        ModelFormatError: the file exists but cannot be read.
    """
    readers = {"bpe.vocab": _vocabulary, "bpe.model": _pieces}
    for name, read in readers.items():
        path = model.folder / name
        try:
            if path.is_file():
                return _lines(read(path))
        except (OSError, ValueError, KeyError, struct.error) as error:
            reason = Message("{file} cannot be read", file=name)
            raise ModelFormatError(model.folder, reason) from error
    equal = ((token, -1 - at / 1e6) for at, token in enumerate(model.tokens) if _is_piece(token))
    return _lines(equal)


def _is_piece(token: str) -> bool:
    return bool(token.strip()) and not token.startswith(("<", "#")) and not _CJK.match(token)


def _lines(pieces: Iterable[tuple[str, float]]) -> str:
    return "".join(f"{piece}\t{score}\n" for piece, score in pieces)


def _vocabulary(path: Path) -> Iterator[tuple[str, float]]:
    for line in path.read_text(encoding="utf-8").split("\n"):
        if line.strip():
            piece, score = line.rsplit(maxsplit=1)
            yield piece, float(score)


def _pieces(path: Path) -> Iterator[tuple[str, float]]:
    content = path.read_bytes()
    for field, body in fields(BytesIO(content), len(content)):
        if field == 1:
            piece = dict(fields(BytesIO(body), len(body)))
            (score,) = struct.unpack("<f", piece.get(_SCORE, bytes(4)))
            yield piece[_PIECE].decode(), score


def _can_spell(text: str, tokens: frozenset[str], mark: str) -> bool:
    """Whether tokens can spell a text; `mark` begins each of its words that is not CJK."""
    longest = max(map(len, tokens), default=0)

    def is_spelled(part: str) -> bool:
        @cache
        def can_end(at: int) -> bool:
            begins = range(max(0, at - longest), at)
            return at == 0 or any(part[b:at] in tokens and can_end(b) for b in begins)

        return can_end(len(part))

    parts = _PARTS.findall(text)
    return all(part in tokens if _CJK.match(part) else is_spelled(mark + part) for part in parts)
