"""Validation of a node alone and with its parents: section 4, stages 1 and 2.

It is as strict as the specification about nodes that are signed and have no MERGE,
except that it knows no year 0000 and no signature over the digest.
"""

import math
import re

from .canonical import MAX_INTEGER, WALL, instant, node_id, signature_verifies


def is_integer(value, least=-MAX_INTEGER, most=MAX_INTEGER):
    """Whether a JSON number is an integer by value, within bounds."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return value == math.floor(value) and least <= value <= most


def is_number(value):
    """Whether a JSON value is a number that is not negative."""
    return (
        isinstance(value, (int, float)) and not isinstance(value, bool) and value >= 0
    )


def is_text(value):
    """Whether a JSON value is a string."""
    return isinstance(value, str)


def is_time(value):
    """Whether a JSON value is an ISO 8601 time."""
    try:
        return is_text(value) and instant(value) is not None
    except ValueError:
        return False


def is_wall(value):
    """Whether a JSON value is a node's wall time."""
    return is_text(value) and bool(WALL.fullmatch(value)) and is_time(value)


def is_uuid(value, either_case):
    """Whether a JSON value is a UUID with hyphens."""
    digits = "[0-9a-fA-F]" if either_case else "[0-9a-f]"
    form = f"{digits}{{8}}(-{digits}{{4}}){{3}}-{digits}{{12}}"
    return is_text(value) and bool(re.fullmatch(form, value))


def is_hex(value, length, prefix=""):
    """Whether a JSON value is a prefix and so many lower-case digits."""
    return is_text(value) and bool(re.fullmatch(f"{prefix}[0-9a-f]{{{length}}}", value))


def is_id(value):
    """Whether a JSON value has the form of a node's id."""
    return is_hex(value, 64, "sha256:")


def is_list_of(value, is_element):
    """Whether a JSON value is an array of such elements."""
    return isinstance(value, list) and all(map(is_element, value))


CREATE_FIELDS = {
    "title",
    "description",
    "privacy",
    "storyPoints",
    "priority",
    "frequencyDays",
}

# For each action: required fields, further fields of the payload dialect.
TASK_ACTIONS = {
    "CREATE": ({"title"}, CREATE_FIELDS),
    "UPDATE": (set(), CREATE_FIELDS),
    "CREATE_TODO": ({"todoTaskId", "deadline"}, {"notes"}),
    "ADD_TODO": (set(), None),
    "COMPLETE_TODO": ({"todoTaskId", "completed"}, {"notes"}),
    "COMPLETE": (set(), None),
    "SNOOZE": (set(), {"todoTaskId", "daysToExtend", "newDeadline"}),
    "ARCHIVE": (set(), set()),
    "UNARCHIVE": (set(), set()),
    "DELETE": ({"deletedChain"}, set()),
}
TODO_MAKERS = {"CREATE_TODO", "ADD_TODO"}

RESERVED_IN_UPDATE = {
    "guid", "todoTasks", "created", "archived", "archive", "deleted",
    "id", "version", "parents", "timestamp", "author", "action", "taskId", "data",
    "signature",
}  # fmt: skip

ENVELOPE = {
    "id", "version", "parents", "timestamp", "author", "action", "data",
}  # fmt: skip
ENVELOPE_OPTIONAL = {"taskId", "signature", "accessList", "createdAt"}


def contents(node):
    """The node's fields and whether it is in the payload dialect."""
    data = node["data"]
    return (data["payload"], True) if "payload" in data else (data["fields"], False)


def field_is_well_formed(name, value, payload):
    """Whether a field that the specification knows has the right form."""
    forms = {
        "title": lambda: is_text(value) and value != "",
        "description": lambda: is_text(value),
        "notes": lambda: is_text(value),
        "privacy": lambda: isinstance(value, bool),
        "storyPoints": lambda: is_number(value) and (not payload or is_integer(value)),
        "priority": lambda: is_integer(value, 1, 5),
        "frequencyDays": lambda: is_integer(value, 1 if payload else 0),
        "todoTaskId": lambda: is_uuid(value, either_case=not payload),
        "deadline": lambda: is_time(value),
        "completed": lambda: is_time(value),
        "completedAt": lambda: is_time(value),
        "newDeadline": lambda: is_time(value),
        "snoozeUntil": lambda: is_time(value),
        "daysToExtend": lambda: is_integer(value, 1),
        "deletedChain": lambda: value != [] and is_list_of(value, is_id),
    }
    return name not in forms or forms[name]()


