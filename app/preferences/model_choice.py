"""Which models a session or a file uses, and how its text is set."""

from __future__ import annotations

from app.dictation.events import ModelChoice
from app.preferences.preferences import Dictation, Preferences
from engine.settings import (
    BackendChoice,
    Clock,
    CommandsMode,
    LeftOut,
    MarksBy,
    MarkWidth,
    NumberStyle,
    PunctuationSettings,
    RecogniserSettings,
    Script,
    SmallNumbers,
)

_SPACES = {"usual": None, "always": True, "never": False}


def model_choice(
    preferences: Preferences,
    language: str,
    spoken: tuple[str, ...] = (),
) -> ModelChoice:
    """Return the models that the preferences name.

    Args:
        language: the name of a language model.
        spoken: its languages.
    """
    models, advanced, dictation = preferences.models, preferences.advanced, preferences.dictation
    commands = CommandsMode(preferences.commands.mode)
    return ModelChoice(
        RecogniserSettings(
            models.recogniser, models.speech_model or None, spoken, commands=commands
        ),
        PunctuationSettings(
            model=language,
            backend=BackendChoice(advanced.backend),
            refresh_interval_s=dictation.refresh_interval_s,
            cap_words=advanced.cap_words,
            threads=advanced.threads,
            spaces_between_scripts=_SPACES[dictation.latin_spacing],
            script=Script(dictation.chinese_script),
            mark_width=MarkWidth(dictation.chinese_marks),
            marks_by=MarksBy(dictation.marks_by),
            commands=commands,
            left_out=LeftOut(dictation.left_out),
            numbers=_numbers(dictation) if dictation.writes_numbers else None,
        ),
    )


def _numbers(dictation: Dictation) -> NumberStyle:
    return NumberStyle(SmallNumbers(dictation.small_numbers), Clock(dictation.clock))
