"""Kinds of files that are not read here, nor taken for prose, and what to do instead."""

from __future__ import annotations

import re
from pathlib import Path

from engine.messages import Message

_SAVE_AS_TEXT = Message("save its text as .docx or .txt")
_SAVE_AS_SUBTITLES = Message("save it as .srt or .vtt")
_SAVE_A_COLUMN = Message("save the column that holds the text as .txt")
_HELP = {
    _SAVE_AS_TEXT: (
        ".pdf .doc .dot .rtf .fodt .pages .wpd .wps .epub .mobi .azw3 .fb2 .djvu .ps .tex"
        " .mht .xml .eml .msg .ppt .pptx .odp .key .one .hwp .zip"
        " .eaf .textgrid .trs .cha .exb .praat .yaml .yml .toml .ini"
    ),
    _SAVE_AS_SUBTITLES: (".sub .idx .stl .lrc .scc .smi .sami .cap .mpl .usf .sup"),
    _SAVE_A_COLUMN: ".csv .tab .xls .xlsx .xlsm .ods .numbers .parquet .sqlite .db",
}
_BY_SUFFIX = {suffix: help_ for help_, suffixes in _HELP.items() for suffix in suffixes.split()}
_TABBED = r"(?:[^\r\n\t]+(?:\t[^\r\n\t]+){2,}(?:\r?\n|$)){3}"
_NAME = r'(?:"\w[\w .-]{0,30}"|[A-Za-z_]\w{0,30})'
_COMMAS = (
    rf'{_NAME}(?:[,;]{_NAME})+\r?\n(?:(?:"[^"\r\n]*"|[^\s,;"]*)[,;]\S[^\r\n]*(?:\r?\n|$)){{2}}'
)
_BY_CONTENT = (
    (re.compile(r"\{\\rtf"), Message("an RTF document"), _SAVE_AS_TEXT),
    (re.compile(r"\s*<(?:\?xml|!DOCTYPE)\b"), Message("XML data"), _SAVE_AS_TEXT),
    (
        re.compile(r"\s*<(?:SAMI|transcript|timedtext)[\s>]", re.IGNORECASE),
        Message("XML subtitles"),
        _SAVE_AS_SUBTITLES,
    ),
    (re.compile(r"\{\d+\}\{\d+\}"), Message("MicroDVD subtitles"), _SAVE_AS_SUBTITLES),
    (re.compile(_TABBED), Message("a table"), _SAVE_A_COLUMN),
    (re.compile(_COMMAS, re.ASCII), Message("a table"), _SAVE_A_COLUMN),
)


def unread_kind(path: Path) -> Message | None:
    """Return why files with such a name are not read, and what to do; None if they are."""
    help_ = _BY_SUFFIX.get(path.suffix.lower())
    if help_ is None:
        return None
    return Message("Fermata cannot read {suffix} files; {help}", suffix=path.suffix, help=help_)


def unread_content(head: str) -> Message | None:
    """Return the same for the first characters of a text; None if it may be prose."""
    for begins, kind, help_ in _BY_CONTENT:
        if begins.match(head):
            return Message("it looks like {kind}; {help}", kind=kind, help=help_)
    return None
