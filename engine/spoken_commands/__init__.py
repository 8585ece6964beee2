"""Commands within speech: marks, layout, capitals, corrections, control of the microphone."""
