"""Writes a restored text in any format; what has times keeps them."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterator
from typing import TextIO

from engine.errors import SettingsError
from engine.text.spacing import joined_texts
from engine.transcripts.cue_times import write_time
from engine.transcripts.restored import Layout, RestoredText, Stretch
from engine.transcripts.writing import open_writer

TEXT_FORMATS = ("txt", "md", "srt", "vtt", "json")
TIMED_FORMATS = frozenset({"srt", "vtt"})
_TAG = re.compile(r"<[^<>\r\n]*>|\{\\[^{}\r\n]*\}")
_OTHER_TAG = re.compile(r"<(?!/?[biu]>)[^<>\r\n]*>|\{\\[^{}\r\n]*\}")
_PARAGRAPH_PAUSE_S = 2.0


def export_text(text: RestoredText, format_name: str, stream: TextIO) -> None:
    """Write the text.

    Args:
        text: what to write.
        format_name: one of `TEXT_FORMATS`; subtitles keep the times of their cues.
        stream: where to; line ends are written as they are.

    Raises:
        SettingsError: no such format, or subtitles of a text without times.
    """
    if format_name not in TEXT_FORMATS:
        raise SettingsError("format", f"{format_name} is none of {', '.join(TEXT_FORMATS)}")
    if format_name in TIMED_FORMATS and not text.is_timed:
        raise SettingsError("format", f"{format_name} needs times, and this text has none")
    if text.layout is Layout.CUES and format_name in _CUE_WRITERS:
        stream.writelines(_CUE_WRITERS[format_name](text.stretches))
    elif format_name in {"txt", "md"}:
        between = "\n" if text.layout is Layout.LINES else "\n\n"
        stream.write(between.join(paragraphs(text)) + "\n")
    else:
        writer = open_writer(format_name, stream)
        for sentence in text.sentences():
            writer.write(sentence)
        writer.close()


def paragraphs(text: RestoredText) -> Iterator[str]:
    """Yield the lines of a text; of what was spoken, a paragraph up to a long pause."""
    if text.layout is Layout.LINES:
        whole = "".join(stretch.text for stretch in text.stretches)
        yield from whole.removesuffix("\n").split("\n")
        return
    for group in spoken_paragraphs(text):
        parts = (_plain(s) if text.layout is Layout.CUES else s.text.strip() for s in group)
        yield joined_texts(part for part in parts if part)


def spoken_paragraphs(text: RestoredText) -> Iterator[list[Stretch]]:
    """Yield stretches in groups: a sentence's end with a long pause behind it ends a paragraph."""
    group: list[Stretch] = []
    for stretch in text.stretches:
        if group and _is_long_pause(group[-1], stretch):
            yield group
            group = []
        group.append(stretch)
    if group:
        yield group


def _is_long_pause(before: Stretch, after: Stretch) -> bool:
    is_end = before.text.rstrip().endswith((".", "?", "!", "。", "？", "！"))
    if before.end_s is None or after.start_s is None:
        return False
    return is_end and after.start_s - before.end_s >= _PARAGRAPH_PAUSE_S


def _plain(cue: Stretch) -> str:
    """Return the text of a cue as one line without tags."""
    lines = html.unescape(_TAG.sub("", cue.text)).splitlines()
    return joined_texts(" ".join(line.split()) for line in lines if line.strip())


def _srt(cues: tuple[Stretch, ...]) -> Iterator[str]:
    for number, cue in enumerate(cues, 1):
        lines = html.unescape(_OTHER_TAG.sub("", cue.text)).strip()
        yield f"{number}\n{_timing(cue, ',')}\n{_without_empty_lines(lines)}\n\n"


def _vtt(cues: tuple[Stretch, ...]) -> Iterator[str]:
    yield "WEBVTT\n\n"
    for cue in cues:
        yield f"{_timing(cue, '.')}\n{_without_empty_lines(_escaped(cue.text.strip()))}\n\n"


def _json(cues: tuple[Stretch, ...]) -> Iterator[str]:
    objects = [{"start": c.start_s, "end": c.end_s, "text": _plain(c)} for c in cues]
    lines = ",\n".join(json.dumps(item, ensure_ascii=False) for item in objects)
    yield f'{{"segments": [\n{lines}\n]}}\n'


def _timing(cue: Stretch, decimal_sign: str) -> str:
    times = (
        write_time(time_s or 0.0, decimal_sign=decimal_sign) for time_s in (cue.start_s, cue.end_s)
    )
    return " --> ".join(times)


def _without_empty_lines(text: str) -> str:
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())


def _escaped(text: str) -> str:
    """Escape what is no tag; an entity stays one."""
    text = re.sub(r"\{\\[^{}\r\n]*\}", "", text)
    text = re.sub(r"&(?!(?:[A-Za-z]+|#\d+);)", "&amp;", text)
    return re.sub(r"<(?!/?[A-Za-z0-9])", "&lt;", text).replace("-->", "--&gt;")


_CUE_WRITERS: dict[str, Callable[[tuple[Stretch, ...]], Iterator[str]]] = {
    "srt": _srt,
    "vtt": _vtt,
    "json": _json,
}
