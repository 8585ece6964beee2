"""Writes paragraphs as a Word document."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import BinaryIO

# what XML 1.0 cannot hold, in any spelling
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def write_document(paragraphs: Iterable[str], stream: BinaryIO, *, title: str = "") -> None:
    """Write a document; a title becomes its heading and its name.

    Control characters are left out: Word refuses a file that holds one.
    """
    import docx

    document = docx.Document()
    if title:
        document.core_properties.title = _writable(title)[:255]
        document.add_heading(_writable(title), level=1)
    for paragraph in paragraphs:
        document.add_paragraph(_writable(paragraph))
    document.save(stream)


def _writable(text: str) -> str:
    return _UNWRITABLE.sub("", text)
