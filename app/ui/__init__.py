"""The window: one widget a file."""
