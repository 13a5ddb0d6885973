"""A second reading of the protocol: what a node's text is worth, in stage 1.

Section numbers are those of docs/protocol.md. What a JSON Schema can say is in
docs/redo-node.schema.json; the modules here check what it cannot.
"""
