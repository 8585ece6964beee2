"""What the real engine makes of real recordings, once for all tests."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from engine.build import load_language_model
from engine.paths import default_paths
from engine.recognisers.settled_words import SettledWords
from engine.recognisers.vosk_recogniser import VoskRecogniser
from engine.session import run
from engine.settings import PunctuationSettings
from engine.types import Sentence, Update
from tests.support.bundles import bundle_folder
from tests.support.recognisers.speech import CLIPS, VOSK_MODEL, clips_with_pauses


@cache
def updates() -> tuple[Update, ...]:
    """The updates of a session: real sound, recogniser and punctuator."""
    names = sorted(name for name, text in CLIPS.items() if len(text.split()) > 3)[:14]
    chosen = PunctuationSettings(model=str(bundle_folder()), refresh_interval_s=0.1)
    stages = [
        VoskRecogniser(VOSK_MODEL),
        SettledWords(),
        load_language_model(chosen, default_paths()).punctuator(chosen),
    ]
    return tuple(run(clips_with_pauses(names), stages))


def sentences() -> list[Sentence]:
    """The sentences of that session."""
    return [sentence for update in updates() for sentence in update.sentences]


def many_sentences(words: int) -> list[Sentence]:
    """Return so many words that were really spoken: the session repeated, later each time."""
    spoken, count, later_s = [], 0, 0.0
    once = sentences()
    length_s = max(word.end_s or 0.0 for sentence in once for word in sentence.words)
    while count < words:
        for sentence in once:
            moved = tuple(
                replace(word, start_s=word.start_s + later_s, end_s=word.end_s + later_s)
                for word in sentence.words
            )
            spoken.append(replace(sentence, words=moved))
            count += len(moved)
        later_s += length_s
    return spoken
