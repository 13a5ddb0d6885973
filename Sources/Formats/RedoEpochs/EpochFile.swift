import RedoCrypto
import RedoJSON
import RedoSystem

/// An epoch as it is on a remote: without a key that opens a box, only the number of boxes is visible.
///
/// ```
/// commitment (32) | number of boxes (4, lowest first) | boxes (80 each) | sealed body
/// ```
///
/// A box is `crypto_box_seal` of the key. The number of boxes is a power of two, at least 8. The body is sealed by the
/// epoch itself.
package struct EpochFile: Sendable {
    package static let leastBoxCount = 8
    package static let maximumBoxCount = EpochBody.maximumEntryCount
    static let boxByteCount = EpochKey.byteCount + BoxKey.sealByteCount
    private static let countByteCount = 4
    private static let headByteCount = Commitment.byteCount + countByteCount

    package let id: EpochID
    package let bytes: [UInt8]
    package let commitment: Commitment
    package let boxCount: Int
    /// The name of the file: the SHA-256 of its bytes.
    package let digest: Digest

    /// Parses a file.
    ///
    /// - Throws: ``EpochFault/malformedFile`` if it is not commitment, boxes and a sealed file, or too large.
    package init(reading bytes: [UInt8]) throws(EpochFault) {
        guard (Self.headByteCount...Seal.maximumFileByteCount).contains(bytes.count) else {
            throw .malformedFile
        }
        let count = Int(bytes.span.number(at: Commitment.byteCount, as: UInt32.self))
        guard (Self.leastBoxCount...Self.maximumBoxCount).contains(count),
            count.nonzeroBitCount == 1,
            bytes.count >= Self.headByteCount + count * Self.boxByteCount + SealHeader.byteCount
        else { throw .malformedFile }
        self.init(checked: bytes, boxCount: count)
        guard SealHeader(of: sealedBody)?.epoch == id else { throw .malformedFile }
    }

    private init(checked bytes: [UInt8], boxCount: Int) {
        self.bytes = bytes
        self.boxCount = boxCount
        digest = SHA256.digest(bytes.span)
        commitment = Commitment(checked: Array(bytes.prefix(Commitment.byteCount)))
        id = Self.id(
            of: commitment,
            boxes: [
                Array(bytes[Self.headByteCount..<Self.headByteCount + boxCount * Self.boxByteCount])
            ])
    }

    static func id(of commitment: Commitment, boxes: [[UInt8]]) -> EpochID {
        let bytes = commitment.bytes + boxes.flatMap { $0 }
        return EpochID(SHA256.digest(bytes.span))
    }

    private var sealedBody: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            bytes.span.extracting(droppingFirst: Self.headByteCount + boxCount * Self.boxByteCount)
        }
    }

    // MARK: Opening

    /// Tries the boxes one by one.
    ///
    /// - Parameter unseal: opens a box; returns nil for one that was sealed to another key.
    /// - Returns: the key of the file's commitment; nil if it is in no box.
    /// - Complexity: O(n) calls for n boxes.
    package func key<Failure: Error>(
        unsealing unseal: (_ box: Span<UInt8>) throws(Failure) -> [UInt8]?
    ) throws(Failure) -> EpochKey? {
        for box in 0..<boxCount {
            let start = Self.headByteCount + box * Self.boxByteCount
            let sealed = bytes.span.extracting(start..<start + Self.boxByteCount)
            guard var message = try unseal(sealed) else { continue }
            if let key = EpochKey(taking: &message), key.commitment == commitment { return key }
        }
        return nil
    }

    /// Tries the boxes one by one; nil if the key of the file's commitment is in no box.
    package func key(openedWith boxKey: borrowing BoxKey) -> EpochKey? {
        for box in 0..<boxCount {
            let start = Self.headByteCount + box * Self.boxByteCount
            let sealed = bytes.span.extracting(start..<start + Self.boxByteCount)
            guard var message = boxKey.open(sealed) else { continue }
            if let key = EpochKey(taking: &message), key.commitment == commitment { return key }
        }
        return nil
    }

    /// Opens the body.
    ///
    /// - Throws: ``EpochFault`` if the key is another one, or the body was not signed for these boxes.
    package func open(with key: EpochKey) throws(EpochFault) -> OpenedEpoch {
        guard key.commitment == commitment else { throw .otherKey }
        var content: [UInt8]
        do throws(SealFault) {
            content = try Seal(epoch: id, key: key).open(sealedBody, as: .epoch)
        } catch {
            throw .sealedBody(error)
        }
        defer { wipe(&content) }
        let body = try EpochBody(reading: content.span)
        guard body.id == id else { throw .otherBoxes }
        return OpenedEpoch(key: key, body: body)
    }

    // MARK: Making

    /// Creates an epoch with a new key. ``EpochHistory`` decides whether the signer may start it, and its plans have
    /// accepted parents and members.
    ///
    /// - Parameters:
    ///   - parents: in any order; empty for a genesis.
    ///   - members: in the order of seniority.
    /// - Throws: E_PAYLOAD_TOO_LARGE for more keys than an epoch has, E_SCHEMA_MISMATCH for a list that has something
    ///   twice, KEYCHAIN_003 for a box key to which nothing can be sealed, KEYCHAIN_002 if the signer does not sign.
    package static func make(
        parents: [OpenedEpoch], members: [Member], signer: Signer
    ) throws(RedoError) -> (file: EpochFile, epoch: OpenedEpoch) {
        if case .boxKey(let principal) = EpochBody.inconsistency(in: members) {
            throw RedoError(
                .invalidKey,
                "nothing can be sealed to a box key of \(principal): it is of small order")
        }
        let key = EpochKey.random()
        let boxes = try boxes(of: key, for: members)
        let id = id(of: key.commitment, boxes: boxes)
        var content: [UInt8] = []
        defer { wipe(&content) }
        let body = try EpochBody.make(
            id: id, parents: parents.map(\.reference).sorted(), members: members,
            past: PastEpochs(before: parents), signer: signer, to: &content)
        guard body.inconsistency == nil else {
            throw RedoError(
                .schemaMismatch,
                "an epoch cannot have these members: one is listed twice or without a key, or there are too many"
            )
        }
        let sealedBody: [UInt8]
        do throws(SealFault) {
            sealedBody = try Seal(epoch: id, key: key).seal(content.span, as: .epoch)
        } catch {
            throw RedoError(.payloadTooLarge, "the epoch cannot be written: \(error)")
        }
        return (file(of: key, boxes, sealedBody), OpenedEpoch(key: key, body: body))
    }

    /// Assembles a file. Tests use it for invalid files.
    static func file(of key: EpochKey, _ boxes: [[UInt8]], _ sealedBody: [UInt8]) -> EpochFile {
        var bytes = key.commitment.bytes
        bytes.append(littleEndian: UInt32(boxes.count))
        for box in boxes { bytes += box }
        return EpochFile(checked: bytes + sealedBody, boxCount: boxes.count)
    }

    /// A box for each box key of the members, mixed with boxes for throw-away keys.
    static func boxes(
        of key: EpochKey, for members: [Member]
    ) throws(RedoError) -> [[UInt8]] {
        let boxKeys = Set(members.flatMap { $0.entries.map(\.box) })
        guard boxKeys.count <= maximumBoxCount else {
            throw RedoError(
                .payloadTooLarge, "an epoch has at most \(maximumBoxCount) keys")
        }
        var boxes: [[UInt8]] = []
        // In one order, so that the same random bytes give the same file.
        for boxKey in boxKeys.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
            guard let box = key.box(for: boxKey) else {
                throw RedoError(
                    .invalidKey, "nothing can be sealed to the box key \(boxKey.hexadecimal)")
            }
            boxes.append(box)
        }
        var count = leastBoxCount
        while count < boxes.count { count *= 2 }
        while boxes.count < count {
            // A box that no one can open, with a key that seals nothing.
            let stranger = BoxKey(of: SigningKey.random()).publicKey
            if let box = EpochKey.random().box(for: stranger) { boxes.append(box) }
        }
        var generator = SystemRandomNumberGenerator()
        return boxes.shuffled(using: &generator)
    }
}
