"""Rules for written text: units, scripts, spacing, typesetting."""
