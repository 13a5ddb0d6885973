"""Makes the sample change log; see ../README.md."""
