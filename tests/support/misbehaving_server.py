"""A web server on this machine that does what servers should not do."""

from __future__ import annotations

import hashlib
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


@dataclass
class Behaviour:
    """How one path is answered; change it between requests.

    Attributes:
        content: the file.
        status: other than 200: sent instead of the file.
        fails_first: how many requests get `status` before the file is sent; None for all.
        cut_after: bytes after which the connection is dropped; None for never.
        cuts: how often it is dropped.
        knows_ranges: whether parts are sent.
        has_etag: whether a strong validator is sent.
        says_length: whether Content-Length is sent.
        announced: a length that is a lie; None for the truth.
        redirect: where to send on to.
        bytes_a_s: how fast; None for as fast as it goes.
        headers: sent besides.
    """

    content: bytes = b""
    status: int = 200
    fails_first: int | None = None
    cut_after: int | None = None
    cuts: int = 1_000
    knows_ranges: bool = True
    has_etag: bool = True
    says_length: bool = True
    announced: int | None = None
    redirect: str | None = None
    bytes_a_s: float | None = None
    headers: dict[str, str] = field(default_factory=dict)


class MisbehavingServer:
    """Files by path, and what was asked of it."""

    def __init__(self, url: str, port: int) -> None:
        self.url = url
        self.port = port
        self.files: dict[str, Behaviour] = {}
        self.asked: list[tuple[str, dict[str, str]]] = []


@contextmanager
def misbehaving_server(
    certificate: Path | None = None, key: Path | None = None
) -> Iterator[MisbehavingServer]:
    """Serve on a free port of the loopback while the block runs; with a certificate, https."""

    class Handler(_Handler):
        server_state: MisbehavingServer

    httpd = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    httpd.daemon_threads = True
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        httpd.socket = context.wrap_socket(httpd.socket, server_side=True)
    port = httpd.server_address[1]
    Handler.server_state = MisbehavingServer(f"http://127.0.0.1:{port}/", port)
    thread = threading.Thread(target=httpd.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield Handler.server_state
    finally:
        httpd.shutdown()
        httpd.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    server_state: MisbehavingServer

    def log_message(self, *_):
        """Stay quiet."""

    def do_GET(self):
        self.server_state.asked.append((self.path, dict(self.headers)))
        file = self.server_state.files.get(self.path)
        if file is None:
            self._status(404)
        elif file.redirect is not None:
            self.send_response(302)
            self.send_header("Location", file.redirect)
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif file.status != 200 and (file.fails_first is None or file.fails_first > 0):
            file.fails_first = None if file.fails_first is None else file.fails_first - 1
            self._status(file.status)
        else:
            self._send(file)

    def _status(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _send(self, file):
        etag = f'"{hashlib.sha256(file.content).hexdigest()[:16]}"'
        start = self._start(file, etag)
        if start > len(file.content):
            self._status(416)
            return
        body = file.content[start:]
        self.send_response(206 if start else 200)
        if start:
            total = len(file.content)
            self.send_header("Content-Range", f"bytes {start}-{total - 1}/{total}")
        if file.says_length:
            self.send_header("Content-Length", str(file.announced or len(body)))
        if file.has_etag:
            self.send_header("ETag", etag)
        for name, value in file.headers.items():
            self.send_header(name, value)
        self.end_headers()
        if file.cut_after is not None and file.cuts > 0:
            file.cuts -= 1
            body = body[: file.cut_after]
        self._write(body, file.bytes_a_s)
        self.close_connection = True

    def _start(self, file, etag):
        asked = self.headers.get("Range", "")
        if not file.knows_ranges or not asked:
            return 0
        condition = self.headers.get("If-Range")
        if condition is not None and condition != etag:
            return 0
        return int(asked.removeprefix("bytes=").split("-")[0])

    def _write(self, body, bytes_a_s):
        block = len(body) or 1 if bytes_a_s is None else max(1, int(bytes_a_s / 20))
        try:
            for at in range(0, len(body), block):
                self.wfile.write(body[at : at + block])
                if bytes_a_s is not None:
                    time.sleep(block / bytes_a_s)
        except OSError:  # the client has had enough
            pass
