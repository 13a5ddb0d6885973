"""Canonical JSON, and the id that follows from it."""

import hashlib
import json


def canonical(tree: dict) -> str:
    """The canonical text of a tree."""
    return json.dumps(tree, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def identified(body: dict) -> dict:
    """A body with its id."""
    digest = hashlib.sha256(canonical(body).encode()).hexdigest()
    return body | {"id": f"sha256:{digest}"}


def body_of(node: dict) -> dict:
    """What of a node is hashed and signed."""
    return {name: node[name] for name in node if name not in ("id", "signature")}
