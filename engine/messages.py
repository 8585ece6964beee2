"""What people are told: a template in English, and what fills its holes.

Whoever shows a message chooses the language: `str` says it in English, and the window looks its
templates up. `packaging/update_translations.py` finds every template by its literal, so each is
written where the message is made: as the first argument of `Message`, or, where it has no holes,
as the bare reason of an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

_HOLE = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True, init=False)
class Message:
    """A sentence, or a part of one; fields are messages, or values with a text."""

    template: str  # English, with a `{name}` where a field belongs
    fields: Mapping[str, object] = field(hash=False)

    def __init__(self, template: str, /, **fields: object) -> None:
        """Args: template: a literal; fields: a value for every hole, or an error for its words."""
        said = {
            name: own_words(value) if isinstance(value, BaseException) else value
            for name, value in fields.items()
        }
        object.__setattr__(self, "template", template)
        object.__setattr__(self, "fields", said)

    def __str__(self) -> str:
        return self.in_words(str)

    def in_words(self, translate: Callable[[str], str]) -> str:
        """Return it with its own template and those of its fields translated."""
        said = {
            name: value.in_words(translate) if isinstance(value, Message) else str(value)
            for name, value in self.fields.items()
        }
        return _HOLE.sub(lambda hole: said.get(hole[1], hole[0]), translate(self.template))


Reason = Message | str  # a text without fields is a template already


def as_message(reason: Reason) -> Message:
    return reason if isinstance(reason, Message) else Message(reason)


def own_words(error: BaseException | str) -> Message:
    """Return an error's own text on one line."""
    said = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return Message(" ".join(said.split()).removesuffix("."))
