"""Speech and language models: installed, downloaded, chosen."""
