"""Words from sound: recognisers in a process of their own, and recorded sessions."""
