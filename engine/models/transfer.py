"""HTTP as a download needs it: system proxies and certificates, nothing but http and https."""

from __future__ import annotations

import http.client
import re
import ssl
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from typing import IO, Any, Protocol
from urllib.parse import urlsplit

from engine.errors import DownloadError
from engine.messages import Message, Reason, own_words

_RANGE_IS_PAST_THE_END = 416
_CLIENT_ERROR, _SERVER_ERROR = 400, 500
_BUSY = {408, 429}
_PARTIAL = 206
_NEEDS_SIGN_IN = 511
_UNKNOWN = -1
_LONGEST_NUMBER = 19  # digits of 64 bits; Python refuses to read thousands
_NO_TUNNEL = re.compile(r"Tunnel connection failed: (4\d\d)\b")
_PAGES = {"text/html", "application/xhtml+xml"}
_REASONS = {
    401: Message("the server asks for a password"),
    403: Message("the server refuses it"),
    404: Message("nothing is there"),
    407: Message("the proxy asks for a password"),
    410: Message("it is no longer there"),
    416: Message("the server lost its place"),
    429: Message("the server is asked too often"),
    503: Message("the server is busy"),
    511: Message("the network wants you to sign in first"),
}


class RetriableError(Exception):
    """The connection broke or the server is busy; another attempt may succeed."""

    def __init__(self, reason: Reason, status: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.status = status


class Body(Protocol):
    """What is read of a response."""

    def read1(self, size: int, /) -> bytes:
        """Return what is there by now, at least a byte; nothing at the end."""
        ...

    def close(self) -> None:
        """Hang up."""
        ...


@dataclass(frozen=True, slots=True)
class Answer:
    """An open response.

    Attributes:
        body: to be read and closed.
        start_byte: of the file, at which the body begins.
        total_bytes: of the whole file; None where the server does not say.
        validator: names this version of the file; empty where the server gives none.
    """

    body: Body
    start_byte: int
    total_bytes: int | None
    validator: str


def request(url: str, start_byte: int, validator: str, timeout_s: float) -> Answer:
    """Ask for a file from a byte on; a server that cannot do that begins at zero.

    Raises:
        DownloadError: the server refuses.
        RetriableError: no connection, or a busy server.
    """
    headers = {"User-Agent": "Fermata", "Accept-Encoding": "identity"}
    if start_byte:
        headers["Range"] = f"bytes={start_byte}-"
        if validator:
            headers["If-Range"] = validator
    try:
        response = _opener().open(_request(url, headers), timeout=timeout_s)
    except urllib.error.HTTPError as error:
        return _refused(url, error, start_byte, timeout_s)
    except (urllib.error.URLError, OSError, http.client.HTTPException, ValueError) as error:
        raise _connection_error(url, error) from error
    answer = _answer(url, response)
    if _goes_on(answer, start_byte, validator):
        return answer
    answer.body.close()
    if start_byte:
        return request(url, 0, "", timeout_s)
    raise DownloadError(url, "the server answers with another part than was asked for")


def _goes_on(answer: Answer, start_byte: int, validator: str) -> bool:
    """Whether it is all, or the part that was asked for of the file that was begun."""
    is_same = not validator or answer.validator in {"", validator}
    return answer.start_byte == 0 or (answer.start_byte == start_byte and is_same)


def _request(url: str, headers: Mapping[str, str]) -> urllib.request.Request:
    if urlsplit(url).scheme not in {"http", "https"}:
        raise DownloadError(url, "only http and https addresses are followed")
    return urllib.request.Request(url, headers=dict(headers))  # noqa: S310  checked above


def _opener() -> urllib.request.OpenerDirector:
    """Return what follows the system's proxies and trusts the system's certificates."""
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(),
        urllib.request.HTTPHandler(),
        urllib.request.HTTPSHandler(context=ssl.create_default_context()),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
        _Redirects(),
    ):
        opener.add_handler(handler)
    return opener


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows few redirects, to http and https only, and never from https to http."""

    max_repeats = 2
    max_redirections = 5

    def redirect_request(  # noqa: PLR0913, PLR0917  urllib's own
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        fp.close()  # urllib would read its body to the end, which need not come
        old, new = urlsplit(req.full_url).scheme, urlsplit(newurl).scheme
        if new not in {"http", "https"} or (old, new) == ("https", "http"):
            raise DownloadError(req.full_url, _unsafe(new), code)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _unsafe(place: str) -> Message:
    return Message("the server sends us to an unsafe place, {address}", address=place)


def _refused(url: str, error: urllib.error.HTTPError, start_byte: int, timeout_s: float) -> Answer:
    status, place = error.code, urlsplit(error.url or "").scheme
    error.close()
    if status == _RANGE_IS_PAST_THE_END and start_byte:
        return request(url, 0, "", timeout_s)
    if (status >= _SERVER_ERROR or status in _BUSY) and status != _NEEDS_SIGN_IN:
        raise RetriableError(_REASONS.get(status, Message("the server is out of order")), status)
    if place not in {"http", "https"}:
        raise DownloadError(url, _unsafe(place), status)
    if status < _CLIENT_ERROR:
        raise DownloadError(url, "the server sends us in a circle", status)
    raise DownloadError(url, _REASONS.get(status, Message("the server refuses it")), status)


def _connection_error(url: str, error: Exception) -> Exception:
    cause = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(cause, ssl.SSLCertVerificationError):
        detail = cause.verify_message
        reason = Message("its certificate is not trusted here ({detail})", detail=detail)
        return DownloadError(url, reason)
    if isinstance(cause, TimeoutError):
        return RetriableError(Message("the server does not answer"))
    if isinstance(cause, http.client.InvalidURL | ValueError) and not isinstance(cause, OSError):
        return DownloadError(url, "this is no address")
    said = own_words(cause)
    if refused := _NO_TUNNEL.match(str(said)):
        status = int(refused[1])
        return DownloadError(url, _REASONS.get(status, Message("the proxy refuses it")), status)
    return RetriableError(Message("no connection ({reason})", reason=said))


def _answer(url: str, response: Any) -> Answer:  # noqa: ANN401  urllib's own
    headers = response.headers
    if problem := _problem(headers):
        response.close()
        raise DownloadError(url, problem)
    length, validator = _number(headers.get("Content-Length")), _validator(headers)
    if response.status != _PARTIAL:
        return Answer(response, 0, length, validator)
    first, total = _content_range(headers.get("Content-Range", ""))
    return Answer(response, _UNKNOWN if first is None else first, total, validator)


def _problem(headers: http.client.HTTPMessage) -> Message | None:
    """Return why this cannot be the file; None where it can."""
    if headers.get("Content-Encoding", "identity") != "identity":
        return Message("the server packs it in a way that was not asked for")
    if headers.get_content_type() in _PAGES:
        return Message("a web page came in its place; maybe the network wants you to sign in first")
    return None


def _validator(headers: Mapping[str, str]) -> str:
    """Return a strong ETag, else the date: weak tags do not promise the same bytes."""
    tag = headers.get("ETag") or ""
    return tag if tag.startswith('"') else headers.get("Last-Modified") or ""


def _content_range(text: str) -> tuple[int | None, int | None]:
    """Read "bytes 10-99/100"."""
    span, _, total = text.removeprefix("bytes").strip().partition("/")
    return _number(span.partition("-")[0]), _number(total)


def _number(text: str | None) -> int | None:
    """Read a length or a place; None where it is none that any file could have."""
    is_number = text is not None and len(text) <= _LONGEST_NUMBER and text.isascii()
    return int(text) if text and is_number and text.isdigit() else None
