import RedoCrypto
import RedoModel

/// The declaration of a store about the nodes that it has put on a remote (docs/checkpoints.md, "Statements").
///
/// This module has signed statements, the trees and proofs over their nodes, the comparison that detects a deceiving
/// remote, the records of such remotes, and storages of plain files (folders and store helpers). It does not exchange
/// nodes, which RedoCheckpointRemote does, and has no format of git, which RedoGit has. Start here; then read
/// ``CheckpointStorage`` and ``CheckpointRecord``.
package struct Statement: Hashable, Sendable {
    /// The position of one statement in a slot.
    package struct Position: Hashable, Sendable {
        package let slot: Slot
        /// From 1.
        package let sequence: Int
        /// The digest of the statement.
        package let digest: Digest

        package init(slot: Slot, sequence: Int, digest: Digest) {
            self.slot = slot
            self.sequence = sequence
            self.digest = digest
        }
    }

    /// A statement of another slot, as it is mentioned: its owner, and its position.
    package struct Mention: Hashable, Sendable {
        /// The key of the slot's owner.
        package let key: PublicKey
        package let nonce: SlotNonce
        package let position: Position

        /// Creates a mention of the slot that the key and the nonce determine.
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
        /// The pack's name: the SHA-256 of everything before its trailer.
        package let name: Digest
        package let byteCount: Int
        /// The digests of the files, which concatenated are the pack.
        package let pieces: [Digest]

        package init(name: Digest, byteCount: Int, pieces: [Digest]) {
            self.name = name
            self.byteCount = byteCount
            self.pieces = pieces
        }
    }

    package let slot: Slot
    /// The key of the store's user, who signs the statement.
    package let key: PublicKey
    /// With the key, it determines the name of the slot; nil in a statement of an earlier version, which counts
    /// nowhere.
    package let nonce: SlotNonce?
    /// From 1, increased by one in each statement that the store signs in the slot.
    package let sequence: Int
    /// The digest of the preceding statement that the store signed in the slot; nil for the first.
    package let previous: Digest?
    /// The packs that together have all nodes of the statement.
    package let packs: [ListedPack]
    /// The number of nodes that are not parents of others in the packs.
    package let headCount: Int
    package let headsRoot: Digest
    /// The number of distinct nodes.
    package let nodeCount: Int
    /// The statements of the remote's other slots that the store has seen, sorted by slot.
    package let seen: [Mention]
    /// The last statements of slots that this one replaces, and the retired ones that those mentioned, sorted by slot.
    package let retired: [Mention]
    /// The time of the signature, according to the store.
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

    /// A statement of a key's slot, whose counts and root match its packs.
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

    /// Whether the statement mentions another one as seen.
    package func hasSeen(_ position: Position) -> Bool {
        seen.contains { $0.position == position }
    }
}
