"""One training loop and what it is set up with: settings, objective, optimisers, checkpoints."""
