"""Options that several commands share, and the settings that they make."""

from __future__ import annotations

import argparse

from engine.settings import BackendChoice, Policy, PunctuationSettings

FORMATS = ("txt", "srt", "vtt", "json")


def add_punctuation_options(parser: argparse.ArgumentParser) -> None:
    """Add `--model` and `--backend`."""
    parser.add_argument(
        "--model",
        default="en",
        metavar="NAME|DIR",
        help="punctuation model, by name or folder (default: en)",
    )
    parser.add_argument(
        "--backend",
        choices=[choice.value for choice in BackendChoice],
        default=BackendChoice.AUTO.value,
        help="what runs the model: torch on a GPU where there is one, else onnx (default: auto)",
    )


def add_recogniser_options(parser: argparse.ArgumentParser) -> None:
    """Add `--recogniser` and `--speech-model`."""
    parser.add_argument(
        "--recogniser",
        choices=["auto", "vosk", "pocketsphinx"],
        default="auto",
        help="auto: Vosk where a model is installed, else PocketSphinx, which has its own",
    )
    parser.add_argument(
        "--speech-model",
        metavar="NAME|DIR",
        help="Vosk model, by name or folder (default: the first one installed)",
    )


def punctuation_settings(arguments: argparse.Namespace, policy: Policy) -> PunctuationSettings:
    """Return what the options say."""
    return PunctuationSettings(
        model=arguments.model, policy=policy, backend=BackendChoice(arguments.backend)
    )
