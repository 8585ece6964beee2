"""The files page: files that are dropped, and their results."""
