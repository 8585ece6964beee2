"""Chromium with a text field, as `field_program`.

Its standard input: `fill ["left", "selected", "right"]`.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import tempfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Condition, Thread

from tests.support.desktop.standard_input import say

_PAGE = """<!DOCTYPE html><meta charset="utf-8"><link rel="icon" href="data:,">
<title>another application</title>
<textarea rows="10" cols="60" autofocus></textarea><script>
const field = document.querySelector("textarea");
let told = Promise.resolve();  // one after the other, in order
const tell = () => {
  const text = field.value;
  told = told.then(() => fetch("/", {method: "POST", body: text}));
};
field.addEventListener("input", tell);
const fill = async () => {
  for (let number = 0; ; number++) {
    const [left, selected, right] = await (await fetch("/" + number)).json();
    field.value = left + selected + right;
    field.focus();
    field.setSelectionRange(left.length, left.length + selected.length);
    tell();
  }
};
fill();
</script>"""
_FILLS: list[str] = []
_CHANGED = Condition()
_DIES_WITH_PARENT = 1  # PR_SET_PDEATHSIG


class _Page(BaseHTTPRequestHandler):
    """Serves the page and, once they are there, its fills; takes its text."""

    def do_GET(self) -> None:
        number = self.path.removeprefix("/")
        if number:
            with _CHANGED:
                _CHANGED.wait_for(lambda: len(_FILLS) > int(number))
        self.send_response(200)
        self.send_header("Content-Type", "application/json" if number else "text/html")
        self.end_headers()
        self.wfile.write((_FILLS[int(number)] if number else _PAGE).encode())
        if not number:
            say(focus=True)

    def do_POST(self) -> None:
        text = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.send_response(204)
        self.end_headers()
        say(text=text)

    def log_message(self, *_arguments) -> None:
        pass


def _serve(server: ThreadingHTTPServer) -> None:
    ctypes.CDLL(None).prctl(_DIES_WITH_PARENT, signal.SIGKILL)
    Thread(target=server.serve_forever, daemon=True).start()
    for line in sys.stdin:
        with _CHANGED:
            _FILLS.append(line.strip().partition(" ")[2])
            _CHANGED.notify_all()


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Page)
    server.daemon_threads = True
    if os.fork():  # whoever ends this process ends the browser
        words = (
            f"--user-data-dir={tempfile.mkdtemp(dir=os.environ['XDG_RUNTIME_DIR'])}",
            f"--app=http://127.0.0.1:{server.server_port}/",
            "--no-sandbox",
            "--no-first-run",
            "--disable-gpu",
            "--force-renderer-accessibility",
        )
        os.environ["ACCESSIBILITY_ENABLED"] = "1"  # else it tells screen readers nothing
        os.execvp("chromium", ["chromium", *words])  # noqa: S606
    _serve(server)
