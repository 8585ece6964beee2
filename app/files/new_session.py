"""Turns the result of a file into the session it becomes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import numpy as np

from app.document.text import Places
from app.history.records import NewSession, SourceFile
from engine.text.spacing import gap
from engine.transcripts.page_text import page_text
from engine.transcripts.passages import ChangedWord
from engine.transcripts.restored import RestoredWord, from_sentences
from engine.transcripts.shown import restored
from engine.transcripts.transcript import Transcript
from engine.types import Sentence


def from_transcript(transcript: Transcript, words: Sequence[ChangedWord]) -> NewSession:
    """Return a transcript with the words that `repunctuate` produced."""
    page = page_text(transcript, words)
    sentences = tuple(restored(transcript, words).sentences())
    spans = _spans(page.starts, page.ends, sentences)
    path, file = transcript.path, SourceFile(transcript.format.name, transcript.source.content)
    return NewSession(path.stem, page.text, sentences, spans, path.absolute(), file)


def from_recording(path: Path, sentences: Sequence[Sentence], track: int = 0) -> NewSession:
    """Return what was recognised in a recording.

    A paragraph begins at a sentence after a long pause, and at each speaker's turn, where the name
    is part of the text.

    `track` is that of `NewSession`.
    """
    merged = (sentence.merged for sentence in sentences)
    sentences = tuple(sentence for sentence in merged if sentence.words)  # not only fillers
    pieces: list[str] = []
    starts, ends, length, last, speaker = [], [], 0, "", ""
    for paragraph in from_sentences(sentences).spoken_paragraphs():
        between = "\n" if pieces else ""
        for piece in chain.from_iterable(stretch.pieces for stretch in paragraph):
            if not isinstance(piece, RestoredWord):
                between = piece if isinstance(piece, str) else piece.text
                continue
            if piece.speaker != speaker:
                speaker, between = piece.speaker, "\n" if pieces else ""
                between += f"{speaker}: " if speaker else ""
            between = between or gap(last, piece.text, "")
            starts.append(length + len(between))
            pieces += [between, piece.text]
            length = starts[-1] + len(piece.text)
            ends.append(length)
            between, last = "", piece.text
    spans = _spans(starts, ends, sentences)
    text = "".join(pieces)
    return NewSession(path.stem, text, sentences, spans, path.absolute(), track=track)


def _spans(starts: Sequence[int], ends: Sequence[int], sentences: Sequence[Sentence]) -> Places:
    """Return the positions of the sentences' words, see `SpokenWords.spans`."""
    words = [(number, at) for number, it in enumerate(sentences) for at in range(len(it.words))]
    places = np.asarray(words, np.int64).reshape(-1, 2)
    edited = np.zeros(len(words), np.int64)
    return np.stack([np.asarray(starts), np.asarray(ends), places[:, 0], places[:, 1], edited], 1)
