"""Rules of the second reading, each broken in one way that some history has to show.

A rule whose change no history shows is one that the histories do not compare.
"""

import contextlib
import math
import unittest.mock

from replay import fold, forms, history, log, organisation, people, sharing, tasks

People, Authority = people.People, sharing.Authority
Effective, Organisation = tasks.Effective, organisation.Organisation
Node = log.Node
ADMIN, READ = sharing.ADMIN, sharing.READ


def always(*_):
    """For a condition that holds."""
    return True


def never(*_):
    """For one that does not."""
    return False


def nothing(*_):
    """For an empty set."""
    return 0


def seen_anywhere(self, node):
    """The reference of a statement, in whatever past."""
    with unittest.mock.patch.object(Node, "has_seen", always):
        return REFERS_WELL(self, node)


def covered_only(kept_too):
    """A revocation that covers its past alone, or what it keeps without the ancestors."""

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
    answers = people.hashlib.sha256
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


def permission_by(choose, seen_too=False, removed_too=False):
    """Another choice of permissions."""

    def permission(self, node, author, is_given):
        if self.is_owners(author):
            return ADMIN
        removals = 0 if removed_too else self.removals(author, node)
        granting = [
            share
            for share in self.shares
            if node.has_seen(share)
            and self.granted(share, author) is not None
            and removals & ~share.past == 0
            and is_given(share, node)
        ]
        last = [
            s
            for s in granting
            if seen_too or not any(other.has_seen(s) for other in granting)
        ]
        return choose((self.granted(s, author) for s in last), default=sharing.NONE)

    return permission


def granted_highest(self, share, author):
    """Of several grants the highest."""
    permissions = [
        forms.PERMISSIONS.index(grant["permission"])
        for grant in share.fields["grants"]
        if self.people.means(grant["grantee"], author)
    ]
    return max(permissions, default=None)


def in_force_without(condition):
    """A SHARE that is in force without one of the conditions on its author."""

    def is_in_force(self, share, node):
        author = share.author
        conditions = {
            "admin": self.view(share, author) == ADMIN,
            "owner": not self.owner_removes_beside(author, share),
            "removal": not log.concurrent_in(
                self.log, share, self.removals(author, node)
            ),
        }
        return self.is_owners(author) or all(
            conditions[name] for name in conditions if name != condition
        )

    return is_in_force


def removes_without(condition):
    """A valid removal of fewer or more kinds."""

    def removes(self, unshare, grantee):
        author = unshare.author
        if self.is_owners(author):
            return True
        permission = self.view(unshare, author)
        is_self = self.people.means(grantee, author)
        if condition == "self":
            is_self = False
        if is_self and (permission != sharing.NONE or condition == "permission"):
            return True
        is_owners = self.owner_removes_beside(author, unshare)
        return (permission == ADMIN or condition == "admin") and (
            not is_owners or condition == "owner"
        )

    return removes


def share_counts_without(condition):
    """A SHARE that counts without one of the conditions on its author."""

    def share_counts(self, share):
        author = share.author
        return self.is_owners(author) or (
            (condition == "admin" or self.full(share, author) == ADMIN)
            and (condition == "removal" or not self.is_removed_beside(author, share))
        )

    return share_counts


def witness_of_any(self, node):
    """Every SHARE or UNSHARE that counts is a witness."""
    return self.counts(node)


def shares_alone(self, node):
    """UNSHAREs are no witnesses."""
    return node.action == "SHARE" and IS_WITNESS(self, node)


