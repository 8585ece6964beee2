"""How dictation looks and listens, as a person prefers it."""

from __future__ import annotations

from app.dictation.engine_worker import EngineWorker
from app.preferences.preferences import Preferences
from app.ui.appearance.theme import reading_font
from app.ui.dictation.page import DictationPage


def set_as_preferred(value: Preferences, page: DictationPage, worker: EngineWorker) -> None:
    """Let everything be as the preferences say."""
    worker.silence_warning_s = value.microphone.silence_warning_s
    worker.goes_on_when_lost = value.microphone.when_lost == "next"
    worker.choose_microphone(value.microphone.device)
    page.bar.tail.setChecked(value.dictation.shows_tail)
    page.view.set_shows_tail(value.dictation.shows_tail)
    page.doubts.below = value.dictation.doubtful_below
    page.marks.set_doubtful(
        below=value.dictation.doubtful_below, are_marked=value.dictation.marks_doubtful_words
    )
    page.announces = value.accessibility.announces_sentences
    accessibility = value.accessibility
    page.view.setFont(reading_font(accessibility.font_family, accessibility.text_size_pt))
    page.view.set_line_spacing(accessibility.line_spacing)
    page.view.scrolling.set_allowed(is_allowed=value.dictation.follows_voice)
