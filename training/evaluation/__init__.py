"""Measures models: scores of texts, benchmark tables, model cards."""
