"""What makes tasks of a log shared ones: a SHARE by their owner, and an edit by who was given a permission."""

import pathlib

from .author import Author
from .canonical import canonical, identified
from .log import Log

# A moment after all nodes of the log.
WALL = "2025-01-14T12:00:00.000Z"


def write_shares(log: Log, owner: str, count: int, path: pathlib.Path) -> None:
    """Writes a SHARE and an edit for `count` tasks of a log, the first ones that it makes.

    The seed of the owner is that of the log, so each SHARE counts.
    """
    sharing, grantee = Author(owner), Author(f"{owner}, grantee")
    grants = [{"grantee": grantee.user, "permission": "write"}]
    with open(path, "w", encoding="utf-8") as file:
        for task, heads in _heads(log, count).items():
            share = _node(sharing, "SHARE", task, heads, {"grants": grants})
            edit = _node(grantee, "UPDATE", task, [share], {"priority": 5})
            file.writelines(canonical(node) + "\n" for node in (share, edit))


def _heads(log, count):
    """The heads of each of the first tasks that the log makes."""
    heads = {}
    for node in log.nodes():
        task = node["taskId"]
        if node["action"] == "CREATE" and len(heads) < count:
            heads[task] = []
        if task in heads:
            followed = node["parents"]
            rest = [head for head in heads[task] if head["id"] not in followed]
            heads[task] = rest + [node]
    return heads


def _node(author, action, task, parents, fields):
    """A node after others."""
    body = {
        "action": action,
        "data": {"fields": fields},
        "parents": sorted(parent["id"] for parent in parents),
        "taskId": task,
        "timestamp": {
            "lamport": max(parent["timestamp"]["lamport"] for parent in parents) + 1,
            "wall": WALL,
        },
        "version": 1,
    }
    return author.signed(body, 0)
