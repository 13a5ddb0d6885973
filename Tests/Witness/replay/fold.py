"""The fold of a task's nodes to its state. P 6 and 8."""

import copy

from .history import MAKES_TODO, todo_id
from .log import remembered
from .merge import Merge
from .times import extended

FIRST = {
    "description": "",
    "privacy": False,
    "storyPoints": 1,
    "priority": 3,
    "frequencyDays": 0,
    "archived": False,
    "completedAt": None,
    "snoozedUntil": None,
}
COMPUTED = frozenset(
    "guid userId created archived completedAt snoozedUntil lastUpdated"
    " todoTasks".split()
)


class Fold:
    """Folds the history of a task."""

    def __init__(self, history):
        """Takes a history that is judged."""
        self.history, self.log, self.memory = history, history.log, {}

    def state(self):
        """The task of the canonical state; None if it is not in it."""
        state = self.fold(self.history.keep)
        if state:
            state["todoTasks"].sort(key=lambda t: (t["lamport"], t["wall"], t["id"]))
        return state

    @remembered
    def state_at(self, node):
        """The state at a node: the replay of it and of its ancestors."""
        nodes = self.history.ancestors(node) | node.bit & self.history.nodes
        return self.fold(nodes)

    def fold(self, nodes):
        """Applies the nodes of a set in order. None without a CREATE."""
        state = None
        for node in self.history.folded(nodes):
            if node.action == "CREATE":
                state = self.created(node)
            elif state:
                self.apply(state, node)
                state["lastUpdated"] = node.wall
        return state

    def created(self, node):
        """The state after the CREATE."""
        state = FIRST | {
            "guid": self.history.task,
            "userId": node.user,
            "created": node.wall,
            "lastUpdated": node.wall,
            "todoTasks": [],
        }
        self.set_fields(state, node)
        return state

    def set_fields(self, state, node, applied=()):
        """Sets fields by name, but for computed ones."""
        for name, value in node.fields.items():
            if name not in COMPUTED or name in applied:
                state[name] = copy.deepcopy(value)

    def apply(self, state, node):
        """Applies a node that is not a CREATE."""
        match node.action:
            case "UPDATE":
                self.set_fields(state, node)
            case "MERGE" if node.is_payload:
                parents = [self.log.by_id[parent] for parent in node.parents]
                base = self.log.by_id[node.fields["base"]]
                states = [self.state_at(parent) for parent in parents]
                Merge(node, parents, self.state_at(base), states).apply(state)
            case "MERGE":
                self.set_fields(state, node, ("completedAt",))
            case "ARCHIVE" | "UNARCHIVE":
                state["archived"] = node.action == "ARCHIVE"
            case "COMPLETE":
                state["completedAt"] = node.fields.get("completedAt", node.wall)
            case "SNOOZE" if "snoozeUntil" in node.fields:
                state["snoozedUntil"] = node.fields["snoozeUntil"]
            case "CREATE_TODO" | "ADD_TODO" | "COMPLETE_TODO" | "SNOOZE":
                self.apply_to_todo(state, node)

    def apply_to_todo(self, state, node):
        """Makes a to-do or changes one that is there."""
        id, fields = todo_id(node), node.fields
        todo = next((t for t in state["todoTasks"] if t["guid"] == id), None)
        if node.action in MAKES_TODO:
            if not todo:
                state["todoTasks"].append(self.new_todo(node))
        elif not todo:
            return
        elif node.action == "COMPLETE_TODO":
            todo["completed"] = fields["completed"]
            todo["notes"] = fields.get("notes", todo["notes"])
        elif "newDeadline" in fields:
            todo["deadline"] = fields["newDeadline"]
        else:
            start = node.wall if todo["deadline"] is None else todo["deadline"]
            todo["deadline"] = extended(start, int(fields["daysToExtend"]))

    def new_todo(self, node):
        """A to-do at first."""
        return {
            "guid": todo_id(node),
            "redoParentGuid": self.history.task,
            "created": node.wall,
            "deadline": node.fields.get("deadline"),
            "notes": node.fields.get("notes", ""),
            "title": node.fields.get("title"),
            "completed": None,
            "lamport": node.lamport,
            "wall": node.wall,
            "id": node.id,
        }
