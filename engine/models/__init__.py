"""The models on this system: downloading, installing, checking and choosing them."""
