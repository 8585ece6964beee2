"""Refuses and records connections off this machine, here and in Python's child processes.

Python imports it by name if its folder is in `PYTHONPATH`; `tests/conftest.py` sees to that.
"""

from __future__ import annotations

import ipaddress
import os
import sys
from pathlib import Path

REPORT = "FERMATA_CONNECTIONS"
_PLACE_OF_ADDRESS = {  # among the arguments
    "socket.connect": 1,
    "socket.sendto": 1,
    "socket.sendmsg": 1,
    "socket.getaddrinfo": 0,
    "socket.gethostbyname": 0,
}


def is_here(address: object) -> bool:
    """Return whether an address or a name is this machine's own."""
    host = address[0] if isinstance(address, tuple) else address
    if not isinstance(host, str):  # a local path, or none
        return True
    if host in {"", "localhost"} or host.startswith(("/", "\0")):
        return True
    try:
        return ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return False


def _refuse(event: str, arguments: tuple[object, ...]) -> None:
    place = _PLACE_OF_ADDRESS.get(event)
    if place is None or is_here(arguments[place]):
        return
    with Path(os.environ[REPORT]).open("a", encoding="utf-8") as report:
        report.write(f"{event} {arguments[place]}\n")
    raise ConnectionRefusedError(f"tests connect to nobody, not to {arguments[place]}")


if os.environ.get(REPORT):
    sys.addaudithook(_refuse)
