"""The order, the third stage of validation, heads, deletion and replay.

Sections 4 (stage 3), 5, 6 and 7 of the specification.
"""

import rfc8785

from .canonical import deadline_after, digest, implied_todo_id
from .validity import TASK_ACTIONS, TODO_MAKERS, contents, task_of


def order(node):
    """The sort key of the total order."""
    return (node["timestamp"]["lamport"], node["timestamp"]["wall"], node["id"])


class Log:
    """Nodes that passed stages 1 and 2, in order, and the verdicts of stage 3.

    `verdicts` maps the ids of the rejected nodes, and of the skipped ones, to their
    codes.
    """

    def __init__(self, nodes):
        """Orders and judges the nodes, which come in any order."""
        self.nodes = sorted({n["id"]: n for n in nodes}.values(), key=order)
        self.by_id = {n["id"]: n for n in self.nodes}
        self.ancestors = {}
        for node in self.nodes:
            self.ancestors[node["id"]] = self._ancestors(node)
        self.verdicts = {}
        self._judge()

    def _ancestors(self, node):
        """All that can be reached along `parents`, through nodes of any task."""
        reached = set(node["parents"])
        return reached.union(*(self.ancestors[parent] for parent in node["parents"]))

    def of_task(self, ids, task):
        """Those of the ids that are nodes of the task."""
        return {i for i in ids if task is not None and task_of(self.by_id[i]) == task}

    def tasks(self):
        """The ids of all tasks, sorted."""
        return sorted({task_of(n) for n in self.nodes} - {None})

    def accepted(self, task):
        """The task's nodes that are not rejected, in order."""
        return [
            n
            for n in self.nodes
            if task_of(n) == task
            and self.verdicts.get(n["id"], "RECONSTRUCT_002") == "RECONSTRUCT_002"
        ]

    def heads(self, task):
        """The task's heads: accepted, no DELETE, without an accepted child of it."""
        accepted = self.accepted(task)
        parents = {parent for node in accepted for parent in node["parents"]}
        return [
            n for n in accepted if n["id"] not in parents and n["action"] != "DELETE"
        ]

    def _judge(self):
        """Stage 3, one pass in order."""
        duplicates = self._duplicate_creates()
        made, broken = set(), set()
        for node in self.nodes:
            code = self._verdict(node, duplicates, made, broken)
            if code:
                self.verdicts[node["id"]] = code
            if code not in (None, "RECONSTRUCT_002") or node["action"] == "DELETE":
                broken.add(node["id"])
            elif node["action"] in TODO_MAKERS:
                made.add((task_of(node), todo_of(node)))

    def _verdict(self, node, duplicates, made, broken):
        """The code for one node, or None."""
        task, action = task_of(node), node["action"]
        if self.of_task(self.ancestors[node["id"]] & broken, task):
            return "E_BROKEN_BRANCH"
        if node["id"] in duplicates:
            return "E_DUPLICATE_CREATE"
        if action == "MERGE":
            raise NotImplementedError("MERGE")
        if action not in TASK_ACTIONS:
            return "RECONSTRUCT_002"
        if task is None:
            return "RECONSTRUCT_001"
        refers = action in ("COMPLETE_TODO", "SNOOZE") and todo_of(node) is not None
        if refers and (task, todo_of(node)) not in made:
            return "E_INVALID_TODO_REF"
        return None

    def _duplicate_creates(self):
        """The ids of all CREATEs but the original one of each task."""
        duplicates = set()
        for task in self.tasks():
            creates = {
                n["id"]
                for n in self.nodes
                if n["action"] == "CREATE" and task_of(n) == task
            }
            roots = [i for i in creates if not self.ancestors[i] & creates]
            roots.sort(key=lambda i: (self.by_id[i]["timestamp"]["wall"], i))
            duplicates |= creates - set(roots[:1])
        return duplicates

    # --- Section 7: deletion ----------------------------------------------------

    def kept(self, task):
        """The task's nodes that are replayed, in order."""
        accepted = self.accepted(task)
        deletes = [n for n in accepted if n["action"] == "DELETE"]
        buried = {n["id"] for n in deletes}
        for node in deletes:
            chain = contents(node)[0].get("deletedChain")
            ancestors = self.ancestors[node["id"]]
            buried |= ancestors if chain is None else ancestors & set(chain)
        survivors = {n["id"] for n in accepted} - buried
        keep = survivors.union(*(self.ancestors[i] for i in survivors))
        return [n for n in accepted if n["id"] in keep]

    # --- Section 6: replay ------------------------------------------------------

    def state(self):
        """The canonical state: a list of tasks."""
        replayed = (replay_task(self.kept(task)) for task in self.tasks())
        return [task for task in replayed if task]


