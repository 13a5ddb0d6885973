"""The log: nodes in the one order, and their pasts as sets of bits. P 2, 4, 5; E 1."""

import functools

GREATEST_JUMP = 1_000_000
OK = "OK"


def remembered(method):
    """A method whose answers are kept in `memory`, which an object has."""

    @functools.wraps(method)
    def answer(self, *arguments):
        question = (method.__name__, *arguments)
        if question not in self.memory:
            self.memory[question] = method(self, *arguments)
        return self.memory[question]

    return answer


class Node:
    """One node that has passed stage 1, with what the replay looks at."""

    def __init__(self, document):
        """Takes the members apart."""
        self.id = document["id"]
        self.parents = document["parents"]
        self.lamport = int(document["timestamp"]["lamport"])
        self.wall = document["timestamp"]["wall"]
        self.action = document["action"]
        self.task = document["taskId"].lower() if "taskId" in document else None
        self.is_payload = "payload" in document["data"]
        self.fields = document["data"]["payload" if self.is_payload else "fields"]
        self.user = document["author"]["userId"]
        self.key = document["author"].get("publicKey")
        self.is_signed = "signature" in document
        self.index = None
        self.past = 0

    @property
    def author(self):
        """The key that wrote it, or the userId if it has no key. E 4, Authority."""
        return self.key or self.user

    @property
    def order(self):
        """Its place in the replay order. P 5."""
        return self.lamport, self.wall, self.id

    @property
    def bit(self):
        """The node as a set of one."""
        return 1 << self.index

    def has_seen(self, other):
        """Whether another node is in its past. E 1."""
        return bool(self.past >> other.index & 1)

    def is_by(self, key):
        """Whether it is by this key. E 1."""
        return self.key == key if self.key else key.startswith(self.user)


class Log:
    """Nodes that have passed stages 1 and 2, in the replay order."""

    def __init__(self, nodes):
        """Orders them and finds their pasts."""
        self.memory = {}
        self.nodes = sorted(nodes, key=lambda node: node.order)
        self.by_id = {node.id: node for node in self.nodes}
        for index, node in enumerate(self.nodes):
            node.index = index
            node.past = 0
            for parent in node.parents:
                node.past |= self.by_id[parent].past | self.by_id[parent].bit

    def of(self, mask):
        """The nodes of a set, in order."""
        while mask:
            low = mask & -mask
            yield self.nodes[low.bit_length() - 1]
            mask ^= low

    def with_action(self, *actions):
        """The nodes of some actions, in order."""
        return [node for node in self.nodes if node.action in actions]

    @remembered
    def by_key(self, key):
        """The nodes by a key, as a set."""
        return sum(node.bit for node in self.nodes if node.is_by(key))


def are_concurrent(one, other):
    """Whether neither of two nodes has seen the other. E 1."""
    return one is not other and not one.has_seen(other) and not other.has_seen(one)


def concurrent_in(log, node, mask):
    """Whether a set has a node that is concurrent with this one."""
    return any(are_concurrent(node, other) for other in log.of(mask))


def admitted(nodes, stored=()):
    """Judges a batch by stage 2: codes by id, and all good nodes. P 4."""
    good, codes = {node.id: node for node in stored}, {}
    for node in sorted(nodes, key=lambda node: node.order):
        codes[node.id] = code = stage_2(node, good)
        if code == OK:
            good[node.id] = node
    return codes, list(good.values())


def stage_2(node, good):
    """The code of stage 2, among the nodes that are there."""
    if any(parent not in good for parent in node.parents):
        return "E_PARENT_NOT_FOUND"
    parents = [good[parent] for parent in node.parents]
    if node.is_payload and any(parent.task != node.task for parent in parents):
        return "E_PARENT_MISMATCH"
    top = max((parent.lamport for parent in parents), default=0)
    if node.is_payload:
        is_right = node.lamport == (1 if node.action == "CREATE" else top + 1)
    else:
        is_right = top < node.lamport <= top + GREATEST_JUMP
    return OK if is_right else "E_LAMPORT_VIOLATION"
