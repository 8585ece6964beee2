"""Messages for people: a template in English, and the values for its placeholders.

Whoever shows a message chooses the language: `str` gives English, and the window looks templates
up. `packaging/update_translations.py` finds templates by their literals, so each is written where
the message is made: as the first argument of `Message` or, without placeholders, as the bare reason
of an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

_HOLE = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True, init=False)
class Message:
    """A sentence or a part of one; fields are messages, or values turned into text."""

    template: str  # English, with a `{name}` for each field
    fields: Mapping[str, object] = field(hash=False)

    def __init__(self, template: str, /, **fields: object) -> None:
        """Args: template: A literal; fields: A value for each placeholder; errors as their text."""
        said = {
            name: own_words(value) if isinstance(value, BaseException) else value
            for name, value in fields.items()
        }
        object.__setattr__(self, "template", template)
        object.__setattr__(self, "fields", said)

    def __str__(self) -> str:
        return self.in_words(str)

    def in_words(self, translate: Callable[[str], str]) -> str:
        """Return the text with this template and those of its fields translated."""
        said = {
            name: value.in_words(translate) if isinstance(value, Message) else str(value)
            for name, value in self.fields.items()
        }
        return _HOLE.sub(lambda hole: said.get(hole[1], hole[0]), translate(self.template))


Reason = Message | str  # a plain text is a template without fields


def as_message(reason: Reason) -> Message:
    return reason if isinstance(reason, Message) else Message(reason)


def own_words(error: BaseException | str) -> Message:
    """Return an error's own text, on one line."""
    said = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return Message(" ".join(said.split()).removesuffix("."))
