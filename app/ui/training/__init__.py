"""Fine-tuning a punctuation model on the user's own texts."""
