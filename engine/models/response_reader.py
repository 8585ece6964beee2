"""What a server sends, read on a thread of its own: one that hangs can be left at any moment."""

from __future__ import annotations

import http.client
import threading
import time
from collections.abc import Callable
from contextlib import closing
from queue import Empty, Full, Queue

from engine.messages import Message
from engine.models.transfer import Answer, RetriableError

_BLOCK_BYTES = 1 << 16
_WAITING_BLOCKS = 16
_LISTEN_S = 0.1
_LEAST_BYTES = 1024


class ResponseReader:
    """An answer and its blocks, in order.

    Names, connections, headers and bodies are waited for where nothing can interrupt: so a thread
    does it, which is left behind when it is not wanted any more, and then ends by itself.
    """

    def __init__(self, ask: Callable[[], Answer], stop: threading.Event, timeout_s: float) -> None:
        """Ask at once.

        Args:
            ask: opens the answer.
            stop: ends any waiting soon when it is set.
            timeout_s: how long the server may send next to nothing.
        """
        self._ask = ask
        self._stop = stop
        self._timeout_s = timeout_s
        self._since_s = time.monotonic()
        self._since_bytes = 0
        self._items: Queue[Answer | bytes | Exception] = Queue(_WAITING_BLOCKS)
        self._is_left = threading.Event()
        threading.Thread(target=self._read, name="download", daemon=True).start()

    def answer(self) -> Answer | None:
        """Return the answer once its headers are there; None when it was stopped.

        Raises:
            DownloadError, RetriableError: what `ask` raised, or the server does not answer.
        """
        item = self._take()
        return item if isinstance(item, Answer) else None

    def block(self) -> bytes:
        """Return the next bytes; none at the end, or when it was stopped.

        Raises:
            RetriableError: the connection was cut, or the server sends next to nothing.
        """
        item = self._take()
        return item if isinstance(item, bytes) else b""

    def leave(self) -> None:
        """Want nothing more of it."""
        self._is_left.set()

    def _take(self) -> Answer | bytes | None:
        while not self._stop.is_set():
            try:
                item = self._items.get(timeout=min(_LISTEN_S, self._timeout_s))
            except Empty:
                self._check_pace()
                continue
            if isinstance(item, Exception):
                raise item
            self._since_bytes += len(item) if isinstance(item, bytes) else 0
            if self._items.empty():  # else it is the disk that is slow
                self._check_pace()
            return item
        return None

    def _check_pace(self) -> None:
        now_s = time.monotonic()
        if now_s - self._since_s <= self._timeout_s:
            return
        if self._since_bytes < _LEAST_BYTES:
            raise RetriableError(Message("the server does not answer"))
        self._since_s, self._since_bytes = now_s, 0

    def _read(self) -> None:
        try:
            answer = self._ask()
            with closing(answer.body):
                self._put(answer)
                while not self._is_left.is_set() and (block := answer.body.read1(_BLOCK_BYTES)):
                    self._put(block)
            self._put(b"")
        except TimeoutError:
            self._put(RetriableError(Message("the server does not answer")))
        except (OSError, http.client.HTTPException):
            self._put(RetriableError(Message("the connection was cut")))
        except Exception as error:  # noqa: BLE001  raised again where it is waited for
            self._put(error)

    def _put(self, item: Answer | bytes | Exception) -> None:
        while not self._is_left.is_set():
            try:
                self._items.put(item, timeout=_LISTEN_S)
            except Full:
                continue
            return
