"""Texts that Qt would lay out for minutes if they were in one block."""

from __future__ import annotations

LONG_TEXTS = {
    "dots": "." * 200_000,
    "spaces": " " * 200_000,
    "words": "so i went to the shop " * 10_000,
    "signs": "我們去旺角😀" * 20_000,
    "paragraphs": "hello\n\n" * 10_000,
}


def blocks_of(page):
    """Return what is in the blocks of a page."""
    block, found = page.document().begin(), []
    while block.isValid():
        found.append(block.text())
        block = block.next()
    return found
