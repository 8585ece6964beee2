"""Recordings from files, and from standard input, which decoders need to seek in."""

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
_MOST_BYTES = 8 << 30  # a day of uncompressed stereo takes 15 GB, of MP3 1 GB


@contextmanager
def opened_sound(
    source: Path,
    track: int = 0,
    languages: Iterable[str] = (),
    look: Callable[[Path], None] = lambda _: None,
) -> Iterator[tuple[SoundFileProcess, bool]]:
    """Open a recording; yield it, and whether Ctrl-C cut standard input short.

    Standard input is copied to a private temporary file, deleted as soon as the system allows.

    Args:
        source: Its path, or `STANDARD_INPUT`.
        track: As for `SoundFile`.
        languages: As for `SoundFile`.
        look: Called with the file before it is opened.

    Raises:
        AudioFileError: It cannot be read, or is too large to be stored.
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
                with suppress(OSError):  # Windows cannot delete it while it is open
                    path.unlink()
                yield sound, was_cut
        except (AudioFileError, ForeignSpeechError) as error:
            raise replace(error, path=_SHOWN_AS) from error


def _keep(stream: BinaryIO, path: Path) -> bool:
    """Copy a stream to its end, or until Ctrl-C; return whether that ended it."""
    if stream.isatty():
        raise AudioFileError(path, "standard input is the keyboard; pipe audio into it")
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
