"""Rules of persons and of what is by a key. E 1 and 3."""

import hashlib
import math
import unittest.mock

from replay.log import Node
from replay.people import People

from .conditions import always, never, nothing


def seen_anywhere(self, node):
    """The reference of a statement, in whatever past."""
    with unittest.mock.patch.object(Node, "has_seen", always):
        return REFERS_WELL(self, node)


def covered_only(kept_too):
    """A revocation that covers no ancestors of what it keeps, or nothing of it."""

    def add(self, node, key, keeps):
        covered = node.bit | node.past
        for id in keeps if kept_too else ():
            if other := self.log.by_id.get(id):
                covered |= other.bit
        self.revocations.append((node, key, covered))

    return add


def covers_no_past(self, node, key, keeps):
    """A revocation that covers what it keeps alone."""
    ADD_REVOCATION(self, node, key, keeps)
    _, _, covered = self.revocations.pop()
    self.revocations.append((node, key, covered & ~node.past))


def without_keeps(self, node, key, keeps):
    """A revocation without KEEP_NODES."""
    with unittest.mock.patch.object(People, "keep_stands", never):
        ADD_REVOCATION(self, node, key, keeps)


def answering(self, person, last):
    """RECOVERs that have seen another one that answers to the same commitment, too."""
    answers = hashlib.sha256
    return [
        r
        for r in self.of(person, "RECOVER")
        if r.has_seen(last)
        and r not in self.counting_recovers
        and answers(bytes.fromhex(r.key)).hexdigest() == last.fields["recovery"]
    ]


def went_on(revoked_too=False, strangers_too=False, void_too=False):
    """Another number of devices that have gone on from a RECOVER."""

    def count(self, person, recover):
        revoked = {entry["key"] for entry in recover.fields["revokes"]}
        nodes = [node for nodes in self.taken.values() for node in nodes]
        return len(
            {
                node.key
                for node in nodes
                if self.person_of[node] is person
                and node.has_seen(recover)
                and (revoked_too or node.key not in revoked)
                and (strangers_too or self.has_joined(node.key, person, recover))
                and (void_too or node.action != "KEEP_NODES")
            }
        )

    return count


def direct_seniors(self, key, person, node):
    """Only who added a device, not who is above."""
    join = self.first_join(key, person, node)
    is_first = person.key == key or not join
    return frozenset(() if is_first else (a.key for a in self.backing_adds(join)))


def seniors_of_first(self, key, person, node):
    """Someone above the first device, if it joins its own person."""
    join, result = self.first_join(key, person, node), set()
    for add in self.backing_adds(join) if join else ():
        if add.key != key:
            result |= {add.key} | self.seniors(add.key, person, add)
    return frozenset(result)


def depth_by_adds(self, key, person, node):
    """The depth of a key that a RECOVER let in counts what added it, too."""
    if person.key == key:
        return 0
    join = self.first_join(key, person, node)
    adds = self.backing_adds(join) if join else ()
    return 1 + max((self.depth(a.key, person, a) for a in adds), default=-1)


def shallow_depth(self, key, person, node):
    """One more than the least depth."""
    if person.key == key:
        return 0
    join = self.first_join(key, person, node)
    if not join:
        return math.inf
    if self.backing_recovers(join, self.valid_recovers):
        return 0
    return 1 + min(self.depth(a.key, person, a) for a in self.backing_adds(join))


def by_depth_alone(self, revoke):
    """Revocations of a key by itself are decided with the others."""
    return RANK(self, revoke)[:1]


def all_at_once(*_):
    """All are decided together."""
    return ()


def counts_without(condition):
    """A REVOKE_DEVICE that counts without one of its conditions."""

    def counts(self, revoke):
        person, key = self.person_of[revoke], revoke.fields["key"]
        conditions = {
            "joined": self.has_joined(key, person, revoke),
            "senior": revoke.key == key
            or revoke.key in self.seniors(key, person, revoke),
            "cut off": not self.is_cut_off(revoke),
            "standing": revoke.key == key or self.stands(revoke, self.cut_off),
            "standing of itself": self.stands(revoke, self.cut_off),
        }
        if condition != "standing of itself":
            del conditions["standing of itself"]
        else:
            condition_is_more = conditions.pop("standing of itself")
            return all(conditions.values()) and condition_is_more
        return all(conditions[name] for name in conditions if name != condition)

    return counts


def cut_off_even(*kinds):
    """One of the kinds of nodes that nothing cuts off is cut off."""

    def is_never_cut_off(self, node):
        kind = node.action
        if kind == "KEEP_NODES" and node in self.revocation_of:
            kind = f"KEEP_NODES of {self.revocation_of[node].action}"
        return kind not in kinds and NEVER_CUT_OFF(self, node)

    return is_never_cut_off


def keep_by_anyone(self, keep):
    """A KEEP_NODES by anyone."""
    revocation = self.revocation_of[keep]
    is_own = revocation.fields.get("key") == revocation.key
    return not (revocation.action == "REVOKE_DEVICE" and is_own)


def keep_of_itself(self, keep):
    """A KEEP_NODES of a key's revocation of itself."""
    return keep.key == self.revocation_of[keep].key


def backed_by_valid(self, join, recovers):
    """RECOVERs that are valid in the place of those that count."""
    if recovers is self.counting_recovers:
        recovers = self.valid_recovers
    return BACKING_RECOVERS(self, join, recovers)


