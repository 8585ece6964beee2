"""The guide in the window, and a list of all keyboard shortcuts."""
