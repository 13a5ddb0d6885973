"""Random histories of several devices, with the mistakes and attacks of all kinds."""
