"""What no program on this machine can be faster than, measured in the same run."""
