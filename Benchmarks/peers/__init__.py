"""The programs that are measured: the suite, and those that do comparable work."""
