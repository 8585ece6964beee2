"""Fermata's engine: sound or recognised words in, committed sentences out."""
