"""Compares the second reading with what the executables say."""
