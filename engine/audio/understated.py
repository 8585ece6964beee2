"""Sound files longer than their header states, as a crashed recorder leaves them.

WAV, RF64, W64, AIFF, AU and CAF state the length of the sound before it. A recorder that is cut off
never fills it in, and some fill in a wrong one; what the file holds counts.
"""

from __future__ import annotations

import os
import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from io import BufferedReader

_W64 = b"riff" + bytes.fromhex("2e91cf11a5d628db04c10000")
_UNKNOWN = 0xFFFF_FFFF  # what a stream states, legitimately
_MOST_OF_RIFF = 0xFFFF_0000
LEAST_UNSTATED_S = 0.1  # some programs leave less than this
_MOST_FORMAT_BYTES = 4_096
_SEARCHED_BYTES = 1 << 16
_NAME = re.compile(rb"[ -~]{4}")
# what may follow the sound, even with a wrong length
_KNOWN = re.compile(
    rb"LIST|list|levl|summ|RIFF|FORM|fact|cue |smpl|inst|acid|bext|[ai]XML|_PMX|PEAK|JUNK|junk|PAD "
    rb"|afsp|[Ii][Dd]3|TAG|APETAGEX|LYRICS|NAME|AUTH|ANNO|\(c\) |MARK|COMT|APPL|CHAN"
)
# kinds of AIFC with frames of constant size
_PLAIN = {b"NONE", b"sowt", b"twos", b"fl32", b"FL32", b"fl64", b"FL64", b"in24", b"in32"}


@dataclass(frozen=True, slots=True)
class Understated:
    """How a decoder should read such a file.

    Attributes:
        header: A header with the right length.
        begin: Offset of the sound in the file, which goes after the header.
        stated_s: Length stated by the file, in seconds; None if it legitimately states none.
    """

    header: bytes
    begin: int
    stated_s: float | None


@dataclass(frozen=True, slots=True)
class _Chunk:
    name: bytes
    begin: int
    size: int
    is_unpadded: bool = False


def understated(file: BufferedReader) -> Understated | None:
    """Return how to read a file that states too little; None for any other.

    Raises:
        OSError: it cannot be read.
    """
    head = _at(file, 0, 16)
    if head[:4] == b".snd":
        return _of_au(file)
    if head[:4] == b"FORM" and head[8:12] in {b"AIFF", b"AIFC"}:
        return _of_aiff(file, head[8:12])
    if head[:4] == b"caff":
        return _of_caf(file)
    if head == _W64 or (head[8:12] == b"WAVE" and head[:4] in {b"RIFF", b"RIFX", b"RF64"}):
        return _of_wave(file, head[:4])
    return None


def _of_wave(file: BufferedReader, form: bytes) -> Understated | None:
    order = ">" if form == b"RIFX" else "<"
    chunks = _up_to(b"data", _w64_chunks(file) if form == b"riff" else _chunks(file, order))
    sound, described = chunks.get(b"data"), chunks.get(b"fmt ")
    if sound is None or described is None or not 16 <= described.size <= _MOST_FORMAT_BYTES:
        return None
    format_ = _at(file, described.begin, described.size)
    bytes_a_second = struct.unpack_from(order + "I", format_, 8)[0]
    stated = sound.size
    if form == b"RF64" and stated == _UNKNOWN and b"ds64" in chunks:
        stated = int.from_bytes(_at(file, chunks[b"ds64"].begin + 8, 8), "little")
    if not bytes_a_second:
        return None
    end = _end(file, sound.begin, stated, bytes_a_second, order)
    is_endless = form in {b"RF64", b"riff"} and sound.begin + stated > 2 * _size(file)
    is_misplaced = any(chunk.is_unpadded for chunk in chunks.values())
    if end is None and not is_endless and not is_misplaced:
        return None
    length = (end or min(_size(file), sound.begin + stated)) - sound.begin
    header = _wave_header(format_, length, order)
    return Understated(header, sound.begin, None if end is None else stated / bytes_a_second)


def _wave_header(format_: bytes, length: int, order: str) -> bytes:
    described = b"fmt " + struct.pack(order + "I", len(format_)) + format_ + bytes(len(format_) % 2)
    if length <= _MOST_OF_RIFF:
        content = b"WAVE" + described + b"data" + struct.pack(order + "I", length)
        form = b"RIFX" if order == ">" else b"RIFF"
        return form + struct.pack(order + "I", len(content) + length) + content
    sizes = struct.pack("<IQQQI", 28, length + len(described) + 48, length, 0, 0)
    unknown = struct.pack("<I", _UNKNOWN)
    return b"RF64" + unknown + b"WAVEds64" + sizes + described + b"data" + unknown


