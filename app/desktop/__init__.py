"""Fermata on the desktop: one instance, tray icon, global shortcuts, other applications."""
