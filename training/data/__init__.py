"""From written text to labelled tokens, and on to what a network sees."""
