"""The settings, one module per page."""
