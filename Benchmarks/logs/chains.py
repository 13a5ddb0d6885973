"""Logs of unsigned nodes that are long chains."""

import hashlib
import pathlib

from .canonical import canonical, identified

TASKS = 1000


def write_chains(path: pathlib.Path, count: int, is_global: bool):
    """Writes a log of many tasks, each with an edit after the other.

    With is_global each node follows the one before it, of whatever task: what a client
    writes that uses the heads of the whole log as parents. Otherwise each follows the
    last one of its own task.
    """
    last = {}
    with open(path, "w", encoding="utf-8") as file:
        for number in range(count):
            place = 0 if is_global else number % TASKS
            parent, lamport = last.get(place, (None, 0))
            node = identified(_body(number, parent, lamport + 1))
            last[place] = (node["id"], lamport + 1)
            file.write(canonical(node) + "\n")


def _body(number, parent, lamport):
    """The first node of a task, or an edit of its title."""
    user = hashlib.sha256(b"benchmark").hexdigest()
    task = number % TASKS
    title = f"Task {task}, edit {number // TASKS}"
    return {
        "action": "CREATE" if number < TASKS else "UPDATE",
        "author": {"deviceId": "benchmark", "publicKey": user, "userId": user[:32]},
        "data": {"fields": {"title": title}},
        "parents": [parent] if parent else [],
        "taskId": f"{task:08x}-0000-4000-8000-{task:012x}",
        "timestamp": {"lamport": lamport, "wall": "2025-11-16T12:00:00.000Z"},
        "version": 1,
    }
