from __future__ import annotations

import io
import os
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.commands import terminal_view
from app.commands.terminal_view import TerminalView, cells, wrapped
from engine.types import Sentence, Update, Word
from tests.support.terminal import Screen


class Terminal(io.StringIO):
    def isatty(self):
        return True


def an_update(sentences, tail):
    made = [
        Sentence(tuple(text.split()), tuple(Word(w) for w in text.split())) for text in sentences
    ]
    return Update(tuple(made), tail)


def drawn(updates, columns, lines=40):
    terminal = Terminal()
    size = os.terminal_size((columns, lines))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdout", terminal)
        patch.setenv("TERM", "xterm")
        patch.setattr(terminal_view, "terminal_size", lambda: size)
        view = TerminalView()
        for update in updates:
            view.show(update)
        before_end = terminal.getvalue()
        view.end()
    return before_end, terminal.getvalue()


def screen(text, columns):
    shown = Screen(columns)
    shown.feed(text.replace("\n", "\r\n"))
    return shown


SENTENCES = st.lists(st.text("abc ", min_size=1, max_size=60).filter(str.strip), max_size=2)
UPDATES = st.lists(st.builds(an_update, SENTENCES, st.text("abc ", max_size=120)), max_size=8)


@given(updates=UPDATES, columns=st.integers(3, 30))
def test_the_screen_holds_every_sentence_once_and_the_last_tail(updates, columns):
    before_end, text = drawn(updates, columns)
    shown = screen(before_end, columns)
    tail = updates[-1].tail if updates else ""
    assert shown.dim.replace(" ", "") == tail.replace(" ", "")
    expected = screen("".join(s.text + "\n" for u in updates for s in u.sentences), columns)
    assert [line for line in screen(text, columns).lines if line] == [
        line for line in expected.lines if line
    ]


def test_a_tail_longer_than_the_terminal_shows_its_end():
    tail = " ".join(str(number) for number in range(100))
    before_end, text = drawn([an_update([], tail), an_update(["Done."], "")], columns=20, lines=5)
    assert before_end.count("\x1b[3A") == 1
    assert screen(text, 20).lines[0] == "Done."


def test_on_a_dumb_terminal_or_none_there_are_only_sentences(capsys, monkeypatch):
    view = TerminalView()
    view.show(an_update([], "hello there how"))
    view.show(an_update(["Hello there."], "How"))
    view.end()
    assert capsys.readouterr().out == "Hello there.\n"

    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setenv("TERM", "dumb")
    TerminalView().show(an_update(["Hello."], "there"))
    assert terminal.getvalue() == "Hello.\n"


def test_words_cannot_steer_the_terminal():
    _, text = drawn([an_update(["\x1b[2Jhello."], "\x1b[31mred")], columns=40)
    assert "\x1b[2J" not in text
    assert "\x1b[31m" not in text


def test_wide_characters_take_two_cells():
    assert cells("a中é") == 4
    assert cells("e\u0301") == 1
    assert wrapped(["中文中文", "ab"], 5) == ["中文", "中文", "ab"]