def _of_aiff(file: BufferedReader, form: bytes) -> Understated | None:
    chunks = _up_to(b"SSND", _chunks(file, ">"))
    sound, described = chunks.get(b"SSND"), chunks.get(b"COMM")
    if sound is None or described is None or not 18 <= described.size <= _MOST_FORMAT_BYTES:
        return None
    format_ = _at(file, described.begin, described.size)
    channels, frames, bits, exponent, mantissa = struct.unpack_from(">HIHHQ", format_)
    if form == b"AIFC" and format_[18:22] not in _PLAIN:
        return None
    frame_bytes = channels * -(-bits // 8)
    rate_hz = mantissa * 2.0 ** (exponent - 16_383 - 63) if exponent < 16_500 else 0.0
    if not frame_bytes or not rate_hz:
        return None
    begin = sound.begin + 8
    stated = min(frames * frame_bytes, max(0, sound.size - 8))
    end = _end(file, begin, stated, rate_hz * frame_bytes, ">")
    if end is None:
        return None
    length = min(end - begin, _MOST_OF_RIFF)
    format_ = format_[:2] + struct.pack(">I", length // frame_bytes) + format_[6:]
    content = form + (b"FVER\0\0\0\4\xa2\x80\x51\x40" if form == b"AIFC" else b"")
    content += b"COMM" + struct.pack(">I", len(format_)) + format_ + bytes(len(format_) % 2)
    content += b"SSND" + struct.pack(">III", length + 8, 0, 0)
    header = b"FORM" + struct.pack(">I", len(content) + length) + content
    return Understated(header, begin, stated / frame_bytes / rate_hz)


def _of_au(file: BufferedReader) -> Understated | None:
    head = _at(file, 0, 24)
    if len(head) < 24:
        return None
    begin, stated, coding, rate_hz, channels = struct.unpack(">5I", head[4:])
    width = {1: 1, 2: 1, 3: 2, 4: 3, 5: 4, 6: 4, 7: 8, 27: 1}.get(coding, 0)
    bytes_a_second = rate_hz * channels * width
    if not bytes_a_second or stated == _UNKNOWN or not 24 <= begin < _size(file):
        return None
    if _end(file, begin, stated, bytes_a_second, ">") is None:
        return None
    header = head[:4] + struct.pack(">II", 24, _UNKNOWN) + head[12:]
    return Understated(header, begin, stated / bytes_a_second)


def _of_caf(file: BufferedReader) -> Understated | None:
    chunks = _up_to(b"data", _caf_chunks(file))
    sound, described = chunks.get(b"data"), chunks.get(b"desc")
    if sound is None or described is None or described.size != 32:
        return None
    rate_hz, _, _, packet_bytes, packet_frames = struct.unpack(
        ">d4sIII", _at(file, described.begin, 24)
    )
    begin = sound.begin + 4
    if not 0.0 < rate_hz < 1e9 or not packet_bytes or not packet_frames:
        return None
    bytes_a_second = rate_hz / packet_frames * packet_bytes
    is_stream = sound.size == -1
    stated = 0 if is_stream else max(0, sound.size - 4)
    end = _end(file, begin, stated, bytes_a_second, ">")
    if end is None:
        return None
    size = struct.pack(">q", end - sound.begin)
    header = _at(file, 0, sound.begin - 8) + size + _at(file, sound.begin, 4)
    return Understated(header, begin, None if is_stream else stated / bytes_a_second)


def _end(
    file: BufferedReader, begin: int, stated: int, bytes_a_second: float, order: str
) -> int | None:
    """Return where the sound ends; None if the file states it correctly."""
    size, place = _size(file), begin + stated
    if stated == _UNKNOWN or size - place < LEAST_UNSTATED_S * bytes_a_second:
        return None
    padded = place + stated % 2
    if _are_chunks(file, place, order) or _are_chunks(file, padded, order):
        return None
    if stated and _is_empty(file, place):
        return None
    at = max(place, size - _SEARCHED_BYTES)
    for found in _KNOWN.finditer(_at(file, at, _SEARCHED_BYTES)):
        if _are_chunks(file, at + found.start(), order, are_whole=True):
            return at + found.start()
    return size


def _are_chunks(file: BufferedReader, place: int, order: str, *, are_whole: bool = False) -> bool:
    """Whether valid chunks run to the end of the file, or a known chunk comes first."""
    size, begin = _size(file), place
    while size - place >= 8:
        head = _at(file, place, 8)
        if _KNOWN.match(head) and not are_whole:
            return True
        if not _NAME.match(head):
            return False
        length = struct.unpack(order + "I", head[4:])[0]
        place += 8 + length + length % 2
    return begin < place <= size + 1


def _is_empty(file: BufferedReader, place: int) -> bool:
    """Whether only zeros seem to follow: reserved space."""
    last = max(place, _size(file) - _SEARCHED_BYTES)
    places = (place, (place + last) // 2, last)
    return not any(any(_at(file, at, _SEARCHED_BYTES)) for at in places)


def _up_to(name: bytes, chunks: Iterator[_Chunk]) -> dict[bytes, _Chunk]:
    """Return the chunks up to the first with this name."""
    found: dict[bytes, _Chunk] = {}
    for chunk in chunks:
        found.setdefault(chunk.name, chunk)
        if chunk.name == name:
            break
    return found


def _chunks(file: BufferedReader, order: str) -> Iterator[_Chunk]:
    place = 12
    while len(head := _at(file, place, 8)) == 8 and _NAME.match(head):
        length = struct.unpack(order + "I", head[4:])[0]
        place += 8
        end = place + length
        after = _at(file, end, 5)
        is_unpadded = bool(length % 2 and not _NAME.match(after[1:]) and _NAME.match(after[:4]))
        yield _Chunk(head[:4], place, length, is_unpadded)
        place = end + (0 if is_unpadded else length % 2)


def _w64_chunks(file: BufferedReader) -> Iterator[_Chunk]:
    place = 40
    while len(head := _at(file, place, 24)) == 24 and _NAME.match(head):
        length = max(24, int.from_bytes(head[16:], "little"))
        yield _Chunk(head[:4], place + 24, length - 24)
        place += length + -length % 8


def _caf_chunks(file: BufferedReader) -> Iterator[_Chunk]:
    place = 8
    while len(head := _at(file, place, 12)) == 12 and _NAME.match(head):
        length = struct.unpack(">q", head[4:])[0]
        yield _Chunk(head[:4], place + 12, length)
        place += 12 + max(0, length)


def _size(file: BufferedReader) -> int:
    return os.fstat(file.fileno()).st_size


def _at(file: BufferedReader, place: int, count: int) -> bytes:
    if not 0 <= place <= _size(file):
        return b""
    file.seek(place)
    return file.read(count)
