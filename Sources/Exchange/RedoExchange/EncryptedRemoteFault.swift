import RedoSystem

/// The detail of an error that says why an encrypted remote cannot be read: a clone has other commands to name than a store
/// that is there.
package final class EncryptedRemoteFault: ErrorDetail {
    package enum Reason: Sendable {
        /// The user has no key.
        case noKey
        /// Nothing says that its first epoch is the one that is meant.
        case untrusted
        /// The key that is here opens none of its epochs.
        case notAMember
    }

    package let reason: Reason
    /// The id of the first epoch, as the remote has it; nil if it was not looked at.
    package let genesis: String?

    package init(_ reason: Reason, genesis: String? = nil) {
        self.reason = reason
        self.genesis = genesis
    }
}
