"""Words from sound: Vosk and PocketSphinx in a process of their own, and recorded sessions."""
