"""Changes real samples at random, like damage and malice; a seed repeats its changes."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from typing import Any

MOST_BYTES = 1 << 14
_WORDS = (
    *(b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\\ud800", b"\n", b"\r\n", b"\x1c"),
    *(b"[", b"{", b'"', b"[[[[[[[[", b'{"a":', b"NaN", b"-Infinity", b"1e999", b"9" * 400, b"-1"),
    *(b"<", b">", b"-->", b"&#0;", b"<!DOCTYPE a>", b"<w:p>", b"</w:p>", b"../", b"/etc/passwd"),
    *(
        b"%s%n",
        b"\x7f\xff\xff\xff",
        b"\xff\xff\xff\xff",
        b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01",
    ),
    *(b"WEBVTT", b"00:00:00,000 --> 99:59:59,999", "中文，。「".encode(), "\u2028\u0300".encode()),
)
_JUNK = (
    *(None, True, 0, -1, 2**31, 10**400, 1e308, float("nan"), float("inf"), "", "a\0b", "\ud800"),
    *("x" * 5000, "9" * 5000, "../../x", [], {}, [[]], [None], {"text": 3}, {"a": {}}, [1, 2, 3]),
)
Change = Callable[[bytearray, random.Random, Sequence[bytes]], None]


def mutated(samples: Sequence[bytes], chance: random.Random) -> bytes:
    """Return one of the samples with a few changes, cut off at `MOST_BYTES`."""
    content = chance.choice(samples)
    if chance.random() < 0.4 and (table := _as_json(content)) is not None:
        for _ in range(chance.randint(1, 3)):
            table = _with_junk(table, chance)
        content = json.dumps(table, ensure_ascii=chance.random() < 0.5).encode(
            errors="surrogatepass"
        )
        if chance.random() < 0.7:
            return content[:MOST_BYTES]
    most = max(MOST_BYTES, len(content) + 64)
    return changed_bytes(content, chance, samples)[:most]


def changed_bytes(
    content: bytes, chance: random.Random, samples: Sequence[bytes] = (b"",)
) -> bytes:
    """Return the content with a few bytes changed, doubled, inserted or removed."""
    changed = bytearray(content)
    for _ in range(chance.choice((1, 1, 2, 4, 8))):
        chance.choice(_CHANGES)(changed, chance, samples)
    return bytes(changed)


def _as_json(content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError:
        return None


def _with_junk(table: Any, chance: random.Random) -> Any:
    """Walk down at random, and replace, double or remove what is there."""
    if chance.random() < 0.15 or not isinstance(table, dict | list) or not table:
        return chance.choice(_JUNK)
    if isinstance(table, list):
        at = chance.randrange(len(table))
        if chance.random() < 0.2:
            return [*table[:at], *table[at + 1 :]]
        if chance.random() < 0.2:
            return [*table, *table[at : at + 1] * chance.randint(1, 50)]
        return [*table[:at], _with_junk(table[at], chance), *table[at + 1 :]]
    key = chance.choice(list(table))
    if chance.random() < 0.2:
        return {name: value for name, value in table.items() if name != key}
    return {**table, key: _with_junk(table[key], chance)}


def _flip(content: bytearray, chance: random.Random, _: Sequence[bytes]) -> None:
    if content:
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)


def _overwrite(content: bytearray, chance: random.Random, _: Sequence[bytes]) -> None:
    at = chance.randint(0, len(content))
    new = chance.randbytes(chance.randint(1, 8))
    content[at : at + len(new)] = new


def _insert_word(content: bytearray, chance: random.Random, _: Sequence[bytes]) -> None:
    at = chance.randint(0, len(content))
    content[at:at] = chance.choice(_WORDS)


def _delete(content: bytearray, chance: random.Random, _: Sequence[bytes]) -> None:
    at = chance.randint(0, len(content))
    del content[at : at + chance.choice((1, 2, 16, 256))]


def _cut(content: bytearray, chance: random.Random, _: Sequence[bytes]) -> None:
    del content[chance.randint(0, len(content)) :]


def _repeat(content: bytearray, chance: random.Random, _: Sequence[bytes]) -> None:
    """Repeat a part many times: what makes slow code slow."""
    at = chance.randint(0, len(content))
    piece = bytes(content[at : at + chance.choice((1, 2, 3, 8, 60))]) or b"a"
    content[at:at] = piece * min(chance.choice((3, 100, 10_000)), MOST_BYTES // len(piece))


def _repeat_word(content: bytearray, chance: random.Random, _: Sequence[bytes]) -> None:
    at = chance.randint(0, len(content))
    word = chance.choice(_WORDS)
    content[at:at] = word * min(chance.choice((10, 10_000)), MOST_BYTES // len(word))


def _splice(content: bytearray, chance: random.Random, samples: Sequence[bytes]) -> None:
    other = chance.choice(samples)
    at, begin = chance.randint(0, len(content)), chance.randint(0, len(other))
    content[at:] = other[begin:]


_CHANGES: tuple[Change, ...] = (
    *(_flip, _flip, _overwrite, _insert_word, _insert_word, _delete, _cut, _splice),
    *(_repeat, _repeat_word),
)
