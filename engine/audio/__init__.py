"""Audio input: sound files and microphones as 16 kHz mono chunks."""
