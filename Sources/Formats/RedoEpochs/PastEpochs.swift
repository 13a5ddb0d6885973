import RedoCrypto

/// The epochs before another one, with their keys, as its body lists them: sorted, without duplicates.
///
/// All keys are in one block of ``SecretMemory``. Unchecked: it is written before the object exists, and only read
/// afterwards.
package final class PastEpochs: @unchecked Sendable {
    /// Sorted by id, then by body.
    package let references: [EpochReference]
    private let keys: SecretMemory

    /// - Parameter keys: 32 bytes for each reference.
    init(_ references: [EpochReference], keys: consuming SecretMemory) {
        precondition(keys.count == references.count * EpochKey.byteCount)
        self.references = references
        self.keys = keys
    }

    /// The past of an epoch with these parents: the past of each, and the parents themselves.
    convenience init(before parents: [OpenedEpoch]) {
        var sources: [EpochReference: EpochKey] = [:]
        for parent in parents {
            sources[parent.reference] = parent.key
            let past = parent.body.past
            for (index, reference) in past.references.enumerated()
            where sources[reference] == nil {
                sources[reference] = past.key(at: index)
            }
        }
        let references = sources.keys.sorted()
        let keys = SecretMemory(count: references.count * EpochKey.byteCount)
        for (index, reference) in references.enumerated() {
            sources[reference]?.copy(to: keys, at: index * EpochKey.byteCount)
        }
        self.init(references, keys: keys)
    }

    package func key(at index: Int) -> EpochKey {
        EpochKey(copying: keys, at: index * EpochKey.byteCount)
    }

    /// Whether a key is the one at an index.
    func hasKey(_ key: EpochKey, at index: Int) -> Bool {
        key.isEqual(to: keys, at: index * EpochKey.byteCount)
    }

    func isEqual(to other: PastEpochs) -> Bool {
        references == other.references && keys.isEqual(to: other.keys)
    }

    /// Whether two neighbours with one id have the same key.
    func hasOneKey(at index: Int, and other: Int) -> Bool { hasKey(key(at: index), at: other) }

    /// Appends 64 digits of a key to a text that the caller wipes, and that has enough capacity.
    func appendKey(at index: Int, to text: inout [UInt8]) {
        key(at: index).appendHexadecimal(to: &text)
    }
}
