"""The text being dictated and edited, without any widget: words, edits, undo."""
