"""The guide in the window, and every key that does something."""
