"""The network of a model bundle: its files, tokenizer and backends."""
