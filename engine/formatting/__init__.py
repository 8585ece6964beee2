"""Writes committed words as people write them: numbers, dates, times, measures, money, names."""
