"""Fermata among other applications: tray, global shortcuts, and text for others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from app.desktop.cues import Cues
from app.desktop.desktop_kind import DesktopKind, desktop_kind
from app.desktop.hotkeys import DISCARD, PUSH_TO_TALK, Hotkeys, PushToTalk
from app.desktop.ipc import IpcCommand, IpcRequest
from app.desktop.keystrokes import Keystrokes
from app.desktop.other_applications import OtherApplications
from app.desktop.other_sound import OtherSound
from app.desktop.tray import TrayIcon
from app.dictation.events import State
from app.preferences.live_preferences import LivePreferences
from app.tasks import TaskRunner
from app.ui.appearance.icons import Icons
from engine.types import Context

_TOKEN = "remote-desktop-token"  # noqa: S105  the name of its file
_LOWERED = "lowered-sound.json"


@dataclass(frozen=True, slots=True)
class DesktopActions:
    """What the tray icon and global shortcuts trigger in the window."""

    start: Callable[[], None]
    stop: Callable[[], None]
    discard: Callable[[], None]
    place: Callable[[Context], None]
    show: Callable[[str], None]
    open_files: Callable[[Sequence[Path]], None]
    quit: Callable[[], None]


class Desktop(QObject):
    """The tray icon, the global shortcuts, and the words that go to other applications.

    Signals:
        keys_problem_changed(object): The `Problem` that keeps shortcuts from working globally.
        words_problem_changed(object): The `Problem` that keeps words from other applications.
    """

    keys_problem_changed = Signal(object)
    words_problem_changed = Signal(object)

    def __init__(
        self,
        folder: Path,
        icons: Icons,
        preferences: LivePreferences,
        actions: DesktopActions,
        tasks: TaskRunner,
    ) -> None:
        super().__init__()
        kind = self._kind = desktop_kind(QGuiApplication.platformName())
        self._preferences, self._actions = preferences, actions
        self._state = State.STOPPED
        self.tray = TrayIcon(icons, self)
        self.hotkeys = Hotkeys(kind, preferences, tasks, self)
        self.keystrokes = Keystrokes(kind, folder / _TOKEN, tasks, self)
        self.words = OtherApplications(
            kind, self.keystrokes, QGuiApplication.clipboard(), preferences, self
        )
        if self.hotkeys.can_watch:
            self.words.watch = self.hotkeys.watch
        self._cues = Cues(preferences)
        self._sound = OtherSound(folder / _LOWERED, preferences, tasks)
        self._push_to_talk = PushToTalk(actions.start, actions.stop)
        self._connect()

    @property
    def keeps_window(self) -> bool:
        return self._preferences.value.general.closes_to_tray and self.tray.is_there

    @property
    def has_tray(self) -> bool:
        return self._preferences.value.general.shows_tray_icon and self.tray.has_place

    def start(self) -> None:
        self._preferences.changed.connect(self._follow_preference)
        self._follow_preference("general.shows_tray_icon")
        self.hotkeys.start()
        self._sound.start()

    def close(self) -> None:
        """Leave nothing behind: no icon, no listener, the clipboard restored."""
        self.hotkeys.close()
        self.words.close()
        self.keystrokes.close()
        self._cues.close()
        self._sound.close()
        self.tray.close()

    def follow(self, state: State) -> None:
        if self._state is State.STOPPED and state is not State.STOPPED:
            self.words.begin_session()
        # Only once it listens: a global shortcut takes the focus for a moment.
        if state is State.LISTENING and (context := self.words.context()) is not None:
            self._actions.place(context)
        self._state = state
        if self._kind is not DesktopKind.NONE:
            self._cues.follow(state)
        self._sound.follow(state)
        self.tray.show_state(state)
        self._push_to_talk.follow(state)

    def toggle(self) -> None:
        if self._state is State.STOPPED:
            self._actions.start()
        else:
            self._actions.stop()

    def execute(self, request: IpcRequest) -> None:
        match request.command:
            case IpcCommand.SHOW:
                self._actions.show(request.token)
            case IpcCommand.TOGGLE:
                self.toggle()
            case IpcCommand.START:
                if self._state is State.STOPPED:
                    self._actions.start()
            case IpcCommand.STOP:
                self._actions.stop()
        if request.files:
            self._actions.open_files(request.files)

    def _connect(self) -> None:
        self.tray.record_wanted.connect(self.toggle)
        self.tray.show_wanted.connect(lambda: self._actions.show(""))
        self.tray.quit_wanted.connect(self._actions.quit)
        self.hotkeys.pressed.connect(self._press)
        self.hotkeys.released.connect(self._release)
        self.hotkeys.touched.connect(self.words.forget)
        self.hotkeys.problem_changed.connect(self.keys_problem_changed)
        self.words.problem_changed.connect(self.words_problem_changed)

    def _press(self, name: str) -> None:
        if name == PUSH_TO_TALK:
            self._push_to_talk.press()
        elif name == DISCARD:
            self._push_to_talk.forget()
            self.words.drop()
            self._actions.discard()
        else:
            self.toggle()

    def _release(self, name: str) -> None:
        if name == PUSH_TO_TALK:
            self._push_to_talk.release()

    def _follow_preference(self, key: str) -> None:
        self.words.follow_preferences()
        if key == "general.shows_tray_icon" and self._kind is not DesktopKind.NONE:
            self.tray.set_visible(self._preferences.value.general.shows_tray_icon)
