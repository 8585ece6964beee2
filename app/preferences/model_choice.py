"""Which models a session or a file uses, and how its text is formatted."""

from __future__ import annotations

from app.dictation.events import ModelChoice
from app.preferences.preferences import Dictation, Preferences
from engine.models.active import active_model
from engine.models.spoken_languages import model_for, spoken_languages
from engine.paths import Paths
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
        preferences: The preferences.
        language: Name of a punctuation model.
        spoken: Codes of the languages spoken.
    """
    models, advanced, dictation = preferences.models, preferences.advanced, preferences.dictation
    commands = CommandsMode(preferences.commands.mode)
    return ModelChoice(
        RecogniserSettings(
            models.recogniser, models.speech_model or None, spoken, commands=commands
        ),
        PunctuationSettings(
            model=language,
            languages=spoken,
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


def spoken_by(preferences: Preferences, paths: Paths) -> tuple[str, tuple[str, ...]]:
    """Return the name of the punctuation model to begin with, and the languages spoken.

    If the user has chosen no languages, they are those of the active model.
    """
    active, languages = active_model(paths), tuple(preferences.models.languages.split())
    if not languages:
        return active, spoken_languages(active, paths)
    return model_for(languages, active, paths), languages


def _numbers(dictation: Dictation) -> NumberStyle:
    return NumberStyle(SmallNumbers(dictation.small_numbers), Clock(dictation.clock))
