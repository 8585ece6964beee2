"""The models on this system: what is installed."""
