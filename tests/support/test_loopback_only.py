"""The guard that lets no test reach the network works, here and in child processes."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

CALL = "import socket; socket.create_connection(('{}', 9), 1)"
ABROAD = ("192.0.2.1", "2001:db8::1", "fermata.invalid")


@pytest.fixture
def tried():
    """Return what was tried, and make the guard forget it."""
    report = Path(os.environ["FERMATA_CONNECTIONS"])
    yield report
    report.unlink(missing_ok=True)


@pytest.mark.parametrize("host", ABROAD)
def test_a_connection_off_this_machine_is_refused_and_recorded(tried, host):
    with pytest.raises(OSError, match="tests connect to nobody"):
        socket.create_connection((host, 9), 1)
    assert host in tried.read_text(encoding="utf-8")


def test_so_is_a_datagram(tried):
    with (
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one,
        pytest.raises(OSError, match="tests connect to nobody"),
    ):
        one.sendto(b"x", ("192.0.2.1", 9))
    assert tried.exists()


@pytest.mark.parametrize("host", ABROAD)
def test_child_processes_are_guarded_too(tried, host):
    call = [sys.executable, "-c", CALL.format(host)]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    assert "tests connect to nobody" in done.stderr
    assert host in tried.read_text(encoding="utf-8")


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
def test_this_machine_can_be_reached(tried, host):
    with pytest.raises(OSError, match=r"(?i)refused|assign|unreachable"):
        socket.create_connection((host, 9), 1)
    assert not tried.exists()
