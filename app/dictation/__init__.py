"""A live dictation without a window: models, microphone and session on a thread of their own."""
