"""Logs of one task that are made to be expensive."""

import datetime
import hashlib
import pathlib

from .canonical import canonical, identified

USER = hashlib.sha256(b"benchmark").hexdigest()
TASK = "c0ffee11-1111-4111-8111-111111111111"
START = datetime.datetime(2025, 1, 1)


def write_merges(path: pathlib.Path, count: int):
    """Writes forks of two edits, each joined by a MERGE of the payload dialect: `count` of these."""
    with open(path, "w", encoding="utf-8") as file:
        head = _write(file, 0, "CREATE", {"payload": {"title": "Busy"}}, [], 1)
        for number in range(count):
            lamport, second = 2 * number + 2, 3 * number + 1
            priority = {"payload": {"priority": number % 5 + 1}}
            description = {"payload": {"description": f"edit {number}"}}
            sides = [
                _write(file, second, "UPDATE", priority, [head], lamport),
                _write(file, second + 1, "UPDATE", description, [head], lamport),
            ]
            base = {"payload": {"base": head}}
            head = _write(file, second + 2, "MERGE", base, sides, lamport + 1)


def write_heads(path: pathlib.Path, count: int):
    """Writes a task with `count` heads."""
    with open(path, "w", encoding="utf-8") as file:
        root = _write(file, 0, "CREATE", {"payload": {"title": "Busy"}}, [], 1)
        for number in range(count):
            fields = {"fields": {"description": f"edit {number}"}}
            _write(file, number, "UPDATE", fields, [root], 2)


def _write(file, second, action, data, parents, lamport):
    """Writes a node, and gives its id."""
    wall = (START + datetime.timedelta(seconds=second)).strftime("%Y-%m-%dT%H:%M:%S")
    node = identified(
        {
            "action": action,
            "author": {"deviceId": "hostile", "publicKey": USER, "userId": USER[:32]},
            "data": data,
            "parents": parents,
            "taskId": TASK,
            "timestamp": {"lamport": lamport, "wall": f"{wall}.000Z"},
            "version": 1,
        }
    )
    file.write(canonical(node) + "\n")
    return node["id"]
