from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from app.desktop.ipc import (
    IpcCommand,
    IpcRequest,
    activation_token,
    ipc_address,
    parse_request,
)
from app.desktop.single_instance import SingleInstance, is_running, send_request, socket_name
from engine.errors import InstanceError
from tests.support.shared_data import PYTHON_PATH

ROOT = Path(__file__).resolve().parents[3]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sockets are pipes there")
HOLD = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from app.desktop.single_instance import SingleInstance
application = QCoreApplication([])
instance = SingleInstance(Path(sys.argv[1]), Path(sys.argv[2]))
print(instance.claim(), flush=True)
instance.requested.connect(lambda it: print(it.line().decode(), end="", flush=True))
if len(sys.argv) > 3:
    sys.stdin.read()  # holds the lock and does not answer
application.exec()
"""


@pytest.fixture
def place(tmp_path):
    return ipc_address(tmp_path, {"XDG_RUNTIME_DIR": str(tmp_path)})


@pytest.fixture
def data(tmp_path):
    return tmp_path / "data"


@pytest.fixture
def other(place, data):
    """Another process, which is the first instance."""
    started = []

    def start(*words):
        process = subprocess.Popen(
            [sys.executable, "-c", HOLD, str(place), str(data), *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": PYTHON_PATH},
        )
        started.append(process)
        assert process.stdout.readline() == "True\n"
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture
def first(qtbot, place, data):
    instance = SingleInstance(place, data)
    assert instance.claim()
    yield instance
    instance.close()


def test_a_later_start_asks_the_first(tmp_path, place, data, other):
    assert not send_request(place, data, IpcRequest(IpcCommand.SHOW)), "nobody runs"
    first = other()
    assert not SingleInstance(place, data).claim()
    assert is_running(place, data)
    assert send_request(place, data, IpcRequest(IpcCommand.TOGGLE))
    assert send_request(place, data, IpcRequest(IpcCommand.SHOW, "token-7"))
    files = (Path("/a talk.mp3"), Path(os.fsdecode(b"/\xff\n.srt")), *[Path("/long" * 200)] * 40)
    assert send_request(place, data, IpcRequest(IpcCommand.SHOW, "token-7", files))
    told = [parse_request(first.stdout.readline()) for _ in range(3)]
    assert told == [
        IpcRequest(IpcCommand.TOGGLE),
        IpcRequest(IpcCommand.SHOW, "token-7"),
        IpcRequest(IpcCommand.SHOW, "token-7", files),
    ]
    elsewhere = tmp_path / "another-environment"
    assert not SingleInstance(elsewhere, data).claim()
    assert is_running(elsewhere, data)
    assert send_request(elsewhere, data, IpcRequest(IpcCommand.SHOW))
    assert parse_request(first.stdout.readline()) == IpcRequest(IpcCommand.SHOW)


def test_a_deleted_socket_is_recreated(place, data, other):
    first = other()
    Path(socket_name(place)).unlink()
    assert send_request(place, data, IpcRequest(IpcCommand.SHOW), timeout_s=60.0)
    assert parse_request(first.stdout.readline()) == IpcRequest(IpcCommand.SHOW)


def test_a_killed_or_closed_instance_frees_its_place(qtbot, place, data, other):
    first = other()
    first.send_signal(signal.SIGKILL)
    first.wait(10)
    assert Path(socket_name(place)).exists()  # nobody took it away
    assert not send_request(place, data, IpcRequest(IpcCommand.SHOW))
    again = SingleInstance(place, data)
    assert again.claim()
    again.close()
    assert not is_running(place, data)
    after = other()
    assert send_request(place, data, IpcRequest(IpcCommand.START))
    assert parse_request(after.stdout.readline()) == IpcRequest(IpcCommand.START)


def test_a_hanging_instance_is_reported(place, data, other):
    other("hang")
    with pytest.raises(InstanceError, match="does not answer"):
        send_request(place, data, IpcRequest(IpcCommand.SHOW), timeout_s=0.2)


def test_only_the_same_user_can_connect(first, place):
    path = Path(socket_name(place))
    assert path.stat().st_mode & 0o077 == 0
    if os.getuid() != 0:
        pytest.skip("only root can be somebody else")
    for folder in path.parents:  # pytest's folders are private: open the way, not the socket
        if folder.stat().st_mode & 0o001 == 0:
            folder.chmod(folder.stat().st_mode | 0o001)
    code = "import socket, sys; socket.socket(socket.AF_UNIX).connect(sys.argv[1])"
    done = subprocess.run(
        ["/usr/bin/env", "python3", "-c", code, str(path)],
        user=65534,
        group=65534,
        extra_groups=[],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "PermissionError" in done.stderr


@pytest.mark.parametrize(
    "words",
    [b"", b"\n", b"\xff\n", b"sing\n", b'["show"]\n', b'["sing", "", []]\n', b"[" * 5_000 + b"\n"],
)
def test_nonsense_and_silence_are_disconnected(qtbot, first, place, words):
    told = []
    first.requested.connect(told.append)
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(socket_name(place))
        client.sendall(words)
        client.setblocking(False)
        qtbot.waitUntil(lambda: is_hung_up(client))
    assert told == []


def test_without_a_private_folder_the_socket_is_in_the_data_folder(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    data = tmp_path / "data"
    own = ipc_address(data, {}).parent
    assert own.stat().st_mode & 0o777 == 0o700
    own.chmod(0o777)
    assert ipc_address(data, {}).parent == data / "run"
    own.rename(own.with_name("elsewhere"))
    own.symlink_to(data / "run")
    assert ipc_address(data, {}).parent == data / "run"
    (data / "run").chmod(0o770)
    with pytest.raises(InstanceError):
        ipc_address(data, {})


def test_each_data_folder_has_its_own_address(tmp_path):
    environment = {"XDG_RUNTIME_DIR": str(tmp_path)}
    names = [os.fsdecode(name) for name in (b"a", b"b", b"d\xff", b"d\xfe", b"d")]
    places = {ipc_address(tmp_path / name, environment) for name in names}
    assert len(places) == 5
    assert {len(socket_name(it).encode()) - len(str(tmp_path)) < 40 for it in places} == {True}


def test_the_permission_to_come_to_the_front_is_passed_on():
    assert activation_token({"XDG_ACTIVATION_TOKEN": "x"}) == "x"
    assert activation_token({"XDG_ACTIVATION_TOKEN": "two lines\nshow"}) == ""
    assert activation_token({}) == ""


def is_hung_up(client):
    try:
        return client.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True


@pytest.mark.parametrize("mode", [0o770, 0o707])
def test_a_runtime_folder_writable_by_others_is_not_used(tmp_path, monkeypatch, mode):
    runtime, temporary = tmp_path / "run", tmp_path / "tmp"
    runtime.mkdir()
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    environment = {"XDG_RUNTIME_DIR": str(runtime)}
    assert ipc_address(tmp_path, environment).parent == runtime
    runtime.chmod(mode)
    assert ipc_address(tmp_path, environment).parent == temporary / f"fermata-{os.getuid()}"
