"""A file over HTTP, with `requests`: the system's proxies and certificates, http and https only.

Importing `requests` is slow, so import this only to download something.
"""

from __future__ import annotations

import http.client
import re
import ssl
import string
import threading
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from queue import Empty, Full, Queue
from typing import Any
from urllib.parse import quote, urljoin, urlsplit

import requests
import urllib3
from requests.adapters import HTTPAdapter
from requests.utils import should_bypass_proxies

from engine.errors import DownloadError
from engine.messages import Message, Reason, own_words

_BLOCK_BYTES = 1 << 16
_WAITING_BLOCKS = 16
_LISTEN_S = 0.1
_LEAST_BYTES = 1024
_MOST_REDIRECTS = 5
_LONGEST_NUMBER = 19  # as many as 64 bits have; Python refuses to parse thousands
_NO_TUNNEL = re.compile(r"Tunnel connection failed: (4\d\d)\b")
_PAGES = {"text/html", "application/xhtml+xml"}
_BUSY = {408, 429, *range(500, 600)} - {511}
_LATE = Message("the server does not answer")
_REASONS = {
    401: Message("the server asks for a password"),
    403: Message("the server refuses it"),
    404: Message("there is nothing at this address"),
    407: Message("the proxy asks for a password"),
    410: Message("it is no longer there"),
    416: Message("the server cannot carry on from there"),
    429: Message("the server is getting too many requests"),
    503: Message("the server is busy"),
    511: Message("the network wants you to sign in first"),
}


