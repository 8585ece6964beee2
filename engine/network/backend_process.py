"""Runs untrusted networks in a child process, where they can do no harm.

ONNX Runtime does what a file says, which may be an endless loop or tensors of any size.
"""

from __future__ import annotations

import os
import threading
import weakref
from contextlib import suppress
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NoReturn

from engine.child_process import ChildProcess, HangDetector, limit_memory_beside
from engine.errors import FermataError, ModelFormatError
from engine.messages import Message
from engine.network.backend import FloatArray, IntArray

ANSWER_TIMEOUT_S = 20.0  # of its own processor time, if the system reports it
_LOOK_S = 0.5  # how often to check for hanging


class BackendProcess:
    """Runs `model.onnx` in a child process with bounded memory; itself a `Backend`.

    If the child hangs or dies, the backend must be reloaded.
    """

    def __init__(self, model: Path, *, threads: int, labels: int) -> None:
        """Load the network; takes the arguments of `OnnxBackend`.

        Raises:
            ModelFormatError: the file is not such a network, or takes too much time or memory to
                load.
        """
        self._model = model
        self._lock = threading.Lock()
        self._error: FermataError | None = None
        self._child = ChildProcess(serve, model, threads, labels, name="fermata-network")
        self._end = weakref.finalize(self, self._child.close)
        self._hang_detector = HangDetector(ANSWER_TIMEOUT_S, self._child.pid)
        self.description, self.takes_timing = self._answer()

    @property
    def has_failed(self) -> bool:
        return self._error is not None

    def run(
        self, ids: IntArray, attention: IntArray, timing: FloatArray | None = None
    ) -> FloatArray:
        """Return unnormalised scores; see `Backend.run`.

        Raises:
            ModelFormatError: the network does not fit its tokenizer, hangs, or its process died.
        """
        with self._lock:
            if self._error is not None:
                raise self._error
            self._hang_detector.progressed()
            with suppress(OSError):  # it died, as `_answer` will report
                self._child.pipe.send((ids, attention, timing))
            scores: FloatArray = self._answer()
            return scores

    def _answer(self) -> Any:  # noqa: ANN401  scores, or what the network is
        while not self._child.wait(_LOOK_S):
            if self._hang_detector.hangs:
                seconds = round(self._hang_detector.waited_s)
                self._fail(Message("no answer for {seconds} s", seconds=seconds))
        try:
            answer = self._child.pipe.recv()
        except (EOFError, OSError):
            code = self._child.exit_code()
            self._fail(Message("its process ended (exit code {code})", code=code))
        if isinstance(answer, FermataError):
            raise answer
        return answer

    def _fail(self, reason: Message) -> NoReturn:
        self._error = ModelFormatError(self._model, reason)
        self._end()
        raise self._error


def serve(pipe: Connection, model: Path, threads: int, labels: int) -> None:
    """Answer requests with scores or an error until the parent closes the pipe or dies."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    from engine.network.onnx_backend import OnnxBackend

    with suppress(OSError):  # if the file is missing, loading it reports that
        limit_memory_beside(model.stat().st_size)
    with suppress(EOFError, OSError):
        try:
            backend = OnnxBackend(model, threads=threads, labels=labels)
            pipe.send((backend.description, backend.takes_timing))
        except FermataError as error:
            pipe.send(error)
            return
        while True:
            inputs = pipe.recv()
            try:
                pipe.send(backend.run(*inputs))
            except FermataError as error:
                pipe.send(error)


def _end_with_parent() -> None:
    """Exit with the parent: a network that hangs would not notice that the pipe closed."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
