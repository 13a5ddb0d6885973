import RedoModel

/// The reason why an opened or planned epoch is not accepted.
package enum EpochRefusal: Error, Hashable, Sendable {
    /// It has no parents, and is not the genesis that the reader trusts.
    case otherGenesis
    /// The trusted id has several bodies, and the reader has no digest of the right one.
    case disputedGenesis
    /// A parent is refused.
    case parent(EpochReference)
    /// Its past does not consist of its parents and their pasts, or has other keys.
    case past
    /// Its signer is not in the list of every parent and in their join; for a genesis, not a device in its own list.
    case signer
    /// A recovery key has signed it, and it does not name the next one.
    case recovery
    /// Kept members or devices are not in their order, before new ones.
    case order
    /// It removes a key that does not come after its signer.
    case removal(MemberKey)
    /// It adds a key that would not come after its signer.
    case addition(MemberKey)
    /// It adds a key that an epoch before it removed.
    case returned(MemberKey)
}

/// A key in a list of members, with its owner.
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
