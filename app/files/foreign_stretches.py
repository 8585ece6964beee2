"""The parts of a recording left out because their language is not to be written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from app.files.remarks import Remark
from engine.errors import ForeignSpeechError
from engine.languages import language_name
from engine.messages import Message
from engine.types import Hypothesis


class ForeignStretches:
    """A stage after the recogniser that counts what it left out; everything passes through."""

    def __init__(self) -> None:
        self._languages: Counter[str] = Counter()

    def push(self, hypothesis: Hypothesis) -> Iterator[Hypothesis]:
        if hypothesis.is_foreign:
            self._languages[hypothesis.language] += 1
        yield hypothesis

    def flush(self) -> Iterator[Hypothesis]:
        yield from ()

    def error(self, path: Path) -> ForeignSpeechError | None:
        """Return the error for a recording in which nothing else was recognised."""
        return ForeignSpeechError(path, self._commonest) if self._languages else None

    def remark(self, name: str) -> Remark | None:
        """Return a remark on what was left out; None if nothing was."""
        if not self._languages:
            return None
        if not self._commonest:
            text = Message("Parts of {name} do not sound like English and are left out.", name=name)
            return Remark(text)
        language = Message(language_name(self._commonest))
        text = Message(
            "Parts of {name} sound like {language} and are left out.", name=name, language=language
        )
        return Remark(text, language=self._commonest)

    @property
    def _commonest(self) -> str:
        return max(self._languages, key=self._languages.__getitem__, default="")
