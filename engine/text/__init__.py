"""Rules of written text: units, scripts, spacing, typesetting."""