def envelope_mistakes(node):
    """What is wrong with the node outside `data`."""
    names, time = set(node), node["timestamp"]
    payload = contents(node)[1]
    if not ENVELOPE <= names <= ENVELOPE | ENVELOPE_OPTIONAL:
        yield "members"
    if set(node["data"]) not in ({"payload"}, {"fields"}):
        yield "data"
    if not is_list_of(node.get("accessList", []), is_text):
        yield "accessList"
    if not is_integer(node["version"], 1, 1):
        yield "version"
    if len(set(node["parents"])) != len(node["parents"]) or len(node["parents"]) > 10:
        yield "number of parents"
    if not is_list_of(node["parents"], is_id):
        yield "form of a parent"
    if payload and len(node["parents"]) != (node["action"] != "CREATE"):
        yield "number of parents of a payload node"
    if set(time) != {"lamport", "wall"} or not is_wall(time["wall"]):
        yield "wall time"
    if not is_integer(time["lamport"], 1):
        yield "lamport time"
    if "taskId" in node and not is_uuid(node["taskId"], either_case=not payload):
        yield "taskId"
    if payload and "taskId" not in node:
        yield "no taskId"
    yield from author_mistakes(node["author"])


def author_mistakes(author):
    """What is wrong with the author of a signed node."""
    optional = {"name", "email", "deviceName"}
    required = {"userId", "deviceId", "publicKey"}
    if not required <= set(author) <= required | optional:
        yield "members of author"
    if not is_hex(author.get("publicKey"), 64):
        yield "publicKey"
    elif author.get("userId") != author["publicKey"][:32]:
        yield "userId"
    if not author.get("deviceId") or not all(map(is_text, author.values())):
        yield "author"


def data_mistakes(node):
    """What is wrong with the fields of the node's action."""
    action, (fields, payload) = node["action"], contents(node)
    for name, value in fields.items():
        if action in TASK_ACTIONS and not field_is_well_formed(name, value, payload):
            yield f"field {name}"
    if action not in TASK_ACTIONS:
        if payload or not re.fullmatch("[A-Z][A-Z_]{0,63}", action):
            yield "action"
        return
    required, further = TASK_ACTIONS[action]
    if payload and further is None:
        yield "action of the fields dialect"
    elif payload and not set(fields) <= required | further:
        yield "unknown field in payload"
    optional_in_fields = TODO_MAKERS | {"DELETE"}
    if (payload or action not in optional_in_fields) and not required <= set(fields):
        yield "required field"
    if action == "UPDATE" and (not fields or RESERVED_IN_UPDATE & set(fields)):
        yield "fields of UPDATE"
    if action == "SNOOZE":
        yield from snooze_mistakes(fields, payload)


def snooze_mistakes(fields, payload):
    """SNOOZE has one of three shapes."""
    shape = {"todoTaskId", "daysToExtend", "newDeadline", "snoozeUntil"} & set(fields)
    shapes = [{"todoTaskId", "daysToExtend"}, {"todoTaskId", "newDeadline"}]
    if shape not in shapes and (payload or shape != {"snoozeUntil"}):
        yield "shape of SNOOZE"


def mistakes_alone(node):
    """What stage 1 says against a node that must be signed, as a list."""
    mistakes = [*envelope_mistakes(node), *data_mistakes(node)]
    if node_id(node) != node["id"]:
        mistakes.append("id")
    if not is_hex(node.get("signature"), 128) or not signature_verifies(node):
        mistakes.append("signature")
    return mistakes


def task_of(node):
    """The node's task in lower case, or None."""
    task = node.get("taskId")
    return task and task.lower()


def mistakes_with_parents(node, log):
    """What stage 2 says against a node; `log` maps ids to nodes."""
    if any(parent not in log for parent in node["parents"]):
        return ["a parent is missing"]
    parents = [log[parent] for parent in node["parents"]]
    greatest = max((p["timestamp"]["lamport"] for p in parents), default=0)
    rise = node["timestamp"]["lamport"] - greatest
    mistakes = []
    if contents(node)[1]:
        if any(task_of(parent) != task_of(node) for parent in parents):
            mistakes.append("a parent belongs to another task")
        if rise != 1:
            mistakes.append("lamport is not the parents' + 1")
    elif not 1 <= rise <= 1_000_000:
        mistakes.append("lamport does not follow the parents'")
    return mistakes
