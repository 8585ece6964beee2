"""Files that are worked on one after another in a process of their own."""
