"""Transcript files: read as words with places, and written back with new marks and capitals."""
