"""Fields in the user's own texts: {date}, {time}, {clipboard} and {line}."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Final

from engine.types import Update

LINE: Final = "{line}"
_FIELD = re.compile(r"\{(date|time|clipboard|line)\}")

FieldValue = Callable[[str], str]


def has_field(text: str) -> bool:
    return _FIELD.search(text) is not None


def filled(update: Update, value_of: FieldValue) -> Update:
    """Return an update with its fields filled in; {line} is always a line break.

    Args:
        update: From a session.
        value_of: Returns the current value of "date", "time" and "clipboard".
    """
    if not has_field("".join((update.tail, *(it.text for it in update.sentences)))):
        return update

    def value(found: re.Match[str]) -> str:
        return "\n" if found.group() == LINE else value_of(found[1])

    def fill(text: str) -> str:
        return _FIELD.sub(value, text)

    sentences = (replace(it, surfaces=tuple(map(fill, it.surfaces))) for it in update.sentences)
    return replace(update, sentences=tuple(sentences), tail=fill(update.tail))


def plain_value(field: str) -> str:
    """Return a field's value on a terminal, which has no clipboard."""
    now = datetime.now().astimezone()
    return {"date": f"{now:%Y-%m-%d}", "time": f"{now:%H:%M}"}.get(field, "")
