"""Network architectures, one module each."""
