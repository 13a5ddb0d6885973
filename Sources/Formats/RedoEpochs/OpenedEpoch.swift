import RedoCrypto

/// An epoch whose file was opened: its key matches the commitment, and its body is signed.
///
/// Whether the signer was permitted to start it is decided by ``EpochHistory``.
package struct OpenedEpoch: Sendable {
    package let key: EpochKey
    package let body: EpochBody

    init(key: EpochKey, body: EpochBody) {
        self.key = key
        self.body = body
    }

    package var id: EpochID { body.id }
    package var reference: EpochReference { EpochReference(id: body.id, body: body.digest) }
    /// The seal of the epoch.
    package var seal: Seal { Seal(epoch: body.id, key: key) }
}
