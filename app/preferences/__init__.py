"""What the user can set: values, their file, and notification of changes."""
