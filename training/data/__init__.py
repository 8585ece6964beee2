"""Written text to labelled tokens, and what is done to them before a network sees them."""
