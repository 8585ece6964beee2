from __future__ import annotations

from engine.types import Sentence, Word
from training.evaluation.bench import dictated_commands
from training.evaluation.bench.dictated_commands import _count, _Figures, _Script


def sentence(*pairs: tuple[str, str]) -> Sentence:
    words = tuple(Word(text, id=at) for at, (text, _) in enumerate(pairs))
    return Sentence(tuple(surface for _, surface in pairs), words)


def counted(said: str, *pairs: tuple[str, str]) -> _Figures:
    words = said.replace("[", "").replace("]", "").split()
    at = [n for n, word in enumerate(said.split()) if word.startswith("[")]
    end = [n + 1 for n, word in enumerate(said.split()) if word.endswith("]")]
    found = _Figures(1)
    _count(_Script(tuple(words), tuple(zip(at, end, strict=True)), b""), [sentence(*pairs)], found)
    return found


def test_a_command_whose_mark_is_at_the_word_before_or_after_was_followed():
    found = counted(
        "dear anna [comma] she said [open quote] yes",
        ("dear", "Dear"), ("anna", "Anna,"), ("comma", ""), ("she", "she"), ("said", "said"),
        ("open", "“Yes"), ("quote", ""), ("yes", ""),
    )  # fmt: skip
    assert found.followed == {"comma": 1, "open quote": 1}
    assert not found.false


def test_commands_left_in_the_text_and_misheard_ones_were_not_followed():
    found = counted(
        "put a [comma] here [full stop]",
        ("put", "Put"), ("a", "a"), ("comma", "comma"), ("here", "here"), ("false", "false"),
        ("top", "top."),
    )  # fmt: skip
    assert (found.heard, found.followed.total()) == ({"comma": 1}, 0)
    assert found.instead == {"full stop → false top": 1}


def test_a_command_can_be_heard_as_one_word_or_two():
    found = counted(
        "he was late [semicolon] she left [new line] yes",
        ("he", "He"), ("was", "was"), ("late", "late;"), ("semi", ""), ("colon", ""),
        ("she", "she"), ("left", "left"), ("newline", ""), ("yes", "yes"),
    )  # fmt: skip
    assert found.followed == found.heard == {"semicolon": 1, "new line": 1}
    assert not found.false


def test_a_command_that_nobody_said_is_false():
    found = counted("we go home", ("we", "We"), ("go", "go."), ("period", ""), ("home", "Home."))
    assert found.false == {"period": 1}


def test_a_script_is_read_with_its_commands():
    script = dictated_commands._script(
        ["hello world", "thank you comma hello world"], [b"\0\0", b"\0\0"]
    )
    assert [script.words[first:end] for first, end in script.commands] == [("comma",)]
