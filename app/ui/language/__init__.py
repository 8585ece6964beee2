"""The language of the window: translations, and sentences of the engine in it."""
