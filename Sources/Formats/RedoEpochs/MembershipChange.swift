import RedoCrypto
import RedoModel

/// What a writer wants to change in the list of members.
package struct MembershipChange: Sendable {
    /// New members; of principals that are members, further devices, and the recovery key in the place of the present
    /// one.
    package var added: [Member]
    /// Devices whose keys a log holds revoked. A key that is added at once only loses its other boxes.
    package var removedKeys: Set<PublicKey>
    /// Members who are to go with all keys.
    package var removedPrincipals: Set<Principal>

    package init(
        added: [Member] = [], removedKeys: Set<PublicKey> = [],
        removedPrincipals: Set<Principal> = []
    ) {
        self.added = added
        self.removedKeys = removedKeys
        self.removedPrincipals = removedPrincipals
    }

    /// The list that follows from another one.
    func applied(to members: [Member]) -> [Member] {
        var result: [Member] = []
        for var member in members {
            let addition = added.first { $0.principal == member.principal }
            if removedPrincipals.contains(member.principal) {
                member.recovery = nil
                member.devices = []
            }
            member.devices.removeAll { removedKeys.contains($0.key) }
            if let addition {
                member.recovery = addition.recovery ?? member.recovery
                let kept = members.first { $0.principal == member.principal }?.devices ?? []
                let known = addition.devices.filter { kept.contains($0) }
                // A device that stays keeps its place.
                member.devices = kept.filter {
                    member.devices.contains($0) || known.contains($0)
                }
                member.devices += addition.devices.filter { !kept.contains($0) }
            }
            if !member.entries.isEmpty { result.append(member) }
        }
        let listed = Set(members.map(\.principal))
        return result + added.filter { !listed.contains($0.principal) }
    }
}
