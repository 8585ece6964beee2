"""File formats: a module for each, to read and write it."""
