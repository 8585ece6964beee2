"""Fermata among other applications: one instance, a tray icon, keys and words everywhere."""
