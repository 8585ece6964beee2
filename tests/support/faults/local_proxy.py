"""A real web proxy on the loopback: whatever name is requested, it reaches one server."""

from __future__ import annotations

import base64
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field


@dataclass
class LocalProxy:
    """Attributes: port: where it listens; password: "user:secret" or empty; asked: first lines."""

    port: int
    target: int
    password: str = ""
    asked: list[str] = field(default_factory=list)

    def serve(self, client: socket.socket) -> None:
        with client, suppress(OSError):
            head = b""
            while b"\r\n\r\n" not in head:
                head += client.recv(4096) or b"\r\n\r\n"
            self.asked.append(head.split(b"\r\n")[0].decode())
            if not self._is_known(head):
                client.sendall(b"HTTP/1.1 407 Proxy Authentication Required\r\n\r\n")
                return
            with socket.create_connection(("127.0.0.1", self.target)) as server:
                if head.startswith(b"CONNECT"):
                    client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
                else:
                    server.sendall(head)
                threading.Thread(target=_pass_on, args=(client, server), daemon=True).start()
                _pass_on(server, client)

    def _is_known(self, head: bytes) -> bool:
        wanted = base64.b64encode(self.password.encode())
        return not self.password or b"basic " + wanted.lower() in head.lower()


@contextmanager
def local_proxy(target: int, password: str = "") -> Iterator[LocalProxy]:
    """Run while the block does; `target` is the port of the one server it reaches."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        proxy = LocalProxy(listening.getsockname()[1], target, password)
        threading.Thread(target=_accept, args=(listening, proxy), daemon=True).start()
        try:
            yield proxy
        finally:
            listening.shutdown(socket.SHUT_RDWR)


def _accept(listening: socket.socket, proxy: LocalProxy) -> None:
    with suppress(OSError):
        while True:
            client, _ = listening.accept()
            threading.Thread(target=proxy.serve, args=(client,), daemon=True).start()


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while block := source.recv(1 << 16):
            target.sendall(block)
        target.shutdown(socket.SHUT_WR)
