"""A node as a commit, by docs/git-mirror.md."""

import calendar
import hashlib

LONGEST = 200
LONGEST_DEVICE = 100
MOST_HEADS = 100
DEVICE_CHARACTERS = frozenset(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-"
)
STRIPPED = ".,:;\"\\'" + "".join(map(chr, range(0x21)))
SPACES = (*range(0x09, 0x0E), 0x85, 0x2028, 0x2029)
HIDDEN = (
    *range(0x20),
    *range(0x7F, 0xA0),
    0x200E,
    0x200F,
    *range(0x202A, 0x202F),
    *range(0x2066, 0x206A),
)
PRINTABLE = dict.fromkeys(HIDDEN, "\ufffd") | dict.fromkeys(SPACES, " ")


def printable(text):
    """A text in one line."""
    return text.translate(PRINTABLE)


def cut(text):
    """A text of at most 200 characters."""
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def name(author):
    """What stands before the address."""
    text = printable(author.get("name", "")).replace("<", "").replace(">", "")
    return cut(text).strip(STRIPPED) or author["userId"]


def device(text):
    """A device as a part of an address."""
    characters = (c if c in DEVICE_CHARACTERS else "-" for c in text[:LONGEST_DEVICE])
    return "".join(characters) or "-"


def seconds(wall):
    """Seconds since 1970 of `YYYY-MM-DDTHH:MM:SS.mmmZ`."""
    if wall < "1970":
        return 0
    date, time = wall[:-5].split("T")
    return calendar.timegm(
        (*map(int, date.split("-")), *map(int, time.split(":")), 0, 0, 0)
    )


def subject(node):
    """The first line of a message."""
    text = detail(node)
    return cut(f"{node['action']}: {text}" if text else node["action"])


def detail(node):
    """What stands in it after the action."""
    (dialect, data), *_ = (
        item for item in node["data"].items() if item[0] in ("fields", "payload")
    )
    match node["action"]:
        case "CREATE":
            return shown(data.get("title"), "")
        case "MERGE" if dialect == "payload":
            return f"{len(node['parents'])} heads"
        case "UPDATE" | "MERGE":
            return ", ".join(map(printable, data))
        case "CREATE_TODO" | "ADD_TODO":
            deadline = shown(data.get("deadline"), "")
            return f"due {deadline}" if deadline else "no deadline"
        case "COMPLETE_TODO":
            return printable(data["completed"])
        case "COMPLETE":
            return shown(data.get("completedAt"), node["timestamp"]["wall"])
        case "SNOOZE" if "todoTaskId" not in data:
            return f"until {printable(data['snoozeUntil'])}"
        case "SNOOZE" if "daysToExtend" in data:
            return f"by {counted(int(data['daysToExtend']), 'day')}"
        case "SNOOZE":
            return f"until {printable(data['newDeadline'])}"
        case "DELETE" if "deletedChain" in data:
            return counted(len(data["deletedChain"]), "node")
    return ""


def shown(value, otherwise):
    """A text, or something else in the place of what is none."""
    return printable(value) if isinstance(value, str) else otherwise


def counted(number, thing):
    """So many things."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def object_name(kind, content):
    """The name that git gives to an object."""
    return hashlib.sha1(b"%s %d\0%s" % (kind, len(content), content)).hexdigest()


def tree_name(file, content):
    """The name of a tree of one plain file."""
    blob = bytes.fromhex(object_name(b"blob", content))
    return object_name(b"tree", b"100644 %s\0%s" % (file, blob))


def commit(tree, parents, person, moment, message):
    """The content of a commit."""
    lines = [f"tree {tree}", *(f"parent {parent}" for parent in parents)]
    lines += [f"{role} {person} {moment} +0000" for role in ("author", "committer")]
    return "\n".join([*lines, "", *message, ""]).encode()


def node_commit(line, node, commits):
    """The content of a node's commit.

    commits has the commits of its parents by their ids.
    """
    author = node["author"]
    message = [subject(node), "", f"Redo-Node: {node['id']}"]
    if "taskId" in node:
        message.append(f"Redo-Task: {node['taskId'].lower()}")
    message.append(f"Redo-Action: {node['action']}")
    return commit(
        tree_name(b"node.json", line + b"\n"),
        [commits[parent] for parent in node["parents"]],
        f"{name(author)} <{author['userId']}@{device(author['deviceId'])}>",
        seconds(node["timestamp"]["wall"]),
        message,
    )


def checkpoint(heads, previous, device_id):
    """The content of a checkpoint.

    heads are ids, commits and dates in replay order; previous are the names and dates of
    the checkpoints before it, of which there are two where they are joined.
    """
    listed = "".join(f"{id}\n" for id in sorted(head[0] for head in heads))
    joined = [moment for _, moment in previous] if len(previous) > 1 else []
    return commit(
        tree_name(b"heads", listed.encode()),
        [name for name, _ in previous] + [head[1] for head in heads],
        f"redo <redo@{device(device_id)}>",
        max([head[2] for head in heads] + joined),
        [
            f"Checkpoint of {counted(len(heads), 'head')}",
            "",
            "Redo-Checkpoint: 1",
        ],
    )
