"""Rules of sharing. E 4, Authority."""

from replay import forms, log
from replay.sharing import ADMIN, NONE, READ, WRITE, Authority

from .conditions import never


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
        return choose((self.granted(s, author) for s in last), default=NONE)

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
        if is_self and (permission != NONE or condition == "permission"):
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
                return self.full(node, author) >= WRITE
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
                return self.full(node, author) >= WRITE
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


AUTHORITY, IS_WITNESS = Authority.__init__, Authority.is_witness
IS_EFFECTIVE = Authority.is_effective


RULES = {
    "the lowest of several SHAREs": (Authority, "permission", permission_by(max)),
    "the lowest of one SHARE": (Authority, "granted", granted_highest),
    "a later SHARE takes the place": (
        Authority, "permission", permission_by(min, seen_too=True),
    ),
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
}  # fmt: skip
