"""One instance for each person and data folder: the first listens, later ones ask it."""

from __future__ import annotations

import logging
import sys
import time
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, QTimer, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from app.desktop.ipc import IpcRequest, parse_request
from engine.errors import InstanceError

_log = logging.getLogger(__name__)
_LONGEST_LINE = 1_024
_TIMEOUT_S = 3.0
_ANSWER_MS = 2_000
_RETRY_S = 0.05
_ACCEPTED = b"ok\n"


class SingleInstance(QObject):
    """Is the first instance, or asks the first one.

    A lock decides who is first: the system frees it when its process ends, however that ends, so
    a socket that nobody listens on any more is taken over.

    Signals:
        requested(object): the `IpcRequest` of a later start.
    """

    requested = Signal(object)

    def __init__(self, place: Path, parent: QObject | None = None) -> None:
        """Args: place: the path of the socket; the lock lies beside it. parent: who owns it."""
        super().__init__(parent)
        self._name = socket_name(place)
        self._lock = QLockFile(str(place.with_suffix(".lock")))
        self._lock.setStaleLockTime(0)  # an old lock is no stale one: Fermata runs for days
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._meet)

    def claim(self) -> bool:
        """Become the first instance; False where there is one.

        Raises:
            InstanceError: this system lets nobody listen there.
        """
        if not self._lock.tryLock(0):
            if self._lock.error() == QLockFile.LockError.LockFailedError:
                return False
            raise InstanceError(Path(self._name), "no lock can be made")
        QLocalServer.removeServer(self._name)  # left by an instance that ended unawares
        if not self._server.listen(self._name):
            self._lock.unlock()
            raise InstanceError(Path(self._name), self._server.errorString())
        return True

    def stop_listening(self) -> None:
        """Take no more requests; others wait until this one is closed."""
        self._server.close()

    def close(self) -> None:
        self._server.close()
        self._lock.unlock()

    def _meet(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            _Connection(socket).requested.connect(self.requested)


class _Connection(QObject):
    """A later instance; gone with its connection.

    Signals:
        requested(object): the `IpcRequest` that it sent.
    """

    requested = Signal(object)

    def __init__(self, socket: QLocalSocket) -> None:
        super().__init__(socket)
        self._socket = socket
        self._timeout = QTimer(self, singleShot=True, interval=_ANSWER_MS)
        self._timeout.timeout.connect(self._abort)  # who says nothing may not stay
        self._timeout.start()
        socket.readyRead.connect(self._read)
        socket.disconnected.connect(socket.deleteLater)

    def _read(self) -> None:
        if self._socket.canReadLine():
            self._answer(parse_request(bytes(self._socket.readLine(_LONGEST_LINE).data())))
        elif self._socket.bytesAvailable() > _LONGEST_LINE:
            self._abort()

    def _answer(self, request: IpcRequest | None) -> None:
        if request is None:
            self._abort()
            return
        self._socket.write(_ACCEPTED)
        self._socket.disconnectFromServer()
        _log.debug("asked to %s", request.command.value)
        self.requested.emit(request)

    def _abort(self) -> None:
        self._socket.abort()


def send_request(place: Path, request: IpcRequest, timeout_s: float = _TIMEOUT_S) -> bool:
    """Send a request to the instance that runs; False where none does. Needs no application object.

    Raises:
        InstanceError: one runs and does not answer.
    """
    end_s = time.monotonic() + timeout_s
    while not _send_once(socket_name(place), request):
        if not is_running(place):
            return False
        if time.monotonic() > end_s:
            raise InstanceError(place, "Fermata is running and does not answer")
        time.sleep(_RETRY_S)  # it has only just begun
    return True


def is_running(place: Path) -> bool:
    lock = QLockFile(str(place.with_suffix(".lock")))
    lock.setStaleLockTime(0)
    if lock.tryLock(0):
        lock.unlock()
        return False
    return True


def socket_name(place: Path) -> str:
    """Return the socket's path, or the name of a pipe on Windows, which has no such files."""
    return place.name if sys.platform == "win32" else str(place.with_suffix(".socket"))


def _send_once(name: str, request: IpcRequest) -> bool:
    socket = QLocalSocket()
    socket.connectToServer(name)
    if not socket.waitForConnected(_ANSWER_MS):
        return False
    socket.write(request.line())
    socket.flush()
    socket.waitForReadyRead(_ANSWER_MS)
    return bool(socket.readAll().data() == _ACCEPTED)
