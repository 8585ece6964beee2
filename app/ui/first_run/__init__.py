"""What is shown before the first dictation."""
