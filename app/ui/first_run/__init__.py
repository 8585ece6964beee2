"""The first run: what is shown before the first dictation."""
