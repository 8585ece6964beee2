"""A tour through the real window: `python -m tests.support.ui.tour FOLDER [LOOK …]`.

Under a screen of its own (`xvfb-run -a -s "-screen 0 3840x2160x24"`), with the virtual microphone
as the system's: speech is played into it while the tour dictates, edits and photographs. Each look
is a process of its own, since Qt's scale is chosen once. `readme` takes the README's two pictures.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from tests.support.virtual_microphone import VirtualMicrophone

_ROOT = Path(__file__).resolve().parents[3]


@dataclass(frozen=True)
class Look:
    """How the window is seen."""

    theme: str
    scale: int
    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.theme}-{self.scale}00-{self.width}x{self.height}"


LOOKS = (
    Look("light", 1, 800, 600),
    Look("dark", 1, 1920, 1080),
    Look("dark", 2, 800, 600),
    Look("light", 2, 1920, 1080),
)
README = (Look("light", 1, 1280, 800), Look("dark", 1, 1280, 800))


def main(folder: Path, wanted: list[str]) -> None:
    """Take every look that is wanted, or all."""
    looks = README if wanted == ["readme"] else LOOKS
    with tempfile.TemporaryDirectory() as place:
        microphone = VirtualMicrophone(Path(place), 16_000)
        try:
            microphone.start()
            for look in looks:
                if looks is README or not wanted or str(look) in wanted:
                    _in_its_process(look, folder, microphone.environment, looks is README)
        finally:
            microphone.stop()


def _in_its_process(look: Look, folder: Path, environment: dict[str, str], is_readme: bool) -> None:
    fields = (look.theme, look.scale, look.width, look.height, is_readme)
    with tempfile.TemporaryDirectory() as data:
        own = {
            "QT_SCALE_FACTOR": str(look.scale),
            "LANG": "en_GB.UTF-8",
            "FERMATA_DATA": data,
            "FERMATA_TOUR": "|".join(str(field) for field in fields),
            "PYTHONPATH": str(_ROOT),
        }
        command = [sys.executable, "-m", "tests.support.ui.tour", str(folder)]
        subprocess.run(command, env=environment | own, cwd=_ROOT, check=True)


def take_look(folder: Path, look: Look, data: Path, *, is_readme: bool) -> None:
    """One way through the window."""
    from PySide6.QtWidgets import QApplication

    from app.application import Fermata
    from engine.audio.microphone import Microphone
    from engine.paths import Paths, default_paths
    from tests.support.ui.tour_story import Story

    application = QApplication([])
    with ExitStack() as stack:
        paths = Paths(default_paths().assets, data, (data / "speech-models",))
        preferences = data / "preferences.json"
        preferences.write_text(f'{{"general": {{"theme": "{look.theme}"}}}}')
        fermata = Fermata(
            application, paths, preferences, lambda device: Microphone(device or None, queue_s=120)
        )
        stack.callback(fermata.close)
        fermata.window.resize(look.width, look.height)
        fermata.show()
        fermata.window.activateWindow()  # no window manager does it here
        story = Story(fermata, folder / ("" if is_readme else str(look)), data)
        if is_readme:
            story.for_the_readme(look.theme)
        else:
            story.tell()


if __name__ == "__main__":
    if fields := os.environ.get("FERMATA_TOUR"):
        theme, scale, width, height, is_readme = fields.split("|")
        take_look(
            Path(sys.argv[1]),
            Look(theme, int(scale), int(width), int(height)),
            Path(os.environ["FERMATA_DATA"]),
            is_readme=is_readme == "True",
        )
    else:
        main(Path(sys.argv[1]).resolve(), sys.argv[2:])
