"""A dictation to the microphones of the system, which may go away; reports itself in JSON lines.

`python -m tests.support.faults.listening DATA_FOLDER DEVICE next|wait`: ends when its input says
so.
"""

from __future__ import annotations

import json
import sys
import threading
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt

from app.dictation.engine_worker import EngineWorker
from app.dictation.events import ModelChoice, State
from app.dictation.loader import ModelLoader
from engine.audio.microphone import open_microphone
from engine.paths import Paths, default_paths
from engine.settings import RecogniserSettings
from tests.support.recognisers.speech import VOSK_MODEL


def tell(kind: str, value: object) -> None:
    sys.stdout.write(json.dumps([kind, value]) + "\n")
    sys.stdout.flush()


def main(data: Path, device: str, *, goes_on: bool) -> None:
    application = QCoreApplication(["fermata"])
    worker = EngineWorker(ModelLoader(Paths(default_paths().assets, data, ())), open_microphone)
    worker.choose_models(ModelChoice(RecogniserSettings("vosk", str(VOSK_MODEL))))
    worker.choose_microphone(device)
    worker.goes_on_when_lost = goes_on
    for signal, kind, value in (
        (worker.updated, "words", words_of),
        (worker.state_changed, "state", lambda state: state.value),
        (worker.noticed, "notice", lambda notice: notice.value),
        (worker.gap_found, "gap", lambda gap: [gap.at_s, gap.lost_s]),
        (worker.failed, "failed", str),
        (worker.sound_lost, "lost", int),
    ):
        signal.connect(
            lambda it, kind=kind, value=value: tell(kind, value(it)),
            Qt.ConnectionType.DirectConnection,
        )
    worker.state_changed.connect(
        lambda state: application.quit() if state is State.STOPPED else None,
        Qt.ConnectionType.QueuedConnection,
    )
    threading.Thread(target=obey, args=(worker,), daemon=True).start()
    worker.start()
    application.exec()
    worker.close()


def words_of(update: object) -> list[list[object]]:
    return [[w.text, w.start_s, w.end_s] for one in update.sentences for w in one.words]


def obey(worker: EngineWorker) -> None:
    sys.stdin.readline()
    worker.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], goes_on=sys.argv[3] == "next")
