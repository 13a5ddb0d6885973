import RedoEpochs

/// A request about the members of an encrypted remote.
///
/// `isConfirmed` says that no one is asked, because the user has agreed already.
package enum MemberRequest {
    case list
    /// Makes the remote an encrypted one.
    case create(makesRecoveryKey: Bool)
    /// Lets a device in, whose words the user has compared.
    case add(MemberCard)
    /// - Parameter key: the beginning of a key or of a userId, or a principal.
    case remove(key: String)
    /// - Parameter invitation: an invitation or the id of the first epoch; nil to show and ask.
    case trust(invitation: String?, isConfirmed: Bool)
    /// Lets this device in with the words of a recovery key.
    case recover(revoking: RevokedDevices, isConfirmed: Bool)
    /// Takes everything in with the words of a recovery key alone, which stay good: the device does not become a member.
    case restore
    /// Takes this device out.
    case leave(isConfirmed: Bool)

    /// Which devices of a member are taken out when another one is let in with its recovery key.
    package enum RevokedDevices {
        /// - Parameter keys: the beginnings of keys or of userIds.
        case some(_ keys: [String])
        case all
    }
}
