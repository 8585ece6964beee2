"""Tells who speaks when in a recording: sherpa-onnx's diarization, in a child process.

One network finds where voices change, another describes each voice; similar voices are one speaker.
Ref: Bredin (2023), "pyannote.audio 2.1 speaker diarization pipeline".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import groupby
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from engine.audio.log_memory import SECOND_BYTES
from engine.audio.sound_log import LogAddress, LogReader, SoundLog
from engine.child_process import ChildProcess, NativeOutput, send_output_to
from engine.errors import FermataError, ModelFormatError, RecogniserError
from engine.messages import Message, own_words
from engine.paths import Paths
from engine.recognisers.sherpa_models import read_metadata
from engine.regular_file import has_content
from engine.types import AudioChunk, Sentence, Word

SEGMENTATION, EMBEDDING = "segmentation.onnx", "embedding.onnx"
# the library crashes without them: csrc/offline-speaker-segmentation-pyannote-model.cc
_NUMBERS = (
    *("num_speakers", "powerset_max_classes", "num_classes", "sample_rate", "window_size"),
    *("receptive_field_size", "receptive_field_shift"),
)
_MAKERS = {"nemo", "wespeaker", "3d-speaker"}
_RATE_HZ = "16000"
_UNLIKE = 0.8  # how far apart the voices of one speaker may be; for TitaNet, see the catalogue
_THREADS = 2
_FEWEST_WORDS = 2  # fewer are not a turn within a sentence
_FULL_SCALE = 32_768


@dataclass(frozen=True, slots=True)
class Turn:
    """A stretch in which one speaker speaks; speakers are numbered from 1 as they appear."""

    start_s: float
    end_s: float
    speaker: int


def is_speaker_model(folder: Path) -> bool:
    """Whether a folder looks like a speaker model, complete or not."""
    return (folder / SEGMENTATION).is_file()


def speaker_models(paths: Paths) -> Iterator[Path]:
    """Yield the folders of installed speaker models."""
    for root in paths.speech_models:
        with suppress(OSError):  # missing or unreadable: no models there
            yield from filter(is_speaker_model, [root, *sorted(root.iterdir())])


def check_speaker_model(folder: Path) -> None:
    """Raise ModelFormatError if a network is missing or of the wrong kind."""
    for name in (SEGMENTATION, EMBEDDING):
        if not has_content(folder / name):
            raise ModelFormatError(folder, Message("{file} is missing or empty", file=name))
    parts, voices = (read_metadata(folder / name) for name in (SEGMENTATION, EMBEDDING))
    fits = all(parts.get(name, "").isdecimal() for name in _NUMBERS)
    if not fits or parts["sample_rate"] != _RATE_HZ:
        reason = Message("{file} does not tell where voices change", file=SEGMENTATION)
        raise ModelFormatError(folder, reason)
    if voices.get("framework") not in _MAKERS or voices.get("sample_rate") != _RATE_HZ:
        reason = Message("{file} does not tell voices apart", file=EMBEDDING)
        raise ModelFormatError(folder, reason)


def try_speaker_model(folder: Path) -> None:
    """Load the model, the only way to find damage; raises like `speaker_turns`."""
    log = SoundLog()
    try:
        log.write(AudioChunk(bytes(SECOND_BYTES), 0.0))
        speaker_turns(folder, log)
    finally:
        log.close()


def speaker_turns(
    folder: Path,
    log: SoundLog,
    count: int = 0,
    advance: Callable[[float], None] = lambda _: None,
) -> tuple[Turn, ...]:
    """Return who speaks when, in order.

    Args:
        folder: Folder of the model.
        log: The finished sound.
        count: Number of speakers; 0 if unknown.
        advance: Called with the progress, 0..1.

    Raises:
        ModelFormatError: the model cannot be loaded.
        RecogniserError: it failed while running.
    """
    check_speaker_model(folder)
    output, is_loaded = NativeOutput(), False
    arguments = (folder, log.address, log.end_bytes, count)
    process = ChildProcess(_serve, output.path, *arguments, name="fermata-speakers")
    try:
        while True:
            answer: float | tuple[Turn, ...] | FermataError = process.pipe.recv()
            if isinstance(answer, FermataError):
                raise answer
            if isinstance(answer, tuple):
                return answer
            is_loaded = True
            advance(answer)
    except (EOFError, OSError):
        said = output.last_line()
        if not is_loaded:
            raise ModelFormatError(folder, said or "its process ended") from None
        reason = Message("its process ended (exit code {code})", code=process.exit_code())
        raise RecogniserError("sherpa", reason) from None
    finally:
        process.close()
        output.close()


def tell_apart(sentences: Iterable[Sentence], turns: Sequence[Turn]) -> Iterator[Sentence]:
    """Yield the sentences with their speakers, splitting those that several share.

    Sentences of a recording with one speaker stay as they are.
    """
    if len({turn.speaker for turn in turns}) < 2:
        yield from sentences
        return
    for sentence in (it.merged for it in sentences):
        speakers = _of_words(sentence.words, turns)
        first = 0
        for speaker, words in groupby(speakers):
            end = first + len([*words])
            yield replace(
                sentence,
                surfaces=sentence.surfaces[first:end],
                words=sentence.words[first:end],
                is_complete=sentence.is_complete and end == len(speakers),
                speaker=f"Speaker {speaker}" if speaker else "",
            )
            first = end


def _of_words(words: Sequence[Word], turns: Sequence[Turn]) -> list[int]:
    """Return the speaker of each word of a sentence; single words go to the speaker around them."""
    told = [_speaker(word, turns) for word in words]
    runs = [(speaker, len([*run])) for speaker, run in groupby(told)]
    longest = max(runs, key=lambda run: run[1])[0]
    before, found = longest, []
    for speaker, count in runs:
        before = speaker if speaker and count >= _FEWEST_WORDS else before
        found += [before] * count
    return found


def _speaker(word: Word, turns: Sequence[Turn]) -> int:
    """Return whose turn covers most of a word, or is nearest to it; 0 if it has no times."""
    if word.start_s is None or word.end_s is None:
        return 0
    start_s, end_s = word.start_s, word.end_s

    def common_s(turn: Turn) -> float:
        return min(end_s, turn.end_s) - max(start_s, turn.start_s)  # negative: how far apart

    return max(turns, key=common_s).speaker


def _serve(pipe: Connection, output: Path, folder: Path, *sound: Any) -> None:  # noqa: ANN401
    send_output_to(output)
    with suppress(OSError):  # the parent is gone or has closed the pipe
        try:
            _tell(pipe, folder, *sound)
        except (RuntimeError, ValueError) as error:
            pipe.send(ModelFormatError(folder, own_words(error)))


def _tell(pipe: Connection, folder: Path, address: LogAddress, end: int, count: int) -> None:
    """Send the progress, and finally the turns."""
    import numpy as np

    diarizer = _diarizer(folder, count)
    pipe.send(0.0)
    samples = np.frombuffer(LogReader(address).read(0, end), "<i2").astype(np.float32)

    def advance(done: int, of: int) -> int:
        pipe.send(done / max(1, of))
        return 0

    found = diarizer.process(samples / np.float32(_FULL_SCALE), callback=advance)
    pipe.send(_turns((it.start, it.end, it.speaker) for it in found.sort_by_start_time()))


def _turns(segments: Iterable[tuple[float, float, int]]) -> tuple[Turn, ...]:
    numbers: dict[int, int] = {}
    return tuple(
        Turn(start_s, end_s, numbers.setdefault(speaker, len(numbers) + 1))
        for start_s, end_s, speaker in segments
    )


def _diarizer(folder: Path, count: int) -> Any:  # noqa: ANN401  sherpa-onnx is untyped here
    import sherpa_onnx as sherpa

    pyannote = sherpa.OfflineSpeakerSegmentationPyannoteModelConfig(
        model=str(folder / SEGMENTATION)
    )
    return sherpa.OfflineSpeakerDiarization(
        sherpa.OfflineSpeakerDiarizationConfig(
            segmentation=sherpa.OfflineSpeakerSegmentationModelConfig(
                pyannote=pyannote, num_threads=_THREADS
            ),
            embedding=sherpa.SpeakerEmbeddingExtractorConfig(
                model=str(folder / EMBEDDING), num_threads=_THREADS
            ),
            clustering=sherpa.FastClusteringConfig(num_clusters=count or -1, threshold=_UNLIKE),
        )
    )