def effective_without(condition):
    """Other nodes that are not void for permission."""

    def is_effective(self, node):
        author, past = node.author, node.past & self.witnesses
        is_deletion = node.action == "DELETE_CATEGORY" and node.task is None
        if node.action in forms.SHARING or self.is_owners(author):
            return IS_EFFECTIVE(self, node)
        if is_deletion:
            if condition == "deletion" and past:
                return self.full(node, author) >= sharing.WRITE
            if condition == "open deletion" and not self.witnesses:
                return True
        elif self.witnesses and not past:
            if condition == "unseen":
                return True
            if condition == "seen":
                return False
        elif past:
            is_removed = self.is_removed_beside(author, node)
            if condition == "read":
                return self.full(node, author) >= READ and not is_removed
            if condition == "removal":
                return self.full(node, author) >= sharing.WRITE
        return IS_EFFECTIVE(self, node)

    return is_effective


def authority_with(closed):
    """Another sense of `closed`."""

    def init(self, log, people, subject, owner, original=None):
        AUTHORITY(self, log, people, subject, owner, original)
        self.witnesses = sum(
            n.bit for n in self.shares + self.unshares if self.is_witness(n)
        )
        if original and closed(original.fields.get("closed")):
            self.witnesses |= original.bit

    return init


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


def taking_all(self):
    """Nodes that stage 3 rejects or that are not kept take part."""
    return iter(
        self.log.with_action(*forms.CATEGORIES, *forms.COMMENTS_AND_WORK)
    )


REFERS_WELL, ADD_REVOCATION, RANK = People.refers_well, People.add_revocation, People.rank
NEVER_CUT_OFF, BACKING_RECOVERS = People.is_never_cut_off, People.backing_recovers
DEVICE_STATE, AUTHORITY = People.device_state, Authority.__init__
IS_WITNESS, IS_EFFECTIVE = Authority.is_witness, Authority.is_effective
VOID_IN, STATE_AT = Effective.void_in, fold.Fold.state_at
FIND_ORIGINAL, CODE, PERMITTED = (
    Effective.find_original,
    Organisation.code,
    Organisation.is_permitted,
)

