"""Preferences, a page each."""
