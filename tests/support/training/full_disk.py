"""A disk that fills up at a chosen place."""

from __future__ import annotations

import resource
import signal
from contextlib import contextmanager


@contextmanager
def largest_file(size_bytes):
    """Let no file grow larger: like a full disk, at a chosen place."""
    old = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size_bytes, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, old)