class RetriableError(Exception):
    """The connection broke or the server is busy; a retry may succeed."""

    def __init__(self, reason: Reason, status: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.status = status


@dataclass(frozen=True, slots=True)
class Answer:
    """What the headers say.

    Attributes:
        start_byte: Offset in the file at which the body begins.
        total_bytes: Size of the whole file; None if the server does not say.
        validator: Identifies this version of the file; empty if the server gives none.
    """

    start_byte: int
    total_bytes: int | None
    validator: str


class Transfer:
    """An answer and its blocks, in order.

    Nothing can interrupt name lookup, connecting or reading, so a thread does it, which is
    abandoned when no longer wanted and then ends by itself.
    """

    def __init__(
        self, url: str, start_byte: int, validator: str, stop: threading.Event, timeout_s: float
    ) -> None:
        """Send the request; a server that cannot start at `start_byte` starts at zero.

        `validator` is that of the wanted version, empty for any; the server may send next to
        nothing for `timeout_s`.
        """
        self._url, self._start_byte, self._validator = url, start_byte, validator
        self._stop, self._timeout_s = stop, timeout_s
        self._since_s, self._since_bytes = time.monotonic(), 0
        self._items: Queue[Answer | bytes | Exception] = Queue(_WAITING_BLOCKS)
        self._is_abandoned = threading.Event()
        threading.Thread(target=self._run, name="download", daemon=True).start()

    def answer(self) -> Answer | None:
        """Return the answer once its headers arrive; None if cancelled.

        Raises:
            DownloadError: the server refuses.
            RetriableError: no connection, or a busy server.
        """
        item = self._take()
        return item if isinstance(item, Answer) else None

    def block(self) -> bytes:
        """Return the next bytes; empty at the end, or if cancelled.

        Raises:
            RetriableError: the connection broke, or the server sends next to nothing.
        """
        item = self._take()
        return item if isinstance(item, bytes) else b""

    def close(self) -> None:
        self._is_abandoned.set()

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
            if self._items.empty():  # otherwise the disk is what is slow
                self._check_pace()
            return item
        return None

    def _check_pace(self) -> None:
        now_s = time.monotonic()
        if now_s - self._since_s <= self._timeout_s:
            return
        if self._since_bytes < _LEAST_BYTES:
            raise RetriableError(_LATE)
        self._since_s, self._since_bytes = now_s, 0

    def _run(self) -> None:
        try:
            self._receive()
        except (OSError, http.client.HTTPException, urllib3.exceptions.HTTPError) as error:
            cut = Message("the connection was cut")
            self._put(RetriableError(_LATE if _is_late(error) else cut))
        except Exception as error:  # noqa: BLE001  raised again by whoever waits for it
            self._put(error)

    def _receive(self) -> None:
        for start_byte, validator in dict.fromkeys(((self._start_byte, self._validator), (0, ""))):
            with closing(_get(self._url, start_byte, validator, self._timeout_s)) as response:
                answer = _answer(self._url, response, start_byte, validator)
                if answer is None:
                    continue
                self._put(answer)
                response.raw.enforce_content_length = False  # the caller counts and reports it
                while block := response.raw.read1(_BLOCK_BYTES, decode_content=False):
                    self._put(block)
                    if self._is_abandoned.is_set():
                        return
                self._put(b"")
                return
        reason = Message("the server sent a different part from the one asked for")
        raise DownloadError(self._url, reason)

    def _put(self, item: Answer | bytes | Exception) -> None:
        while not self._is_abandoned.is_set():
            try:
                self._items.put(item, timeout=_LISTEN_S)
            except Full:
                continue
            return


class _SystemCertificates(HTTPAdapter):
    """Trusts the system's certificates, not those that `certifi` brings."""

    def init_poolmanager(self, *arguments: Any, **options: Any) -> None:  # noqa: ANN401
        context = ssl.create_default_context()
        super().init_poolmanager(*arguments, ssl_context=context, **options)

    def proxy_manager_for(self, proxy: str, **options: Any) -> Any:  # noqa: ANN401
        context = ssl.create_default_context()
        return super().proxy_manager_for(proxy, ssl_context=context, **options)

    def cert_verify(self, conn: Any, url: str, verify: Any, cert: Any) -> None:  # noqa: ANN401
        """Do nothing: the context verifies; `requests` would add `certifi`'s certificates."""


def _get(url: str, start_byte: int, validator: str, timeout_s: float) -> requests.Response:
    """Send a request, following a few redirects, all to http or https, never from https to http."""
    headers = {"User-Agent": "Fermata", "Accept-Encoding": "identity"}
    if start_byte:
        headers["Range"] = f"bytes={start_byte}-"
        if validator:
            headers["If-Range"] = validator
    place = url
    for _ in range(1 + _MOST_REDIRECTS):
        try:
            if urlsplit(place).scheme not in {"http", "https"}:
                raise DownloadError(url, "only http and https addresses are allowed")
            request = requests.Request("GET", place, headers).prepare()
            # no session: no cookies, no passwords from .netrc, and redirects' bodies are not read
            response = _SystemCertificates().send(
                request, stream=True, timeout=timeout_s, proxies=_proxies(place)
            )
        except (OSError, ValueError) as error:
            raise _connection_error(url, error) from error
        if not response.is_redirect:
            return response
        response.close()
        target = quote(response.headers["Location"], string.punctuation, "iso-8859-1")
        old, place = place, urljoin(place, target)
        scheme = urlsplit(place).scheme
        if scheme not in {"http", "https"} or (urlsplit(old).scheme, scheme) == ("https", "http"):
            reason = Message("the server redirects to an unsafe address, {address}", address=scheme)
            raise DownloadError(url, reason, response.status_code)
    raise DownloadError(url, "the server redirects in circles", response.status_code)


def _proxies(url: str) -> dict[str, str]:
    if should_bypass_proxies(url, no_proxy=None):
        return {}
    proxies = urllib.request.getproxies()
    return {scheme: proxies[scheme] for scheme in ("http", "https") if scheme in proxies}


def _connection_error(url: str, error: Exception) -> Exception:
    causes = list(_causes(error))
    for cause in causes:
        if isinstance(cause, ssl.SSLCertVerificationError):
            detail = cause.verify_message
            reason = Message("its certificate is not trusted ({detail})", detail=detail)
            return DownloadError(url, reason)
    if _is_late(error):
        return RetriableError(_LATE)
    if isinstance(error, ValueError):
        return DownloadError(url, "this is not an address")
    said = own_words(causes[-1])
    if refused := _NO_TUNNEL.match(str(said)):
        status = int(refused[1])
        return DownloadError(url, _REASONS.get(status, Message("the proxy refuses it")), status)
    return RetriableError(Message("no connection ({reason})", reason=said))


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        inner = (it for it in error.args if isinstance(it, BaseException))
        error = error.__cause__ or error.__context__ or next(inner, None)


def _is_late(error: Exception) -> bool:
    late = (TimeoutError, requests.Timeout, urllib3.exceptions.ReadTimeoutError)
    return any(isinstance(cause, late) for cause in _causes(error))


def _answer(
    url: str, response: requests.Response, start_byte: int, validator: str
) -> Answer | None:
    """Return what the headers say; None if the whole file must be requested instead."""
    status, headers = response.status_code, response.headers
    if status == http.HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE and start_byte:
        return None
    if status in _BUSY:
        raise RetriableError(_REASONS.get(status, Message("the server is not working")), status)
    if status >= http.HTTPStatus.BAD_REQUEST:
        raise DownloadError(url, _REASONS.get(status, Message("the server refuses it")), status)
    if status >= http.HTTPStatus.MULTIPLE_CHOICES:
        raise DownloadError(url, "the server redirects in circles", status)
    if problem := _problem(headers):
        raise DownloadError(url, problem)
    found = _validator(headers)
    if status != http.HTTPStatus.PARTIAL_CONTENT:
        return Answer(0, _number(headers.get("Content-Length")), found)
    first, total = _content_range(headers.get("Content-Range", ""))
    is_same = not validator or found in {"", validator}
    continues = first == 0 or (first == start_byte and is_same)
    return Answer(first, total, found) if first is not None and continues else None


def _problem(headers: Mapping[str, str]) -> Message | None:
    if headers.get("Content-Encoding", "identity") != "identity":
        return Message("the server compresses it in a way that was not asked for")
    if headers.get("Content-Type", "").partition(";")[0].strip().lower() in _PAGES:
        return Message("a web page came instead; the network may want you to sign in first")
    return None


def _validator(headers: Mapping[str, str]) -> str:
    """Return a strong ETag, else the date: weak ones do not promise the same bytes."""
    tag = headers.get("ETag") or ""
    return tag if tag.startswith('"') else headers.get("Last-Modified") or ""


def _content_range(text: str) -> tuple[int | None, int | None]:
    """Read "bytes 10-99/100"."""
    span, _, total = text.removeprefix("bytes").strip().partition("/")
    return _number(span.partition("-")[0]), _number(total)


def _number(text: str | None) -> int | None:
    """Parse a length or an offset; None if no file could have it."""
    is_number = text is not None and len(text) <= _LONGEST_NUMBER and text.isascii()
    return int(text) if text and is_number and text.isdigit() else None
