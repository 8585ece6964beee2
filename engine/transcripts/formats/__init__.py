"""File formats: a module each, reading and writing."""
