"""Speech and language models: installing, downloading, choosing."""
