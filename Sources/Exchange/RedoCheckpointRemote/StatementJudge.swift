import RedoCheckpoints
import RedoCrypto
import RedoEpochs
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// Decides whose statements count on a remote, and who may retire a slot: by the current log, and by the members of an
/// encrypted remote (docs/checkpoints.md, "Whose word counts").
struct StatementJudge {
    private let repository: Repository
    private let epochs: RemoteEpochs?
    /// The key that signs in the store's slot; nil if the store has no slot.
    private let ownKey: PublicKey?
    private var standings: [PublicKey: KeyStanding] = [:]

    init(_ repository: Repository, _ epochs: RemoteEpochs?, ownKey: PublicKey?) {
        self.repository = repository
        self.epochs = epochs
        self.ownKey = ownKey
    }

    /// Whether statements of a key count, and if not, why.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    mutating func standing(of key: PublicKey) throws(RedoError) -> KeyStanding {
        if let known = standings[key] { return known }
        var standing = try repository.standing(of: key, isMember: epochs?.isMember(key))
        // A store that only forwards the nodes of others may have no node of its own.
        if key == ownKey, [.isUnknown, .hasNoEffect].contains(standing) { standing = .counts }
        standings[key] = standing
        return standing
    }

    /// Why a statement under the name of a slot does not count; nil if it does.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    mutating func doubt(of statement: Statement, under slot: Slot) throws(RedoError) -> String? {
        if let reason = Self.strayReason(statement, under: slot) { return reason }
        switch try standing(of: statement.key) {
        case .counts: return nil
        case .revoked: return "its key is revoked"
        case .ignored: return "its key is ignored here"
        case .hasNoEffect: return "the nodes of its key have no effect here"
        case .isUnknown:
            return epochs == nil
                ? "the log has no node of its key" : "its key belongs to no member"
        }
    }

    /// Why a statement does not belong to the slot under whose name it is stored; nil if it does.
    static func strayReason(_ statement: Statement, under slot: Slot) -> String? {
        if statement.slot != slot { return "it has the statement of the slot \(statement.slot)" }
        if statement.nonce == nil { return "its statement is of an earlier version" }
        return statement.isOfItsKey ? nil : "its name is not that of a slot of its key"
    }

    /// Which keys may retire slots of which others, as far as statements that count declare it.
    ///
    /// - Parameter settled: by slot, the number up to which retirements are decided.
    /// - Throws: ``RedoError`` if the log cannot be read.
    func retirementRights(
        of statements: [Statement], besides settled: [Slot: Int]
    ) throws(RedoError) -> (_ key: PublicKey, _ other: PublicKey) -> Bool {
        let others = statements.contains { statement in
            statement.retired.contains {
                $0.key != statement.key && $0.sequence > settled[$0.slot] ?? 0
            }
        }
        guard others else { return { $0 == $1 } }
        let people = try repository.people()
        let members = epochs?.history.members.map { $0.devices.map(\.key) } ?? []
        return { key, other in
            key == other || people.areOfOnePerson(key, other)
                || members.contains { $0.contains(key) && $0.contains(other) }
        }
    }
}
