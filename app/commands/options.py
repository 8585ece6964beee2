"""Options that several commands share, and the settings they result in."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

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
    """Add `--model`, `--spaces`, and the options that settings describe."""
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
        help="put a space between Chinese characters and Latin words in recognised text (default: "
        "as is usual in the model's first language)",
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
        help="write numbers, dates, times, measures and money as figures",
    )


def add_language_option(parser: argparse.ArgumentParser, otherwise: str) -> None:
    """Add `--language`; `otherwise` says what happens without it."""
    parser.add_argument(
        "--language",
        type=_languages,
        metavar="CODE",
        help="language spoken or written, such as en, zh or yue; several are separated by commas. "
        f"Chooses models that know it (default: {otherwise})",
    )


def _languages(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_language(part.strip()) for part in text.split(",")))


def _language(text: str) -> str:
    """Accept a code or an English name."""
    from engine.languages import LANGUAGES

    names = {english.lower(): code for code, (english, _) in LANGUAGES.items()}
    code = names.get(text.lower(), text.lower())
    if code not in LANGUAGES:
        raise argparse.ArgumentTypeError(f"'{text}' is not a language; give a code, such as en")
    return code


def add_recogniser_options(parser: argparse.ArgumentParser) -> None:
    """Add `--recogniser`, `--speech-model` and `--hot-words`."""
    parser.add_argument(
        "--recogniser",
        choices=["auto", *RECOGNISERS],
        default="auto",
        help="recogniser to use; auto picks the installed model that knows the language best",
    )
    parser.add_argument(
        "--speech-model",
        metavar="NAME|DIR",
        help="Vosk, sherpa-onnx or Whisper model, by name or folder (default: the best one "
        "installed)",
    )
    parser.add_argument(
        "--hot-words",
        metavar="WORDS",
        default="",
        help="words or phrases to expect, separated by commas; for sherpa-onnx transducers",
    )


def recogniser_settings(
    arguments: argparse.Namespace, settings: PunctuationSettings
) -> RecogniserSettings:
    """Return the recogniser settings from the options, for the punctuation model's languages."""
    from app.dictation.recogniser_text import split_hot_words
    from engine.models.spoken_languages import spoken_languages
    from engine.paths import default_paths

    return RecogniserSettings(
        arguments.recogniser,
        arguments.speech_model,
        settings.languages or spoken_languages(settings.model, default_paths()),
        split_hot_words(arguments.hot_words),
        settings.commands,
    )


def chosen_recogniser(
    arguments: argparse.Namespace, settings: PunctuationSettings
) -> RecogniserSpec:
    """Return the recogniser that the options choose, for the punctuation model's languages.

    Raises:
        ModelNotFoundError, ModelFormatError, SettingsError: It is not available.
    """
    from app.commands.terminal import warn
    from app.dictation.recogniser_text import describe
    from engine.languages import language_name
    from engine.paths import default_paths
    from engine.recognisers.speech_models import expects_words, recogniser_of

    chosen = recogniser_settings(arguments, settings)
    spec = recogniser_of(chosen, default_paths())
    for language in () if arguments.speech_model else settings.languages:
        if not _may_hear(spec, language):
            reason = (
                f"no installed speech model recognises {language_name(language)};"
                " `fermata models list --available` names those that can be"
            )
            raise SettingsError("--language", reason)
    if chosen.hot_words and not expects_words(spec):
        warn(f"{describe(spec)} does not support hot words; --hot-words is ignored")
    return spec


def _may_hear(spec: RecogniserSpec, language: str) -> bool:
    """Whether a recogniser's model knows the language, or does not say what it knows."""
    from engine.recognisers.speech_models import languages_of_model

    heard = languages_of_model(spec.speech_model)
    return not heard or language in heard


def punctuation_settings(
    arguments: argparse.Namespace, policy: Policy, *, is_heard: bool = False
) -> PunctuationSettings:
    """Return the punctuation settings from the options; the active model if they name none.

    Args:
        arguments: With these options, and the language if the command has that option.
        policy: When words are punctuated.
        is_heard: Use the recogniser's own marks if no model knows the language.

    Raises:
        SettingsError: No model knows the language.
    """
    from engine.languages import language_name
    from engine.models.active import active_model
    from engine.models.spoken_languages import model_for
    from engine.network.no_network import OWN_MARKS
    from engine.paths import default_paths

    languages: tuple[str, ...] = getattr(arguments, "language", None) or ()
    model = arguments.model or active_model(default_paths())
    if languages and not arguments.model:
        model = model_for(languages, model, default_paths())
    if model == OWN_MARKS and not is_heard:
        name = language_name(languages[0])
        reason = f"no installed punctuation model knows {name}; `fermata models` lists them"
        raise SettingsError("--language", reason)
    from app.preferences.model_choice import model_choice

    chosen = Preferences()
    for item in settings():
        if item.option:
            value = getattr(arguments, item.key).replace("-", "_")
            chosen = with_value(chosen, item.key, value)
    return replace(
        model_choice(chosen, model).punctuation,
        policy=policy,
        languages=languages,
        spaces_between_scripts=arguments.spaces,
        commands=getattr(arguments, "commands", CommandsMode.OFF),
        numbers=getattr(arguments, "numbers", None),
    )
