"""The training loop and its parts: settings, objective, optimisers, checkpoints."""
