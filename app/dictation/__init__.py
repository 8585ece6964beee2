"""Live dictation without a window: models, microphone and session on their own thread."""
