"""A disk that is full, at a place of one's choice."""

from __future__ import annotations

import resource
import signal
from contextlib import contextmanager


@contextmanager
def largest_file(size_bytes):
    """Let no file grow larger: what a full disk does, at a place of one's choice."""
    old = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size_bytes, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, old)
