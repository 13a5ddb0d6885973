import RedoSystem

/// The detail of an error about an encrypted remote that cannot be read. A clone shows other hints for it than a
/// command in an existing store.
package final class EncryptedRemoteFault: ErrorDetail {
    package enum Reason: Sendable {
        /// The user has no key.
        case noKey
        /// No invitation or configuration confirms its first epoch.
        case untrusted
        /// The key of this device opens none of its epochs.
        case notAMember
    }

    package let reason: Reason
    /// The id of the first epoch, as the remote has it; nil if it was not read.
    package let genesis: String?

    package init(_ reason: Reason, genesis: String? = nil) {
        self.reason = reason
        self.genesis = genesis
    }
}
