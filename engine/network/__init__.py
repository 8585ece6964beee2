"""The network of a model bundle: its files, its tokenizer, and the backends that run it."""
