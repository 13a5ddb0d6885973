import RedoCrypto
import RedoJSON

/// The verdict on each well-formed statement, with its reason.
struct StatementVerdicts: Sendable {
    let membership: Membership
    let recoveries: Recoveries
    let revocations: Revocations
    /// The standing after everything that the revocations cut off.
    let standing: Standing
    private let statements: Statements
    private let keys: [PublicKey]

    init(
        membership: Membership, recoveries: Recoveries, revocations: Revocations,
        standing: Standing
    ) {
        self.membership = membership
        self.recoveries = recoveries
        self.revocations = revocations
        self.standing = standing
        statements = membership.statements
        keys = statements.keys
    }

    /// Why a statement is void; nil if it is not.
    func reason(of index: Int) -> VoidReason? {
        let statement = statements.all[index]
        if let revocation = revocations.cutOff[statement.number] {
            return .cutOff(by: statements.all[revocation].number)
        }
        let key = statements.signers[index]
        if case .keepNodes = statement.content { return reason(ofKeep: index) }
        guard let person = statements.persons[index] else { return .unknownPerson }
        switch statement.content {
        case .createPerson, .joinPerson:
            if !standing.stands[index] { return .notLetIn }
            guard let first = standing.belongings[key].first, first != index else { return nil }
            return .belongsAlready(since: statements.all[first].number)
        case .addDevice, .updatePerson: return standing.stands[index] ? nil : .notADevice
        case .revokeDevice(_, let entry):
            if revocations.counting.contains(index) { return nil }
            let past = statements.pasts[index]
            guard let other = statements.number(of: entry.key),
                membership.hasJoined(other, person, in: past)
            else { return .notJoined }
            return other == key || membership.isSenior(key, to: other, person, in: past)
                ? .notADevice : .notSenior
        case .recover:
            if recoveries.counting.contains(index) { return nil }
            return recoveries.rivals[index].map { .otherRecovery(statements.all[$0].number) }
                ?? .notTheRecoveryKey
        case .keepNodes: return nil
        }
    }

    private func reason(ofKeep index: Int) -> VoidReason? {
        guard let revocation = statements.revocations[index] else { return .unknownRevocation }
        let revoking = statements.all[revocation]
        if statements.signers[revocation] != statements.signers[index] {
            return .notTheRevoker(revoking.number)
        }
        if case .revokeDevice(_, let entry) = revoking.content, entry.key == revoking.signer {
            return .revokedItself(revoking.number)
        }
        let counts =
            revocations.counting.contains(revocation) || recoveries.counting.contains(revocation)
        return counts ? nil : .revocationWithoutEffect(revoking.number)
    }

    /// The device of a key by the statement that makes it one.
    ///
    /// - Parameter digits: the digits of the key, for people.
    func device(
        _ key: Int, _ belonging: Int, _ person: Int, digits: String
    ) -> People.Device {
        var name: JSONString?
        var addedBy: PublicKey?
        if case .joinPerson = statements.all[belonging].content {
            let add = membership.adds(key, person).first {
                statements.hasSeen(belonging, $0) && standing.stands[$0]
            }
            if let add, case .addDevice(_, _, let given) = statements.all[add].content {
                name = given
                addedBy = statements.all[add].signer
            }
        }
        return People.Device(
            key: keys[key], digits: digits, name: name,
            added: statements.all[belonging].node.timestamp.wall,
            addedBy: addedBy,
            revoked: revocations.revocations(of: key).first.map {
                statements.all[$0].node.timestamp.wall
            })
    }
}
