import RedoCrypto

/// The name of an epoch in files and in the headers of files that it has sealed: the SHA-256 of its commitment and its
/// boxes.
package struct EpochID: Hashable, Comparable, Sendable {
    package let digest: Digest

    package init(_ digest: Digest) { self.digest = digest }

    package static func < (left: EpochID, right: EpochID) -> Bool { left.digest < right.digest }
}

extension EpochID: CustomStringConvertible {
    /// 64 hexadecimal digits.
    package var description: String { digest.hexadecimal }
}

/// One epoch of a history: its id, and the SHA-256 of its body.
///
/// An id does not cover a body, and everyone with the key of an epoch can sign another body for its id. With the
/// digest, a reference identifies one body, so two bodies of one id are two epochs.
package struct EpochReference: Hashable, Comparable, Sendable {
    package let id: EpochID
    package let body: Digest

    package init(id: EpochID, body: Digest) {
        self.id = id
        self.body = body
    }

    package static func < (left: EpochReference, right: EpochReference) -> Bool {
        left.id == right.id ? left.body < right.body : left.id < right.id
    }
}
