"""While an input method turns keys into Chinese, words are pasted instead of typed.

A command of the input method's name stands in for it: it says which engine is on, as IBus and
Fcitx 5 do.
"""

from __future__ import annotations

import os

import pytest

pytestmark = pytest.mark.slow

ENGINES = {
    "ibus": ("ibus", "xkb:us::eng", "libpinyin"),
    "fcitx": ("fcitx5-remote", "1", "2"),
}


@pytest.mark.parametrize("name", ENGINES)
def test_words_are_typed_only_while_no_input_method_is_on(
    screen, start_fermata, field, tmp_path, name
):
    command, off, on = ENGINES[name]
    answer, script = tmp_path / "answer", tmp_path / command
    script.write_text(f"#!/bin/sh\ncat {answer}\n")
    script.chmod(0o755)
    answer.write_text(off)
    own = {"XMODIFIERS": f"@im={name}", "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    window = screen.xdotool("search", "--name", "another application").split()[-1]
    fermata = start_fermata(dictation={"other_applications": "typing"}, environment=own)
    fermata.until(lambda it: it.newest("active"))
    screen.xdotool("windowactivate", "--sync", window)
    fermata.until(lambda it: not it.newest("active"))
    fermata.tell("finish Good morning.")
    field.until(lambda it: it.newest("text") == "Good morning. ")
    assert len(field.every("text")) > len("Good"), "letter by letter"
    answer.write_text(on)
    field.said.clear()
    fermata.tell("finish Good night.")
    field.until(lambda it: it.newest("text") == "Good morning. Good night. ")
    assert len(field.every("text")) == 1, "all at once"
    fermata.stop()
