"""What the terminal says about a transcript before it is processed."""

from __future__ import annotations

from pathlib import Path

from app.files.remarks import shown_name
from engine.languages import language_name
from engine.transcripts.inspection import Inspection, PunctuationState
from engine.transcripts.treatment import Treatment

_STATES = {
    PunctuationState.BARE: "no punctuation",
    PunctuationState.PARTLY: "partly punctuated",
    PunctuationState.FULLY: "punctuated",
}
_DONE = {
    Treatment.REPAIR: "punctuation and capitals are repaired",
    Treatment.FROM_SCRATCH: "punctuation and capitals are redone",
    Treatment.ONLY_ADD: "punctuation and capitals are only added",
}


def found(path: Path, inspection: Inspection, treatment: Treatment) -> str:
    """Return what a file is and what will be done to it, as a sentence."""
    words = f"{inspection.words:,} word{'s' if inspection.words > 1 else ''}"
    facts = [inspection.format.title]
    facts += [language_name(inspection.language)] if inspection.language else []
    facts += [words if inspection.is_whole else f"more than {words}", _STATES[inspection.state]]
    facts += [_spoken_by(len(inspection.speakers))] if inspection.speakers else []
    is_bare = inspection.state is PunctuationState.BARE
    done = "punctuation and capitals are added" if is_bare else _DONE[treatment]
    return f"{shown_name(path)}: {', '.join(facts)}; {done}."


def _spoken_by(speakers: int) -> str:
    return f"{speakers} speaker{'s' if speakers > 1 else ''}"
