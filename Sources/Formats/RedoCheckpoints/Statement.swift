import RedoCrypto
import RedoModel

/// What a store says of the nodes that it has put on a remote (docs/checkpoints.md, "Statements").
package struct Statement: Hashable, Sendable {
    /// One statement of a slot.
    package struct Position: Hashable, Sendable {
        package let slot: Slot
        /// From 1.
        package let sequence: Int
        /// Of the statement.
        package let digest: Digest

        package init(slot: Slot, sequence: Int, digest: Digest) {
            self.slot = slot
            self.sequence = sequence
            self.digest = digest
        }
    }

    /// What a statement says of another slot: whose it is, and where it stood.
    package struct Mention: Hashable, Sendable {
        /// Of the slot's owner.
        package let key: PublicKey
        package let nonce: SlotNonce
        package let position: Position

        /// The slot is that of the key and the nonce.
        package init(key: PublicKey, nonce: SlotNonce, sequence: Int, digest: Digest) {
            self.key = key
            self.nonce = nonce
            position = Position(
                slot: Slot(of: key, nonce: nonce), sequence: sequence, digest: digest)
        }

        package var slot: Slot { position.slot }
        /// From 1.
        package var sequence: Int { position.sequence }
    }

    /// A pack, and the files that it is cut into.
    package struct ListedPack: Hashable, Sendable {
        /// The pack's name: the SHA-256 of all before its trailer.
        package let name: Digest
        package let byteCount: Int
        /// The digests of the files, which make the pack one behind the other.
        package let pieces: [Digest]

        package init(name: Digest, byteCount: Int, pieces: [Digest]) {
            self.name = name
            self.byteCount = byteCount
            self.pieces = pieces
        }
    }

    package let slot: Slot
    /// Of the store's user, whose signature the statement has.
    package let key: PublicKey
    /// With the key it gives the name of the slot; nil in a statement of an earlier version, which counts nowhere.
    package let nonce: SlotNonce?
    /// From 1, one more in each statement that the store signs in the slot.
    package let sequence: Int
    /// The digest of the statement that the store signed before it in the slot; nil for the first.
    package let previous: Digest?
    /// Together they have all nodes that the statement is about.
    package let packs: [ListedPack]
    /// Of the nodes that no other one of the packs has as a parent.
    package let headCount: Int
    package let headsRoot: Digest
    /// The distinct nodes.
    package let nodeCount: Int
    /// What the store has seen of the remote's other slots, by slot.
    package let seen: [Mention]
    /// The last statements of slots that this one replaces, and what their statements said of slots that they replaced, by
    /// slot.
    package let retired: [Mention]
    /// When the store says that it was signed.
    package let time: Instant

    package init(
        slot: Slot, key: PublicKey, nonce: SlotNonce?, sequence: Int, previous: Digest?,
        packs: [ListedPack], heads: (count: Int, root: Digest), nodeCount: Int, seen: [Mention],
        retired: [Mention], time: Instant
    ) {
        self.slot = slot
        self.key = key
        self.nonce = nonce
        self.sequence = sequence
        self.previous = previous
        self.packs = packs
        (headCount, headsRoot) = heads
        self.nodeCount = nodeCount
        self.seen = seen.sorted { $0.slot < $1.slot }
        self.retired = retired.sorted { $0.slot < $1.slot }
        self.time = time
    }

    /// A statement of a key's slot, whose numbers and root are those of its packs.
    package init(
        key: PublicKey, nonce: SlotNonce, sequence: Int, previous: Digest?, packs: [ListedPack],
        contents: StatementContents, seen: [Mention], retired: [Mention], time: Instant
    ) {
        self.init(
            slot: Slot(of: key, nonce: nonce), key: key, nonce: nonce, sequence: sequence,
            previous: previous, packs: packs, heads: (contents.headCount, contents.headsRoot),
            nodeCount: contents.nodeCount, seen: seen, retired: retired, time: time)
    }

    /// Whether its slot belongs to its key. No other key has a slot of that name.
    package var isOfItsKey: Bool { nonce.map { Slot(of: key, nonce: $0) == slot } ?? false }

    /// The digests of all files that the statement needs.
    package var pieces: [Digest] { packs.flatMap(\.pieces) }

    /// Whether it says that it has seen a statement.
    package func hasSeen(_ position: Position) -> Bool {
        seen.contains { $0.position == position }
    }
}
