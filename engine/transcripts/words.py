"""Takes a line of written text apart into slots for its words and the text between them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from engine.punctuation.labels import Mark
from engine.text.marked_text import DASHES, MARK_SIGNS, MarkedWord, read_marked_text, straightened
from engine.text.scripts import CJK, is_cjk
from engine.text.units import split_units
from engine.transcripts.speaker_labels import SIGNS, read_label
from engine.transcripts.transcript import Joint, Literal, Part, Slot

_NEAR_PARTS = 16  # a mark that stands farther from its word is nobody's
_IN_BRACKETS = r"\[[^\[\]\r\n]{0,100}\](?:\([^\s()]*\))?:?"
_CAPITALS_IN_BRACKETS = r"\([^()a-zß-öø-ÿ\r\n]{2,100}\)(?=\s|$)"
_MARKUP = r"<[^<>\r\n]*>|\{\\[^{}\r\n]*\}|&(?:[A-Za-z]+|#\d+|#[xX][0-9A-Fa-f]+);"
_MARKUP_IN_WORD = rf"(?!&(?:nbsp|lt|gt|lrm|rlm);|<br)(?:{_MARKUP})"
_LETTER = rf"(?!{CJK})\w"  # of a word of many
_RUN = re.compile(rf"\s+|(?P<kept>{_IN_BRACKETS})|\S+")
_CUE_RUN = re.compile(
    rf"\s+|(?P<kept>{_IN_BRACKETS}|{_CAPITALS_IN_BRACKETS}|{_MARKUP})|(?:(?!{_MARKUP})\S)+"
)
_CODE = r"(?<!`)`[^`]{1,500}`(?!`)|``(?!`).{1,500}?(?<!`)``(?!`)"
_MARKDOWN_KEPT = (  # code, pictures, notes, where links go, tags
    rf"{_CODE}|!\[[^\[\]\r\n]{{0,500}}\]\([^()\r\n]{{0,500}}\)|\[\^[^\[\]\s]+\]"
    r"|\]\([^()\r\n]{0,500}(?:\([^()\r\n]{0,500}\)[^()\r\n]{0,500})?\)|\]\[[^\[\]\r\n]{0,200}\]"
    r"|</?[A-Za-z!][^<>\r\n]*>|<[a-z+.-]+:[^<>\s]*>"
)
_MARKDOWN_RUN = re.compile(
    rf"\s+|(?P<kept>{_MARKDOWN_KEPT}|\[[^\[\]\r\n]{{0,100}}\](?![(\[]):?)"
    rf"|(?:(?!{_MARKDOWN_KEPT})\S)+"
)
_UNBROKEN = re.compile(r"[^\s<&]*")
_MIXED = re.compile(rf"(?P<mixed>{_UNBROKEN.pattern}{_LETTER}(?:{_MARKUP_IN_WORD})+{_LETTER}\S*)")
_SONG_SIGNS = "♪♫♬"
_SOUND = re.compile(r"\([^()]*\)|（[^（）]*）|【[^【】]*】|［[^［］]*］|\*[^*]*\*")


def line_parts(line: str, *, starts_line: bool = True) -> list[Part]:
    """Take apart a line of a text; a label or a list sign at its start stays as it is."""
    return _parts(line, _plain_runs, starts_line=starts_line)


def markdown_line_parts(line: str, *, starts_line: bool = True) -> list[Part]:
    """Take apart a line of Markdown: code, tags and where links go stay as they are."""
    return _parts(line, _markdown_runs, starts_line=starts_line)


def cue_line_parts(line: str, *, starts_line: bool = True) -> list[Part]:
    """Take apart a line of a subtitle: markup, sounds and songs stay as they are."""
    if any(sign in line for sign in _SONG_SIGNS) or _SOUND.fullmatch(line.strip()):
        return [Literal(line)]
    return _parts(line, _cue_runs, starts_line=starts_line)


def _plain_runs(line: str, begin: int) -> Iterator[re.Match[str]]:
    return _RUN.finditer(line, begin)


def _markdown_runs(line: str, begin: int) -> Iterator[re.Match[str]]:
    return _MARKDOWN_RUN.finditer(line, begin)


def _cue_runs(line: str, begin: int) -> Iterator[re.Match[str]]:
    at, barren = begin, begin - 1
    while at < len(line):
        mixed = _MIXED.match(line, at) if at > barren else None
        if mixed is None and at > barren:  # nor behind it: tried again there, it takes n² steps
            unbroken = _UNBROKEN.match(line, at)
            barren = unbroken.end() if unbroken else at
        run = mixed or _CUE_RUN.match(line, at)
        if run is None:
            return
        yield run
        at = run.end()


def _parts(
    line: str, runs: Callable[[str, int], Iterator[re.Match[str]]], *, starts_line: bool
) -> list[Part]:
    begin = _label_end(line) if starts_line else 0
    parts: list[Part] = [Literal(line[:begin])] if begin else []
    had_word = not starts_line
    for run in runs(line, begin):
        if run.lastgroup or run.group().isspace():
            parts.append(Literal(run.group()))
            continue
        for unit in split_units(run.group()):
            had_word = _add_unit(parts, unit, had_word=had_word)
    return parts if had_word else [Literal(line)]


def _label_end(line: str) -> int:
    label = read_label(line)
    signs = SIGNS.match(line)
    return len(label.text) if label else signs.end() if signs else 0


def _add_unit(parts: list[Part], unit: str, *, had_word: bool) -> bool:
    """Add a unit and return whether there is any word by now."""
    found = list(_slots(unit))
    if found:
        last = parts[-1] if parts else None
        parts += [_joint(last, unit), *found] if isinstance(last, Slot) else found
    elif had_word:
        _add_stray(parts, unit)
    else:
        parts.append(Literal(unit))
    return had_word or bool(found)


def _joint(last: Slot, unit: str) -> Joint:
    begins_plainly = unit[0].isalnum()
    return Joint(
        parts_words=begins_plainly and not (is_cjk(last.written) or is_cjk(unit)),
        mark_is_free=begins_plainly or unit[0] not in MARK_SIGNS,
    )


def _slots(run: str) -> Iterator[Part]:
    """Yield one slot, or several where a dash without spaces joins words."""
    words, plain = read_marked_text(run), straightened(run)
    starts = []
    end = 0
    for word in words:
        starts.append(plain.index(word.core, end))
        end = starts[-1] + len(word.core)
    begin = 0
    for at, word in enumerate(words):
        core_end = starts[at] + len(word.core)
        is_last = at == len(words) - 1
        stop = len(run) if is_last else _behind_dash(run, core_end, starts[at + 1])
        yield _slot(word, run[begin:stop], starts[at] - begin)
        if not is_last:
            yield Literal(" ", written="")
        begin = stop


def _behind_dash(run: str, begin: int, end: int) -> int:
    return 1 + max((at for at in range(begin, end) if run[at] in DASHES), default=begin - 1)


def _slot(word: MarkedWord, written: str, core_at: int) -> Slot:
    core = written[core_at : core_at + len(word.core)]
    lead, trail = written[:core_at], written[core_at + len(core) :]
    spelling = "." if trail.startswith(".") and _is_spelt_with_dot(word.core) else ""
    kept = MarkedWord(_without_marks(lead), core, word.mark, spelling + _without_marks(trail))
    return Slot(kept, written)


def _is_spelt_with_dot(core: str) -> bool:
    """True for `Mr`, whose dot is no mark."""
    return read_marked_text(core + ".")[0].mark is Mark.NONE


def _without_marks(signs: str) -> str:
    return "".join(sign for sign in signs if sign not in MARK_SIGNS)


def _add_stray(parts: list[Part], signs: str) -> None:
    """Add signs that stand alone: marks belong to the word before, the rest stays."""
    kept = _without_marks(signs)
    if kept == signs:
        parts.append(Literal(signs))
        return
    _give_mark(parts, signs)
    space = ""
    if parts and isinstance(parts[-1], Literal) and parts[-1].text.isspace():
        space = parts.pop().text  # type: ignore[union-attr]
    parts.append(Literal(space + kept if kept else "", written=space + signs))


def _give_mark(parts: list[Part], signs: str) -> None:
    for at in range(len(parts) - 1, max(-1, len(parts) - 1 - _NEAR_PARTS), -1):
        slot = parts[at]
        if isinstance(slot, Slot):
            if slot.word.mark is Mark.NONE:
                mark = read_marked_text("a" + signs)[0].mark
                parts[at] = replace(slot, word=replace(slot.word, mark=mark), mark_follows=True)
            return
