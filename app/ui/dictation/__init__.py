"""The dictation page, written by voice and by hand."""
