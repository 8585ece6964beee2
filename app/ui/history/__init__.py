"""Earlier sessions."""
