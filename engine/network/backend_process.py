"""A stranger's network in a process of its own: what it does there ends nothing here.

ONNX Runtime does what a file says, which may be a loop without end or tensors of any size.
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

ANSWER_TIMEOUT_S = 20.0  # in its own processor time, where the system tells it
_LOOK_S = 0.5  # whether it hangs is seen no later


class BackendProcess:
    """Runs `model.onnx` in a child with bounded memory; itself a `Backend`.

    One that hangs or dies answers no more: it must be loaded anew.
    """

    def __init__(self, model: Path, *, threads: int, labels: int) -> None:
        """Load the network; arguments as those of `OnnxBackend`.

        Raises:
            ModelFormatError: the file is no such network, or loading it took too long or too much.
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
            ModelFormatError: the network does not fit its tokenizer, hangs, or has ended.
        """
        with self._lock:
            if self._error is not None:
                raise self._error
            self._hang_detector.progressed()
            with suppress(OSError):  # it has ended, which its answer tells
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
    """Answer with scores, or with an error, until the parent closes its end or is gone."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    from engine.network.onnx_backend import OnnxBackend

    with suppress(OSError):  # where it is missing, loading it will say so
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
    """A network that hangs would not see that the pipe has ended."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
