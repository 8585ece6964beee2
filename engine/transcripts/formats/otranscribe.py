"""oTranscribe files: a web page within JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.errors import TranscriptFormatError
from engine.transcripts.formats.html_page import HtmlTranscript
from engine.transcripts.formats.json_literals import Literals, Table, decoded
from engine.transcripts.passages import Change, Places, in_order

_TEXT = "text"


class OtranscribeTranscript(HtmlTranscript):
    """The page under `text`; the rest of the file stays."""

    def page_in(self, file: str) -> str:
        """Return the page in the file.

        Raises:
            TranscriptFormatError: it is not JSON, or has no page.
        """
        literals = Literals(file)
        self._page_places = Places(literals.within)
        try:
            value, end = decoded(file, len(file) - len(file.lstrip()))
        except (ValueError, RecursionError) as error:
            raise TranscriptFormatError(self.path, "malformed JSON") from error
        if file[end:].strip() or not (isinstance(value, Table) and type(value.get(_TEXT)) is str):
            raise TranscriptFormatError(self.path, "not an oTranscribe file")
        literals.read(self._page_places, *value.places[_TEXT])
        return self._page_places.text

    def in_file(self, changes: Iterable[Change], names: Mapping[str, str]) -> list[Change]:
        return in_order(self._page_places.in_file(super().in_file(changes, names)))
