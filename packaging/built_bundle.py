"""A built bundle as its user meets it: programs run in a shell, a window on a screen, a microphone.

The tests' own screen, microphone and servers are used. Nothing of the bundle is imported: all that
is known of it are what it prints, its pictures, and its files.
"""

from __future__ import annotations

import json
import os
import sqlite3
import struct
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.support.desktop.programs import Screen  # noqa: E402
from tests.support.processes import children_of  # noqa: E402

_PATIENCE_S = 120.0
_LOOK_AGAIN_S = 0.01
_COVERED = 0.2
_PAINTED_COLOURS = 30  # of letters whose edges are smooth; a window without words has a few
_PREFERENCES = {
    "general": {"first_run_is_done": True},
    "files": {"starts_at_once": True},
    "models": {"recogniser": "whisper"},  # and not what the download brings
}


class StepError(Exception):
    """The bundle does not do what its user expects."""


class LackingError(Exception):
    """A part of the system that a step needs is not here."""


class Bundle:
    """A folder with a program, and the data of the user who runs it."""

    def __init__(self, folder: Path, data: Path) -> None:
        self.folder, self.data = folder.resolve(), data
        ending = ".exe" if sys.platform == "win32" else ""
        in_app = folder / "Contents/MacOS/fermata"
        self.program = (in_app if in_app.exists() else folder / f"fermata{ending}").resolve()
        self.inner = self.folder / "_internal"
        self.can_train = (self.inner / "torch").is_dir()
        self.environment = os.environ | {"FERMATA_DATA": str(data), "HOME": str(data)}
        for name in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "VOSK_MODEL_PATH"):
            self.environment.pop(name, None)
        data.mkdir(parents=True, exist_ok=True)
        (data / "preferences.json").write_text(json.dumps(_PREFERENCES))

    def run(self, *words: str | Path, said: str = "", status: int = 0, **own: str) -> str:
        """Run a command of it to its end and return what it printed.

        Raises:
            StepError: it ended with another status.
        """
        done = subprocess.run(
            [self.program, *words],
            env=self.environment | own,
            input=said,
            capture_output=True,
            encoding="utf-8",
            timeout=900,
            check=False,
        )
        if done.returncode != status:
            raise StepError(f"{words} ended with {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def sessions(self) -> list[dict[str, Any]]:
        """Return the history: its sessions with the words in them."""
        path = self.data / "history.sqlite"
        if not path.exists():
            return []
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            connection.row_factory = sqlite3.Row
            rows = connection.execute("SELECT * FROM sessions").fetchall()
            words: dict[int, list[str]] = {}
            for session, surfaces in connection.execute(
                "SELECT session, surfaces FROM sentences ORDER BY position"
            ):
                words.setdefault(session, []).extend(json.loads(surfaces))
        return [{**row, "words": " ".join(words.get(row["number"], []))} for row in rows]


class PictureScreen(Screen):
    """A screen whose picture is a file: what stands on it can be looked at from outside."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        super().__init__(folder)

    def _start_server(self, server: str) -> str:
        reading, writing = os.pipe()
        screen = ("-screen", "0", "1600x1000x24", "-noreset", "-fbdir", str(self._folder))
        self._start(server, "-displayfd", str(writing), *screen, pass_fds=(writing,))
        os.close(writing)
        with os.fdopen(reading) as told:
            return f":{told.readline().strip()}"

    def pixels(self) -> tuple[int, int, bytes]:
        """Return width, height, and four bytes a pixel: blue, green, red, nothing."""
        content = (self._folder / "Xvfb_screen0").read_bytes()  # as `xwd` writes them
        header = struct.unpack_from(">25I", content)
        width, height, line_bytes = header[4], header[5], header[12]
        start = header[0] + 12 * header[19]
        return width, height, content[start : start + line_bytes * height]

    def has_window(self) -> bool:
        """Whether a window with words in it covers a part of the screen, which else is black."""
        _, _, pixels = self.pixels()
        some = memoryview(pixels).cast("I")[::7].tolist()
        covered = sum(pixel & 0xFFFFFF != 0 for pixel in some)
        return covered > len(some) * _COVERED and len(set(some)) > _PAINTED_COLOURS

    def save(self, path: Path) -> None:
        """Write a PNG."""
        width, height, pixels = self.pixels()
        red, green, blue = pixels[2::4], pixels[1::4], pixels[0::4]
        flat = bytes(3 * width * height)
        picture = bytearray(flat)
        picture[0::3], picture[1::3], picture[2::3] = red, green, blue
        rows = b"".join(
            b"\0" + picture[at : at + 3 * width] for at in range(0, len(picture), 3 * width)
        )
        head = struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0)
        parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
        chunks = (
            struct.pack(">I", len(part)) + kind + part + struct.pack(">I", zlib.crc32(kind + part))
            for kind, part in parts
        )
        path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(chunks))


class Window:
    """The program with its window; it runs until `close`."""

    def __init__(self, bundle: Bundle, screen: PictureScreen, *words: str | Path) -> None:
        self.bundle, self.screen = bundle, screen
        started_s = time.monotonic()
        self.process = subprocess.Popen(
            [bundle.program, *words],
            env=bundle.environment | {"DISPLAY": screen.environment["DISPLAY"]},
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
        until("the window is painted", screen.has_window, self)
        self.painted_s = time.monotonic() - started_s

    def press(self, *keys: str) -> None:
        self.screen.xdotool("search", "--onlyvisible", "--sync", "--name", "Fermata")
        self.screen.xdotool("key", *keys)

    def close(self) -> None:
        """End it as the desktop's session does.

        Raises:
            StepError: it does not end well.
        """
        self.process.terminate()
        try:
            status = self.process.wait(_PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        if status:
            raise StepError(f"the window ended with {status}")


@contextmanager
def window(bundle: Bundle, screen: PictureScreen, *words: str | Path) -> Iterator[Window]:
    """Show the window while the block runs."""
    shown = Window(bundle, screen, *words)
    try:
        yield shown
    except BaseException:
        shown.process.kill()
        shown.process.wait()
        raise
    shown.close()


def until(what: str, is_so: Callable[[], object], shown: Window | None = None) -> None:
    """Wait until something is so.

    Raises:
        StepError: it does not come to be, or the program ended.
    """
    end_s = time.monotonic() + _PATIENCE_S
    while not is_so():
        if shown is not None and shown.process.poll() is not None:
            raise StepError(f"the program ended before {what}")
        if time.monotonic() > end_s:
            raise StepError(f"never: {what}")
        time.sleep(_LOOK_AGAIN_S)


def family(pid: int) -> list[int]:
    """Return a process, its children and theirs."""
    return [pid, *(it for child in children_of(pid) for it in family(child))]
