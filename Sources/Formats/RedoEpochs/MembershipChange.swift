import RedoCrypto
import RedoModel

/// The requested changes to the list of members.
package struct MembershipChange: Sendable {
    /// New members; for existing principals, further devices, and a recovery key that replaces the present one.
    package var added: [Member]
    /// Devices whose keys are revoked in a log. A key that is added at the same time only loses its other boxes.
    package var removedKeys: Set<PublicKey>
    /// Members who are removed with all keys.
    package var removedPrincipals: Set<Principal>

    package init(
        added: [Member] = [], removedKeys: Set<PublicKey> = [],
        removedPrincipals: Set<Principal> = []
    ) {
        self.added = added
        self.removedKeys = removedKeys
        self.removedPrincipals = removedPrincipals
    }

    /// Returns a list with the changes.
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
                // A kept device keeps its position.
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
