"""The language of the window: translations, and the engine's messages in it."""
