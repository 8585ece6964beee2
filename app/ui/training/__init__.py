"""Fine-tuning a language model on texts of the person's own."""
