"""Words from sound: recognisers in child processes, and recorded sessions."""
