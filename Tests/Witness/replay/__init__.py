"""A second reading of the replay, by docs/protocol.md and docs/extensions.md.

What is called E here is docs/extensions.md, and P is docs/protocol.md; the numbers are
those of their sections. Nothing here is taken from the suite's own sources.
"""
