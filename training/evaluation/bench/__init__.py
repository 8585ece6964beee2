"""Measures the whole product on held-out data and prints the tables of the README."""
