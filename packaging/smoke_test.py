"""Uses a built bundle as a person would: `python packaging/smoke_test.py FOLDER [STEP …]`.

Run it with the tests' environment, whose screen, microphone and servers it takes. Each step says
what it did. The exit status is 1 where a step fails; what lacks a part of the system is named, and
fails under CI=true.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from email.parser import HeaderParser
from pathlib import Path
from typing import NoReturn

import pytest
from built_bundle import (
    ROOT,
    Bundle,
    LackingError,
    PictureScreen,
    StepError,
    until,
    window,
)

from tests.packaging.test_licences import asks_for_gpl, is_gpl_library
from tests.support.processes import recorder_of
from tests.support.shared_data import DATA, need_program
from tests.support.virtual_microphone import virtual_microphone

SAMPLE = ROOT / "assets/samples/dictation.ogg"
SAID = ("thank you for coming", "the weather in new york", "roads", "hospitals")
OF_THE_SYSTEM = re.compile(r"lib(GL|EGL|GLX|OpenGL|drm|vulkan|stdc\+\+|gcc_s|asound|xcb|X11)\.so")
_NATIVE = (
    b"\x7fELF",
    b"MZ\x90\0",
    b"\xcf\xfa\xed\xfe",
    b"\xca\xfe\xba\xbe",
)  # Linux, Windows, macOS
BARE = "so i went to the shop it was closed what should i do"


class Smoke:
    """One person's use of one bundle; what several steps need is made once."""

    def __init__(self, bundle: Bundle, pictures: Path) -> None:
        self.bundle, self.pictures = bundle, pictures
        pictures.mkdir(parents=True, exist_ok=True)

    def version(self) -> str:
        told = self.bundle.run("--version").strip()
        wanted = re.search(
            r'^version = "(.+)"', (ROOT / "pyproject.toml").read_text(), re.MULTILINE
        )
        if wanted and told != f"fermata {wanted[1]}":
            raise StepError(f"it calls itself {told}")
        return told

    def doctor(self) -> str:
        """Ignore what this machine lacks: a microphone."""
        status = 0 if has_microphone(self.bundle) else 1
        found = json.loads(self.bundle.run("doctor", "--json", status=status))["findings"]
        needed = [it for it in found if it["state"] == "needed" and it["topic"] != "microphones"]
        if needed:
            raise StepError("; ".join(f"{it['topic']}: {it['text']}" for it in needed))
        return f"{sum(it['state'] == 'good' for it in found)} findings are good"

    def no_gpl(self) -> str:
        bad = sorted(gpl_parts(self.bundle.inner))
        if bad:
            raise StepError(", ".join(bad))
        return f"{len(list(self.bundle.inner.glob('*.dist-info')))} packages and no GPL part"

    def leaves_drivers_to_the_system(self) -> str:
        """An older libstdc++ or libGL than the system's keeps its graphics drivers from loading."""
        if sys.platform != "linux":
            raise LackingError("libraries of Linux")
        found = [it.name for it in self.bundle.inner.rglob("*.so*") if OF_THE_SYSTEM.match(it.name)]
        if found:
            raise StepError(", ".join(found))
        return "no libGL, libstdc++, libasound of its own"

    def transcribes(self) -> str:
        return must_hold(self.bundle.run("transcribe", SAMPLE), *SAID)

    def punctuates_standard_input(self) -> str:
        return must_hold(self.bundle.run("punctuate", "-", said=BARE), "So I", "?")

    def transcribes_m4a(self) -> str:
        """With nothing on the PATH: what decodes it is the bundle's."""
        ours = [path for path in self.bundle.folder.rglob("ffmpeg*") if path.stem == "ffmpeg"]
        if not [path for path in ours if path.is_file()]:
            raise LackingError("the bundle has no ffmpeg of its own")
        talk = self.bundle.data / "talk.m4a"
        command = [need_program("ffmpeg"), "-v", "error", "-y", "-i", SAMPLE, "-c:a", "aac", talk]
        subprocess.run(command, check=True)
        return must_hold(
            self.bundle.run("transcribe", "--recogniser", "whisper", talk, PATH=""), *SAID
        )

    def downloads(self) -> str:
        """A Vosk model from a server here, which the person's own catalogue names."""
        from tests.support.faults.offered import archive
        from tests.support.faults.rude_server import rude_server, sound

        with rude_server(sound(archive())) as server:
            catalogue = 'format = 1\n[[model]]\nname = "tiny"\nlanguages = ["en"]\n'
            catalogue += f'url = "{server.url("tiny.zip")}"\n'
            (self.bundle.data / "catalogue.toml").write_text(catalogue)
            self.bundle.run("models", "download", "tiny")
        self.bundle.run("models", "verify", "tiny")
        clip = DATA / "speech/flite-slt-09.wav"
        heard = self.bundle.run(
            "transcribe", "--recogniser", "vosk", "--speech-model", "tiny", clip
        )
        return must_hold(heard, "fox")

    def window_is_painted(self) -> str:
        with screen() as shown, window(self.bundle, shown) as it:
            shown.save(self.pictures / "window.png")
            return f"after {it.painted_s:.2f} s"

    def dictates(self) -> str:
        with (
            screen() as shown,
            tempfile.TemporaryDirectory() as folder,
            virtual_microphone(Path(folder)) as microphone,
        ):
            hearing = Bundle(self.bundle.folder, self.bundle.data)
            own = ("HOME", "XDG_RUNTIME_DIR", "PULSE_RUNTIME_PATH")
            hearing.environment |= {name: microphone.environment[name] for name in own}
            with window(hearing, shown) as it:
                hearing.environment["DISPLAY"] = shown.environment["DISPLAY"]
                hearing.run("--start")
                until("it records", lambda: recorder_of(it.process.pid), it)
                microphone.play(SAMPLE)
                until("the words are kept", lambda: SAID[-1] in newest(hearing), it)
                hearing.run("--stop")
                until("the recording is over", lambda: not recorder_of(it.process.pid), it)
                shown.save(self.pictures / "dictated.png")
            return must_hold(newest(hearing), *SAID)

    def opens_settings(self) -> str:
        with screen() as shown, window(self.bundle, shown) as it:
            _, _, before = shown.pixels()
            it.press("ctrl+4")
            until("another page", lambda: is_other(before, shown.pixels()[2]), it)
            time.sleep(3)  # what comes bit by bit is in the picture
            shown.save(self.pictures / "settings.png")
            return str(self.pictures / "settings.png")

    def punctuates_a_file_in_the_window(self) -> str:
        told = self.bundle.data / "told.txt"
        told.write_text(BARE)
        with screen() as shown, window(self.bundle, shown, "window", told) as it:
            until("it is kept", lambda: "shop" in newest(self.bundle, source=told), it)
            shown.save(self.pictures / "file.png")
        return must_hold(newest(self.bundle, source=told), "So I", "?")

    def trains(self) -> str:
        """Or, where it has no torch, says what would."""
        if not self.bundle.can_train:
            told = self.bundle.data / "own.txt"
            told.write_text("We saw it. Did you?\n" * 300)
            done = subprocess.run(
                [self.bundle.program, "train", "--texts", told, "--name", "mine"],
                env=self.bundle.environment,
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode != 2 or "the full application" not in done.stderr:
                raise StepError(f"without torch it ends with {done.returncode}: {done.stderr}")
            return done.stderr.strip()
        from tests.support.training.small import write_small_bundle, write_text

        small = write_small_bundle(self.bundle.data / "small")
        text = write_text(self.bundle.data / "own.txt", 300)
        options = ("--from", small, "--texts", text, "--name", "mine", "--no-activate")
        last = json.loads(self.bundle.run("train", *options).splitlines()[-1])
        if last["event"] != "done":
            raise StepError(str(last))
        must_hold(self.bundle.run("punctuate", "--model", "mine", "-", said="did you see it"), "id")
        return "a model was made, and punctuates"

    def steps(self) -> dict[str, Callable[[], str]]:
        headless = (
            *(self.version, self.doctor, self.no_gpl, self.leaves_drivers_to_the_system),
            *(self.transcribes, self.downloads),
            *(self.punctuates_standard_input, self.transcribes_m4a, self.trains),
        )
        shown = (
            *(self.window_is_painted, self.dictates, self.opens_settings),
            self.punctuates_a_file_in_the_window,
        )
        return {step.__name__: step for step in (*headless, *shown)}


def gpl_parts(folder: Path) -> Iterator[str]:
    """Yield libraries and programs that are under the GPL, and packages that say they are."""
    for path in folder.rglob("*"):
        if path.is_file() and is_native(path) and is_gpl_library(path):
            yield str(path.relative_to(folder))
    for path in folder.glob("*.dist-info/METADATA"):
        about = HeaderParser().parsestr(path.read_text(encoding="utf-8"))
        classes = [it.rpartition(" :: ")[2] for it in about.get_all("Classifier") or []]
        told = about["License-Expression"] or " OR ".join(it for it in classes if "Licen" in it)
        if asks_for_gpl(told or about["License"] or ""):
            yield f"{about['Name']} ({told})"


def is_native(path: Path) -> bool:
    with path.open("rb") as stream:
        return stream.read(4) in _NATIVE


def must_hold(text: str, *parts: str) -> str:
    missing = [it for it in parts if it not in text and it.lower() not in text.lower()]
    if missing:
        raise StepError(f"{missing} are not in {text!r}")
    return text.strip().partition("\n")[0][:80]


def newest(bundle: Bundle, source: Path | None = None) -> str:
    """Return the words of the newest session of the history, in lower case."""
    found = [it for it in bundle.sessions() if source is None or it["source"] == str(source)]
    return str(found[-1]["words"]) if found else ""


def is_other(before: bytes, after: bytes) -> bool:
    return sum(a != b for a, b in zip(before[::64], after[::64], strict=True)) > len(after) // 6400


def has_microphone(bundle: Bundle) -> bool:
    command = [bundle.program, "doctor", "--json"]
    done = subprocess.run(command, env=bundle.environment, capture_output=True, check=False)
    found = json.loads(done.stdout)["findings"]
    return any(it["topic"] == "microphones" and it["state"] == "good" for it in found)


class screen:  # noqa: N801  a context manager
    """A screen while the block runs."""

    def __enter__(self) -> PictureScreen:
        if sys.platform != "linux":
            raise LackingError("a screen without hardware: X11's alone is used here")
        self._folder = tempfile.TemporaryDirectory()
        self._screen = PictureScreen(Path(self._folder.name))
        return self._screen

    def __exit__(self, *exception: object) -> None:
        self._screen.stop()
        self._folder.cleanup()


def run(smoke: Smoke, names: list[str]) -> int:
    """Take the steps and return how many failed."""
    failed = 0
    for name, step in smoke.steps().items():
        if names and name not in names:
            continue
        try:
            print(f"{name}: {step()}", flush=True)
        except (LackingError, pytest.skip.Exception) as lack:
            failed += os.environ.get("CI") == "true"
            print(f"{name}: LEFT OUT, {lack}", flush=True)
        except (StepError, pytest.fail.Exception) as error:
            failed += 1
            print(f"{name}: FAILED, {error}", flush=True)
    return failed


def main() -> NoReturn:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="of the built bundle")
    parser.add_argument("--pictures", type=Path, default=Path("smoke-pictures"))
    parser.add_argument("steps", nargs="*", help="some of them (default: all)")
    options = parser.parse_intermixed_args()
    with tempfile.TemporaryDirectory() as data:
        smoke = Smoke(Bundle(options.folder, Path(data) / "data"), options.pictures.resolve())
        print(f"{options.folder} on {platform.platform()}")
        failed = run(smoke, options.steps)
    sys.exit(f"{failed} steps failed" if failed else 0)


if __name__ == "__main__":
    main()
