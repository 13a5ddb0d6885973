"""Nodes without signatures that have nothing to do with one another."""

import hashlib
import pathlib

from .canonical import canonical, identified


def write_unsigned_log(path: pathlib.Path, count: int):
    """Writes that many CREATEs, one a task: what hashing costs, and nothing else."""
    user = hashlib.sha256(b"benchmark").hexdigest()
    author = {
        "deviceId": "benchmark",
        "name": "Benchmark",
        "publicKey": user,
        "userId": user[:32],
    }
    with open(path, "w", encoding="utf-8") as file:
        for number in range(count):
            file.write(canonical(identified(_body(number, author))) + "\n")


def _body(number, author):
    """A task with title, description and priority."""
    return {
        "action": "CREATE",
        "author": author,
        "data": {
            "fields": {
                "description": "What it is about, in a sentence or two.",
                "priority": number % 5 + 1,
                "title": f"Task number {number}",
            }
        },
        "parents": [],
        "taskId": f"{number:08x}-0000-4000-8000-{number:012x}",
        "timestamp": {"lamport": 1, "wall": "2025-11-16T12:00:00.000Z"},
        "version": 1,
    }
