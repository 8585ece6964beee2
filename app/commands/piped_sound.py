"""Recordings from files, and from standard input: decoders have to go back and forth in them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from engine.audio.sound_file_process import SoundFileProcess
from engine.errors import AudioFileError, ForeignSpeechError
from engine.messages import own_words
from engine.transcripts.source import STANDARD_INPUT

_SHOWN_AS = Path("standard input")
_BLOCK_BYTES = 1 << 16
_MOST_BYTES = 8 << 30  # a day of plain stereo sound has 15 GB, one of MP3 1


@contextmanager
def opened_sound(
    source: Path,
    track: int = 0,
    languages: Iterable[str] = (),
    look: Callable[[Path], None] = lambda _: None,
) -> Iterator[tuple[SoundFileProcess, bool]]:
    """Open a recording; yield it, and whether Ctrl-C ended what standard input brought.

    `track` and `languages` are those of a `SoundFile`.

    That is kept in a private temporary file, which goes away as soon as the system allows.

    Args:
        source: its path, or that of standard input.
        look: takes the file before it is opened.

    Raises:
        AudioFileError: it cannot be read, or is too large to be kept.
        KeyboardInterrupt: Ctrl-C came before any sound.
    """
    if source != STANDARD_INPUT:
        look(source)
        with SoundFileProcess(source, track, languages) as sound:
            yield sound, False
        return
    with TemporaryDirectory(prefix="fermata-") as folder:
        path = Path(folder, "sound")
        try:
            was_cut = _keep(sys.stdin.buffer, path)
            look(path)
            with SoundFileProcess(path, track, languages) as sound:
                with suppress(OSError):  # Windows keeps it while it is open
                    path.unlink()
                yield sound, was_cut
        except (AudioFileError, ForeignSpeechError) as error:
            raise replace(error, path=_SHOWN_AS) from error


def _keep(stream: BinaryIO, path: Path) -> bool:
    """Copy a stream to its end, or up to Ctrl-C; return whether that was it."""
    if stream.isatty():
        raise AudioFileError(path, "it is the keyboard; pipe sound into it")
    size = 0
    try:
        with path.open("xb") as file:
            while block := stream.read(_BLOCK_BYTES):
                size += file.write(block)
                if size > _MOST_BYTES:
                    raise AudioFileError(path, "more than 8 GB; transcribe it from a file")
    except KeyboardInterrupt:
        if not size:
            raise
        return True
    except OSError as error:
        raise AudioFileError(path, own_words(error)) from error
    return False
