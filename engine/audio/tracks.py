"""The sound tracks of a file, of which one is read: that in which somebody speaks."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from engine.languages import language_name
from engine.messages import Message

_STREAM = re.compile(
    r"\[info\]\s+Stream #0:(\d+)(?:\[\w+\])?(?:\((\S+)\))?: Audio: .*?, (\d+) Hz,(.*)"
)
_OTHER_STREAM = re.compile(r"\[info\]\s+(?:Stream #|Chapter|Program )")
_TITLE = re.compile(r"\[info\]\s+title\s+: (.+)")
_ASIDES = ("(comment)", "(visual impaired)", "(descriptions)", "(karaoke)", "(clean effects)")
_LONGEST_TITLE = 60
_SPEECH, _FULL_SCALE = 0.5, 32_768
ENOUGH, _SIMILAR = 0.3, 0.5  # of the time is speech; of the most speech that was found
_MOST_TRACKS, _MOST_S = 16, 120.0  # what is looked at, and how long that may take
# how films name languages: ISO 639-2, which has two names for some
_LANGUAGES = """
    ar=ara bg=bul bn=ben bs=bos ca=cat cs=ces,cze da=dan de=deu,ger el=ell,gre
    en=eng es=spa et=est eu=eus,baq fa=fas,per fi=fin fr=fra,fre gl=glg he=heb
    hi=hin hr=hrv hu=hun id=ind is=isl,ice it=ita ja=jpn ko=kor la=lat
    lt=lit lv=lav ms=msa,may nl=nld,dut no=nor,nob,nno pl=pol pt=por ro=ron,rum ru=rus
    sk=slk,slo sl=slv sr=srp sv=swe sw=swa ta=tam th=tha tl=tgl,fil tr=tur
    uk=ukr ur=urd vi=vie zh=zho,chi,cmn
"""
_CODES = {
    code: language
    for language, _, codes in (entry.partition("=") for entry in _LANGUAGES.split())
    for code in codes.split(",")
}


@dataclass(frozen=True, slots=True)
class SoundTrack:
    """One of the sound tracks of a file.

    Attributes:
        number: from 1, in the order of the file.
        language: its code, empty where the file names none.
        title: as the file names it.
        is_default: players take it where nobody chooses.
        is_aside: a commentary, or a description for the blind.
        sample_rate_hz: of its sound.
    """

    number: int
    language: str = ""
    title: str = ""
    is_default: bool = False
    is_aside: bool = False
    sample_rate_hz: int = 0

    @property
    def name(self) -> Message:
        """What it is called among the others."""
        language = Message(language_name(self.language))
        told = {"number": self.number, "language": language, "title": self.title}
        if self.title and self.language:
            return Message("{number}: {language}, “{title}”", **told)
        if self.title:
            return Message("{number}: “{title}”", **told)
        return Message("{number}: {language}" if self.language else "{number}", **told)


class TrackList:
    """The sound tracks that ffmpeg lists, line by line, before it begins."""

    def __init__(self) -> None:
        self._tracks: dict[int, SoundTrack] = {}
        self._last: int | None = None

    def read(self, line: str) -> None:
        if found := _STREAM.match(line):
            self._last = int(found[1])
            code = re.split(r"[-_]", found[2] or "")[0].lower()
            self._tracks[self._last] = SoundTrack(
                0,
                _CODES.get(code, code if len(code) == 2 or code == "yue" else ""),
                is_default="(default)" in found[4],
                is_aside=any(it in found[4] for it in _ASIDES),
                sample_rate_hz=int(found[3]),
            )
        elif _OTHER_STREAM.match(line):
            self._last = None
        elif self._last is not None and (found := _TITLE.match(line)):
            title = found[1].strip()[:_LONGEST_TITLE]
            self._tracks[self._last] = replace(self._tracks[self._last], title=title)

    def tracks(self) -> tuple[SoundTrack, ...]:
        """Return what was listed, in the order of the file."""
        ordered = (self._tracks[index] for index in sorted(self._tracks))
        return tuple(replace(it, number=number) for number, it in enumerate(ordered, 1))


def track_with_speech(
    tracks: Sequence[SoundTrack],
    languages: Iterable[str],
    speech: Callable[[SoundTrack], float],
) -> SoundTrack:
    """Return the track that is most likely meant.

    Args:
        tracks: of the file, at least one.
        languages: codes of those that are expected.
        speech: tells of a track how much of the time somebody speaks in it, 0..1; it takes a while.
    """
    wanted = set(languages)

    def rank(track: SoundTrack) -> tuple[bool, bool, bool]:
        return track.is_aside, track.language not in wanted, not track.is_default

    ordered = sorted(tracks, key=rank)[:_MOST_TRACKS]
    shares: list[float] = []
    began_s = time.monotonic()
    for track in ordered:
        shares.append(speech(track))
        if shares[-1] >= ENOUGH or time.monotonic() - began_s > _MOST_S:
            break
    least = _SIMILAR * max(shares)
    return next(track for track, share in zip(ordered, shares, strict=False) if share >= least)


def no_such_track(number: int, count: int) -> Message:
    """Say why a track cannot be read."""
    if count == 1:
        return Message("there is no sound track {number}: it has one only", number=number)
    return Message("there is no sound track {number}: it has {count}", number=number, count=count)


def speech_share(samples: bytes) -> float:
    """Return how much of some 16 kHz mono sound, int16, is speech: 0..1."""
    import numpy as np

    from engine.recognisers.voice_activity import FRAME_SAMPLES, VoiceActivity

    voice, size = VoiceActivity(), 2 * FRAME_SAMPLES
    frames = np.frombuffer(samples[: len(samples) // size * size], "<i2")
    scaled = frames.astype(np.float32).reshape(-1, FRAME_SAMPLES) / np.float32(_FULL_SCALE)
    spoken = [voice.probability(frame) > _SPEECH for frame in scaled]
    return sum(spoken) / max(1, len(spoken))


def places_s(duration_s: float | None, length_s: float, count: int) -> list[float]:
    """Return the times at which to look into a track for so long each."""
    if duration_s is None or duration_s <= count * length_s:
        return [0.0] if duration_s is not None else [0.0, 60.0, 300.0]
    return [(place + 0.5) / count * (duration_s - length_s) for place in range(count)]
