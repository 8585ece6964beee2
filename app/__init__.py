"""The application around the engine: its command line, and what it says to people."""
