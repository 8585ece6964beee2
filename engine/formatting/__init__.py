"""Committed words written as people write them: numbers, dates, times, measures, money, names."""