def backed_by_any_add(self, join, _):
    """An ADD_DEVICE that does not stand."""
    return bool(self.backing_recovers(join, self.counting_recovers)) or any(
        join.has_seen(add) and add.fields["key"] == join.key
        for add in self.of(self.person_of[join], "ADD_DEVICE")
    )


def stands_by_whole_log(self, node, cut):
    """A statement stands by what its key belongs to in the whole log."""
    first = next(self.belongings(node.key, cut, ~node.bit), None)
    return (
        not cut & node.bit
        and first is not None
        and self.person_of[first] is self.person_of[node]
    )


def last_belonging(self):
    """The last statement of belonging counts."""
    self.belonging, self.conflicts = {}, set()
    for key in {node.key for node in self.statements if node.key}:
        *others, self.belonging[key] = [*self.belongings(key, self.cut_off, -1), None]
        if others:
            *earlier, self.belonging[key] = others
            self.conflicts.update(earlier)
        else:
            del self.belonging[key]


def principal_of_key(self, author):
    """The principal of a node without key is its userId."""
    person = self.person_of_key(author)
    return person.id if person else author[:32]


def means_principal_alone(self, principal, author):
    """The userId of a key of a person means nobody."""
    return principal == self.principal(author)


def revoked_for_good(self, person, key, belonging):
    """The last revocation's time, and the last ADD_DEVICE's name."""
    state = DEVICE_STATE(self, person, key, belonging)
    walls = [node.wall for node, revoked, _ in self.revocations if revoked == key]
    return state | {"revoked": walls[-1] if walls else None}


def last_name(self, person, key, belonging):
    """The name of the last ADD_DEVICE."""
    names = [
        add.fields.get("name")
        for add in self.of(person, "ADD_DEVICE")
        if belonging.has_seen(add)
        and add.fields["key"] == key
        and self.stands(add, self.cut_off)
    ]
    state = DEVICE_STATE(self, person, key, belonging)
    return state | {"name": names[-1] if names else None}


REFERS_WELL, ADD_REVOCATION = People.refers_well, People.add_revocation
RANK, NEVER_CUT_OFF = People.rank, People.is_never_cut_off
BACKING_RECOVERS, DEVICE_STATE = People.backing_recovers, People.device_state


RULES = {
    "a node without key is by the key that its userId begins": (
        Node,
        "is_by",
        lambda self, key: self.key == key,
    ),
    "its principal is that of the key": (People, "principal", principal_of_key),
    "a userId means its key also if that has a person": (
        People,
        "means",
        means_principal_alone,
    ),
    "what a statement is about is in its past": (People, "refers_well", seen_anywhere),
    "a JOIN_PERSON is backed by its past": (People, "is_backed_by_past", always),
    "seniors of seniors": (People, "seniors", direct_seniors),
    "nobody above the first": (People, "seniors", seniors_of_first),
    "depth 0 by a RECOVER": (People, "depth", depth_by_adds),
    "the maximum depth": (People, "depth", shallow_depth),
    "no candidate has seen another": (People, "candidates", answering),
    "devices that have gone on": (People, "went_on", nothing),
    "but for revoked ones": (
        People, "went_on", went_on(revoked_too=True, void_too=True),
    ),
    "and only those that had joined": (
        People, "went_on", went_on(strangers_too=True, void_too=True),
    ),
    "a KEEP_NODES goes on": (People, "went_on", went_on()),
    "a revocation covers its past": (People, "add_revocation", covers_no_past),
    "what it keeps": (People, "add_revocation", covered_only(False)),
    "the ancestors of that": (People, "add_revocation", covered_only(True)),
    "what KEEP_NODES keeps": (People, "add_revocation", without_keeps),
    "KEEP_NODES by the signer": (People, "is_signers", keep_by_anyone),
    "not of itself": (People, "is_signers", keep_of_itself),
    "KEEP_NODES that is not cut off": (
        People, "keep_stands", lambda self, keep: self.is_signers(keep),
    ),
    "nothing cuts off a RECOVER": (People, "is_never_cut_off", cut_off_even("RECOVER")),
    "nor its KEEP_NODES": (
        People, "is_never_cut_off", cut_off_even("KEEP_NODES of RECOVER"),
    ),
    "nor a revocation that counts": (
        People, "is_never_cut_off", cut_off_even("REVOKE_DEVICE"),
    ),
    "the order of depth": (People, "rank", all_at_once),
    "a key's own revocations first": (People, "rank", by_depth_alone),
    "the revoked key had joined": (People, "counts", counts_without("joined")),
    "also that of an entry": (People, "entry_counts", always),
    "the author is senior": (People, "counts", counts_without("senior")),
    "no earlier one cuts it off": (People, "counts", counts_without("cut off")),
    "its author is a device": (People, "counts", counts_without("standing")),
    "a key may always revoke itself": (
        People, "counts", counts_without("standing of itself"),
    ),
    "a counting RECOVER backs": (People, "backing_recovers", backed_by_valid),
    "a standing ADD_DEVICE backs": (People, "is_backed", backed_by_any_add),
    "standing by its own past": (People, "stands", stands_by_whole_log),
    "the first statement of belonging": (People, "find_belonging", last_belonging),
    "the name of the first ADD_DEVICE": (People, "device_state", last_name),
    "the first revocation": (People, "device_state", revoked_for_good),
}  # fmt: skip
