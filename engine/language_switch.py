"""Sends what is said to the punctuator and the formatter of its language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from engine.session import flush, through
from engine.text.spacing import joined_texts
from engine.types import Context, Hypothesis, SourceEvent, Stage, Update, VoiceCommand

_CONTEXT_LETTERS = 200

Chain = tuple[Stage[Any, Any], ...]


class LanguageSwitch:
    """A stage `SourceEvent → Update` around one chain of stages after the other.

    Where final words are in a language of another model, the open sentence is committed and the
    other model goes on behind it. Partial words go to the model before: their language may be
    wrong yet.
    """

    def __init__(
        self, model: str, model_of: Callable[[str], str], chain_of: Callable[[str], Chain]
    ) -> None:
        """Begin a text.

        Args:
            model: the name of the one to begin with.
            model_of: returns the name of a language's model.
            chain_of: returns a model's stages, for a text of its own.
        """
        self._model = model
        self._model_of, self._chain_of = model_of, chain_of
        self._chain = chain_of(model)
        self._context = Context()

    def push(self, event: SourceEvent) -> Iterator[Update | VoiceCommand]:
        """Yield what the chain yields; raise what loading another model raises."""
        if isinstance(event, Context):
            before = self._context.before if event.before is None else event.before
            after = self._context.after if event.after is None else event.after
            self._context = Context(before, after, elsewhere=event.elsewhere)
        elif isinstance(event, Hypothesis) and event.is_final and event.words and event.language:
            model = self._model_of(event.language)
            if model != self._model:
                yield from self._use(model)
        yield from self._told(through([event], self._chain))

    def flush(self) -> Iterator[Update | VoiceCommand]:
        yield from self._told(flush(self._chain))

    def _use(self, model: str) -> Iterator[Update | VoiceCommand]:
        chain = self._chain_of(model)
        yield from self._told(flush(self._chain))
        self._model, self._chain = model, chain
        yield from self._told(through([self._context], chain))

    def _told(self, events: Iterable[Update | VoiceCommand]) -> Iterator[Update | VoiceCommand]:
        for event in events:
            if isinstance(event, Update) and event.sentences:
                text = joined_texts((self._context.before or "", event.committed))
                self._context = replace(self._context, before=text[-_CONTEXT_LETTERS:])
            yield event
