"""Every dictation that was made: kept, searched, reopened, deleted for good."""
