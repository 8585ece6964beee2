"""The text that is being dictated and edited, without a widget: words, edits, undo."""
