"""Sends words to the punctuator and formatter of their language."""

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
    """A stage `SourceEvent → Update` that runs one chain of stages at a time.

    When final words are in another model's language, the open sentence is committed and that model
    takes over. Partial words stay with the current model, since their language may still be wrong.
    """

    def __init__(
        self, model: str, model_of: Callable[[str], str], chain_of: Callable[[str], Chain]
    ) -> None:
        """Start a text.

        Args:
            model: Name of the first model.
            model_of: Returns the model for a language.
            chain_of: Returns new stages for a model.
        """
        self._model = model
        self._model_of, self._chain_of = model_of, chain_of
        self._chain = chain_of(model)
        self._context = Context()

    def push(self, event: SourceEvent) -> Iterator[Update | VoiceCommand]:
        """Yield what the chain yields; raises what loading another model raises."""
        if isinstance(event, Context):
            before = self._context.before if event.before is None else event.before
            after = self._context.after if event.after is None else event.after
            self._context = Context(before, after, elsewhere=event.elsewhere)
        elif isinstance(event, Hypothesis) and event.is_final and event.words and event.language:
            model = self._model_of(event.language)
            if model != self._model:
                yield from self._use(model)
        yield from self._remembered(through([event], self._chain))

    def flush(self) -> Iterator[Update | VoiceCommand]:
        yield from self._remembered(flush(self._chain))

    def _use(self, model: str) -> Iterator[Update | VoiceCommand]:
        chain = self._chain_of(model)
        yield from self._remembered(flush(self._chain))
        self._model, self._chain = model, chain
        yield from self._remembered(through([self._context], chain))

    def _remembered(
        self, events: Iterable[Update | VoiceCommand]
    ) -> Iterator[Update | VoiceCommand]:
        for event in events:
            if isinstance(event, Update) and event.sentences:
                text = joined_texts((self._context.before or "", event.committed))
                self._context = replace(self._context, before=text[-_CONTEXT_LETTERS:])
            yield event
