"""Every dictation ever made: stored, searched, reopened, deleted for good."""
