"""From a fresh clone to a sentence in another window: `python -m … SHEET [PROGRAMS]`.

The repository is cloned and installed by the README's first command, unless PROGRAMS is a folder
where `fermata` is installed. It is started on a screen of its own, beside another application; keys
are pressed, and a voice is heard by a virtual microphone. SHEET gets pictures of the whole screen.
It fails where the words have not arrived 90 seconds after the window opened.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QApplication

from engine.audio.sound_file import SoundFile
from tests.support.desktop.programs import Screen
from tests.support.shared_data import REPOSITORY, need_program, shared
from tests.support.sounds import samples_of, write_wav
from tests.support.ui.contact_sheet import contact_sheet
from tests.support.virtual_microphone import VirtualMicrophone, virtual_microphone

SAID = shared("data", "audio", "jfk", "jfk.flac")
_LONGEST_S = 90.0
_FROM_PLACES = ("Tab", "Tab", "Tab")  # the keys, “Skip all”, “Next”


def installed(folder: Path) -> Path:
    """Clone and install as the README says; return the folder of the programs."""
    clone = folder / "fermata"
    subprocess.run(["git", "clone", "-q", REPOSITORY, clone], check=True)
    readme = (clone / "README.md").read_text()
    first = next(it for it in readme.splitlines() if it.startswith("python3 -m venv"))
    own = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    subprocess.run(["bash", "-c", first], cwd=clone, env=own, check=True)
    return clone / ".venv" / "bin"


class Newcomer:
    """Sits in front of the screen."""

    def __init__(
        self, screen: Screen, microphone: VirtualMicrophone, pictures: Path, said: Path
    ) -> None:
        self.screen, self.microphone, self._pictures = screen, microphone, pictures
        self.seen: list[tuple[str, Path]] = []
        self._said = said

    def see(self, what: str) -> None:
        """Take a picture of the screen."""
        path = self._pictures / f"{len(self.seen):02}.png"
        time.sleep(0.7)  # windows fade, carets blink
        command = [need_program("import"), "-window", "root", path]
        subprocess.run(command, env=self.screen.environment, check=True)
        self.seen.append((what, path))

    def press(self, *keys: str) -> None:
        for key in keys:
            self.screen.xdotool("key", key)
            time.sleep(0.15)

    def until(self, is_so: Callable[[], object]) -> None:
        end_s = time.monotonic() + _LONGEST_S
        while not is_so():
            if time.monotonic() > end_s:
                self.see("where it stopped")
                raise TimeoutError
            time.sleep(0.1)

    def shows(self, title: str) -> bool:
        """Whether a window with this title is to be seen."""
        command = ["xdotool", "search", "--onlyvisible", "--name", title]
        done = subprocess.run(
            command, env=self.screen.environment, capture_output=True, check=False
        )
        return bool(done.stdout.strip())

    def dictate(self, what: str) -> None:
        """Speak between two presses of the keys."""
        self.press("ctrl+alt+d")
        self.until(lambda: self.shows("Listening"))
        self.microphone.play(self._said)
        self.see(what)
        self.press("ctrl+alt+d")
        self.until(lambda: not self.shows("Finishing|Listening"))

    def write_elsewhere(self, fermata: Path, home: Path) -> float:
        """Go through the first run; return the seconds until the words are in the other window."""
        field = self.screen.run("desktop.field_program")
        field.until(lambda it: it.newest("focus"))
        own = self.microphone.environment | self.screen.environment | {"HOME": str(home)}
        program = subprocess.Popen([fermata], env=own | {"LANG": "en_GB.UTF-8"})
        try:
            self.until(lambda: self.shows("^Fermata$"))
            begun_s = time.monotonic()
            self.see("the first run")
            self.press("Tab", "Down")
            self.see("where to write: in the application in front")
            self.press(*_FROM_PLACES, "space")
            self.see("the microphone")
            self.press("space")
            self.see("the recogniser")
            self.press("space")
            self.dictate("the keys are tried")
            self.see("what became of the pauses")
            self.press("space")
            self.until(lambda: not self.shows("Fermata$"))
            self.see("Fermata is in the tray")
            self.dictate("dictating into the other window")
            field.until(lambda it: it.newest("text"))
            took_s = time.monotonic() - begun_s
            self.see(f"the words are there, {took_s:.0f} s after the window opened")
            return took_s
        finally:
            program.terminate()
            program.wait(60)


def main(sheet: Path, programs: Path | None) -> float:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fermata = (programs or installed(folder)) / "fermata"
        home, pictures, run = folder / "home", folder / "pictures", folder / "run"
        for it in (home, pictures, run):
            it.mkdir(mode=0o700)
        with SoundFile(SAID) as sound:
            said = write_wav(folder / "said.wav", [samples_of(sound).astype("<i2")])
        screen = Screen(run)
        screen.add_tray()
        try:
            with virtual_microphone(home) as microphone:
                newcomer = Newcomer(screen, microphone, pictures, said)
                try:
                    return newcomer.write_elsewhere(fermata, home)
                finally:
                    _ = QApplication([])  # its fonts write the captions
                    contact_sheet(newcomer.seen, sheet)
        finally:
            screen.stop()


if __name__ == "__main__":
    if shutil.which("tint2") is None:
        sys.exit("tint2 is missing: there is no tray")
    took_s = main(Path(sys.argv[1]), Path(sys.argv[2]) if sys.argv[2:] else None)
    print(f"{took_s:.1f} s")
    sys.exit(took_s > _LONGEST_S)
