"""The history of one task: stage 3 and deletion. P 4 and 7."""

BROKEN_BRANCH = "E_BROKEN_BRANCH"
DUPLICATE_CREATE = "E_DUPLICATE_CREATE"
INVALID_TODO_REF = "E_INVALID_TODO_REF"
SCHEMA_MISMATCH = "E_SCHEMA_MISMATCH"
MISSING_TASK = "RECONSTRUCT_001"
UNKNOWN_ACTION = "RECONSTRUCT_002"

MAKES_TODO = ("CREATE_TODO", "ADD_TODO")
ACTIONS = (
    "CREATE UPDATE COMPLETE_TODO COMPLETE SNOOZE ARCHIVE UNARCHIVE DELETE MERGE".split()
)
ACTIONS = frozenset((*ACTIONS, *MAKES_TODO))


def derived_id(node_id):
    """The id of a to-do without one, from the id of its node. P 3."""
    return uuid_8(node_id.removeprefix("sha256:"))


def uuid_8(digits):
    """A UUID of version 8 from the first 32 hexadecimal digits of a hash."""
    variant = f"{int(digits[16], 16) & 3 | 8:x}"
    text = f"{digits[:12]}8{digits[13:16]}{variant}{digits[17:32]}"
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def todo_id(node):
    """The to-do that a node makes or names; None if it is about none."""
    if id := node.fields.get("todoTaskId"):
        return id.lower()
    return derived_id(node.id) if node.action in MAKES_TODO else None


def original_create(log, creates):
    """The original one of a set of CREATEs; None of none."""
    roots = [node for node in log.of(creates) if not node.past & creates]
    return min(roots, key=lambda node: (node.wall, node.id), default=None)


class History:
    """The nodes of a task, judged by stage 3, and those that are kept."""

    def __init__(self, log, task, subject, nodes=None):
        """Takes all nodes of the task, and those that are not void, as sets."""
        self.log, self.task, self.subject = log, task, subject
        self.nodes = subject if nodes is None else nodes
        self.original = original_create(
            log, sum(n.bit for n in log.of(self.nodes) if n.action == "CREATE")
        )
        self.codes = {}
        self.accepted = self.rejected = self.tombstones = 0
        self.todos = set()
        for node in log.of(self.nodes):
            self.judge(node)
        self.keep = self.kept()

    def ancestors(self, node):
        """The ancestors of a node: of the same task, and not void."""
        return node.past & self.nodes

    def judge(self, node):
        """Gives a node its code, if it has one."""
        code = self.code(node)
        if code:
            self.codes[node] = code
        if code and code != UNKNOWN_ACTION:
            self.rejected |= node.bit
            return
        self.accepted |= node.bit
        if node.action == "DELETE":
            self.tombstones |= node.bit
        elif node.action in MAKES_TODO:
            self.todos.add(todo_id(node))

    def code(self, node):
        """The code of stage 3; None without."""
        if self.ancestors(node) & (self.rejected | self.tombstones):
            return BROKEN_BRANCH
        if node.action == "CREATE" and node is not self.original:
            return DUPLICATE_CREATE
        if node.action in ("COMPLETE_TODO", "SNOOZE"):
            todo = todo_id(node)
            return INVALID_TODO_REF if todo and todo not in self.todos else None
        if node.action == "MERGE" and node.is_payload:
            base = self.log.by_id.get(node.fields["base"])
            is_right = base is not None and self.subject & base.bit
            if not is_right or not all(
                self.log.by_id[parent].has_seen(base) for parent in node.parents
            ):
                return SCHEMA_MISMATCH
        return None if node.action in ACTIONS else UNKNOWN_ACTION

    def kept(self):
        """The set Keep."""
        buried = 0
        for tombstone in self.log.of(self.tombstones):
            chain = -1
            if "deletedChain" in tombstone.fields:
                ids = map(self.log.by_id.get, tombstone.fields["deletedChain"])
                chain = 0
                for node in filter(None, ids):
                    chain |= node.bit
            buried |= self.ancestors(tombstone) & chain
        survivors = self.accepted & ~buried & ~self.tombstones
        keep = survivors
        for node in self.log.of(survivors):
            keep |= self.ancestors(node)
        return keep

    def folded(self, nodes):
        """Those of a set that change the state: accepted and of a known action."""
        return [n for n in self.log.of(nodes & self.accepted) if n.action in ACTIONS]
