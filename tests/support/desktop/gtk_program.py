"""A GTK 3 application with a field, as `field_program` is one of Qt: `… entry` or `… view`.

It runs in the system's Python, which has GTK from Debian (python3-gi, gir1.2-gtk-3.0). Its standard
input: `fill ["left", "selected", "right"]`.
"""

from __future__ import annotations

import json
import os
import sys
import threading

_PYTHON = "/usr/bin/python3"


def _run(kind: str) -> None:
    import gi

    gi.require_version("Gtk", "3.0")
    from gi.repository import GLib, Gtk

    def say(**words: object) -> None:
        sys.stdout.write(json.dumps(words) + "\n")
        sys.stdout.flush()

    def fill(left: str, selected: str, right: str) -> None:
        start, end = len(left), len(left + selected)
        if kind == "entry":
            field.set_text(left + selected + right)
            field.select_region(start, end)
        else:
            buffer.set_text(left + selected + right)
            places = (buffer.get_iter_at_offset(it) for it in (end, start))
            buffer.select_range(*places)

    def read() -> None:
        for line in sys.stdin:
            GLib.idle_add(fill, *json.loads(line.partition(" ")[2]))

    field = Gtk.Entry() if kind == "entry" else Gtk.TextView()
    if kind == "entry":
        field.connect("changed", lambda it: say(text=it.get_text()))
    else:
        buffer = field.get_buffer()
        buffer.connect("changed", lambda it: say(text=it.get_property("text")))
    field.connect("focus-in-event", lambda *_: say(focus=True))
    window = Gtk.Window(title="another application")
    window.set_default_size(500, 300)
    window.add(field)
    window.show_all()
    threading.Thread(target=read, daemon=True).start()
    Gtk.main()


if __name__ == "__main__":
    if sys.argv[2:] == ["here"]:
        _run(sys.argv[1])
    else:
        os.execv(_PYTHON, [_PYTHON, __file__, sys.argv[1], "here"])  # noqa: S606
