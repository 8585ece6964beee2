"""Training of punctuation models; imports the engine, never the application."""
