"""Colours, fonts, icons and style of the window."""
