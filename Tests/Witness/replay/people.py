"""Persons and devices, revocations and recoveries. E 3."""

import hashlib
import math

from .forms import PEOPLE, form_code
from .log import remembered

KEY_REVOKED = "E_KEY_REVOKED"
PERSON_CONFLICT = "E_PERSON_CONFLICT"
INVALID_REF = "E_INVALID_REF"
PERMISSION_DENIED = "E_PERMISSION_DENIED"


class People:
    """What the statements of a log amount to."""

    def __init__(self, log):
        """Goes through the four steps of the section."""
        self.log, self.memory = log, {}
        self.statements = log.with_action(*PEOPLE)
        self.form_codes = {node: form_code(node) for node in self.statements}
        self.well_formed = {node for node, code in self.form_codes.items() if not code}
        self.person_of = {}
        self.revocation_of = {}
        # Those that are void for none of form, signature and reference, by action.
        self.taken = {action: [] for action in PEOPLE}
        for node in self.statements:
            if node in self.well_formed and self.refers_well(node):
                self.taken[node.action].append(node)
        self.valid_recovers, self.counting_recovers = set(), set()
        self.in_force = {}
        for person in self.taken["CREATE_PERSON"]:
            self.follow_recovers(person)
        self.counting_revokes = set()
        # The revocations that count: node, key, and what they cover as a set.
        self.revocations = []
        self.cut_off = 0
        self.decide()
        self.find_belonging()
        self.codes = {
            node: code for node in self.statements if (code := self.code(node))
        }

    # Well-formed and with a reference

    def refers_well(self, node):
        """Whether what the statement is about is in its past; notes the person."""
        if node.action == "CREATE_PERSON":
            self.person_of[node] = node
            return True
        is_keep = node.action == "KEEP_NODES"
        other = self.log.by_id.get(node.fields["revocation" if is_keep else "person"])
        actions = ("REVOKE_DEVICE", "RECOVER") if is_keep else ("CREATE_PERSON",)
        if (
            other not in self.well_formed
            or other.action not in actions
            or not node.has_seen(other)
        ):
            return False
        if is_keep:
            self.revocation_of[node] = other
            self.person_of[node] = self.person_of.get(other)
        else:
            self.person_of[node] = other
        return True

    def of(self, person, action):
        """The statements of an action about a person, in order."""
        return [n for n in self.taken[action] if self.person_of[n] is person]

    # Joined and senior, in a past

    @remembered
    def has_joined(self, key, person, node):
        """Whether a key had joined a person in the past of a node."""
        return (person.key == key and node.has_seen(person)) or any(
            join.key == key and node.has_seen(join) and self.is_backed_by_past(join)
            for join in self.of(person, "JOIN_PERSON")
        )

    def backing_adds(self, join):
        """The ADD_DEVICEs by which its own past backs a JOIN_PERSON."""
        person = self.person_of[join]
        return [
            add
            for add in self.of(person, "ADD_DEVICE")
            if join.has_seen(add)
            and add.fields["key"] == join.key
            and self.has_joined(add.key, person, add)
        ]

    def backing_recovers(self, join, recovers):
        """Those of some RECOVERs that are for a JOIN_PERSON and in its past."""
        return [
            recover
            for recover in recovers
            if join.has_seen(recover)
            and self.person_of[recover] is self.person_of[join]
            and recover.fields["key"] == join.key
        ]

    def is_backed_by_past(self, join):
        """Whether its own past backs a JOIN_PERSON."""
        return bool(
            self.backing_adds(join) or self.backing_recovers(join, self.valid_recovers)
        )

    def first_join(self, key, person, node):
        """The first backed JOIN_PERSON of a key in the past of a node; None without."""
        for join in self.of(person, "JOIN_PERSON"):
            if join.key == key and node.has_seen(join) and self.is_backed_by_past(join):
                return join
        return None

    @remembered
    def seniors(self, key, person, node):
        """The keys that are senior to a key in the past of a node."""
        if person.key == key:
            return frozenset()
        join = self.first_join(key, person, node)
        result = set()
        for add in self.backing_adds(join) if join else ():
            result |= {add.key} | self.seniors(add.key, person, add)
        return frozenset(result)

    @remembered
    def depth(self, key, person, node):
        """How far a key is from the first one; infinite if it has not joined."""
        if person.key == key:
            return 0
        join = self.first_join(key, person, node)
        if not join:
            return math.inf
        if self.backing_recovers(join, self.valid_recovers):
            return 0
        return 1 + max(self.depth(a.key, person, a) for a in self.backing_adds(join))

    # Which RECOVER counts

    def follow_recovers(self, person):
        """Finds the RECOVERs of a person that count, one after the other."""
        last = person
        while candidates := self.candidates(person, last):
            self.valid_recovers.update(candidates)
            # More of them are valid: what was found about pasts is found anew.
            self.memory.clear()
            last = max(candidates, key=lambda r: (self.went_on(person, r), -r.index))
            self.counting_recovers.add(last)
        self.in_force[person] = last.fields["recovery"]

    def candidates(self, person, last):
        """The RECOVERs that answer to a commitment and have seen no other that does."""
        answers = [
            recover
            for recover in self.of(person, "RECOVER")
            if recover.has_seen(last)
            and hashlib.sha256(bytes.fromhex(recover.key)).hexdigest()
            == last.fields["recovery"]
        ]
        return [r for r in answers if not any(r.has_seen(other) for other in answers)]

    def went_on(self, person, recover):
        """The number of devices that have gone on from a RECOVER."""
        revoked = {entry["key"] for entry in recover.fields["revokes"]}
        return len(
            {
                node.key
                for nodes in self.taken.values()
                for node in nodes
                if self.person_of[node] is person
                and node.has_seen(recover)
                and node.key not in revoked
                and self.has_joined(node.key, person, recover)
            }
        )

    # Which revocations count

    def decide(self):
        """Decides all revocations, those that are equal together."""
        for recover in sorted(self.counting_recovers, key=lambda r: r.index):
            for entry in recover.fields["revokes"]:
                if self.entry_counts(recover, entry["key"]):
                    self.add_revocation(recover, entry["key"], entry["keeps"])
        self.cut_off = self.cut_off_now()
        by_rank = {}
        for revoke in self.taken["REVOKE_DEVICE"]:
            by_rank.setdefault(self.rank(revoke), []).append(revoke)
        for rank in sorted(by_rank):
            counting = [revoke for revoke in by_rank[rank] if self.counts(revoke)]
            for revoke in counting:
                self.add_revocation(
                    revoke, revoke.fields["key"], revoke.fields["keeps"]
                )
            self.counting_revokes.update(counting)
            self.cut_off = self.cut_off_now()

    def entry_counts(self, recover, key):
        """Whether an entry of a RECOVER that counts does."""
        return self.has_joined(key, self.person_of[recover], recover)

    def rank(self, revoke):
        """When a REVOKE_DEVICE is decided."""
        depth = self.depth(revoke.key, self.person_of[revoke], revoke)
        return depth, revoke.key != revoke.fields["key"]

    def counts(self, revoke):
        """Whether a REVOKE_DEVICE counts, with what is cut off so far."""
        person, key = self.person_of[revoke], revoke.fields["key"]
        return (
            self.has_joined(key, person, revoke)
            and (revoke.key == key or revoke.key in self.seniors(key, person, revoke))
            and not self.is_cut_off(revoke)
            and (revoke.key == key or self.stands(revoke, self.cut_off))
        )

    def add_revocation(self, node, key, keeps):
        """Notes a revocation that counts, with what it covers."""
        kept = list(keeps)
        for keep in self.taken["KEEP_NODES"]:
            if self.revocation_of[keep] is node and self.keep_stands(keep):
                kept += keep.fields["keeps"]
        covered = node.bit | node.past
        for id in kept:
            if other := self.log.by_id.get(id):
                covered |= other.bit | other.past
        self.revocations.append((node, key, covered))

    def is_signers(self, keep):
        """Whether the signer of a revocation of another key signed the KEEP_NODES."""
        revocation = self.revocation_of[keep]
        is_own = (
            revocation.action == "REVOKE_DEVICE"
            and revocation.fields["key"] == revocation.key
        )
        return keep.key == revocation.key and not is_own

    def keep_stands(self, keep):
        """Whether a KEEP_NODES stands, with what is cut off before its revocation."""
        return self.is_signers(keep) and not self.is_cut_off(keep)

    def is_never_cut_off(self, node):
        """The three kinds of nodes that nothing cuts off."""
        if node in self.revocation_of:
            revocation = self.revocation_of[node]
            return revocation.action == "RECOVER" and self.is_signers(node)
        is_recover = node.action == "RECOVER" and node in self.well_formed
        return is_recover or node in self.counting_revokes

    def cut_off_now(self):
        """The set that the revocations so far cut off."""
        cut = 0
        for _, key, covered in self.revocations:
            cut |= self.log.by_key(key) & ~covered
        for node in self.statements:
            if self.is_never_cut_off(node):
                cut &= ~node.bit
        return cut

    def is_cut_off(self, node):
        """Whether a node is cut off."""
        return bool(self.cut_off & node.bit)

    # Belonging and standing, in the log as a whole

    @remembered
    def is_backed(self, join, cut):
        """Whether a JOIN_PERSON is backed in the log as a whole."""
        person = self.person_of[join]
        return bool(self.backing_recovers(join, self.counting_recovers)) or any(
            join.has_seen(add)
            and add.fields["key"] == join.key
            and self.stands(add, cut)
            for add in self.of(person, "ADD_DEVICE")
        )

    def belongings(self, key, cut, nodes):
        """The statements of belonging of a key in a set, without those cut off."""
        for node in self.statements:
            if (
                node.key == key
                and nodes & node.bit
                and node in self.person_of
                and not cut & node.bit
                and (
                    node.action == "CREATE_PERSON"
                    or (node.action == "JOIN_PERSON" and self.is_backed(node, cut))
                )
            ):
                yield node

    @remembered
    def stands(self, node, cut):
        """Whether a statement by a device stands, with a set that is cut off."""
        if cut & node.bit:
            return False
        first = next(self.belongings(node.key, cut, node.past), None)
        return first is not None and self.person_of[first] is self.person_of[node]

    def find_belonging(self):
        """Finds for each key the statement that counts, and the others."""
        self.belonging, self.conflicts = {}, set()
        for key in {node.key for node in self.statements if node.key}:
            for node in self.belongings(key, self.cut_off, -1):
                if key in self.belonging:
                    self.conflicts.add(node)
                else:
                    self.belonging[key] = node

    def person_of_key(self, key):
        """The person that a key belongs to; None without."""
        return self.person_of[self.belonging[key]] if key in self.belonging else None

    def principal(self, author):
        """The principal of a key, or of a userId without a key. E 1."""
        keys = (key for key in self.belonging if key.startswith(author))
        key = next(keys, author)
        person = self.person_of_key(key)
        return person.id if person else author[:32]

    def means(self, principal, author):
        """Whether a principal that a node names means a key. E 1."""
        return principal in (author[:32], self.principal(author))

    # Codes

    def code(self, node):
        """The code of a statement that is void; None if it is not."""
        if self.form_codes[node]:
            return self.form_codes[node]
        if self.is_cut_off(node):
            return KEY_REVOKED
        if node in self.conflicts:
            return PERSON_CONFLICT
        if node not in self.person_of:
            return INVALID_REF
        return None if self.is_permitted(node) else PERMISSION_DENIED

    def is_permitted(self, node):
        """Whether the author of a statement may make it."""
        match node.action:
            case "CREATE_PERSON":
                return True
            case "JOIN_PERSON":
                return self.is_backed(node, self.cut_off)
            case "ADD_DEVICE" | "UPDATE_PERSON":
                return self.stands(node, self.cut_off)
            case "REVOKE_DEVICE":
                return node in self.counting_revokes
            case "RECOVER":
                return node in self.counting_recovers
            case "KEEP_NODES":
                counting = self.counting_revokes | self.counting_recovers
                return self.is_signers(node) and self.revocation_of[node] in counting
        raise ValueError(node.action)

    # The state

    def state(self):
        """The canonical state."""
        persons = [
            self.person_state(person)
            for person in self.taken["CREATE_PERSON"]
            if person not in self.codes
        ]
        return sorted(persons, key=lambda person: person["id"])

    def person_state(self, person):
        """A person of the state."""
        members = {"name": person.fields["name"], "email": person.fields.get("email")}
        for update in self.of(person, "UPDATE_PERSON"):
            if update not in self.codes:
                members |= {n: v for n, v in update.fields.items() if n != "person"}
        devices = [
            self.device_state(person, key, node)
            for key, node in sorted(self.belonging.items())
            if self.person_of[node] is person
        ]
        return members | {
            "id": person.id,
            "created": person.wall,
            "recovery": self.in_force[person],
            "devices": devices,
        }

    def device_state(self, person, key, belonging):
        """A device of a person of the state."""
        names = [
            add.fields.get("name")
            for add in self.of(person, "ADD_DEVICE")
            if belonging.action == "JOIN_PERSON"
            and belonging.has_seen(add)
            and add.fields["key"] == key
            and self.stands(add, self.cut_off)
        ]
        revoked = min(
            (node for node, revoked, _ in self.revocations if revoked == key),
            key=lambda node: node.index,
            default=None,
        )
        return {
            "key": key,
            "name": names[0] if names else None,
            "added": belonging.wall,
            "revoked": revoked.wall if revoked else None,
        }
