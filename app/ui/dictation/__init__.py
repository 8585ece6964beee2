"""The page that is written by voice and by hand."""
