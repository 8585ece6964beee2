"""What a person can set: values, their file, and who tells of changes."""
