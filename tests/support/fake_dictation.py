"""Scripted recognisers and microphones."""

from __future__ import annotations

import time
from concurrent.futures import Future

from engine.audio.sound_log import SoundLog
from engine.errors import AudioDeviceError, RecogniserError
from engine.formatting.formatter import Formatter
from engine.recognisers.listener import Listener
from engine.session import Session
from engine.types import AudioChunk, Break, Hypothesis, Sentence, Update, Word
from tests.support.played_sound import recorded

DEAD = RecogniserError("pretended", "dead")


class Process:
    """Yields the final words of `says` when it hears their tenth of a second."""

    def __init__(self, says=None, *, is_dead=False, late_s=0.0):
        self.says, self.is_dead = says or {}, is_dead
        self.heard, self.heard_bytes, self.is_alive = [], 0, True
        self._log, self._late_s = None, late_s

    @property
    def behind_s(self):
        return self._late_s + (self._log.end_bytes - self.heard_bytes) / 32_000

    def listen(self, log, from_bytes=0):
        self._log, self.heard_bytes = log, from_bytes

    def poll(self):
        while self.heard_bytes + 3_200 <= self._log.end_bytes:
            if self.is_dead:
                raise DEAD
            tenth = self.heard_bytes // 3_200
            self.heard_bytes += 3_200
            self.heard.append(tenth)
            yield from self.hear(tenth)
        if self.is_dead:
            raise DEAD

    def hear(self, tenth):
        if tenth in self.says:
            yield final(self.says[tenth], (tenth + 1) / 10)

    def flush(self):
        return self.poll()

    def close(self):
        self.is_alive = False


class Language:
    """Commits words only when flushed."""

    def stages(self, _settings):
        return Punctuator(), Formatter()


class Punctuator:
    def __init__(self):
        self._words = ()

    def push(self, event):
        if event is Break.TEXT_ENDS:
            yield from self.flush()
        elif isinstance(event, Hypothesis) and event.is_final:
            self._words += event.words
        yield Update((), " ".join(word.text for word in self._words))

    def flush(self):
        words, self._words = self._words, ()
        yield Update((Sentence(tuple(w.text for w in words), words),) if words else (), "")


def final(said, time_s):
    words = tuple(Word(text, time_s - 0.2, time_s - 0.1) for text in said.split())
    return Hypothesis(words, is_final=True, time_s=time_s)


def ready(value):
    future = Future()
    if isinstance(value, Exception):
        future.set_exception(value)
    else:
        future.set_result(value)
    return future


def started(process):
    return process if isinstance(process, Future) else ready(process)


class Dictation:
    """A session whose recogniser is restarted; `start` gives the next process, or an error."""

    def __init__(self, process, start=None):
        self._start = start
        self.sound = SoundLog()
        self.listener = Listener(self.sound, started(process), self._next)
        self.session = Session(Punctuator(), settles=True)

    def _next(self):
        return started(self._start())

    def hear(self, tenths):
        """Let it hear so many tenths of a second; return the sentences."""
        said = []
        for tenth in tenths:
            self.write([tenth])
            said += self._sentences(self.listener.poll())
        return said

    def write(self, tenths):
        """Record what nobody hears yet."""
        for tenth in tenths:
            self.sound.write(AudioChunk(bytes(3_200), tenth / 10))

    def replace(self, process):
        """Go on with another recogniser; return the sentences."""
        said = self._sentences(self.listener.use(started(process), self._next))
        replaced = self.session.replace_punctuator(Punctuator(), Formatter())
        return said + sentences(replaced)

    def flush(self):
        return self._sentences(self.listener.flush()) + sentences(self.session.flush())

    def close(self):
        self.sound.close()

    def _sentences(self, hypotheses):
        return sentences(self.session.push(hypotheses))


def sentences(events):
    return [s.text for event in events if isinstance(event, Update) for s in event.sentences]


class Microphone:
    """Silence, as fast as it is read: for ever, or until the microphone goes away."""

    name, overflows = "pretended", 0

    def __init__(self, chunks=None):
        self._chunks, self._is_stopped = chunks, False

    def into(self, log):
        self._log = log
        return self

    def __iter__(self):
        tenth = 0
        while not self._is_stopped:
            if tenth == self._chunks:
                raise AudioDeviceError(self.name, "gone")
            yield self.recorded()
            tenth += 1
            time.sleep(0.002)

    def recorded(self, **more):
        return recorded(self._log, bytes(3_200), **more)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        self._is_stopped = True

    close = stop


class Loader:
    """Gives one process after another; `waiting` are futures for those that are not there yet.

    `others` can replace the chosen one.
    """

    def __init__(self, *processes, others=()):
        self._processes, self.waiting, self._others = [*processes], [], others

    def language(self, _settings):
        return ready(Language())

    def recogniser(self, _settings):
        if self._processes:
            return ready(self._processes.pop(0))
        self.waiting.append(Future())
        return self.waiting[-1]

    def stand_ins(self, _settings):
        return iter(self._others)

    def deliver(self, process):
        self.waiting.pop(0).set_result(process)
