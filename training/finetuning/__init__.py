"""User-local fine-tuning: a bundle and a person's own texts in, a new bundle out."""
