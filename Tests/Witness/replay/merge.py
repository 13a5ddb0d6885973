"""The three-way MERGE of the payload dialect. P 8."""

import copy

from protocol.canonical import canonical

from .forms import is_time

UNMERGED = frozenset(("guid", "userId", "created", "lastUpdated", "todoTasks"))
MEMBERS = frozenset(
    "title description privacy storyPoints priority frequencyDays archived completedAt"
    " snoozedUntil".split()
)
TODO_MEMBERS = ("deadline", "notes", "completed")
TIEBREAKERS = ("lamport", "wall", "author")


class Absent:
    """No value: a value of its own."""

    def __repr__(self):
        """For people."""
        return "ABSENT"


ABSENT = Absent()


def is_number(value):
    """Whether a value is a number."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_integer(value, least, most=2**53 - 1):
    """Whether a value is an integer within limits."""
    return is_number(value) and value == int(value) and least <= value <= most


FORMS = {
    "title": lambda v: isinstance(v, str) and v != "",
    "description": lambda v: isinstance(v, str),
    "privacy": lambda v: isinstance(v, bool),
    "storyPoints": lambda v: is_number(v) and v >= 0,
    "priority": lambda v: is_integer(v, 1, 5),
    "frequencyDays": lambda v: is_integer(v, 0),
    "archived": lambda v: isinstance(v, bool),
    "completedAt": lambda v: v is None or is_time(v),
    "snoozedUntil": lambda v: v is None or is_time(v),
    "deadline": lambda v: v is None or is_time(v),
    "completed": lambda v: v is None or is_time(v),
    "notes": lambda v: isinstance(v, str),
}


def same(one, other):
    """Whether two values have the same canonical bytes."""
    if one is ABSENT or other is ABSENT:
        return one is other
    return canonical(one) == canonical(other)


class Merge:
    """One MERGE, with the states at its base and its parents."""

    def __init__(self, node, parents, base, states):
        """States are None where there is no task."""
        self.node, self.parents = node, parents
        self.base, self.states = base or {}, [state or {} for state in states]
        self.policy = node.fields.get("policy", {})

    def apply(self, state):
        """Applies the result."""
        resolutions = self.node.fields.get("resolutions", {})
        entries = first_by_path(resolutions.get("task", []))
        names = {name for s in (self.base, *self.states) for name in s} - UNMERGED
        for name in sorted(names):
            entry = entries.get(name)
            base = self.base.get(name, ABSENT)
            values = [s.get(name, ABSENT) for s in self.states]
            value = self.merged(base, values, entry, FORMS.get(name))
            if value is None:
                continue
            if value[0] is not ABSENT:
                state[name] = copy.deepcopy(value[0])
            elif name not in MEMBERS:
                state.pop(name, None)
        paths = [p for p in entries if p not in names and "." in p]
        for path in sorted(paths, key=lambda p: p.count(".")):
            if path.split(".")[0] not in UNMERGED:
                self.apply_path(state, path, entries[path])
        todos = {}
        for todo in resolutions.get("todos", []):
            for entry in todo["fields"]:
                todos.setdefault((todo["todoTaskId"].lower(), entry["path"]), entry)
        for (id, member), entry in todos.items():
            if member in TODO_MEMBERS:
                self.apply_to_todo(state, id, member, entry)

    def apply_path(self, state, path, entry):
        """Merges a member within a field."""
        *outer, last = path.split(".")
        values = [within(s, path.split(".")) for s in self.states]
        value = self.merged(within(self.base, path.split(".")), values, entry, None)
        holder = within(state, outer)
        if value is None or not isinstance(holder, dict):
            return
        if value[0] is ABSENT:
            holder.pop(last, None)
        else:
            holder[last] = copy.deepcopy(value[0])

    def apply_to_todo(self, state, id, member, entry):
        """Merges a member of a to-do."""
        todo = todo_of(state, id)
        values = [todo_of(s, id).get(member, ABSENT) for s in self.states]
        base = todo_of(self.base, id).get(member, ABSENT)
        value = self.merged(base, values, entry, FORMS[member])
        if value and value[0] is not ABSENT and todo:
            todo[member] = copy.deepcopy(value[0])

    def merged(self, base, values, entry, form):
        """The value that some parent changed, in a tuple; None if none did."""
        changed = [i for i, value in enumerate(values) if not same(value, base)]
        if not changed:
            return None
        if entry:
            return (self.by_strategy(entry["strategy"], values, changed, form, entry),)
        if all(same(values[i], values[changed[0]]) for i in changed):
            return (values[changed[0]],)
        if all(isinstance(values[i], list) for i in changed):
            strategy = self.policy.get("arrayStrategy", "union")
        else:
            strategy = self.policy.get("defaultStrategy", "lww")
        return (self.by_strategy(strategy, values, changed, form, None),)

    def by_strategy(self, strategy, values, changed, form, entry):
        """The result of a strategy, or of `lww` if it does not fit."""
        mine = [values[i] for i in changed]
        match strategy:
            case "ours" if entry:
                return values[self.node.parents.index(entry["chosenParent"])]
            case "theirs" if entry:
                others = [
                    i
                    for i, parent in enumerate(self.parents)
                    if parent.id != entry["chosenParent"]
                ]
                return values[max(others, key=lambda i: self.parents[i].order)]
            case "manual" if entry and (form is None or form(entry["value"])):
                return entry["value"]
            case "union" if all(isinstance(value, list) for value in mine):
                distinct = {canonical(e): e for value in mine for e in value}
                return [distinct[key] for key in sorted(distinct)]
            case "max" | "min" if all(map(is_number, mine)):
                return max(mine) if strategy == "max" else min(mine)
        return values[max(changed, key=lambda i: self.tiebreak(self.parents[i]))]

    def tiebreak(self, parent):
        """By what `lww` compares parents."""
        values = {"lamport": parent.lamport, "wall": parent.wall, "author": parent.user}
        tiebreakers = self.policy.get("lwwTiebreakers", TIEBREAKERS)
        return (*(values[name] for name in tiebreakers), parent.id)


def first_by_path(entries):
    """The first entry for each path."""
    result = {}
    for entry in entries:
        result.setdefault(entry["path"], entry)
    return result


def within(value, names):
    """What a path leads to."""
    for name in names:
        if not isinstance(value, dict) or name not in value:
            return ABSENT
        value = value[name]
    return value


def todo_of(state, id):
    """A to-do of a state; empty if it is not there."""
    return next((t for t in state.get("todoTasks", []) if t["guid"] == id), {})
