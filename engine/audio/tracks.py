"""Lists the sound tracks of a file and picks the one with speech."""

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
ENOUGH, _SIMILAR = 0.3, 0.5  # share of the time that is speech; relative to the track with most
_MOST_TRACKS, _MOST_S = 16, 120.0  # limits on the search
# ISO 639-2 codes, as in films; some languages have two
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
    """A sound track of a file.

    Attributes:
        number: Counts from 1, in file order.
        language: Its code; empty if the file names none.
        title: Title in the file.
        is_default: Whether players choose it by default.
        is_aside: Whether it is a commentary, or a description for the blind.
        sample_rate_hz: Sample rate.
    """

    number: int
    language: str = ""
    title: str = ""
    is_default: bool = False
    is_aside: bool = False
    sample_rate_hz: int = 0

    @property
    def name(self) -> Message:
        """Its name in a list of tracks."""
        language = Message(language_name(self.language))
        told = {"number": self.number, "language": language, "title": self.title}
        if self.title and self.language:
            return Message("{number}: {language}, “{title}”", **told)
        if self.title:
            return Message("{number}: “{title}”", **told)
        return Message("{number}: {language}" if self.language else "{number}", **told)


class TrackList:
    """The sound tracks that ffmpeg lists, line by line, before it starts decoding."""

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
        """Return the tracks, in file order."""
        ordered = (self._tracks[index] for index in sorted(self._tracks))
        return tuple(replace(it, number=number) for number, it in enumerate(ordered, 1))


def track_with_speech(
    tracks: Sequence[SoundTrack],
    languages: Iterable[str],
    speech: Callable[[SoundTrack], float],
) -> SoundTrack:
    """Return the track that is most likely meant.

    Args:
        tracks: Tracks of the file, at least one.
        languages: Codes of the expected languages.
        speech: Returns the share of a track that is speech, 0..1; slow.
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
    """Say that there is no such track."""
    if count == 1:
        return Message("there is no sound track {number}: it has only one", number=number)
    return Message("there is no sound track {number}: it has {count}", number=number, count=count)


def speech_share(samples: bytes) -> float:
    """Return the share of 16 kHz mono int16 sound that is speech: 0..1."""
    import numpy as np

    from engine.recognisers.voice_activity import FRAME_SAMPLES, VoiceActivity

    voice, size = VoiceActivity(), 2 * FRAME_SAMPLES
    frames = np.frombuffer(samples[: len(samples) // size * size], "<i2")
    scaled = frames.astype(np.float32).reshape(-1, FRAME_SAMPLES) / np.float32(_FULL_SCALE)
    spoken = [voice.probability(frame) > _SPEECH for frame in scaled]
    return sum(spoken) / max(1, len(spoken))


def places_s(duration_s: float | None, length_s: float, count: int) -> list[float]:
    """Return start times of `count` samples of a track, `length_s` long each."""
    if duration_s is None or duration_s <= count * length_s:
        return [0.0] if duration_s is not None else [0.0, 60.0, 300.0]
    return [(place + 0.5) / count * (duration_s - length_s) for place in range(count)]
