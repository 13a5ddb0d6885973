import RedoEpochs

/// A request about the members of an encrypted remote.
///
/// `isConfirmed` is true if the user has agreed already, so that no question is put.
package enum MemberRequest: Sendable {
    case list
    /// The remote becomes an encrypted one.
    case create(makesRecoveryKey: Bool)
    /// Adds a device, whose words the user has compared.
    case add(MemberCard)
    /// - Parameter key: the beginning of a key or of a userId, or a principal.
    case remove(key: String)
    /// - Parameter invitation: an invitation or the id of the first epoch; nil to show and ask.
    case trust(invitation: String?, isConfirmed: Bool)
    /// Adds this device with the words of a recovery key.
    case recover(revoking: RevokedDevices, isConfirmed: Bool)
    /// Receives everything with the words of a recovery key alone. They stay valid: the device does not become a
    /// member.
    case restore
    /// Removes this device.
    case leave(isConfirmed: Bool)

    /// Which devices of a member are removed when another one is added with its recovery key.
    package enum RevokedDevices: Sendable {
        /// - Parameter keys: the beginnings of keys or of userIds.
        case some(_ keys: [String])
        case all
    }
}
