"""Rules of the effective view, of organisation and of the tasks. E 2 and 4; P."""

import unittest.mock

from replay import forms, history, organisation
from replay.fold import Fold
from replay.history import History
from replay.organisation import Organisation
from replay.people import People
from replay.tasks import Effective

from .conditions import always, never


def first_certifying(self, task):
    """The first CREATE that certifies the id, also if it is cut off."""
    if certifying := self.certifying(task):
        self.owners[task] = self.people.principal(certifying[0].author)
        return certifying[0]
    return FIND_ORIGINAL(self, task)


def original_of_all(self, task):
    """Without a certificate the original one of all, also if it is cut off."""
    if self.certifying(task):
        return FIND_ORIGINAL(self, task)
    with unittest.mock.patch.object(People, "is_cut_off", never):
        return FIND_ORIGINAL(self, task)


def nothing_left_out(self, task):
    """Void nodes have a code and yet an effect."""
    VOID_IN(self, task)
    return 0


def state_of_void(self, node):
    """The state at a void base or parent: nothing."""
    return STATE_AT(self, node) if node.bit & self.history.nodes else None


def organisation_without(condition):
    """Other codes of nodes of the family."""

    def code(self, node):
        found = CODE(self, node)
        about = organisation.thing(node)
        maker = self.makers.get(about)
        if condition == "other task" and maker and maker.task != node.task:
            found = None if node.action not in organisation.MAKERS else found
        if condition == "later" and maker and maker.index > node.index:
            return "E_NONE"
        if node.action == "STOP_WORK" and found == condition:
            return None
        return found

    return code


def first_maker(_, about, nodes):
    """The first node makes a thing, whatever certifies it."""
    return nodes[0]


def permitted_by_key(self, node, maker):
    """The same key in the place of the same principal."""
    if node.task is None:
        return PERMITTED(self, node, maker)
    return node.author == maker.author or (
        node.action in organisation.DELETIONS
        and self.people.principal(node.author) == self.effective.owners[node.task]
    )


def permitted_makers(self, node, maker):
    """The owner of a task deletes no comment of another."""
    if node.task is None:
        return PERMITTED(self, node, maker)
    return self.people.principal(node.author) == self.people.principal(maker.author)


def judged_alone(self, node):
    """What is void in the effective view is not void here."""
    with unittest.mock.patch.object(self.effective, "codes", {}):
        return UNSPOILED(self, node)


def history_without(*codes):
    """Stage 3 without some codes."""

    def code(self, node):
        found = STAGE_3(self, node)
        return None if found in codes else found

    return code


def buried_whole(self):
    """A tombstone buries all that it has seen, whatever it names."""
    chains = {
        n: n.fields.pop("deletedChain", None) for n in self.log.of(self.tombstones)
    }
    try:
        return KEPT(self)
    finally:
        for node, chain in chains.items():
            if chain is not None:
                node.fields["deletedChain"] = chain


def taking_all(self):
    """Nodes that stage 3 rejects or that are not kept take part."""
    return iter(self.log.with_action(*forms.CATEGORIES, *forms.COMMENTS_AND_WORK))


FIND_ORIGINAL, VOID_IN = Effective.find_original, Effective.void_in
CODE, PERMITTED = Organisation.code, Organisation.is_permitted
UNSPOILED, STATE_AT = Organisation.is_unspoiled, Fold.state_at
STAGE_3, KEPT = History.code, History.kept


RULES = {
    "what certifies comes first": (Organisation, "maker", first_maker),
    "only what is kept takes part": (Organisation, "taking_part", taking_all),
    "what is named is of this task": (
        Organisation, "code", organisation_without("other task"),
    ),
    "what is named comes before": (Organisation, "code", organisation_without("later")),
    "no end before the start": (
        Organisation, "code", organisation_without("E_SCHEMA_MISMATCH"),
    ),
    "no second end": (Organisation, "code", organisation_without("E_DUPLICATE_CREATE")),
    "what is void in the effective view is void": (
        Organisation, "is_unspoiled", judged_alone,
    ),
    "by principals": (Organisation, "is_permitted", permitted_by_key),
    "the owner of a task deletes": (Organisation, "is_permitted", permitted_makers),
    "who may, in comments and work": (Organisation, "is_permitted", always),
    "who certifies is the owner": (Effective, "certifying", lambda *_: []),
    "one that is cut off is not the original": (
        Effective, "find_original", first_certifying,
    ),
    "nor without a certificate": (Effective, "find_original", original_of_all),
    "every other CREATE is void": (Effective, "is_other_create", never),
    "a category is made before it is shared": (Effective, "is_made_before", always),
    "void nodes have no effect": (Effective, "void_in", nothing_left_out),
    "the state at a void base": (Fold, "state_at", state_of_void),
    "below what is rejected": (History, "code", history_without("E_BROKEN_BRANCH")),
    "a to-do is made before": (History, "code", history_without("E_INVALID_TODO_REF")),
    "a tombstone buries its chain": (History, "kept", buried_whole),
    "of equals the first original": (
        history, "original_create", lambda log, creates: next(log.of(creates), None),
    ),
}  # fmt: skip
