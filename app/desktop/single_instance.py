"""One instance per user and data folder: the first listens, later ones send it requests."""

from __future__ import annotations

import logging
import os
import sys
import time
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QLockFile, QObject, QTimer, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from app.desktop.ipc import IpcRequest, parse_request
from app.privacy import private_folder
from engine.errors import InstanceError

_log = logging.getLogger(__name__)
_LONGEST_LINE = 1 << 20  # thousands of files
_TIMEOUT_S = 3.0
_ANSWER_MS = 2_000
_RETRY_S = 0.05
_ACCEPTED = b"ok\n"


class SingleInstance(QObject):
    """Is the first instance, or asks the first one.

    Locks decide who is first: the system releases them when a process ends in any way, so a socket
    that nobody listens on is taken over. One lock is beside the socket; the other is in the data
    folder, since the socket's folder depends on the environment, and records where the first
    instance listens.

    Signals:
        requested(object): The `IpcRequest` of a later start.
    """

    requested = Signal(object)

    def __init__(self, place: Path, data: Path, parent: QObject | None = None) -> None:
        """Args: place: Path of the socket. data: The data folder. parent: Its owner."""
        super().__init__(parent)
        self._name, self._data = socket_name(place), data
        self._lock, self._data_lock = _lock(place), _DataLock(data)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._meet)

    def claim(self) -> bool:
        """Become the first instance; False if there is one already.

        Raises:
            InstanceError: This system does not allow listening there.
        """
        private_folder(self._data)
        is_locked = self._lock.tryLock(0)
        if not is_locked and self._lock.error() != QLockFile.LockError.LockFailedError:
            raise InstanceError(Path(self._name), "cannot create a lock")
        if not (is_locked and self._data_lock.take(self._name)):
            self._lock.unlock()
            return False
        QLocalServer.removeServer(self._name)  # left behind by an instance that was killed
        if not self._server.listen(self._name):
            self._unlock()
            raise InstanceError(Path(self._name), self._server.errorString())
        if sys.platform != "win32":
            watcher = QFileSystemWatcher([str(Path(self._name).parent)], self)
            watcher.directoryChanged.connect(self._listen_again)
        return True

    def stop_listening(self) -> None:
        """Accept no more requests; others wait until this instance has closed."""
        self._server.close()

    def close(self) -> None:
        self._server.close()
        self._unlock()

    def _unlock(self) -> None:
        self._lock.unlock()
        self._data_lock.free()

    def _listen_again(self) -> None:
        """Listen again if the socket's file was deleted, as others would find nobody."""
        if self._server.isListening() and not Path(self._name).exists():
            self._server.close()
            self._server.listen(self._name)

    def _meet(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            _Connection(socket).requested.connect(self.requested)


class _DataLock:
    """A lock on a file in the data folder, which records where its holder listens.

    The system releases it with its process, and it stores no host name or process number that could
    lock anybody out.
    """

    def __init__(self, data: Path) -> None:
        self._path = data / "fermata.lock"
        self._file: int | None = None

    def take(self, name: str = "") -> bool:
        """Return False if another instance has it; True even if locking is impossible here."""
        if sys.platform == "win32":  # the lock beside the pipe must do
            return True
        import fcntl

        try:
            file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            return True
        self._file = file
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if name:
                os.ftruncate(file, 0)
                os.write(file, os.fsencode(name))
        except BlockingIOError:
            self.free()
            return False
        except OSError:  # a full disk, or a file system without locks
            pass
        return True

    def free(self) -> None:
        if self._file is not None:
            os.close(self._file)
        self._file = None

    def names(self) -> list[str]:
        try:
            return [name for name in [os.fsdecode(self._path.read_bytes())] if name]
        except OSError:
            return []


class _Connection(QObject):
    """A later instance; deleted with its connection.

    Signals:
        requested(object): The `IpcRequest` that it sent.
    """

    requested = Signal(object)

    def __init__(self, socket: QLocalSocket) -> None:
        super().__init__(socket)
        self._socket = socket
        self._timeout = QTimer(self, singleShot=True, interval=_ANSWER_MS)
        self._timeout.timeout.connect(self._abort)  # a silent connection must not stay
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


def send_request(
    place: Path, data: Path, request: IpcRequest, timeout_s: float = _TIMEOUT_S
) -> bool:
    """Send a request to the running instance; False if there is none. Needs no QApplication.

    Raises:
        InstanceError: One is running but does not answer.
    """
    end_s = time.monotonic() + timeout_s
    names = [socket_name(place), *_DataLock(data).names()]
    while not any(_send_once(name, request) for name in names):
        if not is_running(place, data):
            return False
        if time.monotonic() > end_s:
            raise InstanceError(place, "Fermata is running but does not answer")
        time.sleep(_RETRY_S)  # it has only just started
    return True


def is_running(place: Path, data: Path) -> bool:
    lock, data_lock = _lock(place), _DataLock(data)
    is_free = lock.tryLock(0) and data_lock.take()
    lock.unlock()
    data_lock.free()
    return not is_free


def socket_name(place: Path) -> str:
    """Return the socket's path, or on Windows the name of a pipe."""
    return place.name if sys.platform == "win32" else str(place.with_suffix(".socket"))


def _lock(place: Path) -> QLockFile:
    lock = QLockFile(str(place.with_suffix(".lock")))
    lock.setStaleLockTime(0)  # an old lock is not stale: Fermata runs for days
    return lock


def _send_once(name: str, request: IpcRequest) -> bool:
    socket = QLocalSocket()
    socket.connectToServer(name)
    if not socket.waitForConnected(_ANSWER_MS):
        return False
    socket.write(request.line())
    while socket.bytesToWrite() and socket.waitForBytesWritten(_ANSWER_MS):
        pass
    socket.waitForReadyRead(_ANSWER_MS)
    return bool(socket.readAll().data() == _ACCEPTED)
