"""Programs on a private screen, which report on standard output what happens in them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.support.processes import program_command
from tests.support.shared_data import PYTHON_PATH, need_program

ROOT = Path(__file__).resolve().parents[3]
_HIDDEN = ("WAYLAND_DISPLAY", "XDG_SESSION_TYPE", "XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID")


@contextmanager
def session_bus() -> Iterator[str]:
    """Provide the address of a private bus; programs it starts get a private folder."""
    daemon = need_program("dbus-daemon")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        process = subprocess.Popen(
            [daemon, "--session", "--nofork", "--print-address"],
            env=os.environ | {"XDG_RUNTIME_DIR": folder},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()
            process.communicate()


@contextmanager
def logind() -> Iterator[tuple[dict[str, str], subprocess.Popen[str]]]:
    """Provide a private system bus with logind on it: the environment that names it, and logind."""
    with session_bus() as address:
        environment = os.environ | {"DBUS_SYSTEM_BUS_ADDRESS": address}
        service = subprocess.Popen(
            program_command("faults.logind"),
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert service.stdout.readline() == "begun\n"
            yield environment, service
        finally:
            service.terminate()
            service.communicate()


def set_preference(fermata: Program, line: str) -> None:
    """Set a preference, as in “general.theme "dark"”, and wait until it applies."""
    fermata.tell(line)
    fermata.until(lambda it: it.newest("done") == line)


def dictate(fermata: Program, begin: Callable[[], object], end: Callable[[], object]) -> None:
    """Speak the recording between two actions."""
    begin()
    fermata.until(lambda it: it.newest("state") == "listening" and it.newest("played"))
    end()
    fermata.until(lambda it: it.newest("state") == "stopped")


def hold_f12(screen: Screen, fermata: Program) -> None:
    """Speak the recording while a key is held."""
    dictate(
        fermata, lambda: screen.xdotool("keydown", "F12"), lambda: screen.xdotool("keyup", "F12")
    )


class Program:
    """A process that writes one JSON object a line."""

    def __init__(self, name: str, *words: str, environment: Mapping[str, str]) -> None:
        self.environment = dict(environment)
        self._process = subprocess.Popen(
            program_command(name, *words),
            cwd=ROOT,
            env=self.environment | {"PYTHONFAULTHANDLER": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.said: list[dict[str, Any]] = []
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def tell(self, words: str) -> None:
        """Write a line to its standard input."""
        self._process.stdin.write(words + "\n")
        self._process.stdin.flush()

    def newest(self, name: str) -> Any:
        """Return its latest report under a name."""
        return next((it[name] for it in reversed(self.said) if name in it), None)

    def every(self, name: str) -> list[Any]:
        """Return all its reports under a name."""
        return [it[name] for it in list(self.said) if name in it]

    def until(self, is_so: Callable[[Program], object], timeout_s: float = 60.0) -> None:
        """Wait until a condition holds."""
        end_s = time.monotonic() + timeout_s
        while not is_so(self):
            if time.monotonic() > end_s or not self._reader.is_alive():
                pytest.fail(f"it never came: {self.said}, status {self._process.poll()}")
            time.sleep(0.02)

    def wait(self, timeout_s: float = 60.0) -> int:
        """Wait until it ends."""
        try:
            status = self._process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            self._process.send_signal(signal.SIGABRT)  # standard error says what it does
            self._process.wait()
            pytest.fail(f"it never ended: {self.said}")
        self._reader.join()
        return status

    def send_signal(self, number: int) -> None:
        """Send it a signal."""
        self._process.send_signal(number)

    def stop(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()
        self._reader.join()
        self._process.stdin.close()
        self._process.stdout.close()

    def _read(self) -> None:
        for line in self._process.stdout:
            if line.startswith("{"):
                self.said.append(json.loads(line) | {"at_s": time.monotonic()})


class Screen:
    """An X server without hardware, a window manager, and a tray."""

    def __init__(self, folder: Path) -> None:
        server, manager, panel = (need_program(it) for it in ("Xvfb", "openbox", "tint2"))
        need_program("xdotool")
        self._started: list[subprocess.Popen[bytes]] = []
        self._programs: list[Program] = []
        self.environment = {
            name: value for name, value in os.environ.items() if name not in _HIDDEN
        } | {
            "QT_QPA_PLATFORM": "xcb",
            "XDG_RUNTIME_DIR": str(folder),
            "PYTHONPATH": PYTHON_PATH,
            "PYTHONUNBUFFERED": "1",
        }
        self.environment["DISPLAY"] = self._start_server(server)
        self._start(manager)
        self._panel = panel

    def add_tray(self) -> None:
        """Start a panel with a system tray."""
        self._start(self._panel)

    def run(self, name: str, *words: str, **own: str) -> Program:
        """Start a program on this screen."""
        started = Program(name, *words, environment=self.environment | own)
        self._programs.append(started)
        return started

    def xdotool(self, *words: str) -> str:
        """Press keys, or look at windows."""
        return subprocess.run(
            ["xdotool", *words],
            env=self.environment,
            check=True,
            capture_output=True,
            text=True,
            timeout=60,
        ).stdout.strip()

    def lay_out_keys(self, layout: str) -> None:
        """Use another keyboard layout: "us", "de" and so on."""
        set_layout = need_program("setxkbmap")
        subprocess.run([set_layout, layout], env=self.environment, check=True, timeout=60)

    @contextmanager
    def two_displays(self) -> Iterator[None]:
        """Divide the screen into two displays, "left" and "right", each 800 by 1000 pixels."""
        self._xrandr("--setmonitor", "left", "800/200x1000/250+0+0", "screen")
        self._xrandr("--setmonitor", "right", "800/200x1000/250+800+0", "none")
        yield
        self._xrandr("--delmonitor", "right")
        self._xrandr("--delmonitor", "left")

    def _xrandr(self, *words: str) -> None:
        subprocess.run(
            [need_program("xrandr"), *words],
            env=self.environment,
            check=True,
            capture_output=True,
            timeout=60,
        )

    def press_until(self, keys: str, is_so: Callable[[], bool]) -> None:
        """Press keys again if a busy window manager has lost them."""
        for _ in range(10):
            self.xdotool("key", keys)
            end_s = time.monotonic() + 6.0
            while time.monotonic() < end_s:
                if is_so():
                    return
                time.sleep(0.05)
        pytest.fail(f"{keys} does nothing")

    def stop(self) -> None:
        """End everything on the screen."""
        for program in reversed(self._programs):
            program.stop()
        for process in reversed(self._started):
            process.terminate()
            process.wait(60)

    def _start_server(self, server: str) -> str:
        reading, writing = os.pipe()
        screen = ("-screen", "0", "1600x1000x24")
        self._start(server, "-displayfd", str(writing), *screen, "-noreset", pass_fds=(writing,))
        os.close(writing)
        with os.fdopen(reading) as told:
            return f":{told.readline().strip()}"

    def _start(self, *command: str, pass_fds: tuple[int, ...] = ()) -> None:
        self._started.append(
            subprocess.Popen(
                command,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=pass_fds,
                start_new_session=True,
            )
        )
