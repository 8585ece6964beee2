"""Files that are dropped, and what becomes of them."""