def todo_of(node):
    """The to-do that a node makes or names, in lower case, or None."""
    named = contents(node)[0].get("todoTaskId")
    if named is None and node["action"] in TODO_MAKERS:
        return implied_todo_id(node["id"])
    return named and named.lower()


COMPUTED = {
    "guid", "userId", "created", "archived", "completedAt", "snoozedUntil",
    "lastUpdated", "todoTasks",
}  # fmt: skip


def replay_task(nodes):
    """The task that these nodes make, or None without a CREATE."""
    task = None
    for node in nodes:
        if node["action"] == "CREATE":
            task = new_task(node)
        if task is None or node["action"] not in TASK_ACTIONS:
            continue
        apply(node, task)
        task["lastUpdated"] = node["timestamp"]["wall"]
    if task:
        todos = task["todoTasks"].values()
        task["todoTasks"] = sorted(
            todos, key=lambda t: (t["lamport"], t["wall"], t["id"])
        )
    return task


def new_task(node):
    """A task with its defaults. Its to-dos are kept by id until the end."""
    return {
        "guid": task_of(node),
        "userId": node["author"]["userId"],
        "description": "",
        "privacy": False,
        "storyPoints": 1,
        "priority": 3,
        "frequencyDays": 0,
        "created": node["timestamp"]["wall"],
        "archived": False,
        "completedAt": None,
        "snoozedUntil": None,
        "todoTasks": {},
    }


def new_todo(node):
    """The to-do that a node makes."""
    fields = contents(node)[0]
    return {
        "guid": todo_of(node),
        "redoParentGuid": task_of(node),
        "created": node["timestamp"]["wall"],
        "deadline": fields.get("deadline"),
        "notes": fields.get("notes", ""),
        "title": fields.get("title"),
        "completed": None,
        "lamport": node["timestamp"]["lamport"],
        "wall": node["timestamp"]["wall"],
        "id": node["id"],
    }


def apply(node, task):
    """What one node of a known action does to its task."""
    action, fields = node["action"], contents(node)[0]
    if action in ("CREATE", "UPDATE"):
        task.update({k: v for k, v in fields.items() if k not in COMPUTED})
    elif action in TODO_MAKERS:
        task["todoTasks"].setdefault(todo_of(node), new_todo(node))
    elif action == "COMPLETE":
        task["completedAt"] = fields.get("completedAt", node["timestamp"]["wall"])
    elif action in ("ARCHIVE", "UNARCHIVE"):
        task["archived"] = action == "ARCHIVE"
    elif action == "SNOOZE" and "snoozeUntil" in fields:
        task["snoozedUntil"] = fields["snoozeUntil"]
    elif todo_of(node) in task["todoTasks"]:
        apply_to_todo(node, task["todoTasks"][todo_of(node)])


def apply_to_todo(node, todo):
    """What COMPLETE_TODO or SNOOZE does to its to-do."""
    fields = contents(node)[0]
    if node["action"] == "COMPLETE_TODO":
        todo["completed"] = fields["completed"]
        todo["notes"] = fields.get("notes", todo["notes"])
    elif "newDeadline" in fields:
        todo["deadline"] = fields["newDeadline"]
    else:
        start = todo["deadline"] or node["timestamp"]["wall"]
        todo["deadline"] = deadline_after(start, fields["daysToExtend"])


def state_hash(state):
    """The hash of a canonical state."""
    return digest(rfc8785.dumps(state))
