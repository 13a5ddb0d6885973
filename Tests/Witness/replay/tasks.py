"""The family `tasks`, and `effective`: the same without void nodes. P 6; E 4."""

import hashlib

from .fold import Fold
from .forms import CATEGORIES, HEX_32, SHARING, form_code
from .history import (
    ACTIONS,
    DUPLICATE_CREATE,
    MISSING_TASK,
    UNKNOWN_ACTION,
    History,
    original_create,
    uuid_8,
)
from .people import INVALID_REF, KEY_REVOKED, PERMISSION_DENIED
from .sharing import Authority


def certifies(node, kind, id, nonce):
    """Whether the author's key and a nonce give an id. E 1."""
    if node.key is None or not isinstance(nonce, str) or not HEX_32.fullmatch(nonce):
        return False
    text = f"redo:{kind}:{node.key}:{nonce}"
    return uuid_8(hashlib.sha256(text.encode()).hexdigest()) == id


class Tasks:
    """The tasks of a log as the protocol has them."""

    def __init__(self, log):
        """Judges each task."""
        self.log = log
        self.subjects = {}
        for node in log.nodes:
            if node.task is not None:
                self.subjects[node.task] = self.subjects.get(node.task, 0) | node.bit
        self.codes = {}
        self.histories = {
            task: History(log, task, subject, subject & ~self.void_in(task))
            for task, subject in self.subjects.items()
        }

    def void_in(self, _):
        """The void nodes of a task as a set."""
        return 0

    def rejected(self):
        """The codes of stage 3."""
        codes = {
            node: MISSING_TASK if node.action in ACTIONS else UNKNOWN_ACTION
            for node in self.log.nodes
            if node.task is None
        }
        for history in self.histories.values():
            codes |= history.codes
        return codes

    def state(self):
        """The canonical state."""
        tasks = (Fold(history).state() for history in self.histories.values())
        return sorted(filter(None, tasks), key=lambda task: task["guid"])


class Effective(Tasks):
    """The effective view."""

    def __init__(self, log, people):
        """Finds what is void, then judges each task again."""
        self.people = people
        self.owners = {}
        super().__init__(log)

    def void_in(self, task):
        """Finds the void nodes of a task, by their codes, and returns them as a set."""
        subject = self.subjects[task]
        original = self.find_original(task)
        for node in self.log.of(subject):
            if code := self.first_code(node):
                self.codes[node] = code
            elif self.is_other_create(task, node, original):
                self.codes[node] = DUPLICATE_CREATE
        rest = self.without_void(subject)
        is_certified = original is not None and self.certifies(task, original)
        authority = Authority(
            self.log,
            self.people,
            rest,
            self.owners[task],
            original if is_certified else None,
        )
        for node in self.log.of(rest):
            if not authority.is_effective(node):
                self.codes[node] = PERMISSION_DENIED
        return subject & ~self.without_void(subject)

    def without_void(self, nodes):
        """The nodes of a set that have no code."""
        return sum(node.bit for node in self.log.of(nodes) if node not in self.codes)

    def first_code(self, node):
        """The code of form, key and signature of a node of a task."""
        code = form_code(node) if node.action in SHARING else None
        return code or (KEY_REVOKED if self.people.is_cut_off(node) else None)

    def certifies(self, task, create):
        """Whether a CREATE certifies the id of its task."""
        return certifies(create, "task", task, create.fields.get("ownerNonce"))

    def certifying(self, task):
        """The CREATEs that certify the id of a task."""
        nodes = self.log.of(self.subjects[task])
        return [n for n in nodes if n.action == "CREATE" and self.certifies(task, n)]

    def find_original(self, task):
        """The original CREATE of a task, or None; notes the owner."""
        if certifying := self.certifying(task):
            self.owners[task] = self.people.principal(certifying[0].author)
            alive = [n for n in certifying if not self.people.is_cut_off(n)]
            return alive[0] if alive else None
        creates = sum(
            node.bit
            for node in self.log.of(self.subjects[task])
            if node.action == "CREATE" and not self.people.is_cut_off(node)
        )
        original = original_create(self.log, creates)
        self.owners[task] = original and self.people.principal(original.author)
        return original

    def is_other_create(self, task, node, original):
        """Whether a CREATE is void since another one certifies the id."""
        return (
            node.action == "CREATE"
            and node is not original
            and bool(self.certifying(task))
        )

    def is_made_before(self, maker, node):
        """Whether a category was made before a node, in the order."""
        return maker is not None and maker.index < node.index

    def judge_categories(self, organisation):
        """Judges SHAREs and UNSHAREs of categories, by what made these.

        Returns the authority over each category by its id.
        """
        subjects = {}
        for node in self.log.nodes:
            is_sharing = node.action in SHARING
            if node.task is None and (is_sharing or node.action in CATEGORIES):
                code = form_code(node)
                if not code and self.people.is_cut_off(node):
                    code = KEY_REVOKED
                if not code:
                    id = node.fields["categoryId"].lower()
                    maker = organisation.makers.get(("category", id))
                    if is_sharing and not self.is_made_before(maker, node):
                        code = INVALID_REF
                if not code:
                    subjects[id] = subjects.get(id, 0) | node.bit
                elif is_sharing:
                    self.codes[node] = code
        result = {}
        for id, subject in subjects.items():
            maker = organisation.makers.get(("category", id))
            owner = maker and self.people.principal(maker.author)
            result[id] = authority = Authority(self.log, self.people, subject, owner)
            for node in self.log.of(subject):
                if node.action in SHARING and not authority.is_effective(node):
                    self.codes[node] = PERMISSION_DENIED
        return result
