"""Logs that are made to be measured, as JSON Lines.

They are plain text and small integers, without control characters, so that Python's
sorted and compact JSON is the canonical JSON of the protocol.
"""
