"""Files, processed one after another in a process of their own."""
