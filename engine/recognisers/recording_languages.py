"""Samples a recording before it is transcribed, to hear which languages are spoken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from engine.audio.sound_file_process import SoundFileProcess
from engine.errors import ForeignSpeechError
from engine.paths import Paths
from engine.recognisers.recogniser_process import RecogniserProcess
from engine.recognisers.speech_models import (
    RecogniserSpec,
    built_in_model,
    installed_speech_models,
    kind_of_model,
    languages_of_model,
    recogniser_of,
)
from engine.recognisers.stretch_decoder import Spoken
from engine.settings import RecogniserSettings
from engine.types import BYTES_A_SAMPLE, SAMPLE_RATE_HZ

_SHARES = (0.1, 0.45, 0.8)  # of a recording, where the samples begin
_PLACE_S = 20.0
_LEAST_CHANCE = 0.5
_SECOND_BYTES = BYTES_A_SAMPLE * SAMPLE_RATE_HZ


def recogniser_for(
    path: Path, settings: RecogniserSettings, paths: Paths, track: int = 0
) -> tuple[RecogniserSpec, tuple[str, ...]]:
    """Return a recogniser for a recording, and the languages heard in it.

    Listens to three places. Without an installed model that can tell languages apart, no languages
    are returned and the settings decide.

    Args: track: Number of its sound track; 0 picks the one with speech.

    Raises:
        ForeignSpeechError: no installed model writes what is spoken.
        AudioFileError, ModelNotFoundError, ModelFormatError, RecogniserError: from what it calls.
    """
    usual = recogniser_of(settings, paths)
    listener = _listener(usual, paths)
    if listener is None:
        return usual, ()
    spoken = _spoken_in(path, listener, track, usual.languages)
    if spoken and all(it.is_foreign for it in spoken):
        raise ForeignSpeechError(path)
    if len(languages_of_model(listener.speech_model)) == 1:
        return usual, ()
    likely = sorted(spoken, key=lambda it: -it.chance)
    found = tuple(dict.fromkeys(it.language for it in likely if it.chance > _LEAST_CHANCE))
    if not found:
        return usual, ()
    chosen = recogniser_of(replace(settings, languages=found), paths)
    heard = languages_of_model(chosen.speech_model)
    if heard and not set(found) <= set(heard):  # the settings name a model that does not know them
        chosen = recogniser_of(RecogniserSettings("auto", None, found), paths)
        heard = languages_of_model(chosen.speech_model)
    if heard and not set(found) & set(heard):
        raise ForeignSpeechError(path, found[0])
    return chosen, found


def _listener(usual: RecogniserSpec, paths: Paths) -> RecogniserSpec | None:
    """Return a recogniser that tells languages apart, or else at least English from others."""
    models = (usual.speech_model, *installed_speech_models(paths))
    several = [it for it in models if kind_of_model(it) == "whisper" and _hears_several(it)]
    if several:
        return RecogniserSpec("whisper", several[0])
    if languages_of_model(usual.speech_model) != ("en",):
        return None
    english = usual.speech_model if usual.kind == "whisper" else built_in_model()
    return RecogniserSpec("whisper", english) if english else None


def _hears_several(folder: Path) -> bool:
    return len(languages_of_model(folder)) > 1


def _spoken_in(
    path: Path, listener: RecogniserSpec, track: int, languages: Sequence[str]
) -> list[Spoken]:
    places = sound_of_places(path, track, languages)
    with RecogniserProcess(listener, keep_up=True) as recogniser:
        spoken = recogniser.spoken_in(*places)
    return [it for it in spoken if it.language]


def sound_of_places(path: Path, track: int = 0, languages: Sequence[str] = ()) -> Sequence[bytes]:
    """Return the samples of three places in a recording, or all of it if it is short.

    `track` and `languages` are those of a `SoundFile`. If the file does not state its length, the
    places follow each other from its beginning.

    Raises:
        AudioFileError: it cannot be read.
    """
    with SoundFileProcess(path, track, languages) as sound:
        room_s = max(0.0, (sound.duration_s or 0.0) - len(_SHARES) * _PLACE_S)
        begins = [_places_s(share, at, room_s) for at, share in enumerate(_SHARES)]
        places = [bytearray() for _ in begins]
        for chunk in sound:
            for at, begin_s in enumerate(begins):
                if begin_s <= chunk.start_s < begin_s + _PLACE_S:
                    places[at] += chunk.samples
    return [bytes(place[: round(_PLACE_S * _SECOND_BYTES)]) for place in places if place]


def _places_s(share: float, at: int, room_s: float) -> float:
    return at * _PLACE_S + share * room_s
