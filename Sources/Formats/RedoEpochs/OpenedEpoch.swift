import RedoCrypto

/// An epoch whose file was opened: its key is the one committed to, and its body is signed.
///
/// That says nothing of whether the signer might start it: see ``EpochHistory``.
package struct OpenedEpoch: Sendable {
    package let key: EpochKey
    package let body: EpochBody

    init(key: EpochKey, body: EpochBody) {
        self.key = key
        self.body = body
    }

    package var id: EpochID { body.id }
    package var reference: EpochReference { EpochReference(id: body.id, body: body.digest) }
    /// What seals in its name.
    package var seal: Seal { Seal(epoch: body.id, key: key) }
}
