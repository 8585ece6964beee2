"""Recipes: what is trained, on what, and how; TOML files and their reader."""
