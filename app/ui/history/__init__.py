"""The history page: earlier sessions."""
