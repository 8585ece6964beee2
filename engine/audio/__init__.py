"""Sound in: sound files and microphones as one kind of source, 16 kHz mono."""
