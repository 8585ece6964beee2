"""Measures models: scores of texts, ablations, benchmark tables, model cards."""
