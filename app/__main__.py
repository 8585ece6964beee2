"""`python -m app` is `fermata`."""

from __future__ import annotations

from app.cli import run

if __name__ == "__main__":  # the recogniser's process imports this module again
    run()
