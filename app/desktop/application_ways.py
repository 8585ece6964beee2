"""How to insert text into each application: known terminals, and the user's choices."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum


class Way(Enum):
    """Keys that paste, or typing; the values are stored in the preferences."""

    PASTE = "ctrl_v"
    TERMINAL = "ctrl_shift_v"
    SELECTION = "shift_insert"
    TYPE = "type"


PASTE_KEYS = {Way.PASTE: "Ctrl+V", Way.TERMINAL: "Ctrl+Shift+V", Way.SELECTION: "Shift+Ins"}
# By window class, in lower case. The last ones paste the selection.
_TERMINALS = dict.fromkeys(
    (
        "alacritty",
        "com.mitchellh.ghostty",
        "gnome-terminal",
        "guake",
        "kitty",
        "konsole",
        "lxterminal",
        "mate-terminal",
        "org.gnome.console",
        "org.gnome.ptyxis",
        "org.wezfurlong.wezterm",
        "qterminal",
        "sakura",
        "st-256color",
        "terminator",
        "tilda",
        "tilix",
        "xfce4-terminal",
        "yakuake",
    ),
    Way.TERMINAL,
) | dict.fromkeys(("rxvt", "urxvt", "uxterm", "xterm"), Way.SELECTION)


def usual_paste(application: str) -> Way:
    """Return how an application pastes, by its window class."""
    return _TERMINALS.get(application.lower(), Way.PASTE)


def read_ways(text: str) -> dict[str, Way]:
    """Return the user's choices for applications, as written by `written_ways`."""
    lines = (line.partition(" ") for line in text.splitlines())
    known = {way.value: way for way in Way}
    return {application: known[way] for way, _, application in lines if way in known}


def written_ways(ways: Mapping[str, Way]) -> str:
    return "\n".join(f"{way.value} {application}" for application, way in ways.items())
