"""Random histories of several devices, with all mistakes and attacks that families judge."""
