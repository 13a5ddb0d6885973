"""What the suite has promised itself, on two cores, against limits that were measured.

A budget for a number of nodes holds for fewer nodes as well.
"""

from measuring.budget import Budget

# Beside `git --version`.
START = Budget(2, "2 x git's time")
# Without signatures; a core.
HASH_OBJECT = Budget(250_000, "250,000 nodes/s", is_least=True)
# All stages, with signatures; beside all cores' rate of libsodium.
VERIFY = Budget(0.95, "0.95 x libsodium's rate", is_least=True)
# Beside `git log --format=%H` with a commit-graph.
LOG = Budget(0.1, "0.1 x git's time")
# Beside `git rev-list --all` with a commit-graph.
REV_LIST = Budget(0.1, "0.1 x git's time")
# Beside `git cat-file --batch`.
CAT_NODE = Budget(2, "2 x git's rate", is_least=True)
# One of either on a log of 100,000 nodes, without waiting for the disk.
ADD_OR_DONE = Budget(0.010, "10 ms")
# Validated and on disk.
BULK_WRITE = Budget(100_000, "100,000 nodes/s", is_least=True)
LIST_OF_10_000_TASKS = Budget(0.040, "40 ms")
SEARCH_IN_10_000_TASKS = Budget(0.030, "30 ms")
MEMORY_WITH_10_000_TASKS = Budget(60e6, "60 MB")
# Index and all.
PACKED_BYTES_A_NODE = Budget(160, "160 bytes a node")
# What a change costs that a list follows, beside the list alone. Without waiting for the disk.
CHANGE_BEFORE_LIST = Budget(0.010, "10 ms")
EDIT_OF_1_000_TASKS = Budget(0.100, "100 ms")
DELETION_OF_100_TASKS = Budget(0.020, "20 ms")
LOADING_10_000_TASKS = Budget(0.050, "50 ms")
# Each format, two or three signed nodes a task.
IMPORT_OF_10_000_TASKS = Budget(0.7, "0.7 s")
VDIR_WITHOUT_CHANGES = Budget(0.100, "100 ms")
# Beside Taskwarrior's.
BULK_EDIT = Budget(0.2, "0.2 x Taskwarrior's time")
# What a query adds to a list of the same tasks.
QUERY = Budget(0.001, "1 ms")
REPLAY_MEMORY = Budget(300e6, "300 MB")
# Of 100,000 nodes with 1,000 shared tasks, beside the same without any.
LIST_WITH_SHARED_TASKS = Budget(1.2, "1.2 x the time without")
# Beside a replay that asks for no permission; what a machine's noise needs beyond 1.
EFFECTIVE_WITHOUT_SHARED_TASKS = Budget(1.1, "1.1 x the time of a replay")
# From the moment at which a file has its name to the line that tells of it, on a log of 100,000 nodes.
WATCH = Budget(0.020, "20 ms")
# From its moment; of the latest of several.
REMINDER = Budget(1, "1 s")
OPEN = Budget(0.020, "20 ms")
# Of 10,000 messages.
ROOM_SHOW = Budget(0.050, "50 ms")
ROOM_FOLD = Budget(0.100, "100 ms")
# From one device to another one that follows the room, through a bare repository.
ROOM_DELIVERY = Budget(2, "2 s")
# Beside `redo verify --all`.
PACKS_CLONE = Budget(1.3, "1.3 x verify's time")
PACKS_NOTHING = Budget(0.015, "15 ms")
# Both ways through the emulator, which needs most of it.
FIRESTORE = Budget(2, "2 s")
FIRESTORE_REQUESTS = Budget(1, "the least")

# `redo ui` with 10,000 tasks or 100,000 nodes, through a pseudo terminal.
FIRST_SCREEN = Budget(0.060, "60 ms")
REDRAW = Budget(0.016, "16 ms")
INTERFACE_MEMORY = Budget(100e6, "100 MB")
# Less than what the system counts.
IDLE = Budget(0, "none")


def packs_push(nodes: int) -> Budget | None:
    """The budget for a whole log as packs, to a git repository or a folder on this machine."""
    return Budget(1, "1 s, with the disk") if nodes <= 100_000 else None


def packs_size(nodes: int) -> Budget | None:
    """The budget for what such a place then has."""
    return Budget(25e6, "25 MB") if nodes <= 100_000 else None


def packs_memory(nodes: int) -> Budget | None:
    """The budget for the peak memory of that push, and of a clone of it."""
    if nodes <= 100_000:
        return Budget(100e6, "100 MB")
    return Budget(300e6, "300 MB") if nodes <= 1_000_000 else None


def packs_small(nodes: int) -> Budget | None:
    """The budget for a push or a fetch of three nodes, with the disk."""
    if nodes <= 100_000:
        return Budget(0.060, "60 ms")
    return Budget(0.100, "100 ms") if nodes <= 1_000_000 else None


def replay(nodes: int) -> Budget | None:
    """The budget for the replay of a packed log of a number of nodes, if there is one."""
    if nodes <= 100_000:
        return Budget(0.25, "250 ms")
    if nodes <= 1_000_000:
        return Budget(2, "2 s")
    return None


# On two cores, of a log of a million nodes in 100,000 tasks.
_ANSWERS = {
    "list": Budget(0.100, "100 ms"),
    "done": Budget(0.040, "40 ms"),
    "heads": Budget(0.200, "200 ms"),
    "status": Budget(0.200, "200 ms"),
}
# Of an import of 700 MB, or of a check of what it gave.
_WHOLE_LOG_MEMORY = Budget(300e6, "300 MB")


def answer(name: str, nodes: int) -> Budget | None:
    """The budget for an answer from caches, or for a change, on a packed log of a number of nodes."""
    return _ANSWERS[name] if nodes <= 1_000_000 else None


def whole_log_memory(nodes: int) -> Budget | None:
    """The budget for the peak memory of whoever reads or writes a whole log of a number of nodes."""
    return _WHOLE_LOG_MEMORY if nodes <= 1_000_000 else None
