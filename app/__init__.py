"""The application around the engine: its window and command line, and its messages."""
