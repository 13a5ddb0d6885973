"""Logs of one shape or another, as JSON Lines of unsigned nodes."""

import hashlib
import json

TASKS = 1000


def chained_nodes(count, is_global):
    """A log of many tasks, in the fields dialect, each task with an edit after the other.

    With is_global each node follows the one before it, of whatever task: what a client writes that
    uses the heads of the whole log as parents. Otherwise each follows the last one of its own task.

    Plain ASCII and small integers, so that Python's sorted, compact JSON is RFC 8785's.
    """
    user = hashlib.sha256(b"benchmark").hexdigest()
    last = {}
    for number in range(count):
        task = number % TASKS
        place = 0 if is_global else task
        parent, lamport = last.get(place, (None, 0))
        fields = {"title": f"Task {task}, edit {number // TASKS}"}
        body = {
            "action": "CREATE" if number < TASKS else "UPDATE",
            "author": {"deviceId": "benchmark", "publicKey": user, "userId": user[:32]},
            "data": {"fields": fields},
            "parents": [parent] if parent else [],
            "taskId": f"{task:08x}-0000-4000-8000-{task:012x}",
            "timestamp": {"lamport": lamport + 1, "wall": "2025-11-16T12:00:00.000Z"},
            "version": 1,
        }
        text = json.dumps(body, sort_keys=True, separators=(",", ":"))
        body["id"] = "sha256:" + hashlib.sha256(text.encode()).hexdigest()
        last[place] = (body["id"], lamport + 1)
        yield json.dumps(body, sort_keys=True, separators=(",", ":"))
