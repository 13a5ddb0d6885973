"""Who may do what with one task or category. E 4."""

from .forms import PERMISSIONS
from .log import are_concurrent, concurrent_in, remembered

NONE, READ, WRITE, ADMIN = range(4)


class Authority:
    """The permissions of a task or category, by its SHAREs and UNSHAREs."""

    def __init__(self, log, people, subject, owner, original=None):
        """Takes the nodes of the subject, without those whose code comes before.

        owner is a principal or None; original is a CREATE that certifies its id.
        """
        self.log, self.people, self.memory = log, people, {}
        self.owner = owner
        nodes = list(log.of(subject))
        self.shares = [node for node in nodes if node.action == "SHARE"]
        self.unshares = [node for node in nodes if node.action == "UNSHARE"]
        self.witnesses = sum(
            node.bit for node in self.shares + self.unshares if self.is_witness(node)
        )
        if original and original.fields.get("closed") is True:
            self.witnesses |= original.bit

    def is_owners(self, author):
        """Whether the principal of a key is the owner."""
        return self.owner is not None and self.people.principal(author) == self.owner

    def granted(self, share, author):
        """The permission that a SHARE grants to a key; None if it grants none."""
        permissions = [
            PERMISSIONS.index(grant["permission"])
            for grant in share.fields["grants"]
            if self.people.means(grant["grantee"], author)
        ]
        return min(permissions, default=None)

    def names(self, unshare, author):
        """Whether an UNSHARE names a key."""
        return any(self.people.means(g, author) for g in unshare.fields["grantees"])

    # Removals

    @remembered
    def removes(self, unshare, grantee):
        """Whether an UNSHARE validly removes a grantee."""
        author = unshare.author
        if self.is_owners(author):
            return True
        permission = self.view(unshare, author)
        if self.people.means(grantee, author) and permission != NONE:
            return True
        return permission == ADMIN and not self.owner_removes_beside(author, unshare)

    @remembered
    def owner_removes_beside(self, author, node):
        """Whether the owner removes a key concurrently with a node."""
        return any(
            self.is_owners(unshare.author)
            and self.names(unshare, author)
            and are_concurrent(unshare, node)
            for unshare in self.unshares
        )

    def is_removal_of(self, unshare, author):
        """Whether an UNSHARE validly removes a grantee that means a key."""
        return any(
            self.people.means(grantee, author) and self.removes(unshare, grantee)
            for grantee in unshare.fields["grantees"]
        )

    @remembered
    def removals(self, author, node=None):
        """The valid removals of a key in the past of a node, or all, as a set."""
        return sum(
            unshare.bit
            for unshare in self.unshares
            if (node is None or node.has_seen(unshare))
            and self.is_removal_of(unshare, author)
        )

    def is_removed_beside(self, author, node):
        """Whether any valid removal of a key is concurrent with a node."""
        return concurrent_in(self.log, node, self.removals(author))

    # Permissions

    @remembered
    def view(self, node, author):
        """The permission of a key as a node sees it."""
        return self.permission(node, author, self.is_in_force)

    @remembered
    def full(self, node, author):
        """The permission of a key at a node, by the SHAREs that count."""
        return self.permission(node, author, lambda share, _: self.share_counts(share))

    def permission(self, node, author, is_given):
        """The lowest permission of the last SHAREs to a key that are given."""
        if self.is_owners(author):
            return ADMIN
        removals = self.removals(author, node)
        granting = [
            share
            for share in self.shares
            if node.has_seen(share)
            and self.granted(share, author) is not None
            and removals & ~share.past == 0
            and is_given(share, node)
        ]
        last = [s for s in granting if not any(o.has_seen(s) for o in granting)]
        return min((self.granted(share, author) for share in last), default=NONE)

    def is_in_force(self, share, node):
        """Whether a SHARE is in force at a node, as to its author."""
        author = share.author
        return self.is_owners(author) or (
            self.view(share, author) == ADMIN
            and not self.owner_removes_beside(author, share)
            and not concurrent_in(self.log, share, self.removals(author, node))
        )

    # What counts

    @remembered
    def share_counts(self, share):
        """Whether a SHARE counts."""
        author = share.author
        return self.is_owners(author) or (
            self.full(share, author) == ADMIN
            and not self.is_removed_beside(author, share)
        )

    def counts(self, node):
        """Whether a SHARE or UNSHARE counts."""
        if node.action == "SHARE":
            return self.share_counts(node)
        return any(self.removes(node, grantee) for grantee in node.fields["grantees"])

    def is_witness(self, node):
        """Whether a SHARE or UNSHARE is a witness."""
        author = node.author
        return self.counts(node) and (
            self.is_owners(author)
            or (
                self.full(node, author) == ADMIN
                and not self.is_removed_beside(author, node)
            )
        )

    # Other nodes

    def is_effective(self, node):
        """Whether a node is not void for permission."""
        if node.action in ("SHARE", "UNSHARE"):
            return self.counts(node)
        author = node.author
        is_deletion = node.action == "DELETE_CATEGORY" and node.task is None
        if self.is_owners(author):
            return True
        if not self.witnesses:
            return not is_deletion
        if not node.past & self.witnesses:
            return not is_deletion and any(
                witness.has_seen(node) for witness in self.log.of(self.witnesses)
            )
        needed = ADMIN if is_deletion else WRITE
        return self.full(node, author) >= needed and not self.is_removed_beside(
            author, node
        )
