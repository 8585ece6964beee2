"""Pictures of the window: `python -m tests.support.ui.tour FOLDER` photographs every surface.

On a private screen (`xvfb-run -a -s "-screen 0 3840x2160x24"`). Each look is a process of its
own, since Qt's scale is chosen once. `… FOLDER readme` takes the README's two pictures instead, as
`just screenshots` does.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import wave
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from engine.audio.sound_file import SoundFile
from engine.paths import default_paths
from engine.recognisers.speech_models import BUILT_IN
from engine.recognisers.speed import SAMPLE
from engine.types import BYTES_A_SAMPLE, SAMPLE_RATE_HZ
from tests.support.ui.composed_window import composed_window, drop
from tests.support.ui.playback_program import Patience
from tests.support.ui.surfaces import opened, surfaces

LOOKS = (  # language, theme, scale, size
    ("en", "light", 1, 800, 600),
    ("en", "dark", 1, 1920, 1080),
    ("en", "dark", 1.5, 1366, 768),
    ("en", "light", 2, 1920, 1080),
    ("zh_TW", "dark", 2, 800, 600),
    ("zh_TW", "light", 1.5, 1366, 768),
)
_TYPED = "Good morning everyone, and thank you for coming."
_TYPED_S = 3.7  # when the recording says this
_WHISPER = {"models__recogniser": "whisper", "models__speech_model": BUILT_IN}
_LETTER = """dear doctor smith thank you for your letter of the third of march
we have read it with great interest and would like to meet you in london next week

so i went to the shop this morning and it was closed what should i do now
maybe the other one in station road is open on sundays i will ask anna when she is back
"""
_TALK = "1\n00:00:01,000 --> 00:00:04,000\nhello and welcome to the third\nlecture on history\n"


def photograph(widget: QWidget, path: Path) -> None:
    QTest.qWait(250)
    widget.grab().save(str(path))


def take_look(folder: Path, data: Path, size: tuple[int, int], **general: str) -> None:
    with opened(QApplication([]), data, size, **general) as fermata:
        for number, (name, widget) in enumerate(surfaces(fermata), 1):
            photograph(widget, folder / f"{number:02}-{name.replace(': ', '-')}.png")


def take_readme(folder: Path, data: Path) -> None:
    """Dictate below typed text; then show finished files."""
    application = QApplication([])
    with composed_window(Patience(), data, general__theme="light", **_WHISPER) as fermata:
        fermata.window.resize(1280, 800)
        for line in ("Town meeting, opening words", _TYPED):
            QTest.keyClicks(fermata.page.view, line)
            QTest.keyClick(fermata.page.view, Qt.Key.Key_Return)
        fermata.spoken.append([_said_behind(data / "said.wav")])
        fermata.speed = 1.0
        fermata.controller.toggle_record()
        model, view = fermata.page.view.model, fermata.page.view
        notice = fermata.page.live.notice  # on a busy machine that it is behind
        fermata.until(lambda: "money" in model.text and "schools" in view.shown_tail)
        fermata.until(notice.isHidden)
        photograph(fermata.window, folder / "dictation-light.png")
        fermata.controller.toggle_record()
        fermata.preferences.set("general.theme", "dark")
        (data / "letter.txt").write_text(_LETTER)
        (data / "lecture.srt").write_text(_TALK)
        drop(fermata.window, data / "letter.txt", data / "lecture.srt")
        fermata.start_files()
        fermata.edit_file()
        fermata.until(fermata.page.changes.bar.isVisible)
        QTest.keyClick(fermata.page.view, Qt.Key.Key_F7)
        photograph(fermata.window, folder / "files-dark.png")
    application.quit()


def _said_behind(path: Path) -> Path:
    """Write what the bundled recording says after what was typed."""
    with SoundFile(default_paths().assets / SAMPLE) as sound:
        samples = b"".join(chunk.samples for chunk in sound)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(BYTES_A_SAMPLE)
        file.setframerate(SAMPLE_RATE_HZ)
        file.writeframes(samples[round(_TYPED_S * SAMPLE_RATE_HZ) * BYTES_A_SAMPLE :])
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "look", nargs="*", help="`readme`, or a language, a theme, width and height"
    )
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        if given.look == ["readme"]:
            take_readme(given.folder, Path(data))
        elif given.look:
            language, theme, width, height = given.look
            size = (int(width), int(height))
            take_look(given.folder, Path(data), size, language=language, theme=theme)
        else:
            for language, theme, scale, *size in LOOKS:
                place = given.folder.resolve() / f"{language}-{theme}-{scale}-{size[0]}x{size[1]}"
                words = [str(place), language, theme, *map(str, size)]
                environment = os.environ | {"QT_SCALE_FACTOR": str(scale)}
                command = [*sys.orig_argv[: 1 - len(sys.argv)], *words]  # also in a bundle
                subprocess.run(command, env=environment, check=True)


if __name__ == "__main__":
    main()
