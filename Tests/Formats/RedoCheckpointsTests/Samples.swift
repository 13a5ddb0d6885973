import RedoCheckpoints
import RedoCrypto
import RedoModel
import RedoSystem
import SampleNodes

/// Statements of a key that the tests have.
enum Samples {
    static let signer = Signer(Sample.key())
    static let nonce = SlotNonce(checked: Array(repeating: 1, count: SlotNonce.byteCount))
    static let otherNonce = SlotNonce(checked: Array(repeating: 2, count: SlotNonce.byteCount))
    static let slot = Slot(of: signer.publicKey, nonce: nonce)
    static let otherSlot = Slot(of: signer.publicKey, nonce: otherNonce)

    /// Another key than the tests' own.
    static func signer(_ number: UInt8) -> Signer {
        var seed = [UInt8](repeating: number, count: SigningKey.seedByteCount)
        return Signer(SigningKey(seed: SecretMemory(taking: &seed)))
    }

    /// The store's slot, in the record of a folder.
    static func own(_ identity: String) -> CheckpointRecord.Own {
        CheckpointRecord.Own(of: signer.publicKey, nonce: nonce, identity: identity)
    }

    /// Statements list the numbers of nodes as packs, so some cover another that lists some of theirs.
    ///
    /// - Parameters:
    ///   - revoked: keys that do not count any more.
    ///   - persons: the keys of each.
    static func rules(
        revoked: Set<PublicKey> = [], persons: [Set<PublicKey>] = []
    ) -> RemoteComparison.Rules {
        RemoteComparison.Rules(
            isCounting: { !revoked.contains($0) },
            mayRetire: { key, other in
                key == other || persons.contains { $0.isSuperset(of: [key, other]) }
            },
            covers: { new, old, _ in
                Set(new.flatMap(\.packs).map(\.name)).isSuperset(of: old.packs.map(\.name))
            })
    }

    /// What statements say of a slot of a key.
    static func mention(
        _ sequence: Int, of key: PublicKey = signer.publicKey, _ nonce: SlotNonce = nonce,
        _ number: Int? = nil
    ) -> Statement.Mention {
        Statement.Mention(
            key: key, nonce: nonce, sequence: sequence, digest: digest(number ?? sequence))
    }

    static func digest(_ number: Int) -> Digest { Digest(words: UInt64(number), 1, 2, 3) }

    /// A statement that lists packs of which each has one piece.
    static func statement(
        _ sequence: Int, of signer: Signer = signer, in nonce: SlotNonce = nonce,
        packs: [Int] = [1], after previous: Digest? = nil, seen: [Statement.Mention] = [],
        retired: [Statement.Mention] = [], time: String = "2026-11-23T18:17:00.000Z"
    ) throws -> SignedStatement {
        try SignedStatement(
            Statement(
                slot: Slot(of: signer.publicKey, nonce: nonce), key: signer.publicKey,
                nonce: nonce, sequence: sequence,
                previous: sequence == 1 ? nil : previous ?? digest(sequence - 1),
                packs: packs.map {
                    Statement.ListedPack(
                        name: digest($0), byteCount: 1000, pieces: [digest(1000 + $0)])
                }, heads: (min(1, packs.count), digest(7)), nodeCount: packs.count, seen: seen,
                retired: retired,
                time: Sample.instant(time)), signedBy: signer)
    }

    /// A statement that lists one piece, and the piece.
    static func checkpoint(
        _ sequence: Int, _ piece: [UInt8], in slot: Slot = slot, listed: Set<Digest> = []
    ) throws -> NewCheckpoint {
        try checkpoint(sequence, pieces: [piece], in: slot, listed: listed)
    }

    /// A statement that lists a pack for each of some pieces, and the pieces.
    static func checkpoint(
        _ sequence: Int, pieces: [[UInt8]], in slot: Slot = slot, listed: Set<Digest> = []
    ) throws -> NewCheckpoint {
        var contents: [Digest: [UInt8]] = [:]
        for piece in pieces { contents[SHA256.digest(piece.span)] = piece }
        let names = contents.keys.sorted()
        let statement = try SignedStatement(
            Statement(
                slot: slot, key: signer.publicKey, nonce: nonce, sequence: sequence,
                previous: sequence == 1 ? nil : digest(1),
                packs: names.map { Statement.ListedPack(name: $0, byteCount: 5, pieces: [$0]) },
                heads: (0, digest(2)), nodeCount: 0, seen: [], retired: [],
                time: Sample.instant("2026-11-23T18:17:00.000Z")), signedBy: signer)
        let known = contents
        return NewCheckpoint(statement, listed: listed) { known[$0] ?? [] }
    }
}

extension CheckpointStorage {
    /// Lets a slot stand at a statement, beside nothing that is to be ignored.
    mutating func advance(
        to checkpoint: NewCheckpoint, from previous: CheckpointTip?,
        progress: (_ done: Int, _ total: Int) -> Void
    ) throws(RedoError) -> CheckpointTip? {
        try advance(to: checkpoint, from: previous, besides: [], progress: progress)
    }

    /// Marks and removes files that no statement lists, none of which is replaced.
    @discardableResult
    mutating func removeUnlisted(
        at now: Instant, _ pieces: ([UInt8]) -> [Digest]?
    ) throws(RedoError) -> [CheckpointTip] {
        try removeUnlisted(at: now, besides: [:], pieces)
    }
}
