"""The streaming punctuator: windows, backend, aggregator, committer, emitter."""
