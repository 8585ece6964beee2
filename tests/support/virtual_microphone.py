"""A microphone without hardware: PortAudio records what is played into it.

A private PulseAudio server with a null sink, whose monitor is the default source; PortAudio
reaches it through ALSA. Only processes with `VirtualMicrophone.environment` see it.
Debian: libportaudio2 libasound2-plugins pulseaudio pulseaudio-utils.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.shared_data import need_library, need_program

_ASOUNDRC = "pcm.!default { type pulse }\nctl.!default { type pulse }\n"
_ONE_MORE = 'pcm.NAME { type pulse device NAME hint { show on description "NAME" } }\n'
_PLAY = ("pacat", "--playback", "--device=vmic", "--latency-msec=200", "--raw")
_SAMPLES = ("--format=s16le", "--rate=16000", "--channels=1")


class VirtualMicrophone:
    """Plays into the microphone, plugs others in, and unplugs them."""

    def __init__(self, folder: Path, rate_hz: int) -> None:
        runtime = Path(tempfile.mkdtemp(prefix="pulse"))  # short: a socket's path has 108 bytes
        folder.chmod(0o700)
        self._devices = folder / ".asoundrc"
        self._devices.write_text(_ASOUNDRC)
        self.environment = os.environ | {
            "HOME": str(folder),
            "XDG_RUNTIME_DIR": str(folder),
            "PULSE_RUNTIME_PATH": str(runtime),
        }
        self._sink_rate_hz = rate_hz
        self._processes: list[subprocess.Popen[bytes]] = []
        self._source = ""
        self._modules: dict[str, list[str]] = {}

    def start(self) -> None:
        self._spawn(
            "pulseaudio",
            "-n",
            "--daemonize=no",
            "--exit-idle-time=-1",
            "--load=module-native-protocol-unix",
            f"--load=module-null-sink sink_name=vmic rate={self._sink_rate_hz} channels=1",
        )
        self._wait_for_server()
        self._source = self._control(
            "load-module", "module-remap-source", "master=vmic.monitor", "source_name=vmic_src"
        ).strip()
        self._control("set-default-sink", "vmic")
        self._control("set-default-source", "vmic_src")
        with Path("/dev/zero").open("rb") as silence:
            self._spawn(*_PLAY, *_SAMPLES, stdin=silence)
        time.sleep(0.5)

    def play(self, path: Path) -> None:
        subprocess.run(
            ["paplay", "--device=vmic", "--latency-msec=200", str(path)],
            env=self.environment,
            check=True,
            timeout=120,
        )

    def unplug(self) -> None:
        """Take the microphone away, and the sink whose monitor would be recorded instead."""
        for module in (self._source, "module-null-sink"):
            self._control("unload-module", module)

    def take_away(self, name: str) -> None:
        """Take away a microphone that `plug_in` added; its name stays known."""
        for module in reversed(self._modules.pop(name)):
            self._control("unload-module", module)

    def bring_back(self, name: str, rate_hz: int = 16_000) -> None:
        """Add a microphone known by its name; its rate may be new."""
        self._modules[name] = self._load(name, f"rate={rate_hz}")
        with Path("/dev/zero").open("rb") as silence:
            self._spawn(*_PLAY[:2], f"--device={name}_sink", *_PLAY[3:], *_SAMPLES, stdin=silence)

    def suspend(self, name: str, *, is_so: bool) -> None:
        """Take its sound away, like a program that has the device for itself."""
        self._control("suspend-sink", f"{name}_sink", str(int(is_so)))
        self._control("suspend-source", name, str(int(is_so)))

    def say(self, name: str, path: Path) -> subprocess.Popen[bytes]:
        """Start playing a sound file into a microphone; `take_away` ends it too."""
        command = ("paplay", f"--device={name}_sink", "--latency-msec=200", str(path))
        self._spawn(*command)
        return self._processes[-1]

    def name_device(self, name: str) -> None:
        """Tell ALSA the name of a microphone, whether it is there or not."""
        with self._devices.open("a") as devices:
            devices.write(_ONE_MORE.replace("NAME", name))

    def plug_in(self, name: str) -> None:
        self._load(name)
        self.name_device(name)

    def unplug_others(self) -> None:
        self._devices.write_text(_ASOUNDRC)

    def stop(self) -> None:
        for process in reversed(self._processes):
            process.terminate()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.environment["PULSE_RUNTIME_PATH"], ignore_errors=True)

    def _load(self, name: str, *sink: str) -> list[str]:
        source = (f"master={name}_sink.monitor", f"source_name={name}")
        modules = (
            ("module-null-sink", f"sink_name={name}_sink", *sink),
            ("module-remap-source", *source),
        )
        return [self._control("load-module", *module).strip() for module in modules]

    def _wait_for_server(self) -> None:
        deadline_s = time.monotonic() + 60
        while time.monotonic() < deadline_s:
            try:
                self._control("info")
            except subprocess.CalledProcessError:
                time.sleep(0.1)
            else:
                return
        pytest.fail("pulseaudio does not start")

    def _control(self, *words: str) -> str:
        return subprocess.check_output(
            ["pactl", *words], env=self.environment, stderr=subprocess.PIPE, text=True, timeout=60
        )

    def _spawn(self, *command: str, stdin=subprocess.DEVNULL) -> None:
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self._processes.append(
            subprocess.Popen(
                command, env=self.environment, stdin=stdin, start_new_session=True, **quiet
            )
        )


@contextmanager
def virtual_microphone(
    folder: Path, rate_hz: int = 16_000, *, is_plugged_in: bool = True
) -> Iterator[VirtualMicrophone]:
    """Provide a microphone while the block runs; skip if programs for it are missing.

    If it is not plugged in yet, `start` plugs it in.
    """
    need_library("portaudio")
    for program in ("pulseaudio", "pactl", "pacat", "paplay"):
        need_program(program)
    if not any(Path("/usr/lib").glob("*/alsa-lib/libasound_module_pcm_pulse.so")):
        need_library("asound_module_pcm_pulse")
    microphone = VirtualMicrophone(folder, rate_hz)
    try:
        if is_plugged_in:
            microphone.start()
        yield microphone
    finally:
        microphone.stop()
