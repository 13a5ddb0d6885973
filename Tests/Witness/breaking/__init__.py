"""Breaks rules of the second reading, to see which of them histories show."""