# What is replaced, and by what: an attribute of an object, or a key of a dictionary.
RULES = {
    # Section 1
    "people and sharing need a signature": (forms, "needs_signature", never),
    "taskId is there exactly if it has to be": (forms, "is_about_right", always),
    "KEEP_NODES keeps something": (
        forms.ALL,
        "KEEP_NODES",
        ({"revocation": forms.is_node_id, "keeps": forms.is_keeps}, {}, ()),
    ),
    "UPDATE_PERSON sets something": (
        forms.ALL,
        "UPDATE_PERSON",
        (*forms.PEOPLE["UPDATE_PERSON"][:2], ()),
    ),
    "objects are closed": (
        forms,
        "is_object",
        lambda value, required, optional=(): isinstance(value, dict)
        and all(name in value and required[name](value[name]) for name in required)
        and all(optional[n](value[n]) for n in optional if n in value),
    ),
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
    # Section 2
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
    "by principals": (Organisation, "is_permitted", permitted_by_key),
    "the owner of a task deletes": (Organisation, "is_permitted", permitted_makers),
    "who may, in comments and work": (Organisation, "is_permitted", always),
    # Section 3: joined and senior
    "what a statement is about is in its past": (People, "refers_well", seen_anywhere),
    "a JOIN_PERSON is backed by its past": (People, "is_backed_by_past", always),
    "seniors of seniors": (People, "seniors", direct_seniors),
    "nobody above the first": (People, "seniors", seniors_of_first),
    "depth 0 by a RECOVER": (People, "depth", depth_by_adds),
    "the maximum depth": (People, "depth", shallow_depth),
    # Which RECOVER counts
    "no candidate has seen another": (People, "candidates", answering),
    "devices that have gone on": (People, "went_on", nothing),
    "but for revoked ones": (People, "went_on", went_on(revoked_too=True, void_too=True)),
    "and only those that had joined": (
        People, "went_on", went_on(strangers_too=True, void_too=True),
    ),
    "a KEEP_NODES goes on": (People, "went_on", went_on()),
    # Which revocations count
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
    # Belonging and standing
    "a counting RECOVER backs": (People, "backing_recovers", backed_by_valid),
    "a standing ADD_DEVICE backs": (People, "is_backed", backed_by_any_add),
    "standing by its own past": (People, "stands", stands_by_whole_log),
    "the first statement of belonging": (People, "find_belonging", last_belonging),
    "the first revocation": (People, "device_state", revoked_for_good),
    # Section 4: the owner
    "who certifies is the owner": (Effective, "certifying", lambda *_: []),
    "one that is cut off is not the original": (
        Effective, "find_original", first_certifying,
    ),
    "nor without a certificate": (Effective, "find_original", original_of_all),
    "every other CREATE is void": (Effective, "is_other_create", never),
    # Authority
    "the lowest of several SHAREs": (Authority, "permission", permission_by(max)),
    "the lowest of one SHARE": (Authority, "granted", granted_highest),
    "a later SHARE takes the place": (Authority, "permission", permission_by(min, True)),
    "removals in the past": (
        Authority, "permission", permission_by(min, removed_too=True),
    ),
    "in force: the author is admin": (
        Authority, "is_in_force", in_force_without("admin"),
    ),
    "in force: no removal by the owner beside": (
        Authority, "is_in_force", in_force_without("owner"),
    ),
    "in force: no removal in the past beside": (
        Authority, "is_in_force", in_force_without("removal"),
    ),
    "who has some permission may leave": (
        Authority, "removes", removes_without("self"),
    ),
    "but not who has none": (Authority, "removes", removes_without("permission")),
    "an admin removes": (Authority, "removes", removes_without("admin")),
    "but not one that the owner removes beside": (
        Authority, "removes", removes_without("owner"),
    ),
    "a SHARE of an admin counts": (
        Authority, "share_counts", share_counts_without("admin"),
    ),
    "without a removal beside": (
        Authority, "share_counts", share_counts_without("removal"),
    ),
    "a witness is by an admin": (Authority, "is_witness", witness_of_any),
    "an UNSHARE can be one": (Authority, "is_witness", shares_alone),
    "closed is the literal true": (Authority, "__init__", authority_with(bool)),
    "and closes": (Authority, "__init__", authority_with(never)),
    "what a witness has seen stays": (
        Authority, "is_effective", effective_without("seen"),
    ),
    "what it has not seen does not": (
        Authority, "is_effective", effective_without("unseen"),
    ),
    "read is not write": (Authority, "is_effective", effective_without("read")),
    "removed beside a node": (Authority, "is_effective", effective_without("removal")),
    "an admin deletes a category": (
        Authority, "is_effective", effective_without("deletion"),
    ),
    "the owner alone deletes an open one": (
        Authority, "is_effective", effective_without("open deletion"),
    ),
    # The effective view
    "void nodes have no effect": (Effective, "void_in", nothing_left_out),
    "the state at a void base": (fold.Fold, "state_at", state_of_void),
    "of equals the first original": (
        history, "original_create", lambda log, creates: next(log.of(creates), None),
    ),
}  # fmt: skip


@contextlib.contextmanager
def broken(rule):
    """Breaks a rule for a while."""
    owner, name, value = RULES[rule]
    patch = unittest.mock.patch
    with (
        patch.dict(owner, {name: value})
        if isinstance(owner, dict)
        else patch.object(owner, name, value)
    ):
        yield


def shown(logs, answers):
    """The rules without which some log has another answer.

    Logs are nodes, and answers are a function of them.
    """
    right, result = [answers(nodes) for nodes in logs], set()
    for rule in RULES:
        with broken(rule):
            pairs = zip(logs, right, strict=True)
            if any(is_other(nodes, answer, answers) for nodes, answer in pairs):
                result.add(rule)
    return result


def is_other(nodes, answer, answers):
    """Whether a log has another answer with a rule that is broken."""
    try:
        return answers(nodes) != answer
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        # Without the rule the rest does not hold together: it shows, too.
        return True
