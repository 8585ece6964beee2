"""Transcript files: read as a template of words, written back with new marks and case."""
