import RedoModel

/// Why an epoch that was opened is not accepted, or would not be.
package enum EpochRefusal: Error, Hashable, Sendable {
    /// It has no parents, and is not the genesis that the reader trusts.
    case otherGenesis
    /// The trusted id has several bodies, and the reader does not know the digest of the right one.
    case disputedGenesis
    /// A parent is refused.
    case parent(EpochReference)
    /// Its past is not that of its parents and themselves, or has other keys.
    case past
    /// Its signer is not in the list of every parent, and in their join; of a genesis, in its own as a device.
    case signer
    /// A recovery key signed it, and it does not name the next one.
    case recovery
    /// Members or devices that stay do not stand in their order, before what is new.
    case order
    /// It removes a key that does not stand after its signer.
    case removal(MemberKey)
    /// It adds a key that would not stand after its signer.
    case addition(MemberKey)
    /// It adds a key that an epoch before it removed.
    case returned(MemberKey)
}

/// A key in a list of members, and whose it is.
package struct MemberKey: Hashable, Sendable {
    package let principal: Principal
    package let entry: Entry

    package init(_ principal: Principal, _ entry: Entry) {
        self.principal = principal
        self.entry = entry
    }
}

extension EpochRefusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .otherGenesis: "it is not the first epoch of this remote"
        case .disputedGenesis: "the first epoch is there with different members"
        case .parent(let parent): "it follows the epoch \(parent.id), which is refused"
        case .past: "it does not list the epochs before it with their keys"
        case .signer: "its signer is not a member of each epoch that it follows"
        case .recovery: "a recovery key started it and names no next one"
        case .order: "its members are not in the order of the epochs before it"
        case .removal(let key):
            "it removes a key of \(key.principal) that does not come after its signer"
        case .addition(let key):
            "it adds a key to \(key.principal) that would come before its signer"
        case .returned(let key): "it adds a key of \(key.principal) again that was removed"
        }
    }
}
