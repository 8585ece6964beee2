"""A server that says whatever it is told to, byte by byte, and pauses anywhere."""

from __future__ import annotations

import hashlib
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

FOREVER_S = 3600.0


@dataclass(frozen=True)
class Request:
    """A request: its first line and its headers, names in lower case."""

    line: str
    headers: dict[str, str]

    @property
    def start(self) -> int:
        """The first byte requested."""
        return int(self.headers.get("range", "bytes=0-").removeprefix("bytes=").split("-")[0])


Behaviour = Callable[[Request], Iterator[bytes | float]]  # what to say, and seconds to wait


@dataclass
class RudeServer:
    """Answers every request as `behaviour` says, which may change at any time."""

    port: int
    behaviour: Behaviour
    asked: list[Request] = field(default_factory=list)
    ended: threading.Event = field(default_factory=threading.Event)

    def url(self, name: str = "m.zip", scheme: str = "http", host: str = "127.0.0.1") -> str:
        return f"{scheme}://{host}:{self.port}/{name}"

    def serve(self, connection: socket.socket) -> None:
        with connection, suppress(OSError, ssl.SSLError):
            asked = _read(connection)
            self.asked.append(asked)
            for item in self.behaviour(asked):
                if isinstance(item, bytes):
                    connection.sendall(item)
                elif self.ended.wait(item):
                    return


@contextmanager
def rude_server(
    behaviour: Behaviour, context: ssl.SSLContext | None = None
) -> Iterator[RudeServer]:
    """Serve on the loopback while the block runs; with a context, over TLS."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = RudeServer(listening.getsockname()[1], behaviour)
        threading.Thread(target=_accept, args=(listening, server, context), daemon=True).start()
        try:
            yield server
        finally:
            server.ended.set()
            listening.shutdown(socket.SHUT_RDWR)


def _accept(listening: socket.socket, server: RudeServer, context: ssl.SSLContext | None) -> None:
    while not server.ended.is_set():
        try:
            connection, _ = listening.accept()
        except OSError:
            return
        threading.Thread(target=_greet, args=(connection, server, context), daemon=True).start()


def _greet(connection: socket.socket, server: RudeServer, context: ssl.SSLContext | None) -> None:
    try:
        wrapped = context.wrap_socket(connection, server_side=True) if context else connection
    except OSError:  # the client does not trust the certificate
        connection.close()
        return
    server.serve(wrapped)


def _read(connection: socket.socket) -> Request:
    head = b""
    while b"\r\n\r\n" not in head:
        block = connection.recv(4096)
        if not block:
            raise OSError("hung up")
        head += block
    line, *rows = head.split(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
    pairs = (row.partition(":") for row in rows)
    return Request(line, {name.lower(): value.strip() for name, _, value in pairs})


def etag_of(content: bytes) -> str:
    return f'"{hashlib.sha256(content).hexdigest()[:12]}"'


def head(status: str, *rows: str) -> bytes:
    """Return the first line and the headers of an answer."""
    return "\r\n".join([f"HTTP/1.1 {status}", *rows, "Connection: close", "", ""]).encode()


def answer(content: bytes, start: int = 0, *more: str) -> bytes:
    """Return the headers of a correct answer."""
    total = len(content)
    rows = [f"Content-Length: {total - start}", f"ETag: {etag_of(content)}", *more]
    if not start:
        return head("200 OK", *rows)
    return head("206 Partial Content", f"Content-Range: bytes {start}-{total - 1}/{total}", *rows)


def says(*pieces: bytes | float) -> Behaviour:
    """Answer with these pieces, whatever is requested."""
    return lambda _asked: iter(pieces)


def status(line: str) -> Behaviour:
    return says(head(line, "Content-Length: 0"))


def in_turn(*behaviours: Behaviour) -> Behaviour:
    """Answer each request in the next way, and all further ones in the last."""
    left = list(behaviours)

    def behave(asked: Request) -> Iterator[bytes | float]:
        yield from (left.pop(0) if len(left) > 1 else left[0])(asked)

    return behave


def sound(content: bytes, bytes_a_s: float | None = None) -> Behaviour:
    """Serve a file properly; slowly if asked to."""

    def behave(asked: Request) -> Iterator[bytes | float]:
        is_same = asked.headers.get("if-range", etag_of(content)) == etag_of(content)
        start = asked.start if is_same else 0
        if start >= len(content):
            yield head("416 Range Not Satisfiable", "Content-Length: 0")
            return
        yield answer(content, start)
        step = 1 << 16 if bytes_a_s is None else max(1, int(bytes_a_s / 50))
        for at in range(start, len(content), step):
            yield content[at : at + step]
            if bytes_a_s is not None:
                yield step / bytes_a_s

    return behave
