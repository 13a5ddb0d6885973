import RedoCrypto
import RedoModel
import RedoStore
import RedoSystem

extension Repository {
    /// Whether a key has a node in effect: one that the protocol accepts and that is not void.
    ///
    /// - Complexity: constant for a log without persons that has a node by the key; otherwise O(n).
    package func hasNodeInEffect(by key: PublicKey) throws(RedoError) -> Bool {
        try answer(.local) { (log, rule) throws(RedoError) in
            guard log.stored.hasAuthor(with: key) else { return false }
            if !log.stored.mayHaveVoid { return true }
            guard let index = log.index, let voids = log.voids(rule) else { return nil }
            let isTheirs = index.isAuthored(by: [UserID(key)])
            return isTheirs.indices.contains {
                isTheirs[$0] && voids.reason(of: index.id(of: $0)) == nil
            }
        }
    }
}

/// Whether statements of a key count, according to the log.
package enum KeyStanding: Hashable, Sendable {
    case counts
    case revoked
    /// The configuration of this store ignores the author of the key.
    case ignored
    /// It has nodes, but none of them has an effect.
    case hasNoEffect
    /// It has no node.
    case isUnknown
}

extension Repository {
    /// Whether statements of a key count: it has a node in effect here or was added to a person, and it is neither
    /// revoked nor ignored here.
    ///
    /// - Parameter isMember: whether it is a member of an encrypted remote; nil for an unencrypted remote.
    /// - Throws: ``RedoError`` if the log cannot be read.
    /// - Complexity: constant for a log without persons that has a node by the key; otherwise O(n).
    package func standing(
        of key: PublicKey, isMember: Bool? = nil
    ) throws(RedoError) -> KeyStanding {
        if isIgnored(key) { return .ignored }
        let people = try people()
        if people.revocation(of: key) != nil { return .revoked }
        if let isMember { return isMember ? .counts : .isUnknown }
        if people.person(of: key) != nil || people.isInvited(key) { return .counts }
        if try hasNodeInEffect(by: key) { return .counts }
        return try authors().has(UserID(key)) ? .hasNoEffect : .isUnknown
    }

    /// Whether the configuration ignores what a key writes.
    package func isIgnored(_ key: PublicKey) -> Bool {
        store.configuration.ignoredAuthors.contains(UserID(key))
    }
}
