"""Options that several commands share, and the settings that they make."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from app.preferences.model_choice import model_choice
from app.preferences.preferences import Preferences, settings, with_value
from engine.errors import SettingsError
from engine.settings import (
    RECOGNISERS,
    CommandsMode,
    NumberStyle,
    Policy,
    PunctuationSettings,
    RecogniserSettings,
)

if TYPE_CHECKING:
    from engine.recognisers.speech_models import RecogniserSpec


def add_punctuation_options(parser: argparse.ArgumentParser) -> None:
    """Add `--model`, `--spaces`, and the options that are settings, as those are described."""
    parser.add_argument(
        "--model",
        metavar="NAME|DIR",
        help="punctuation model, by name or folder (default: the active one)",
    )
    for item in settings():
        if item.option:
            parser.add_argument(
                item.option,
                dest=item.key,
                choices=[value.replace("_", "-") for value in item.choices],
                default=str(item.default).replace("_", "-"),
                help=item.option_help,
            )
    parser.add_argument(
        "--spaces",
        action=argparse.BooleanOptionalAction,
        help="a space between Chinese characters and Latin words of what is heard (default: as is "
        "usual in the model's first language)",
    )


def add_spoken_options(parser: argparse.ArgumentParser) -> None:
    """Add `--commands` and `--numbers`."""
    parser.add_argument(
        "--commands",
        action="store_const",
        const=CommandsMode.ALL,
        default=CommandsMode.OFF,
        help="follow spoken commands, such as “comma”, “new line” and “scratch that”",
    )
    parser.add_argument(
        "--numbers",
        action="store_const",
        const=NumberStyle(),
        help="write numbers, dates, times, measures and money in figures",
    )


def add_language_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--language",
        type=_language,
        metavar="CODE",
        help="such as en, zh or yue: taken as given, and with it an installed model that knows it "
        "(default: the active model's)",
    )


def _language(text: str) -> str:
    """Take a code, or an English name."""
    from engine.languages import LANGUAGES

    names = {english.lower(): code for code, (english, _) in LANGUAGES.items()}
    code = names.get(text.lower(), text.lower())
    if code not in LANGUAGES:
        raise argparse.ArgumentTypeError(f"'{text}' is no language; write a code, such as en")
    return code


def add_recogniser_options(parser: argparse.ArgumentParser) -> None:
    """Add `--recogniser`, `--speech-model` and `--hot-words`."""
    parser.add_argument(
        "--recogniser",
        choices=["auto", *RECOGNISERS],
        default="auto",
        help="auto: what runs the installed model that knows the session's language best",
    )
    parser.add_argument(
        "--speech-model",
        metavar="NAME|DIR",
        help="model of Vosk, sherpa-onnx or Whisper, by name or folder (default: the best that is "
        "installed)",
    )
    parser.add_argument(
        "--hot-words",
        metavar="WORDS",
        default="",
        help="words or phrases to expect, with commas between them; for sherpa-onnx transducers",
    )


def chosen_recogniser(
    arguments: argparse.Namespace, settings: PunctuationSettings
) -> RecogniserSpec:
    """Return what the options say, for the languages of the punctuation model.

    Raises:
        ModelNotFoundError, ModelFormatError, SettingsError: it cannot be had.
    """
    from app.commands.terminal import warn
    from app.dictation.recogniser_text import describe, split_hot_words
    from engine.languages import language_name
    from engine.models.spoken_languages import spoken_languages
    from engine.paths import default_paths
    from engine.recognisers.speech_models import expects_words, recogniser_of

    paths, language = default_paths(), getattr(arguments, "language", None)
    chosen = RecogniserSettings(
        arguments.recogniser,
        arguments.speech_model,
        (language,) if language else spoken_languages(settings.model, paths),
        split_hot_words(arguments.hot_words),
        settings.commands,
    )
    spec = recogniser_of(chosen, paths)
    if language and not arguments.speech_model and not _may_hear(spec, language):
        reason = (
            f"no speech model that hears {language_name(language)} is installed;"
            " `fermata models list --available` names those that can be"
        )
        raise SettingsError("--language", reason)
    if chosen.hot_words and not expects_words(spec):
        warn(f"{describe(spec)} cannot expect words; --hot-words is passed over")
    return spec


def _may_hear(spec: RecogniserSpec, language: str) -> bool:
    """Whether a recogniser's model is of the language, or does not say of which it is."""
    from engine.recognisers.speech_models import languages_of, name_of_model

    heard = languages_of(name_of_model(spec.speech_model))
    return not heard or language in heard


def _model_for(language: str, active: str) -> str:
    """Return the active model where it knows the language, else another that does."""
    from engine.languages import language_name
    from engine.models.spoken_languages import model_that_knows, spoken_languages
    from engine.paths import default_paths

    paths = default_paths()
    if language in spoken_languages(active, paths):
        return active
    found = model_that_knows(language, paths)
    if found is None:
        name = language_name(language)
        reason = f"no punctuation model that knows {name} is installed; `fermata models` lists all"
        raise SettingsError("--language", reason)
    return found


def punctuation_settings(arguments: argparse.Namespace, policy: Policy) -> PunctuationSettings:
    """Return what the options say; the active model where they name none.

    Raises:
        SettingsError: no model knows the language.
    """
    from engine.models.active import active_model
    from engine.paths import default_paths

    language = getattr(arguments, "language", None)
    model = arguments.model or active_model(default_paths())
    if language and not arguments.model:
        model = _model_for(language, model)
    chosen = Preferences()
    for item in settings():
        if item.option:
            value = getattr(arguments, item.key).replace("-", "_")
            chosen = with_value(chosen, item.key, value)
    return replace(
        model_choice(chosen, model).punctuation,
        policy=policy,
        spaces_between_scripts=arguments.spaces,
        commands=getattr(arguments, "commands", CommandsMode.OFF),
        numbers=getattr(arguments, "numbers", None),
    )
